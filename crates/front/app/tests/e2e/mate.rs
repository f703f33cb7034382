//! Training with mate problems, over the socket: solving, failing and
//! repeating, graded hints, user's sets, mates missed in games, and state that
//! survives connection and server.

use crate::client::{Client, TestServer};
use zenpuku_app::protocol::{
    AnalysisRequest, Budget, ErrorCode, Event, ImportSource, JobState, MateAdded, MateAttempt,
    MateHint, MateJudged, MateOutcome, MateOverview, MateProblem, MateRequest, MateResult,
    MateVerdict, Reply, Request,
};

/// A mate in 3.
const THREE: &str = "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1";

fn ask(client: &mut Client, request: MateRequest) -> Reply {
    client.ask(Request::Mate(request))
}

fn overview(client: &mut Client) -> MateOverview {
    match ask(client, MateRequest::Overview { utc_offset: 540 }) {
        Reply::MateOverview { overview } => overview,
        other => panic!("{other:?}"),
    }
}

fn problems(client: &mut Client, set: &str) -> Vec<MateProblem> {
    match ask(client, MateRequest::Problems { set: set.to_owned() }) {
        Reply::MateProblems { problems } => problems,
        other => panic!("{other:?}"),
    }
}

fn attempt(token: &str, sfen: &str) -> MateAttempt {
    MateAttempt {
        token: token.to_owned(),
        set: "composed-3".to_owned(),
        sfen: sfen.to_owned(),
        moves: Vec::new(),
        wrong: 0,
        hints: 0,
        ms: 4_000,
    }
}

fn play(client: &mut Client, attempt: &MateAttempt, usi: &str) -> MateJudged {
    let request = MateRequest::Move { attempt: attempt.clone(), usi: usi.to_owned() };
    match ask(client, request) {
        Reply::MateJudged { judged } => judged,
        other => panic!("{other:?}"),
    }
}

fn hint(client: &mut Client, attempt: &MateAttempt, degree: u32) -> MateHint {
    match ask(client, MateRequest::Hint { attempt: attempt.clone(), degree }) {
        Reply::MateHint { hint } => hint,
        other => panic!("{other:?}"),
    }
}

/// The correct move, requested this way only by tests.
fn solution(client: &mut Client, sfen: &str, moves: &[String]) -> String {
    let mut at = zenpuku_shogi::Setup::from_sfen(sfen)
        .and_then(|setup| setup.position(zenpuku_shogi::SetupRules::Mate))
        .expect("a problem");
    for usi in moves {
        let mv = at.read_usi(usi).expect("a move");
        at.do_move(mv);
    }
    let sfen = at.to_sfen();
    match ask(client, MateRequest::Solve { sfen, seconds: 60 }) {
        Reply::MateSolved { solution } => solution.line[0].usi.clone(),
        other => panic!("{other:?}"),
    }
}

/// Plays right moves until the mate.
fn solve(client: &mut Client, attempt: &mut MateAttempt) -> MateResult {
    loop {
        let usi = solution(client, &attempt.sfen, &attempt.moves);
        let judged = play(client, attempt, &usi);
        match judged.verdict {
            MateVerdict::Right => attempt.moves.extend([usi, judged.reply.expect("a defence")]),
            MateVerdict::Mated => return judged.result.expect("a result"),
            other => panic!("{usi} is {other:?}"),
        }
    }
}

#[test]
fn a_problem_is_failed_repeated_and_solved_and_all_is_kept() {
    let server = TestServer::start();
    let mut client = server.client();
    let begin = MateRequest::Begin { sfen: THREE.to_owned(), moves: Vec::new() };
    match ask(&mut client, begin) {
        Reply::MateBegun { begun } => assert_eq!((begun.plies, begun.sfen.as_str()), (3, THREE)),
        other => panic!("{other:?}"),
    }
    // A move without check is reported and not counted; one that lets the king escape is.
    let first = attempt("one", THREE);
    let quiet = play(&mut client, &first, "2d2i");
    assert_eq!((quiet.verdict, quiet.result), (MateVerdict::NoCheck, None));
    let wrong = play(&mut client, &first, "2d2b+");
    assert_eq!(wrong.verdict, MateVerdict::Escapes);
    assert!(wrong.reply.is_some());
    let result = wrong.result.expect("it is kept at once");
    assert_eq!(result.outcome, MateOutcome::Failed);
    let at_once = result.due_ms.expect("it is repeated");
    assert!(result.saved);
    // The attempt continues and stays failed.
    let mut first = MateAttempt { wrong: 1, ..first };
    assert_eq!(solve(&mut client, &mut first).outcome, MateOutcome::Failed);
    let due = problems(&mut client, "repeat");
    assert_eq!((due.len(), due[0].sfen.as_str(), due[0].due_ms), (1, THREE, Some(at_once)));
    // Another connection, in the midst of the problem.
    let mut second = attempt("two", THREE);
    let usi = solution(&mut client, THREE, &[]);
    let judged = play(&mut client, &second, &usi);
    second.moves.extend([usi, judged.reply.expect("a defence")]);
    drop(client);
    let mut client = server.client();
    let result = solve(&mut client, &mut second);
    assert_eq!(result.outcome, MateOutcome::Solved);
    assert!(result.due_ms > Some(at_once + 17 * 3_600_000));
    assert_eq!(result.streak, 1);
    // And another server.
    let folder = server.end().expect("a folder");
    let server = TestServer::start_in(folder.path());
    let kept = overview(&mut server.client());
    assert_eq!((kept.streak, kept.best_streak, kept.days, kept.today), (1, 1, 1, 2));
    assert_eq!((kept.coming.as_slice(), kept.due), (&[0, 1, 0, 0, 0][..], 0));
    assert!(kept.next_due_ms.is_some());
    drop(server);
}

