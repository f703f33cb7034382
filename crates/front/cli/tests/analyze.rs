//! `zenpuku analyze` from the outside, on whole real games.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::program::{Command, contains};

const GAME: &str = "ryuo-2014-09-02";

fn record(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/records").join(name)
}

fn folder_with_game() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(format!("{GAME}.kif"));
    fs::copy(record(&format!("{GAME}.kif")), &path).unwrap();
    (folder, path)
}

/// The same with the game's first 24 moves, where its length does not matter.
fn folder_with_start() -> (TempDir, PathBuf) {
    let (folder, path) = folder_with_game();
    let whole = fs::read(&path).unwrap();
    let lines = whole.split_inclusive(|&byte| byte == b'\n');
    let start = lines.take_while(|line| !line.trim_ascii_start().starts_with(b"25 "));
    let start: Vec<u8> = start.flatten().copied().collect();
    assert!(start.len() < whole.len());
    fs::write(&path, start).unwrap();
    (folder, path)
}

fn analyze() -> Command {
    let mut command = Command::zenpuku();
    command.args(["analyze", "--nodes", "300", "--hash", "16"]);
    command
}

#[test]
fn a_game_is_judged_move_by_move_and_three_files_are_written() {
    let (folder, path) = folder_with_game();
    let source = fs::read(&path).unwrap();
    let output = analyze().arg(&path).assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert!(text.contains("1 ☗") && text.contains("最善") && text.contains("mean loss"), "{text}");
    assert_eq!(fs::read(&path).unwrap(), source, "the source is left alone");
    let result = |extension: &str| folder.path().join(format!("{GAME}.zenpuku.{extension}"));
    let json: serde_json::Value =
        serde_json::from_slice(&fs::read(result("json")).unwrap()).unwrap();
    let moves = json["moves"].as_array().unwrap();
    assert!(moves.len() > 80, "a whole game");
    for key in [
        "ply", "usi", "kif", "eval_cp", "mate", "best", "pv", "depth", "nodes", "loss", "class",
        "goals", "castles",
    ] {
        assert!(moves.iter().all(|mv| mv.get(key).is_some()), "the contract has {key}");
    }
    for key in ["file", "start_sfen", "black", "white", "result"] {
        assert!(json[key].is_string(), "the contract has {key}");
    }
    let html = fs::read_to_string(result("html")).unwrap();
    assert!(html.contains("<!doctype html>") && !html.contains("src=\"http"));
    assert!(html.contains("id=\"decisive\"") && html.contains("\"decisive\":["));
    let annotated = fs::read(result("kif")).unwrap();
    assert!(annotated.len() > source.len());
    Command::zenpuku()
        .args(["convert", "--to", "kif", "--encoding", "utf-8"])
        .args([result("kif").as_os_str(), "-".as_ref()])
        .assert()
        .success()
        .stdout(contains("#評価値="));
}

/// Black's bishop moves to 44, where White's captures it for free.
const LOST_BISHOP: &str = "position startpos moves 7g7f 3c3d 6g6f 8c8d 6f6e 8d8e 8h4d 2b4d\n";

#[test]
fn mistakes_have_reasons_unless_they_are_left_out() {
    let analyze = |more: &[&str]| {
        let mut command = Command::zenpuku();
        command.args(["analyze", "--nodes", "5000", "--hash", "16", "--json", "-"]).args(more);
        let output =
            command.write_stdin(LOST_BISHOP).assert().success().get_output().stdout.clone();
        serde_json::from_slice::<serde_json::Value>(&output).unwrap()
    };
    let game = analyze(&[]);
    let moves = game["moves"].as_array().unwrap();
    let explained: Vec<_> = moves.iter().filter(|mv| !mv["reasons"].is_null()).collect();
    assert!(!explained.is_empty(), "{game}");
    for mv in &explained {
        assert!(["mistake", "blunder"].contains(&mv["class"].as_str().unwrap()), "{mv}");
        let reason = &mv["reasons"][0];
        assert_eq!(reason["schema"], 1);
        assert!(reason["text"]["ja"].is_string() && reason["line"].is_array(), "{reason}");
    }
    assert!(game["decisive"].is_array());
    let game = analyze(&["--no-reasons"]);
    assert!(game["moves"].as_array().unwrap().iter().all(|mv| mv["reasons"].is_null()));
}

#[test]
fn finished_work_is_not_done_again() {
    let (folder, _path) = folder_with_start();
    analyze().arg(folder.path()).assert().success();
    analyze().arg(folder.path()).assert().success().stderr(contains("analysed already"));
    analyze().arg("--force").arg(folder.path()).assert().success().stdout(contains("wrote"));
}

