//! Registered engines: a scripted program that misbehaves when told to.
//!
//! Invariant: A registered engine that fails is named, marked and ended with
//! its child processes; the app continues.
#![cfg(unix)]

use crate::client::{Client, TestServer};
use crate::records::KIF;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use zenpuku_app::protocol::{
    AnalysisRequest, AnalysisTarget, ClockSetting, EndReason, EngineProgram, EnginesRequest,
    ErrorCode, Event, LiveState, LiveUpdate, PlayRequest, PlayState, RegisteredEngine, Reply, Seat,
    Side,
};

/// A USI engine as a shell script: its reactions to `usi` and `go`.
fn script(folder: &Path, name: &str, usi: &str, go: &str) -> PathBuf {
    let text = format!(
        "#!/bin/sh\n\
         while read -r line; do echo \"$line\" >> {name}.said; case \"$line\" in\n\
         usi) {usi};;\n\
         isready) echo readyok;;\n\
         'go '*) {go};;\n\
         stop) echo bestmove 7g7f;;\n\
         quit) exit 0;;\n\
         esac; done\n"
    );
    let path = folder.join(format!("{name}.sh"));
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Says who it is.
fn usi(name: &str) -> String {
    format!(
        "echo id name {name}; echo id author A. Author; \
         echo option name Level type spin default 3 min 1 max 9; \
         echo option name MultiPV type spin default 1 min 1 max 500; \
         echo option name Book type check default true; \
         echo option name Clear type button; echo usiok"
    )
}

const THINKS: &str = "echo info depth 2 multipv 1 score cp 120 nodes 50 time 5 pv 2g2f 8c8d; \
                      echo info depth 2 multipv 2 score mate 3 pv 7g7f";

fn engines(reply: Reply) -> (Vec<RegisteredEngine>, Option<u32>) {
    match reply {
        Reply::Engines { engines, added } => (engines, added),
        other => panic!("{other:?}"),
    }
}

fn program(path: &Path, arguments: &[&str]) -> EngineProgram {
    let arguments = arguments.iter().map(|&text| text.to_owned()).collect();
    EngineProgram { path: path.display().to_string(), arguments, folder: None }
}

fn add_request(path: &Path) -> EnginesRequest {
    EnginesRequest::Add { program: program(path, &[]) }
}

fn add(client: &mut Client, path: &Path) -> RegisteredEngine {
    let (all, added) = engines(client.ask(add_request(path)));
    all.into_iter().find(|one| Some(one.engine) == added).unwrap()
}

fn why_not(client: &mut Client, path: &Path) -> String {
    let error = client.try_ask(add_request(path)).unwrap_err();
    assert_eq!(error.code, ErrorCode::Engine);
    error.message
}

#[test]
fn set_ups_are_kept_with_their_options() {
    let (programs, data) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let path = script(programs.path(), "tester", &usi("Tester 1"), THINKS);
    {
        let server = TestServer::start_in(data.path());
        let (mut client, mut other) = (server.client(), server.client());
        let engine = add(&mut client, &path);
        assert_eq!((engine.name.as_str(), engine.author.as_str()), ("Tester 1", "A. Author"));
        assert_eq!(engine.options.len(), 4);
        let heard = other.event(|event| match event {
            Event::Engines { engines } => Some(engines.len()),
            _ => None,
        });
        assert_eq!(heard, 1);
        let values = BTreeMap::from([("Level".to_owned(), "7".to_owned())]);
        let update =
            |values| EnginesRequest::Update { engine: 1, name: None, values: Some(values) };
        client.ask(update(values));
        let wrong = BTreeMap::from([("Level".to_owned(), "10".to_owned())]);
        assert_eq!(client.refused(update(wrong)), ErrorCode::BadValue);
        client.ask(EnginesRequest::Duplicate { engine: 1 });
        let name = Some("Strong".to_owned());
        client.ask(EnginesRequest::Update { engine: 2, name, values: None });
        client.ask(EnginesRequest::Duplicate { engine: 2 });
        client.ask(EnginesRequest::Remove { engine: 1 });
        assert_eq!(client.refused(EnginesRequest::Remove { engine: 1 }), ErrorCode::NotFound);
    }
    let server = TestServer::start_in(data.path());
    let mut client = server.client();
    let (all, _) = engines(client.ask(EnginesRequest::List));
    let names: Vec<_> = all.iter().map(|one| (one.engine, one.name.as_str())).collect();
    assert_eq!(names, [(2, "Strong"), (3, "Strong (2)")]);
    assert!(all.iter().all(|one| one.values["Level"] == "7"));
}

#[test]
fn a_program_is_changed_under_its_name_and_options() {
    let folder = TempDir::new().unwrap();
    let server = TestServer::start();
    let mut client = server.client();
    add(&mut client, &script(folder.path(), "old", &usi("Old"), THINKS));
    let values = BTreeMap::from([("Level".to_owned(), "7".to_owned())]);
    let name = Some("Mine".to_owned());
    client.ask(EnginesRequest::Update { engine: 1, name, values: Some(values) });
    let new = script(folder.path(), "new", &usi("New"), THINKS);
    let change = |path: &Path, arguments: &[&str]| EnginesRequest::Program {
        engine: 1,
        program: program(path, arguments),
    };
    let (all, _) = engines(client.ask(change(&new, &["--fast", "two words"])));
    let [one] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!((one.engine, one.name.as_str(), one.id_name.as_str()), (1, "Mine", "New"));
    assert_eq!(
        (&one.program.arguments[1], one.values["Level"].as_str()),
        (&"two words".into(), "7")
    );
    // A program that does not start changes nothing.
    assert_eq!(client.refused(change(&folder.path().join("missing"), &[])), ErrorCode::Engine);
    assert_eq!(engines(client.ask(EnginesRequest::List)).0, all);
    let other = EnginesRequest::Program { engine: 9, program: program(&new, &[]) };
    assert_eq!(client.refused(other), ErrorCode::NotFound);
}

#[test]
fn what_cannot_be_registered_is_named() {
    let folder = TempDir::new().unwrap();
    let server = TestServer::start();
    let mut client = server.client();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("text"), "").unwrap();
    let ends = script(folder.path(), "ends", "echo no licence >&2; exit 3", "");
    let endless = script(folder.path(), "endless", "head -c 3000000 /dev/zero", "");
    for (path, expected) in [
        (PathBuf::from("tester.sh"), "not an absolute path"),
        (at("missing"), "missing"),
        (folder.path().to_owned(), "is not a file"),
        (at("text"), "is not executable"),
        (ends, "no licence"),
        (endless, "wrote a line of over"),
    ] {
        let why = why_not(&mut client, &path);
        assert!(why.contains(expected) && why.contains("failed while starting"), "{why}");
    }
    assert!(engines(client.ask(EnginesRequest::List)).0.is_empty());
}

