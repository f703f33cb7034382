//! `zenpuku mate` from the outside.

use std::fs;

use serde_json::{Value, json};

use crate::program::{Assert, Command, contains, starts_with};

/// Mate in three, without the attacker's king.
const THREE: &str = "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1";
const FIVE: &str = "3Sk4/1P7/2R1s4/9/9/9/9/9/9 b r2b4g2s4n4l17p 1";
const NONE: &str = "4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1";
/// Undecided for a long time.
const HARD: &str = "9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1";

fn mate(arguments: &[&str]) -> Assert {
    Command::zenpuku().arg("mate").args(arguments).assert()
}

/// The JSON objects that were printed, without what differs from run to run.
fn objects(assert: &Assert) -> Vec<Value> {
    let text = std::str::from_utf8(&assert.get_output().stdout).unwrap();
    text.lines()
        .map(|line| {
            let mut value: Value = serde_json::from_str(line).unwrap();
            assert!(value["seconds"].is_number() && value["nodes"].is_u64());
            value["seconds"] = Value::Null;
            value["nodes"] = Value::Null;
            value
        })
        .collect()
}

/// File names are bytes, not text.
#[cfg(target_os = "linux")]
#[test]
fn a_file_may_have_any_name() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(std::ffi::OsStr::from_bytes(b"\x8b\x6c.sfen"));
    fs::write(&path, THREE).unwrap();
    Command::zenpuku().arg("mate").arg(&path).assert().success();
    Command::zenpuku().arg("mate").arg(folder.path()).assert().success();
}

#[test]
fn json_keeps_its_contract() {
    let found = objects(&mate(&[THREE, "--json"]).success());
    let expected = json!({
        "schema": 1,
        "result": "mate",
        "plies": 3,
        "line": ["1d2c", "1b1a", "2c2b"],
        "shortest": true,
        "verified": true,
        "nodes": null,
        "seconds": null,
        "sfen": THREE,
        "count": "composer",
    });
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&found[0]), keys(&expected));
    assert_eq!(found[0]["line"].as_array().unwrap().len(), 3);
    for key in ["schema", "result", "plies", "shortest", "verified", "sfen"] {
        assert_eq!(found[0][key], expected[key], "{key}");
    }
}

#[test]
fn a_proof_that_there_is_none() {
    let found = objects(&mate(&[NONE, "--json"]).success());
    assert_eq!((&found[0]["result"], &found[0]["verified"]), (&"nomate".into(), &true.into()));
    assert_eq!((&found[0]["plies"], &found[0]["line"]), (&Value::Null, &json!([])));
    mate(&[NONE]).success().stdout(starts_with("no mate, verified ("));
}

#[test]
fn limits_leave_it_open() {
    for limit in [["--limit-nodes", "3000"], ["--plies", "3"], ["--time", "0.05"]] {
        let found = objects(&mate(&[HARD, limit[0], limit[1], "--json"]).success());
        assert_eq!(found[0]["result"], "unknown", "{limit:?}");
        assert_eq!(found[0]["shortest"], false);
    }
    mate(&[HARD, "-n", "2000"])
        .success()
        .stdout(starts_with("not decided: node limit, no mate in "));
    mate(&[FIVE, "--plies", "3"]).success().stdout(starts_with("not decided: no mate in 3"));
}

#[test]
fn people_get_the_line_in_both_notations() {
    mate(&[FIVE]).success().stdout(
        starts_with("mate in 5, shortest, verified: 7c5c+ ")
            .and(contains("☗５三飛成(73) ☖"))
            .and(contains(" nodes, ")),
    );
}

#[test]
fn useless_interpositions_count_only_when_asked_for() {
    const FAR: &str = "7lk/9/7+P1/9/9/9/9/9/R8 b r2b4g4s4n3l17p 1";
    mate(&[FAR]).success().stdout(starts_with(
        "mate in 1 (15 with useless interpositions), shortest, verified: 9i1i (",
    ));
    mate(&[FAR, "--strict"]).success().stdout(starts_with("mate in 15, shortest, verified: 9i1i "));
    let found = objects(&mate(&[FAR, "--json"]).success());
    assert_eq!((&found[0]["plies"], &found[0]["strict_plies"]), (&1.into(), &15.into()));
    assert_eq!(found[0]["count"], "composer");
    let found = objects(&mate(&[FAR, "--json", "--strict"]).success());
    assert_eq!((&found[0]["plies"], &found[0]["count"]), (&15.into(), &"strict".into()));
}

#[test]
fn an_sfen_need_not_be_quoted() {
    let words: Vec<&str> = THREE.split(' ').collect();
    mate(&words).success().stdout(starts_with("mate in 3"));
}