#[test]
fn json_goes_to_stdout_and_nothing_is_written() {
    let (folder, path) = folder_with_start();
    let assert = analyze().arg("--json").arg(&path).assert().success();
    let json: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!(json["file"], format!("{GAME}.kif"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

const RECORDS: [(&str, &str); 4] = [
    ("g.kif", "手合割：平手\n   1 ７六歩(77)\n   2 投了\n"),
    ("g.csa", "V2.2\nPI\n+\n+2726FU\n%TORYO\n"),
    ("x/g.kif", "手合割：平手\n   1 ７六歩(77)\n   2 投了\n"),
    ("y/g.kif", "手合割：平手\n   1 ２六歩(27)\n   2 投了\n"),
];

/// Records of one name: two formats in one folder, and one format in two folders.
fn folder_of_one_name() -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in RECORDS {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn records_of_one_name_have_results_each() {
    let folder = folder_of_one_name();
    analyze().arg(folder.path()).arg(folder.path().join("g.kif")).assert().success();
    let first = |name: &str| {
        let text = fs::read(folder.path().join(name)).unwrap();
        let json: serde_json::Value = serde_json::from_slice(&text).unwrap();
        json["moves"][0]["usi"].as_str().unwrap().to_owned()
    };
    for (name, mv) in [
        ("g.kif.zenpuku.json", "7g7f"),
        ("g.csa.zenpuku.json", "2g2f"),
        ("x/g.zenpuku.json", "7g7f"),
        ("y/g.zenpuku.json", "2g2f"),
    ] {
        assert_eq!(first(name), mv, "{name}");
    }
    assert!(!folder.path().join("g.zenpuku.json").exists());
    let again = analyze().arg(folder.path()).assert().success();
    let told = String::from_utf8_lossy(&again.get_output().stderr).into_owned();
    assert_eq!(told.matches("analysed already").count(), 4, "{told}");
}

#[test]
fn results_that_would_overwrite_each_other_are_refused_before_any_work() {
    let folder = folder_of_one_name();
    let out = folder.path().join("out");
    let paths = ["x", "y"].map(|name| folder.path().join(name));
    let refused = analyze().arg("--out").arg(&out).args(&paths).assert().code(2);
    refused.stderr(contains("would both write")).stdout("");
    assert!(!out.exists());
    analyze().arg("--json").args(&paths).assert().success();
}

#[test]
fn a_list_is_analysed_without_its_bad_line() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("Q07.sfen");
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/reports/Q07.sfen");
    fs::copy(list, &path).unwrap();
    analyze()
        .arg(&path)
        .assert()
        .success()
        .stderr(contains("Q07.sfen: line 8, column 1: the game is skipped"))
        .stderr(contains("Q07.sfen game 1: no move to analyse, skipped"));
    for game in [2, 3, 4] {
        assert!(folder.path().join(format!("Q07-{game}.zenpuku.html")).exists(), "{game}");
    }
}

#[test]
fn one_bad_record_does_not_stop_the_others() {
    let (folder, _path) = folder_with_start();
    fs::write(folder.path().join("broken.kif"), "no record at all\n").unwrap();
    analyze()
        .arg(folder.path())
        .assert()
        .code(1)
        .stderr(contains("broken.kif"))
        .stdout(contains("wrote"));
}

#[test]
fn an_illegal_move_keeps_the_moves_before_it() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("illegal.kif");
    fs::write(&path, "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７五角(88)\n").unwrap();
    let assert = analyze().arg("--json").arg(&path).assert().success();
    let json: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!(json["moves"].as_array().unwrap().len(), 2);
    assert!(json["broken_off"].as_str().unwrap().starts_with("3:"), "{}", json["broken_off"]);
}

#[test]
fn bad_input_is_named() {
    let folder = TempDir::new().unwrap();
    analyze().arg(folder.path()).assert().code(1).stderr(contains("no record in this folder"));
    analyze().arg(folder.path().join("none.kif")).assert().code(1).stderr(contains("none.kif"));
    let empty = folder.path().join("empty.kif");
    fs::write(&empty, "").unwrap();
    analyze().arg(&empty).assert().code(1).stderr(contains("empty.kif"));
    analyze().args(["--set", "NoSuchThing=1"]).arg(&empty).assert().code(2);
    analyze().args(["--time", "1"]).arg(&empty).assert().code(2).stderr(contains("--nodes"));
    let huge = folder.path().join("huge.kif");
    fs::File::create(&huge).unwrap().set_len(200 << 20).unwrap();
    analyze().arg(&huge).assert().code(1).stderr(contains("more than the limit"));
}

/// `analyze ... | head` ended with an error and without its reports.
#[test]
fn a_reader_that_leaves_gets_the_reports_all_the_same() {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};
    let (folder, path) = folder_with_start();
    let mut child = Command::new(env!("CARGO_BIN_EXE_zenpuku"))
        .args(["analyze", "--nodes", "300", "--hash", "16"])
        .arg(&path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().contains(GAME));
    drop(lines);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    for extension in ["kif", "json", "html"] {
        assert!(folder.path().join(format!("{GAME}.zenpuku.{extension}")).exists(), "{extension}");
    }
}

#[test]
fn a_record_may_come_from_stdin() {
    let text = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n";
    let folder = TempDir::new().unwrap();
    let run = |more: &[&str]| {
        let mut command = analyze();
        command.arg("-").args(more).current_dir(folder.path()).write_stdin(text);
        command.assert().success().stdout(contains("７六歩"));
    };
    run(&[]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written unasked");
    run(&["--out", "results"]);
    assert!(folder.path().join("results/stdin.zenpuku.html").exists());
}

/// Ctrl-C threw the running game away.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_moves_of_the_running_game() {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};
    let (folder, path) = folder_with_game();
    let mut child = Command::new(env!("CARGO_BIN_EXE_zenpuku"))
        .args(["analyze", "--time", "0.05", "--hash", "16"])
        .arg(&path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The title and some moves.
    assert_eq!(lines.by_ref().take(6).flatten().count(), 6);
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let last: Vec<String> = lines.map_while(Result::ok).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{last:?}");
    let kept = fs::read(folder.path().join(format!("{GAME}.zenpuku.part.json"))).unwrap();
    let kept: serde_json::Value = serde_json::from_slice(&kept).unwrap();
    let moves = kept["moves"].as_array().unwrap().len();
    assert!((3..80).contains(&moves), "{moves} moves");
    assert!(!folder.path().join(format!("{GAME}.zenpuku.json")).exists());
}
