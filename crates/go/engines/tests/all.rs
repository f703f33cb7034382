//! Engines that misbehave: a small script with given answers.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;
use tempfile::TempDir;
use zenpuku_core::StopToken;
use zenpuku_go::{Move, PointSet, Rules, Setup};
use zenpuku_go_engines::{Engine, EngineError, Opinion, Program, Question, Turn};

const BOARD: &str = ".X.O.\n.X.O.\n.X.O.\n.X.O.\n.X.O.";

/// Starts a script, whose folder has to be kept while it runs.
fn run(script: &str, limit: f64) -> Result<(Engine, TempDir), EngineError> {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("engine");
    fs::write(&file, script).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let program = Program::parse(&format!("'{}'", file.display())).unwrap();
    let limit = Duration::from_secs_f64(limit);
    Ok((Engine::start(&program, limit, StopToken::new())?, folder))
}

/// A GTP engine with these answers to `genmove`, `final_status_list` and `boardsize`; all other commands succeed.
fn start([genmove, dead, size]: [&str; 3], limit: f64) -> Result<(Engine, TempDir), EngineError> {
    let script = format!(
        "#!/bin/sh\nwhile read command rest; do case $command in\n\
         name) echo '= Script';; genmove) {genmove};; final_status_list) {dead};; boardsize) {size};;\n\
         quit) exit;; *) echo '=';; esac; echo; done\n"
    );
    run(&script, limit)
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
    assert_eq!((found.moves.len(), found.dead.is_empty(), found.lead.0), (2, true, -13));
    // White's wall is dead, so the whole board is Black's: 20 empty points and five prisoners.
    let found = ask([PASS, "echo '= D1 D2 D3'; echo D4 D5", OK], 20.0).unwrap();
    assert_eq!((found.dead.count(), found.lead.0), (5, 2 * 25 - 13));
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

/// An engine of the analysis protocol, which keeps the query and answers it with a line.
fn analyst(answer: &str) -> Result<(Engine, TempDir), EngineError> {
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case $line in\n\
         name) echo '{{\"error\":\"no JSON\"}}';;\n\
         *query_version*) echo '{{\"id\":\"zenpuku\",\"version\":\"1.2\"}}';;\n\
         quit) exit;; *) printf '%s' \"$line\" >\"$(dirname \"$0\")/query\"\n{answer};; esac; done\n"
    );
    run(&script, 20.0)
}

/// The answer about the board of the walls: its left is Black's, its right White's, the middle nobody's.
fn judged(lead: &str, pv: &str) -> String {
    let row = "0.9,0.9,0.1,-0.9,-0.9";
    let owners = [row; 5].join(",");
    let moves = format!(r#"{{"order":1,"pv":["A1"]}},{{"order":0,"pv":[{pv}]}}"#);
    let root = format!(r#"{{"scoreLead":{lead},"winrate":0.5}}"#);
    format!(
        r#"echo '{{"id":"zenpuku","warning":"odd komi"}}'; echo '{{"id":"zenpuku","moveInfos":[{moves}],"rootInfo":{root},"ownership":[{owners}]}}'"#
    )
}

#[test]
fn an_engine_of_the_analysis_protocol_judges_the_position_as_it_stands() {
    let (mut engine, folder) = analyst(&judged("-6.3", r#""C3","pass""#)).unwrap();
    assert_eq!(engine.name(), "KataGo 1.2");
    let setup = Setup { prisoners: [3, 1], ..Setup::from_diagram(BOARD).unwrap() };
    let question = Question { setup: &setup, rules: &Rules::JAPANESE, finished: false };
    let found = question.ask(&mut engine).unwrap();
    assert_eq!((found.lead.result().as_str(), found.played_out), ("W+6.5", false));
    assert_eq!(found.owned.map(PointSet::count), [10, 10]);
    assert_eq!((found.staying.count(), found.lost.is_empty()), (10, true));
    let line: Vec<String> = found.moves.iter().map(|&mv| setup.size.move_name(mv)).collect();
    assert_eq!(line, ["C3", "pass"]);
    // What Black leads by in prisoners goes into the komi.
    let query = fs::read_to_string(folder.path().join("query")).unwrap();
    for part in [
        r#""initialStones":[["B","B5"]"#,
        r#""initialPlayer":"B""#,
        r#""rules":"japanese""#,
        r#""komi":4.5"#,
        r#""boardXSize":5"#,
        r#""includeOwnership":true"#,
        r#""reportAnalysisWinratesAs":"BLACK""#,
    ] {
        assert!(query.contains(part), "{query}: {part}");
    }
    let (moves, rules) = ([Move::Pass], &Rules::JAPANESE);
    let played = Turn { setup: &setup, moves: &moves, rules }.ask(&mut engine).unwrap();
    assert_eq!(played.map(|mv| setup.size.move_name(mv)).as_deref(), Some("C3"));
    let query = fs::read_to_string(folder.path().join("query")).unwrap();
    assert!(query.contains(r#""moves":[["B","pass"]]"#), "{query}");
}

#[test]
fn what_is_wrong_with_an_analysis_is_named() {
    let failure = |answer: &str| {
        let (mut engine, _folder) = analyst(answer).unwrap();
        let setup = Setup::from_diagram(BOARD).unwrap();
        let question = Question { setup: &setup, rules: &Rules::JAPANESE, finished: false };
        question.ask(&mut engine).unwrap_err().to_string()
    };
    let refused = failure(r#"echo '{"id":"zenpuku","error":"no such rules","field":"rules"}'"#);
    assert_eq!(refused, "KataGo refused `analysis`: no such rules");
    assert!(failure("echo nonsense").contains("it is not such JSON"));
    assert!(failure(r#"echo '{"id":"zenpuku"}'"#).contains("it has no score"));
    let owners = r#"echo '{"id":"zenpuku","rootInfo":{"scoreLead":1},"ownership":[1]}'"#;
    assert!(failure(owners).contains("one owner for each point"));
    assert!(failure(&judged("1e9", "")).contains("it has no score"));
    assert!(failure(&judged("1", r#""Z9""#)).contains("Z9"));
    let (mut engine, _folder) = analyst(&judged("1", r#""B5""#)).unwrap();
    let setup = Setup::from_diagram(BOARD).unwrap();
    let taken = Turn { setup: &setup, moves: &[], rules: &Rules::JAPANESE }.ask(&mut engine);
    assert!(taken.unwrap_err().to_string().starts_with("KataGo answered `analysis`"));
}
