//! Engines that misbehave: a small script with given answers.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;
use tempfile::TempDir;
use zenpuku_core::StopToken;
use zenpuku_go::{Move, PointSet, Rules, Setup};
use zenpuku_go_engines::{EngineError, GtpEngine, Opinion, Program, Question, Turn};

const BOARD: &str = ".X.O.\n.X.O.\n.X.O.\n.X.O.\n.X.O.";

/// Starts a script with these answers to `genmove`, `final_status_list` and `boardsize`; all other commands succeed.
/// The folder has to be kept while it runs.
fn start(
    [genmove, dead, size]: [&str; 3],
    limit: f64,
) -> Result<(GtpEngine, TempDir), EngineError> {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("engine");
    let script = format!(
        "#!/bin/sh\nwhile read command rest; do case $command in\n\
         name) echo '= Script';; genmove) {genmove};; final_status_list) {dead};; boardsize) {size};;\n\
         quit) exit;; *) echo '=';; esac; echo; done\n"
    );
    fs::write(&file, script).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let program = Program::parse(&format!("'{}'", file.display())).unwrap();
    let limit = Duration::from_secs_f64(limit);
    let mut engine = GtpEngine::start(&program, limit, StopToken::new())?;
    engine.introduce()?;
    Ok((engine, folder))
}

fn ask(answers: [&str; 3], limit: f64) -> Result<Opinion, EngineError> {
    let (mut engine, _folder) = start(answers, limit)?;
    let setup = Setup::from_diagram(BOARD).unwrap();
    Question { setup: &setup, rules: &Rules::JAPANESE, finished: false }.ask(&mut engine)
}

const PASS: &str = "echo '= pass'";
const OK: &str = "echo '='";

fn failure(answers: [&str; 3]) -> String {
    ask(answers, 20.0).unwrap_err().to_string()
}

#[test]
fn an_engine_that_passes_leaves_the_count_to_us() {
    let found = ask([PASS, OK, OK], 20.0).unwrap();
    assert_eq!((found.moves.len(), found.dead.is_empty(), found.half_points), (2, true, -13));
    // White's wall is dead, so the whole board is Black's: 20 empty points and five prisoners.
    let found = ask([PASS, "echo '= D1 D2 D3'; echo D4 D5", OK], 20.0).unwrap();
    assert_eq!((found.dead.count(), found.half_points), (5, 2 * 25 - 13));
}

#[test]
fn what_an_engine_does_wrong_is_named() {
    assert!(failure([PASS, OK, "echo '? unacceptable size'"]).contains("unacceptable size"));
    let occupied = failure(["echo '= B1'", OK, OK]);
    assert!(occupied.starts_with("Script answered `genmove b` with"), "{occupied}");
    assert!(failure(["echo '= hello'", OK, OK]).contains("hello"));
    assert!(failure(["echo nonsense", OK, OK]).contains("begins with `=` or `?`"));
    let empty = failure([PASS, "echo '= C3'", OK]);
    assert!(empty.contains("a point without a stone"), "{empty}");
    let gone = failure(["echo no memory >&2; exit 3", OK, OK]);
    assert!(gone.contains("exit status: 3") && gone.contains("no memory"), "{gone}");
    let endless = failure(["yes line", OK, OK]);
    assert!(endless.contains("the answer does not end"), "{endless}");
}

/// Asks for White's answer to Black's C3.
fn answer(genmove: &str) -> Result<Option<Move>, EngineError> {
    let (mut engine, _folder) = start([genmove, OK, OK], 20.0)?;
    let setup = Setup::from_diagram(BOARD).unwrap();
    let centre = setup.size.parse_vertex("C3").unwrap().map(Move::Play);
    let (moves, rules) = ([centre.unwrap()], &Rules::JAPANESE);
    Turn { setup: &setup, moves: &moves, rules }.ask(&mut engine)
}

#[test]
fn an_engine_plays_on_in_a_line() {
    let size = Setup::from_diagram(BOARD).unwrap().size;
    let played = answer("echo '= C2'").unwrap().map(|mv| size.move_name(mv));
    assert_eq!(played.as_deref(), Some("C2"));
    assert_eq!(answer(PASS).unwrap(), Some(Move::Pass));
    assert_eq!(answer("echo '= resign'").unwrap(), None);
    let taken = answer("echo '= C3'").unwrap_err().to_string();
    assert!(taken.starts_with("Script answered `genmove w` with `C3`"), "{taken}");
}

#[test]
fn a_late_engine_is_ended() {
    let late = ask(["sleep 60", OK, OK], 0.5).unwrap_err();
    assert!(matches!(late, EngineError::Late { .. }), "{late}");
}