fn target(sfen: &str) -> AnalysisTarget {
    AnalysisTarget { document: None, node: None, sfen: sfen.to_owned() }
}

fn look(client: &mut Client, sfen: &str, engines: &[u32]) {
    client.ask(AnalysisRequest::Start {
        target: target(sfen),
        multi_pv: Some(2),
        moves: Vec::new(),
        engines: engines.to_vec(),
    });
}

fn update(client: &mut Client, pick: impl Fn(&LiveUpdate) -> bool) -> LiveUpdate {
    client.event(|event| match event {
        Event::Live { update } if pick(update) => Some(update.clone()),
        _ => None,
    })
}

#[test]
fn two_engines_look_at_one_position_and_stop_when_it_changes() {
    let folder = TempDir::new().unwrap();
    let path = script(folder.path(), "tester", &usi("Tester"), THINKS);
    let server = TestServer::start();
    let mut client = server.client();
    add(&mut client, &path);
    let document = client.open_text(KIF);
    look(&mut client, &document.nodes[0].sfen, &[0, 1]);
    let full =
        |engine: u32| move |update: &LiveUpdate| update.engine == engine && update.lines.len() == 2;
    let shown = update(&mut client, full(1));
    assert_eq!((shown.state, shown.lines[0].eval.cp), (LiveState::Running, 120));
    assert_eq!((shown.lines[1].eval.mate, shown.nodes), (Some(3), 50));
    update(&mut client, full(0));
    // White to move: its score is seen from Black's side.
    let second = &document.nodes[1].sfen;
    look(&mut client, second, &[1]);
    let white = format!("echo info depth 1 score cp 80 pv 3c3d; {THINKS}");
    script(folder.path(), "tester", &usi("Tester"), &white);
    client.ask(AnalysisRequest::Stop);
    look(&mut client, second, &[1]);
    let shown = update(&mut client, |update| update.engine == 1 && !update.lines.is_empty());
    assert_eq!(shown.lines[0].eval.cp, -80);
    let said = fs::read_to_string(folder.path().join("tester.said")).unwrap();
    let from = said.find("go infinite").unwrap();
    let stop = said[from..].find("\nstop").unwrap();
    assert!(said[from..][stop..].contains("\nposition"), "{said}");
    assert!(said.contains("setoption name MultiPV value 2"));
}