#[test]
fn moves_outside_the_proof_are_judged_and_nothing_is_kept() {
    let server = TestServer::start();
    let mut client = server.client();
    let mut judged = |moves: &[&str], usi: &str| {
        let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
        let request = MateRequest::Try { sfen: THREE.to_owned(), moves, usi: usi.to_owned() };
        match ask(&mut client, request) {
            Reply::MateJudged { judged } => judged,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(judged(&[], "2d2i").verdict, MateVerdict::NoCheck);
    let wrong = judged(&[], "2d2b+");
    assert_eq!((wrong.verdict, wrong.result), (MateVerdict::Escapes, None));
    assert!(wrong.reply.is_some());
    let right = judged(&[], "1d2c");
    assert_eq!((right.verdict, right.plies), (MateVerdict::Right, Some(1)));
    let reply = right.reply.expect("a defence");
    assert_eq!(judged(&["1d2c", &reply], "2c2b").verdict, MateVerdict::Mated);
    let odd = MateRequest::Try { sfen: THREE.to_owned(), moves: vec![reply], usi: "2c2b".into() };
    assert_eq!(client.refused(Request::Mate(odd)), ErrorCode::BadValue);
    assert_eq!(overview(&mut client).last_set, None);
}

#[test]
fn hints_say_no_more_than_they_are_asked_for() {
    let server = TestServer::start();
    let mut client = server.client();
    let mut attempt = attempt("h", THREE);
    let usi = solution(&mut client, THREE, &[]);
    let first = hint(&mut client, &attempt, 1);
    assert_eq!((first.from.as_deref(), first.to, first.usi), (Some(&usi[..2]), None, None));
    attempt.hints = 1;
    let second = hint(&mut client, &attempt, 2);
    assert_eq!((second.to.as_deref(), second.usi, second.result), (Some(&usi[2..4]), None, None));
    attempt.hints = 2;
    let helped = solve(&mut client, &mut attempt.clone());
    assert_eq!((helped.outcome, helped.streak), (MateOutcome::Helped, 0));
    attempt.token = "h3".to_owned();
    let third = hint(&mut client, &attempt, 3);
    assert_eq!(third.usi.as_deref(), Some(usi.as_str()));
    assert_eq!(third.result.expect("it is kept").outcome, MateOutcome::Failed);
    match ask(&mut client, MateRequest::AppResult { attempt: attempt.clone() }) {
        Reply::MateAnswer { line, result } => {
            assert_eq!((line.len(), result.outcome), (3, MateOutcome::Failed));
        }
        other => panic!("{other:?}"),
    }
    let hint = |degree| Request::Mate(MateRequest::Hint { attempt: attempt.clone(), degree });
    for degree in [0, 4] {
        assert_eq!(client.refused(hint(degree)), ErrorCode::BadValue);
    }
}

#[test]
fn hostile_attempts_are_refused() {
    let server = TestServer::start();
    let mut client = server.client();
    let play = |attempt: MateAttempt, usi: &str| {
        Request::Mate(MateRequest::Move { attempt, usi: usi.to_owned() })
    };
    let good = attempt("a", THREE);
    let long = MateAttempt { token: "a".repeat(65), ..good.clone() };
    assert_eq!(client.refused(play(long, "1d2c")), ErrorCode::BadValue);
    let set = MateAttempt { set: "\u{0}".to_owned(), ..good.clone() };
    assert_eq!(client.refused(play(set, "1d2c")), ErrorCode::BadValue);
    let odd = MateAttempt { moves: vec!["1d2c".to_owned()], ..good.clone() };
    assert_eq!(client.refused(play(odd, "1d2c")), ErrorCode::BadValue);
    let illegal = MateAttempt { moves: vec!["9a9b".to_owned(); 2], ..good.clone() };
    assert_eq!(client.refused(play(illegal, "1d2c")), ErrorCode::IllegalMove);
    for usi in ["", "9a9b", "P*1a", "\u{0}"] {
        assert_eq!(client.refused(play(good.clone(), usi)), ErrorCode::IllegalMove, "{usi:?}");
    }
    let none = "4k4/9/4P4/9/9/9/9/9/9 b 2Sr2b4g2s4n4l17p 1";
    assert_eq!(client.refused(play(attempt("a", none), "S*5b")), ErrorCode::BadPosition);
    let offset = Request::Mate(MateRequest::Overview { utc_offset: i32::MAX });
    assert_eq!(client.refused(offset), ErrorCode::BadValue);
    for set in ["", "own-99", "composed-2"] {
        let problems = Request::Mate(MateRequest::Problems { set: set.to_owned() });
        assert_eq!(client.refused(problems), ErrorCode::NotFound, "{set}");
    }
    assert_eq!(overview(&mut client).last_set, None, "nothing of it is kept");
}

fn added(reply: Reply) -> MateAdded {
    match reply {
        Reply::MateAdded { added } => added,
        other => panic!("{other:?}"),
    }
}

#[test]
fn sets_of_ones_own_are_read_and_faults_name_their_line() {
    let server = TestServer::start();
    let mut client = server.client();
    let text = format!("{{\"id\": \"mine\", \"sfen\": \"{THREE}\", \"plies\": 3}}\n9/9 b - 1\n");
    let upload = |name: &str, text: &str| {
        let uploads = vec![server.upload(name, text.as_bytes())];
        MateRequest::SetAdd { source: ImportSource::Uploads { uploads } }
    };
    let found = added(ask(&mut client, upload("evening.jsonl", &text)));
    assert_eq!((found.name.as_str(), found.added, found.failed), ("evening", 1, 1));
    let failure = &found.failures[0];
    assert_eq!((failure.file.as_str(), failure.line), ("evening.jsonl", Some(2)));
    assert!(failure.message.starts_with("SFEN board: 2 ranks"), "{}", failure.message);
    let again = added(ask(&mut client, upload("evening.jsonl", &text)));
    assert_eq!((again.set.as_str(), again.duplicates), (found.set.as_str(), 1));
    let listed = problems(&mut client, &found.set);
    assert_eq!((listed.len(), listed[0].name.as_str()), (1, "mine"));
    let none = client.try_ask(Request::Mate(upload("x.jsonl", "\n{\n"))).expect_err("no problem");
    assert_eq!(none.code, ErrorCode::BadRecord);
    assert!(none.message.contains("x.jsonl, line 2: JSON"), "{}", none.message);
    // A folder, and a path that is not one.
    let folder = tempfile::TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("a.sfen"), THREE).expect("a file");
    std::fs::write(folder.path().join("b.png"), "no record").expect("a file");
    let path = folder.path().display().to_string();
    let source = ImportSource::Folder { path };
    let found = added(ask(&mut client, MateRequest::SetAdd { source }));
    assert_eq!((found.added, found.failed), (1, 0));
    let source = ImportSource::Folder { path: "/nowhere/at/all".to_owned() };
    assert_eq!(client.refused(Request::Mate(MateRequest::SetAdd { source })), ErrorCode::NotFound);
    let remove = || MateRequest::SetRemove { set: found.set.clone() };
    assert_eq!(ask(&mut client, remove()), Reply::Ok);
    assert_eq!(client.refused(Request::Mate(remove())), ErrorCode::NotFound);
}

#[test]
fn a_mate_missed_in_a_game_becomes_a_problem() {
    let server = TestServer::start();
    let mut client = server.client();
    // Gold drops on 5b and 4b mate; Black moves the king.
    let text = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r 1 moves 5i5h 5a4a 5h5g";
    let document = client.open_text(text).info.id;
    let budget = Some(Budget::Nodes { nodes: 2_000 });
    let job = AnalysisRequest::Game { document, node: None, budget };
    let missed = |node| Request::Mate(MateRequest::Missed { document, node });
    assert_eq!(client.refused(missed(1)), ErrorCode::NotFound, "it is not analysed");
    client.ask(job);
    client.event(|event| match event {
        Event::Job { job } if job.state == JobState::Done => Some(()),
        _ => None,
    });
    let found = added(client.ask(missed(1)));
    assert_eq!((found.set.as_str(), found.added), ("missed", 1));
    assert_eq!(added(client.ask(missed(1))).duplicates, 1);
    assert_eq!(client.refused(missed(2)), ErrorCode::WrongState);
    let listed = problems(&mut client, "missed");
    assert!(listed[0].sfen.starts_with("4k4/9/4P4/9/9/9/9/9/4K4 b G2r"), "{listed:?}");
    assert!(listed[0].name.ends_with("#1"), "{listed:?}");
    let result = solve(&mut client, &mut attempt("m", &listed[0].sfen));
    assert_eq!(result.outcome, MateOutcome::Solved);
}
