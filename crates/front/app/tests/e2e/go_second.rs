//! A second opinion in the Go room: a scripted GTP program that misbehaves on command.
//!
//! Invariant: A Go engine that fails is named in one sentence; our own judgement does not need it.
#![cfg(unix)]

use crate::client::{Client, TestServer};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use zenpuku_app::protocol::{
    EngineProgram, ErrorCode, Event, GoEngine, GoPosition, GoRequest, GoReviewedMove,
    GoSecondOpinion, GoStatus, Reply, Side,
};

/// Two walls with two eyes each and dame between them.
const WALLS: &str = "XX.OO\n.X.O.\nXX.OO\n.X.O.\nXX.OO";

/// A GTP engine as a shell script: its reactions to `name`, `genmove` and `final_status_list`.
fn script(folder: &Path, file: &str, [name, genmove, dead]: [&str; 3]) -> PathBuf {
    let text = format!(
        "#!/bin/sh\n\
         while read -r command rest; do case $command in\n\
         name) {name};; version) echo '= 1.0';; known_command) echo '= false';;\n\
         genmove) {genmove};; final_status_list) {dead};;\n\
         quit) exit;; *) echo '=';; esac; echo; done\n"
    );
    let path = folder.join(file);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

const NAME: &str = "echo '= Script'";
const PASS: &str = "echo '= pass'";
const NONE: &str = "echo '='";

fn program(path: &Path) -> EngineProgram {
    EngineProgram { path: path.display().to_string(), arguments: Vec::new(), folder: None }
}

fn set(path: &Path) -> GoRequest {
    GoRequest::SetEngine { program: Some(program(path)) }
}

/// The engine that is kept, and whether it may be changed.
fn engine(reply: Reply) -> (Option<GoEngine>, bool) {
    match reply {
        Reply::GoEngine { engine, local } => (engine, local),
        other => panic!("{other:?}"),
    }
}

fn walls() -> GoPosition {
    let diagram = WALLS.to_owned();
    GoPosition { diagram, turn: Side::Black, ko: None, prisoners: [0, 0] }
}

fn count(second: bool) -> GoRequest {
    GoRequest::Status {
        position: walls(),
        rules: "japanese".to_owned(),
        komi: 0.5,
        finished: false,
        alive: Vec::new(),
        dead: Vec::new(),
        second,
    }
}

fn counted(client: &mut Client) -> (GoStatus, GoSecondOpinion) {
    match client.ask(count(true)) {
        Reply::GoStatus { status, second: Some(second), .. } => (*status, *second),
        other => panic!("{other:?}"),
    }
}

/// The sentence about a request that an engine fails.
fn sentence(client: &mut Client, request: GoRequest) -> String {
    let error = client.try_ask(request).unwrap_err();
    assert_eq!(error.code, ErrorCode::Engine, "{}", error.message);
    error.message
}

#[test]
fn the_engine_is_kept_with_its_name() {
    let (programs, data) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let path = script(programs.path(), "script", [NAME, PASS, NONE]);
    let kept = GoEngine { program: program(&path), name: "Script 1.0".to_owned() };
    {
        let server = TestServer::start_in(data.path());
        let (mut client, mut other) = (server.client(), server.client());
        assert_eq!(engine(client.ask(GoRequest::Engine)), (None, true));
        assert_eq!(client.refused(count(true)), ErrorCode::WrongState);
        assert_eq!(engine(client.ask(set(&path))), (Some(kept.clone()), true));
        let heard = other.event(|event| match event {
            Event::GoEngine { engine } => Some(engine.clone()),
            _ => None,
        });
        assert_eq!(heard.as_ref(), Some(&kept));
        // A program that does not start changes nothing.
        sentence(&mut client, set(&programs.path().join("missing")));
        assert_eq!(engine(client.ask(GoRequest::Engine)).0.as_ref(), Some(&kept));
    }
    let server = TestServer::start_in(data.path());
    let mut client = server.client();
    assert_eq!(engine(client.ask(GoRequest::Engine)).0, Some(kept));
    client.ask(GoRequest::SetEngine { program: None });
    assert_eq!(engine(client.ask(GoRequest::Engine)).0, None);
}

#[test]
fn a_program_that_cannot_be_an_engine_is_named() {
    let programs = TempDir::new().unwrap();
    let server = TestServer::start();
    let mut client = server.client();
    let mut why = |path: &Path| sentence(&mut client, set(path));
    let path = |name: &str| programs.path().join(name);
    fs::write(path("text"), "no program").unwrap();
    let missing = why(&path("missing"));
    assert!(missing.starts_with("the engine missing failed while starting: "), "{missing}");
    let text = why(&path("text"));
    assert!(text.ends_with("text is not executable"), "{text}");
    let relative = why(Path::new("gnugo"));
    assert!(relative.ends_with("gnugo is not an absolute path"), "{relative}");
    let gone = "echo no network >&2; exit 3";
    let gone = why(&script(programs.path(), "gone", [gone, PASS, NONE]));
    let begin = "the engine gone failed while starting: it has ended, exit status: 3";
    assert!(gone.starts_with(begin) && gone.contains("no network"), "{gone}");
    let usi = why(&script(programs.path(), "usi", ["echo id name X", PASS, NONE]));
    assert!(usi.contains("answered `name` with `id name X`"), "{usi}");
}

#[test]
fn its_opinion_comes_next_to_ours() {
    let programs = TempDir::new().unwrap();
    let server = TestServer::start();
    let mut client = server.client();
    client.ask(set(&script(programs.path(), "agrees", [NAME, PASS, NONE])));
    let (status, second) = counted(&mut client);
    // As much territory on both sides, and the komi.
    assert_eq!((second.result.as_str(), second.lead), ("W+0.5", -0.5));
    assert_eq!((second.engine.as_str(), status.score.best), ("Script 1.0", 0));
    assert_eq!((second.moves.join(" ").as_str(), second.differences.len()), ("pass pass", 0));
    assert_eq!(second.owned.each_ref().map(Vec::len), [10, 10]);
    assert!(second.owned[0].contains(&"A2".to_owned()));
    // It takes White's wall for dead, of which we have proved that it lives.
    let dead = "echo '= D1 D2 D3 D4 D5 E1 E3 E5'";
    client.ask(set(&script(programs.path(), "differs", [NAME, PASS, dead])));
    let (status, second) = counted(&mut client);
    assert_eq!((second.owned[1].len(), second.dead.len()), (0, 8));
    let [one] = second.differences.as_slice() else { panic!("{:?}", second.differences) };
    assert_eq!(
        (one.ours.as_str(), one.basis.as_str(), one.stays),
        ("alive", "unconditional", false)
    );
    assert_eq!((one.stones.len(), status.dead.len()), (8, 0));
}

#[test]
fn an_engine_that_fails_is_named_in_one_sentence() {
    let programs = TempDir::new().unwrap();
    let server = TestServer::start();
    let mut client = server.client();
    let mut why = |file: &str, genmove: &str| {
        client.ask(set(&script(programs.path(), file, [NAME, genmove, NONE])));
        sentence(&mut client, count(true))
    };
    let nonsense = why("nonsense", "echo '= hello'");
    let begin = "the engine Script 1.0 failed while thinking: ";
    assert!(nonsense.starts_with(begin) && nonsense.contains("hello"), "{nonsense}");
    let occupied = why("occupied", "echo '= A1'");
    assert!(occupied.contains("answered `genmove b` with `A1`"), "{occupied}");
    let gone = why("gone", "exit 3");
    assert_eq!(gone, format!("{begin}it has ended, exit status: 3"));
    // A program that was removed since.
    fs::remove_file(programs.path().join("gone")).unwrap();
    let missing = sentence(&mut client, count(true));
    assert!(missing.starts_with("the engine Script 1.0 failed while starting: "), "{missing}");
    assert!(matches!(client.ask(count(false)), Reply::GoStatus { second: None, .. }));
}

#[test]
fn a_silent_engine_is_ended_when_nobody_waits() {
    let programs = TempDir::new().unwrap();
    let server = TestServer::start();
    let mut client = server.client();
    client.ask(set(&script(programs.path(), "silent", [NAME, "sleep 600", NONE])));
    let waiting = client.send(count(true));
    // The next question replaces it.
    assert!(matches!(client.ask(count(false)), Reply::GoStatus { second: None, .. }));
    assert!(waiting < client.send(GoRequest::Engine));
}

/// The reviewed moves of a sum of corridors, and the fault of the engine.
fn reviewed(client: &mut Client, second: bool) -> (Vec<GoReviewedMove>, Option<String>) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/go/sums/sum03.sgf");
    let start = fs::read_to_string(path).unwrap();
    let start = start.trim_end().strip_suffix(')').unwrap();
    let sgf = format!("{start};B[];W[bg];B[ea])");
    let Reply::GoRecord { record } = client.ask(GoRequest::Read { sgf }) else { panic!() };
    let positions = record.steps.iter().map(|step| step.position.clone()).collect();
    let moves = record.steps.iter().filter_map(|step| step.mv.clone()).collect();
    let rules = "japanese".to_owned();
    let asked = GoRequest::Review { positions, moves, first: 0, rules, komi: 6.5, second };
    match client.ask(asked) {
        Reply::GoReviewed { moves, fault } => (moves, fault),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_review_does_not_need_the_engine() {
    let programs = TempDir::new().unwrap();
    let server = TestServer::start();
    let mut client = server.client();
    let path = script(programs.path(), "script", [NAME, "exit 3", NONE]);
    client.ask(set(&path));
    let ours = reviewed(&mut client, false);
    assert_eq!((ours.0.len(), &ours.1), (3, &None));
    // Proved losses are not asked about.
    assert_eq!(reviewed(&mut client, true), ours);
    fs::remove_file(path).unwrap();
    let (moves, fault) = reviewed(&mut client, true);
    assert_eq!(moves, ours.0);
    assert!(fault.unwrap().starts_with("the engine Script 1.0 failed while starting: "));
}