#[test]
fn an_engine_that_fails_is_marked_and_the_app_goes_on() {
    let folder = TempDir::new().unwrap();
    let server = TestServer::start();
    let mut client = server.client();
    let document = client.open_text(KIF);
    let sfen = &document.nodes[0].sfen;
    for (name, go, expected) in [
        ("dies", "echo out of memory >&2; exit 1", "out of memory"),
        ("illegal", "echo bestmove 7g7e", "illegal move 7g7e"),
        ("nonsense", "echo bestmove pass", "pass"),
    ] {
        let path = script(folder.path(), name, &usi(name), go);
        let engine = add(&mut client, &path).engine;
        look(&mut client, sfen, &[0, engine]);
        let failed = update(&mut client, |update| update.engine == engine);
        let fault = failed.fault.unwrap_or_default();
        assert_eq!(failed.state, LiveState::Stopped, "{name}");
        assert!(fault.contains(expected) && fault.contains(name), "{fault}");
        let (all, _) = engines(client.ask(EnginesRequest::List));
        assert_eq!(all.last().unwrap().fault.as_ref(), Some(&fault));
        let own = update(&mut client, |update| update.engine == 0 && !update.lines.is_empty());
        assert_eq!(own.fault, None);
        // After the repair it is no longer marked.
        script(folder.path(), name, &usi(name), THINKS);
        let (all, _) = engines(client.ask(EnginesRequest::Check { engine }));
        assert_eq!(all.last().unwrap().fault, None);
    }
}

/// A game against a program, which answers the first move as its script says.
fn game(client: &mut Client, path: &Path, moves: &[&str]) -> PlayState {
    let engine = add(client, path).engine;
    let human = Seat::Human { name: "Me".to_owned() };
    let request = PlayRequest::New {
        black: human,
        white: Seat::Usi { engine, name: String::new() },
        sfen: None,
        clock: ClockSetting::Byoyomi { main_ms: 60_000, byoyomi_ms: 5_000 },
        white_clock: None,
        entering_king: None,
        seed: None,
    };
    let id = match client.ask(request) {
        Reply::PlayStarted { game, .. } => game.game,
        other => panic!("{other:?}"),
    };
    let mut state = None;
    for (usi, ply) in moves.iter().zip((0..).step_by(2)) {
        client.ask(PlayRequest::Move { game: id, ply, usi: (*usi).to_owned() });
        state = Some(client.event(|event| match event {
            Event::Play { game } if game.ply == ply + 2 || game.result.is_some() => {
                Some(game.clone())
            }
            _ => None,
        }));
    }
    state.unwrap()
}

#[test]
fn games_against_it_end_as_the_referee_ends_them() {
    let folder = TempDir::new().unwrap();
    let server = TestServer::start();
    let mut client = server.client();
    for (name, go, reason, winner) in [
        ("resigns", "echo bestmove resign", EndReason::Resign, Side::Black),
        ("boasts", "echo bestmove win", EndReason::FalseDeclaration, Side::Black),
        ("cheats", "echo bestmove 7g7f", EndReason::IllegalMove, Side::Black),
        ("dies", "exit 2", EndReason::EngineFault, Side::Black),
    ] {
        let path = script(folder.path(), name, &usi(name), go);
        let state = game(&mut client, &path, &["7g7f"]);
        let result = state.result.unwrap();
        assert_eq!((result.reason, result.winner), (reason, Some(winner)), "{name}");
        assert_eq!(state.white, Seat::Usi { engine: state.game, name: name.to_owned() });
    }
    let path = script(folder.path(), "plays", &usi("plays"), "echo bestmove 3c3d");
    let state = game(&mut client, &path, &["7g7f"]);
    assert_eq!((state.ply, state.result), (2, None));
    let said = fs::read_to_string(folder.path().join("plays.said")).unwrap();
    // Black's clock ran until its move; White's runs since then.
    let go = said.split_once("moves 7g7f\ngo ").map_or("", |(_, rest)| rest.trim_end());
    let words: Vec<&str> = go.lines().next().unwrap_or_default().split(' ').collect();
    let [_, black, _, white, ..] = words[..] else { panic!("{said}") };
    let ms = |word: &str| word.parse::<u64>().unwrap();
    assert!((1..=60_000).contains(&ms(black)) && (1..=60_000).contains(&ms(white)), "{said}");
    assert_eq!([words[0], words[2], words[4], words[5]], ["btime", "wtime", "byoyomi", "5000"]);
    client.ask(PlayRequest::Resign { game: state.game, side: None });
    let end = std::time::Instant::now() + std::time::Duration::from_secs(10);
    let said = || fs::read_to_string(folder.path().join("plays.said")).unwrap();
    while !said().contains("gameover win\nstop\nquit") && std::time::Instant::now() < end {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(said().contains("gameover win\nstop\nquit"), "{}", said());
}
