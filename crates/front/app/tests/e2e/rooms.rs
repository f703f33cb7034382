//! The other rooms: their answers to invalid requests, and limits on simultaneous searches.

use crate::client::{Client, PATIENCE, TestServer};
use std::time::{Duration, Instant};
use zenpuku_app::protocol::{
    ErrorCode, Event, GoLine, GoPosition, GoRequest, GoSaidMove, GoStatus, GoalsRequest,
    LabRequest, LensRequest, MateRequest, Reply, Request, ServerMessage, Side, Source,
};
use zenpuku_go::Color;

/// A mate problem that is not decided soon.
const HARD: &str = "9/9/9/9/4k4/9/9/9/9 b 2S2N4L9P2r2b4g2s2n9p 1";
/// A mate in 3.
const THREE: &str = "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1";

fn board(diagram: &str) -> GoPosition {
    GoPosition { diagram: diagram.to_owned(), turn: Side::Black, ko: None, prisoners: [0, 0] }
}

fn go_solve(position: GoPosition, rules: &str) -> GoRequest {
    GoRequest::Solve { position, rules: rules.to_owned(), seconds: 60 }
}

fn lens(sfen: &str, depth: u32, turned: &[&str]) -> LensRequest {
    let turned = turned.iter().map(|&id| id.to_owned()).collect();
    LensRequest::Search { sfen: sfen.to_owned(), depth, turned, tree: true }
}

fn mate(sfen: &str, seconds: u32) -> MateRequest {
    MateRequest::Solve { sfen: sfen.to_owned(), seconds }
}

#[test]
fn a_finished_game_of_go_is_counted_and_dead_stones_are_what_a_person_says() {
    let server = TestServer::start();
    let mut client = server.client();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/go/finished.sgf");
    let sgf = std::fs::read_to_string(path).expect("a file");
    let record = match client.ask(GoRequest::Read { sgf }) {
        Reply::GoRecord { record } => record,
        other => panic!("{other:?}"),
    };
    assert_eq!((record.black.as_str(), record.white.as_str()), ("Kuro", "Shiro"));
    assert_eq!((record.komi, record.finished, record.moves), (Some(6.5), true, 32));
    assert_eq!(record.steps.len(), 33);
    let position = record.steps.last().expect("a position").position.clone();
    // White has captured a stone.
    assert_eq!(position.prisoners, [0, 1]);
    let mut count = |alive: &[&str], dead: &[&str], komi: f64| {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        client.try_ask(Request::Go(GoRequest::Status {
            position: position.clone(),
            rules: "japanese".to_owned(),
            komi,
            finished: true,
            alive: names(alive),
            dead: names(dead),
            second: false,
        }))
    };
    let said = |reply: Result<Reply, zenpuku_app::protocol::ErrorBody>| match reply {
        Ok(Reply::GoStatus { status, .. }) => *status,
        other => panic!("{other:?}"),
    };
    let found = said(count(&[], &[], 6.5));
    assert_eq!(found.dead, ["B5"]);
    // Black: 22 points and a dead stone; White: 31 points and a captured stone.
    let scores = |found: &GoStatus| [found.black_first.best, found.white_first.best];
    assert_eq!((scores(&found), found.trust.as_str()), ([-9, -9], "likely"));
    let owner =
        |at: &str| found.points.iter().find(|point| point.coord == at).and_then(|p| p.owner);
    assert_eq!((owner("A1"), owner("J1")), (Some(Color::Black), Some(Color::White)));
    let alive = said(count(&["B5"], &[], 6.5));
    assert_eq!(alive.dead, [""; 0]);
    // Then neither side surrounds the left side.
    assert_eq!((scores(&alive), alive.trust.as_str()), ([-32, -32], "marked"));
    assert_eq!(count(&["Z99"], &[], 6.5).expect_err("no point").code, ErrorCode::BadValue);
    assert_eq!(count(&[], &[], 1e9).expect_err("no komi").code, ErrorCode::BadValue);
}

