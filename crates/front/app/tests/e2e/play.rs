//! Games.

use crate::client::{Client, PATIENCE, TestServer};
use std::time::{Duration, Instant};
use zenpuku_app::protocol::{
    AnalysisRequest, AnalysisTarget, ClockSetting, DocumentRequest, DocumentState, EndReason,
    EnteringKing, ErrorCode, Event, LibraryQuery, LibraryRequest, LiveState, PlayRequest,
    PlayState, Reply, Seat, SessionRequest, Side,
};
use zenpuku_shogi::{MoveList, PieceType, Position};

fn human(name: &str) -> Seat {
    Seat::Human { name: name.to_owned() }
}

fn engine(level: u32) -> Seat {
    Seat::Engine { level, opening: None, castle: None }
}

fn new(
    client: &mut Client,
    black: Seat,
    white: Seat,
    clock: ClockSetting,
) -> (PlayState, DocumentState) {
    begin(client, with_clock(black, white, clock))
}

/// An even game.
fn with_clock(black: Seat, white: Seat, clock: ClockSetting) -> PlayRequest {
    let (white_clock, entering_king) = (None, None);
    PlayRequest::New { black, white, sfen: None, clock, white_clock, entering_king, seed: Some(1) }
}

fn begin(client: &mut Client, request: PlayRequest) -> (PlayState, DocumentState) {
    match client.ask(request) {
        Reply::PlayStarted { game, document } => (game, *document),
        other => panic!("{other:?}"),
    }
}

fn state(reply: Reply) -> PlayState {
    match reply {
        Reply::Play { game } => game,
        other => panic!("{other:?}"),
    }
}

/// The state in which `pick` is true.
fn wait(client: &mut Client, pick: impl Fn(&PlayState) -> bool) -> PlayState {
    client.event(|event| match event {
        Event::Play { game } if pick(game) => Some(game.clone()),
        _ => None,
    })
}

fn some_move(sfen: &str, number: usize) -> String {
    let position = Position::from_sfen(sfen).expect("a position");
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list[number % list.len()].to_string()
}

#[test]
fn the_engine_moves_at_once_when_told() {
    let server = TestServer::start();
    let mut client = server.client();
    // By its clock it would think for minutes.
    let clock = ClockSetting::Byoyomi { main_ms: 0, byoyomi_ms: 3_600_000 };
    let (game, _) = new(&mut client, engine(20), human(""), clock);
    let game = game.game;
    let moved = state(client.ask(PlayRequest::MoveNow { game }));
    assert!(moved.thinking);
    let moved = wait(&mut client, |state| state.ply == 1);
    assert!(!moved.thinking && moved.result.is_none());
    assert_eq!(client.refused(PlayRequest::MoveNow { game }), ErrorCode::WrongState);
}

#[test]
fn ten_moves_with_a_clock_against_the_engine() {
    let server = TestServer::start();
    let mut client = server.client();
    let clock = ClockSetting::Byoyomi { main_ms: 60_000, byoyomi_ms: 5_000 };
    let (mut game, document) = new(&mut client, human("私"), engine(1), clock);
    assert_eq!(document.info.black, "私");
    for turn in 0..5 {
        assert_eq!((game.turn, game.ply), (Side::Black, 2 * turn));
        let usi = some_move(&game.sfen, 3);
        let moved = state(client.ask(PlayRequest::Move { game: game.game, ply: game.ply, usi }));
        assert!(moved.thinking && moved.clocks[1].running);
        game = wait(&mut client, |game| game.ply == 2 * turn + 2);
    }
    assert!(game.clocks[0].running && game.clocks[1].main_ms < 60_000, "{:?}", game.clocks);
    assert!(game.clocks[0].main_ms > 40_000);
    let tree = client.get(document.info.id);
    assert_eq!((tree.info.plies, tree.info.game), (10, Some(game.game)));
    assert!(tree.nodes[1].time_ms.is_some());
    let usi = some_move(&game.sfen, 0);
    let late = PlayRequest::Move { game: game.game, ply: 8, usi };
    assert_eq!(client.refused(late), ErrorCode::Stale);
    let edit = DocumentRequest::NodeDelete { document: document.info.id, node: 1 };
    assert_eq!(client.refused(edit), ErrorCode::WrongState);

    let back = state(client.ask(PlayRequest::TakeBack { game: game.game }));
    assert_eq!((back.ply, back.turn), (8, Side::Black));
    match client.ask(PlayRequest::Hint { game: game.game }) {
        Reply::Hint { hint } => assert!(!hint.lines.is_empty() && hint.sfen == back.sfen),
        other => panic!("{other:?}"),
    }
    let over = state(client.ask(PlayRequest::Resign { game: game.game, side: None }));
    let result = over.result.expect("a result");
    assert_eq!((result.winner, result.reason), (Some(Side::White), EndReason::Resign));
    let end = client.get(document.info.id);
    assert_eq!((end.info.result.as_str(), end.info.winner), ("投了", Some(Side::White)));
    assert!(client.try_ask(DocumentRequest::NodeDelete { document: end.info.id, node: 1 }).is_ok());
}