#[test]
fn files_of_many_problems_give_a_line_each() {
    let folder = tempfile::tempdir().unwrap();
    let sfens = folder.path().join("problems.txt");
    fs::write(&sfens, format!("# two\r\n{THREE}\r\n\r\nsfen {FIVE}\r\n")).unwrap();
    let jsonl = folder.path().join("problems.jsonl");
    let row = |id: &str, sfen: &str| json!({"id": id, "sfen": sfen, "mate": 1}).to_string();
    fs::write(&jsonl, format!("{}\n{}", row("a", NONE), row("b", THREE))).unwrap();
    let (sfens, jsonl) = (sfens.to_str().unwrap(), jsonl.to_str().unwrap());
    let found = objects(&mate(&[sfens, jsonl, "--json"]).success());
    let results: Vec<_> = found.iter().map(|value| value["plies"].clone()).collect();
    assert_eq!(results, [json!(3), json!(5), Value::Null, json!(3)]);
    assert_eq!((&found[1]["file"], &found[1]["line_number"]), (&sfens.into(), &4.into()));
    assert_eq!(found[3]["id"], "b");
    mate(&[sfens]).success().stdout(contains(format!("{sfens}:4: mate in 5")));
}

#[test]
fn stdin_is_a_file_too() {
    Command::zenpuku()
        .args(["mate", "-"])
        .write_stdin(format!("{THREE}\n{NONE}\n"))
        .assert()
        .success()
        .stdout(starts_with("-:1: mate in 3").and(contains("-:2: no mate")));
}

#[test]
fn of_a_record_the_start_is_searched() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problem.kif");
    let kif = "後手の持駒：飛　角二　金三　銀四　桂四　香四　歩十八\n\
               ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|二\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ 飛 金|四\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n\
               先手の持駒：なし\n手数----指手---------消費時間--\n";
    fs::write(&file, kif).unwrap();
    mate(&[file.to_str().unwrap()]).success().stdout(starts_with("mate in 3"));
}

#[test]
fn the_rest_of_the_box_is_the_defenders_and_that_is_said() {
    const BARE: &str = "8k/9/7G1/9/9/9/9/9/9 b R 1";
    let said = contains("the rest of the pieces is in the defender's hand");
    mate(&[BARE]).success().stdout(starts_with("mate in 3").and(said.clone()));
    mate(&[BARE, "--as-given"]).success().stdout(starts_with("mate in 1").and(said.not()));
    let found = objects(&mate(&[BARE, "--json"]).success());
    assert_eq!(found[0]["rest_in_hand"], true);
    assert_eq!(found[0]["sfen"], "8k/9/7G1/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1");
    mate(&[BARE, THREE, "--json"]).success().stderr(contains("of 1 problems the rest"));
}

#[test]
fn bad_lines_are_named_and_the_others_are_done() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problems.sfen");
    fs::write(&file, format!("{THREE}\n9/9 b - 1\n4K4/9/9/9/9/9/9/9/9 b - 1\n{FIVE}\n")).unwrap();
    let name = file.to_str().unwrap();
    let found = mate(&[name, "--json"])
        .code(1)
        .stderr(contains(format!("error: {name}:2: SFEN board: 2 ranks")).and(contains(":3: ")));
    assert_eq!(objects(&found).len(), 2);
}

#[test]
fn bad_usage_and_bad_files() {
    mate(&[]).code(2);
    mate(&["9/9 b - 1"]).code(2).stderr(contains("2 ranks"));
    mate(&["4k4/9/9/9/9/9/9/9/4R3K b - 1"]).code(2).stderr(contains("error: "));
    mate(&[THREE, "--plies", "0"]).code(2);
    mate(&[THREE, "--time", "0"]).code(2).stderr(contains("seconds"));
    mate(&["nosuch.sfen"]).code(1).stderr(contains("nosuch.sfen: no such file"));
    let folder = tempfile::tempdir().unwrap();
    let empty = "no file of problems in this folder";
    mate(&[folder.path().to_str().unwrap()]).code(1).stderr(contains(empty));
    let file = folder.path().join("x.sfen");
    for (bytes, word) in [(&b""[..], "no position"), (b"\n\x82\xa0\n", "line 2: text in UTF-8")] {
        fs::write(&file, bytes).unwrap();
        mate(&[file.to_str().unwrap()]).code(1).stdout("").stderr(contains(word));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problems.sfen");
    fs::write(&file, format!("{THREE}\n{HARD}\n{FIVE}\n")).unwrap();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_zenpuku"))
        .arg("mate")
        .arg(&file)
        .args(["--time", "60", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().contains("\"plies\":3"));
    let interrupted = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(interrupted.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(lines.next().is_none());
}