#[test]
fn a_game_of_go_is_reviewed_move_by_move() {
    let server = TestServer::start();
    let mut client = server.client();
    // A sum of corridors, then: Black passes, White takes the smaller one.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/go/sums/sum03.sgf");
    let start = std::fs::read_to_string(path).expect("a file");
    let start = start.trim_end().strip_suffix(')').expect("an SGF");
    let sgf = format!("{start};B[];W[bg];B[ea])");
    let record = match client.ask(GoRequest::Read { sgf }) {
        Reply::GoRecord { record } => record,
        other => panic!("{other:?}"),
    };
    let positions: Vec<GoPosition> =
        record.steps.iter().map(|step| step.position.clone()).collect();
    let moves: Vec<String> = record.steps.iter().filter_map(|step| step.mv.clone()).collect();
    let ask = |first, positions: &[GoPosition]| GoRequest::Review {
        positions: positions.to_vec(),
        moves: moves.clone(),
        first,
        rules: "japanese".to_owned(),
        komi: 0.0,
        second: false,
    };
    let reviewed = match client.ask(ask(0, &positions)) {
        Reply::GoReviewed { moves, .. } => moves,
        other => panic!("{other:?}"),
    };
    let of = |number: usize| (reviewed[number].color, reviewed[number].mv.as_str());
    assert_eq!([of(0), of(1)], [(Color::Black, "pass"), (Color::White, "B3")]);
    assert_eq!((reviewed[0].loss, reviewed[0].basis.as_str()), (Some(1), "proved"));
    assert_eq!(reviewed[0].best, ["E9", "F7"]);
    match client.ask(ask(2, &positions)) {
        Reply::GoReviewed { moves, .. } => assert_eq!(moves[..], reviewed[2..]),
        other => panic!("{other:?}"),
    }
    assert_eq!(client.refused(ask(4, &positions)), ErrorCode::BadValue);
    assert_eq!(client.refused(ask(0, &positions[1..])), ErrorCode::BadPosition);
    assert_eq!(client.refused(ask(0, &[])), ErrorCode::BadValue);
    let mut mixed = positions;
    mixed[1] = board("..\n..");
    assert_eq!(client.refused(ask(0, &mixed)), ErrorCode::BadPosition);
}

#[test]
fn a_line_of_go_is_written_as_sgf_and_read_again() {
    let server = TestServer::start();
    let mut client = server.client();
    let said = |side, mv: &str, comment: &str, better: &[&str]| GoSaidMove {
        side,
        mv: mv.to_owned(),
        comment: comment.to_owned(),
        better: better.iter().map(|&mv| mv.to_owned()).collect(),
    };
    let line = GoLine {
        start: board(".O.\n.X.\n..."),
        moves: vec![
            said(Side::Black, "A1", "A1 loses [1] point.", &["C3", "pass"]),
            said(Side::White, "pass", "", &[]),
        ],
        rules: "japanese".to_owned(),
        komi: Some(6.5),
        name: "A \\ game".to_owned(),
        black: "黒".to_owned(),
        white: String::new(),
    };
    let sgf = match client.ask(GoRequest::Write { line: line.clone() }) {
        Reply::GoWritten { sgf } => sgf,
        other => panic!("{other:?}"),
    };
    let moves = "\n(;B[ac]C[A1 loses [1\\] point.]MA[ac];W[])\n(;B[ca])\n(;B[]))\n";
    assert!(sgf.contains("AB[bb]AW[ba]PL[B]") && sgf.ends_with(moves), "{sgf}");
    let record = match client.ask(GoRequest::Read { sgf }) {
        Reply::GoRecord { record } => record,
        other => panic!("{other:?}"),
    };
    let names = [record.name, record.black, record.white];
    assert_eq!(names, [line.name.clone(), line.black.clone(), String::new()]);
    assert_eq!((record.rules.as_deref(), record.komi), (Some("japanese"), Some(6.5)));
    assert_eq!(record.steps[0].position, line.start);
    let read: Vec<_> = record.steps.iter().filter_map(|step| step.mv.as_deref()).collect();
    assert_eq!(read, ["A1", "pass"]);
    let mut refused = |change: &dyn Fn(&mut GoLine)| {
        let mut changed = line.clone();
        change(&mut changed);
        client.refused(GoRequest::Write { line: changed })
    };
    assert_eq!(refused(&|line| line.start = board("?")), ErrorCode::BadPosition);
    assert_eq!(refused(&|line| line.rules = "magic".to_owned()), ErrorCode::BadValue);
    assert_eq!(refused(&|line| line.komi = Some(1e9)), ErrorCode::BadValue);
    assert_eq!(refused(&|line| line.moves[0].mv = "Z9".to_owned()), ErrorCode::BadValue);
    let better = vec!["A1".to_owned(); 11];
    assert_eq!(refused(&|line| line.moves[1].better = better.clone()), ErrorCode::BadValue);
    assert_eq!(refused(&|line| line.name = "x".repeat(2_001)), ErrorCode::TooLarge);
    let many = vec![line.moves[1].clone(); 1_001];
    assert_eq!(refused(&|line| line.moves = many.clone()), ErrorCode::BadValue);
}