/// Moves and result of every game in the library.
fn kept(client: &mut Client) -> Vec<(u32, String)> {
    match client.ask(LibraryRequest::Search { query: LibraryQuery::default() }) {
        Reply::Library { page } => {
            page.games.into_iter().map(|game| (game.plies, game.result)).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_game_resigned_after_every_move_was_taken_back_is_kept_with_its_result() {
    let server = TestServer::start();
    let mut client = server.client();
    let (game, _) = new(&mut client, human("a"), human("b"), ClockSetting::None);
    let id = game.game;
    for (ply, usi) in ["7g7f", "3c3d"].into_iter().enumerate() {
        client.ask(PlayRequest::Move { game: id, ply: ply as u32, usi: usi.to_owned() });
    }
    // The library gets the running game at the next save.
    let until = Instant::now() + PATIENCE;
    while kept(&mut client) != [(2, String::new())] {
        assert!(Instant::now() < until, "{:?}", kept(&mut client));
        std::thread::sleep(Duration::from_millis(50));
    }
    while state(client.ask(PlayRequest::TakeBack { game: id })).ply > 0 {}
    client.ask(PlayRequest::Resign { game: id, side: None });
    assert_eq!(kept(&mut client), [(0, "投了".to_owned())]);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let server = TestServer::start();
    let mut client = server.client();
    let mut play = || {
        let seat = engine(2);
        let (mut game, document) = new(&mut client, seat, human(""), ClockSetting::None);
        let id = game.game;
        while game.ply < 6 {
            game = wait(&mut client, |state| {
                state.game == id && !state.thinking && state.ply % 2 == 1
            });
            let usi = some_move(&game.sfen, 7);
            game = state(client.ask(PlayRequest::Move { game: id, ply: game.ply, usi }));
        }
        state(client.ask(PlayRequest::Abort { game: id }));
        let nodes = client.get(document.info.id).nodes;
        nodes.into_iter().map(|node| node.usi).take(7).collect::<Vec<_>>()
    };
    assert_eq!(play(), play());
}

#[test]
fn two_people_at_one_board_and_repetition() {
    let server = TestServer::start();
    let mut client = server.client();
    let (game, document) = new(&mut client, human("a"), human("b"), ClockSetting::None);
    let cycle = ["2h3h", "8b7b", "3h2h", "7b8b"];
    let mut last = game.clone();
    for (ply, usi) in cycle.iter().cycle().take(12).enumerate() {
        let request =
            PlayRequest::Move { game: game.game, ply: ply as u32, usi: (*usi).to_owned() };
        last = state(client.ask(request));
        assert!(!last.thinking);
    }
    let result = last.result.expect("the fourth repetition");
    assert_eq!((result.winner, result.reason), (None, EndReason::Repetition));
    assert_eq!(client.get(document.info.id).info.result, "千日手");
    let more = PlayRequest::Move { game: game.game, ply: 12, usi: "7g7f".to_owned() };
    assert_eq!(client.refused(more), ErrorCode::WrongState);
}

#[test]
fn mate_and_declaration_end_games() {
    let server = TestServer::start();
    let mut client = server.client();
    let sfen = Some("4k4/9/4P4/9/9/9/9/9/4K4 b G 1".to_owned());
    let start = |start, rule, client: &mut Client| {
        let mut request = with_clock(human(""), human(""), ClockSetting::None);
        if let PlayRequest::New { sfen, entering_king, .. } = &mut request {
            (*sfen, *entering_king) = (start, rule);
        }
        begin(client, request).0
    };
    let game = start(sfen, None, &mut client);
    assert_eq!(client.refused(PlayRequest::Declare { game: game.game }), ErrorCode::WrongState);
    let mate = PlayRequest::Move { game: game.game, ply: 0, usi: "G*5b".to_owned() };
    let result = state(client.ask(mate)).result.expect("mate");
    assert_eq!((result.winner, result.reason), (Some(Side::Black), EndReason::Mate));

    let entered = "RGSGKGSGR/1B5B1/9/9/9/9/9/9/4k4 b 10P 1".to_owned();
    let game = start(Some(entered.clone()), None, &mut client);
    assert!(game.can_declare, "{game:?}");
    let result = state(client.ask(PlayRequest::Declare { game: game.game })).result;
    assert_eq!(result.map(|result| result.reason), Some(EndReason::Declaration));
    let game = start(Some(entered), Some(EnteringKing::None), &mut client);
    assert!(!game.can_declare, "{game:?}");
    // 29 points are enough for Black by one rule, not by the other.
    let few = "RGSGKGSGR/1B5B1/9/9/9/9/9/9/4k4 b 3P 1".to_owned();
    assert!(start(Some(few.clone()), None, &mut client).can_declare);
    assert!(!start(Some(few), Some(EnteringKing::Points24), &mut client).can_declare);
}

#[test]
fn the_step_of_the_king_wins_by_the_try_rule() {
    let server = TestServer::start();
    let mut client = server.client();
    for declared in [false, true] {
        let mut request = with_clock(human(""), human(""), ClockSetting::None);
        if let PlayRequest::New { sfen, entering_king, .. } = &mut request {
            *sfen = Some("9/4K4/9/9/9/9/9/9/4k4 b - 1".to_owned());
            *entering_king = Some(EnteringKing::Try);
        }
        let (game, _) = begin(&mut client, request);
        assert!(game.can_declare, "{game:?}");
        let game = game.game;
        let over = state(client.ask(if declared {
            PlayRequest::Declare { game }
        } else {
            PlayRequest::Move { game, ply: 0, usi: "5b5a".to_owned() }
        }));
        let result = over.result.expect("a result");
        assert_eq!((result.winner, result.reason), (Some(Side::Black), EndReason::Declaration));
        assert_eq!(over.ply, 1);
    }
}

#[test]
fn sides_can_have_different_clocks() {
    let server = TestServer::start();
    let mut client = server.client();
    let black = ClockSetting::Canadian { main_ms: 0, period_ms: 3_600_000, moves: 2 };
    let mut request = with_clock(human(""), human(""), black);
    if let PlayRequest::New { white_clock, .. } = &mut request {
        *white_clock = Some(ClockSetting::Byoyomi { main_ms: 500, byoyomi_ms: 0 });
    }
    let (game, _) = begin(&mut client, request);
    assert_eq!((game.clocks[0].moves, game.clocks[1].main_ms), (2, 500));
    let usi = "7g7f".to_owned();
    let game = state(client.ask(PlayRequest::Move { game: game.game, ply: 0, usi }));
    assert_eq!(game.clocks[0].moves, 1);
    let over = wait(&mut client, |state| state.result.is_some()).result.expect("a result");
    assert_eq!((over.winner, over.reason), (Some(Side::Black), EndReason::TimeUp));
    let none = ClockSetting::Canadian { main_ms: 0, period_ms: 1_000, moves: 0 };
    let request = with_clock(human(""), human(""), none);
    assert_eq!(client.refused(request), ErrorCode::BadValue);
}

#[test]
fn time_runs_out_while_watched_and_stands_still_otherwise() {
    let server = TestServer::start();
    let mut client = server.client();
    let clock = ClockSetting::Byoyomi { main_ms: 600, byoyomi_ms: 0 };
    let (game, _) = new(&mut client, human(""), human(""), clock);
    let over = wait(&mut client, |state| state.result.is_some());
    let result = over.result.expect("a result");
    assert_eq!((result.winner, result.reason), (Some(Side::White), EndReason::TimeUp));
    assert_eq!(over.game, game.game);

    let session = client.ask(SessionRequest::Status);
    assert!(matches!(session, Reply::Status { .. }));
    let clock = ClockSetting::Byoyomi { main_ms: 60_000, byoyomi_ms: 0 };
    let begun = Instant::now();
    let (second, _) = new(&mut client, human(""), human(""), clock);
    drop(client);
    std::thread::sleep(Duration::from_secs(3));
    let mut again = server.client();
    let get = PlayRequest::Get { game: second.game };
    let left = |client: &mut Client| state(client.ask(get.clone())).clocks[0].main_ms;
    let now = left(&mut again);
    let used = Duration::from_millis(60_000 - now);
    // One of the three seconds for a machine that is late to see the client go.
    assert!(used + Duration::from_secs(2) < begun.elapsed(), "nobody looked, so it stood still");
    let until = Instant::now() + PATIENCE;
    while left(&mut again) == now {
        assert!(Instant::now() < until, "it goes on");
    }
}

#[test]
fn a_game_goes_on_after_a_restart() {
    let server = TestServer::start();
    let mut client = server.client();
    let clock = ClockSetting::Fischer { main_ms: 60_000, increment_ms: 1_000 };
    let (game, document) = new(&mut client, human("x"), engine(1), clock);
    let usi = "7g7f".to_owned();
    client.ask(PlayRequest::Move { game: game.game, ply: 0, usi });
    let before = wait(&mut client, |state| state.ply == 2);
    drop(client);
    let folder = server.end().expect("the folder");
    let server = TestServer::start_in(folder.path());
    let mut client = server.connect();
    let welcome = client.hello(None);
    let after = welcome.games.first().expect("the game").clone();
    assert_eq!((after.sfen.as_str(), after.ply), (before.sfen.as_str(), 2));
    assert!(after.paused);
    assert!(after.revision >= before.revision, "a page that is still open takes it for news");
    assert!(after.clocks[0].main_ms <= 61_000 && after.clocks[0].main_ms > 50_000);
    state(client.ask(PlayRequest::Get { game: game.game }));
    assert_eq!(client.get(document.info.id).info.plies, 2);
    let usi = some_move(&after.sfen, 1);
    state(client.ask(PlayRequest::Move { game: game.game, ply: 2, usi }));
    let last = wait(&mut client, |state| state.ply == 4);
    assert!(last.revision > after.revision);
}

#[test]
fn live_analysis_gives_way_to_the_engines_move() {
    let server = TestServer::start();
    let (mut player, mut watcher) = (server.client(), server.client());
    let target =
        AnalysisTarget { document: None, node: None, sfen: zenpuku_shogi::STARTPOS.to_owned() };
    watcher.ask(AnalysisRequest::Start {
        target,
        multi_pv: Some(1),
        moves: Vec::new(),
        engines: Vec::new(),
    });
    let live = |client: &mut Client, wanted: LiveState| {
        client.event(|event| match event {
            Event::Live { update } if update.state == wanted => Some(()),
            _ => None,
        });
    };
    live(&mut watcher, LiveState::Running);
    // Full strength without a clock thinks for three seconds.
    let seat = engine(20);
    let (game, _) = new(&mut player, seat, human(""), ClockSetting::None);
    live(&mut watcher, LiveState::Paused);
    wait(&mut player, |state| state.game == game.game && state.ply == 1);
    live(&mut watcher, LiveState::Running);
}

#[test]
fn a_level_plays_the_opening_that_was_chosen() {
    let server = TestServer::start();
    let mut client = server.client();
    let likes = |opening: &str, castle: Option<&str>| Seat::Engine {
        level: 10,
        opening: Some(opening.to_owned()),
        castle: castle.map(str::to_owned),
    };
    let seat = likes("FOURTH_FILE_ROOK", Some("HON_MINO"));
    let (mut game, _) = new(&mut client, human("私"), seat.clone(), ClockSetting::None);
    assert_eq!(game.white, seat);
    let mut went = false;
    for usi in ["7g7f", "2g2f", "6i7h", "4i5h", "3i4h", "7i6h", "9g9f", "1g1f"] {
        let legal = Position::from_sfen(&game.sfen).is_ok_and(|now| now.parse_usi(usi).is_some());
        let usi = if legal { usi.to_owned() } else { some_move(&game.sfen, 0) };
        client.ask(PlayRequest::Move { game: game.game, ply: game.ply, usi });
        let ply = game.ply + 2;
        game = wait(&mut client, |state| state.ply >= ply);
        let now = Position::from_sfen(&game.sfen).expect("a position");
        // The fourth file from White's left.
        let square = "4b".parse().expect("a square");
        went |= now.piece_on(square).piece_type() == PieceType::ROOK;
    }
    assert!(went, "{}", game.sfen);
    for seat in [likes("UP_AND_DOWN", None), likes("STATIC_ROOK", Some("SAND"))] {
        let request = with_clock(human(""), seat, ClockSetting::None);
        assert_eq!(client.refused(request), ErrorCode::BadValue);
    }
}