/// However fast they follow one another.
#[test]
fn one_question_after_the_other_is_never_too_many() {
    let server = TestServer::start();
    let mut client = server.client();
    for _ in 0..500 {
        assert_eq!(client.refused(go_solve(board("?"), "japanese")), ErrorCode::BadPosition);
    }
}

#[test]
fn hostile_positions_of_go_are_refused() {
    let server = TestServer::start();
    let mut client = server.client();
    for diagram in ["", "?", ".X\n.", &".".repeat(100_000), "XX\nXX", &".\n".repeat(20)] {
        let code = client.refused(go_solve(board(diagram), "japanese"));
        assert_eq!(code, ErrorCode::BadPosition, "{diagram:.20}");
    }
    assert_eq!(client.refused(go_solve(board("..\n.."), "magic")), ErrorCode::BadValue);
    let ko = GoPosition { ko: Some("Z99".to_owned()), ..board("..\n..") };
    assert_eq!(client.refused(go_solve(ko, "japanese")), ErrorCode::BadPosition);
    let play = |moves: &[&str]| GoRequest::Play {
        position: board("...\n...\n..."),
        rules: "japanese".to_owned(),
        moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
    };
    for moves in [&["A1", "A1"][..], &["T99"], &["\u{0}"]] {
        assert_eq!(client.refused(play(moves)), ErrorCode::IllegalMove, "{moves:?}");
    }
    assert_eq!(client.refused(play(&["pass"; 500])), ErrorCode::TooLarge);
    match client.ask(play(&["B2", "A1"])) {
        Reply::GoPlayed { positions } => assert_eq!(positions[1].diagram, "...\n.X.\nO.."),
        other => panic!("{other:?}"),
    }
    for sgf in ["", "(", "(;GM[1]SZ[99])", "(;GM[2])", "(;GM[1]SZ[9]AB[zz])", "\u{feff}\u{0}"] {
        let code = client.refused(GoRequest::Read { sgf: sgf.to_owned() });
        assert_eq!(code, ErrorCode::BadRecord, "{sgf}");
    }
}

#[test]
fn a_problem_that_is_composed_is_judged() {
    let server = TestServer::start();
    let mut client = server.client();
    let mut check = |sfen: &str, seconds| {
        client.try_ask(Request::Mate(MateRequest::Check { sfen: sfen.to_owned(), seconds }))
    };
    let said = |reply: Result<Reply, zenpuku_app::protocol::ErrorBody>| match reply {
        Ok(Reply::MateChecked { check }) => check,
        other => panic!("{other:?}"),
    };
    let sound = said(check(THREE, 60));
    assert_eq!((sound.plies, sound.shortest, sound.sound), (Some(3), true, Some(true)));
    assert!(sound.others.iter().all(|other| other.tolerated), "{:?}", sound.others);
    let line: Vec<&str> = sound.line.iter().map(|step| step.usi.as_str()).collect();
    assert_eq!(line, ["1d2c", "1b1a", "2c2b"]);
    // With a pawn in hand there is another way.
    let cooked = said(check("9/8k/9/7RG/9/9/9/9/9 b Pr2b3g4s4n4l17p 1", 60));
    assert_eq!((cooked.plies, cooked.sound), (Some(3), Some(false)));
    let other = cooked.others.iter().find(|other| other.usi == "P*1c").expect("the other way");
    assert_eq!((other.ply, other.plies, other.kind.as_str()), (1, 7, "late"));
    // A pawn that is left over.
    let spare = said(check("8k/9/8P/9/9/9/9/9/9 b GPr2b3g4s4n4l16p 1", 60));
    assert_eq!((spare.left_over, spare.spare), (vec!["P".to_owned()], vec!["P*".to_owned()]));
    let none = said(check("9/8k/9/8P/9/9/9/9/9 b 2r2b4g4s4n4l17p 1", 60));
    assert_eq!((none.verdict.as_str(), none.sound), ("nomate", None));
    assert_eq!(check(THREE, 0).expect_err("no time").code, ErrorCode::BadValue);
    let empty = check("9/9/9/9/9/9/9/9/9 b - 1", 5);
    assert_eq!(empty.expect_err("no king").code, ErrorCode::BadPosition);
}

#[test]
fn hostile_problems_lenses_and_experiments_are_refused() {
    let server = TestServer::start();
    let mut client = server.client();
    assert_eq!(client.refused(mate("9/9/9/9/9/9/9/9/9 b - 1", 5)), ErrorCode::BadPosition);
    assert_eq!(client.refused(mate(THREE, 0)), ErrorCode::BadValue);
    let step = |moves: &[&str]| MateRequest::Step {
        sfen: THREE.to_owned(),
        moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
    };
    assert_eq!(client.refused(step(&[])), ErrorCode::Stale, "nothing is solved yet");
    client.ask(mate(THREE, 60));
    match client.ask(step(&[])) {
        Reply::MateStep { step } => assert_eq!((step.choices.len(), step.attacks), (1, true)),
        other => panic!("{other:?}"),
    }
    assert_eq!(client.refused(step(&["9a9b"])), ErrorCode::IllegalMove);
    let start = zenpuku_shogi::Setup::startpos().to_sfen();
    assert_eq!(client.refused(lens(&start, 0, &[])), ErrorCode::BadValue);
    assert_eq!(client.refused(lens(&start, 99, &[])), ErrorCode::BadValue);
    assert_eq!(client.refused(lens(&start, 2, &["magic"])), ErrorCode::BadValue);
    assert_eq!(client.refused(lens(&start, 2, &["table"; 100])), ErrorCode::TooLarge);
    assert_eq!(client.refused(lens(HARD, 2, &[])), ErrorCode::BadPosition, "a king is missing");
    let run = |name: &str| LabRequest::Run { name: name.to_owned() };
    assert_eq!(client.refused(run("../etc")), ErrorCode::NotFound);
    let goals = GoalsRequest::Get { document: 99, node: 0 };
    assert_eq!(client.refused(goals), ErrorCode::NotFound);
}

/// Waits until a search runs and reports its progress.
fn runs(client: &mut Client) {
    client.event(|event| matches!(event, Event::Work { .. }).then_some(()));
}

/// The reply to a request; those to earlier ones, which it stops, are skipped.
fn answer(client: &mut Client, request: impl Into<Request>) -> Reply {
    let sent = client.send(request);
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        match client.read(PATIENCE) {
            Some(ServerMessage::Reply { id, reply }) if id == sent => return reply,
            Some(ServerMessage::Error { id, error }) if id == Some(sent) => panic!("{error:?}"),
            _ => {}
        }
    }
    panic!("no reply");
}

#[test]
fn a_new_search_ends_the_one_before_and_few_run_at_once() {
    let server = TestServer::start();
    let mut first = server.client();
    first.send(mate(HARD, 600));
    runs(&mut first);
    let begun = Instant::now();
    assert!(matches!(answer(&mut first, mate(THREE, 600)), Reply::MateSolved { .. }));
    assert!(begun.elapsed() < PATIENCE);
    let mut others: Vec<Client> = (0..4).map(|_| server.client()).collect();
    for client in &mut others {
        client.send(mate(HARD, 600));
        runs(client);
    }
    assert_eq!(first.refused(mate(THREE, 600)), ErrorCode::Busy);
    // Who leaves gives the place back.
    drop(others);
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(200));
        if first.try_ask(mate(THREE, 600)).is_ok() {
            return;
        }
    }
    panic!("no place became free");
}

#[test]
fn goals_come_for_one_node_and_castles_for_the_line() {
    let server = TestServer::start();
    let mut client = server.client();
    let opened = client.open(Source::Sample { sample: "kakugawari".to_owned() });
    let document = opened.info.id;
    let Reply::GoalLine { line } = client.ask(GoalsRequest::Line { document, node: 0 }) else {
        panic!("no line")
    };
    assert_eq!(line.moves.len(), opened.info.plies as usize);
    assert!(line.moves.iter().any(|mv| mv.standing.iter().any(|castles| !castles.is_empty())));
    let mut goals = |node: u32| match client.ask(GoalsRequest::Get { document, node }) {
        Reply::Goals { goals } => *goals,
        other => panic!("no goals but {other:?}"),
    };
    let start = goals(0);
    assert!(start.before.is_none() && start.served.is_empty());
    let first = goals(line.moves[0].node);
    assert_eq!(start.after, first.before, "Black's goals before its first move");
    assert_eq!(first.after.as_ref().map(|report| report.side.as_str()), Some("white"));
    let mut largest = 0;
    for mv in &line.moves {
        let found = goals(mv.node);
        let served = found.before.as_ref().map_or(0, |report| report.goals.len());
        assert!(found.served.iter().all(|&goal| (goal as usize) < served));
        largest = largest.max(serde_json::to_string(&found).expect("JSON").len());
    }
    assert!(largest < 40_000, "{largest} bytes for one node");
}
