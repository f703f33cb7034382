//! `zenpuku convert` from the outside.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::program::{Command, contains};

fn record(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/records").join(name)
}

fn convert() -> Command {
    let mut command = Command::zenpuku();
    command.arg("convert");
    command
}

#[test]
fn a_game_survives_the_way_through_all_formats() {
    let folder = TempDir::new().unwrap();
    let usi = |path: &Path| {
        let assert = convert().args(["--to", "sfen"]).arg(path).arg("-").assert();
        let output = assert.get_output().clone();
        String::from_utf8(output.stdout).unwrap()
    };
    let source = record("ryuo-2014-09-02.kif");
    let moves = usi(&source);
    assert!(moves.starts_with("startpos moves") || moves.starts_with("position"), "{moves}");
    let mut from = source;
    for extension in ["csa", "ki2", "jkf", "kifu", "kif"] {
        let to = folder.path().join(format!("game.{extension}"));
        convert().arg(&from).arg(&to).assert().success();
        assert_eq!(usi(&to), moves, "{extension}");
        from = to;
    }
}

#[test]
fn one_bad_line_of_a_list_is_named_and_the_others_are_converted() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/reports/Q07.sfen");
    let folder = TempDir::new().unwrap();
    convert()
        .arg("--split")
        .arg(&list)
        .arg(folder.path().join("game.csa"))
        .assert()
        .success()
        .stderr(contains("Q07.sfen: line 8, column 1: the game is skipped"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5);
}

#[cfg(unix)]
#[test]
fn a_pipe_that_never_ends_is_read_to_the_limit() {
    use std::io::Write as _;
    let folder = TempDir::new().unwrap();
    let pipe = folder.path().join("game.kif");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let feed = pipe.clone();
    let writer = std::thread::spawn(move || {
        let mut pipe = fs::File::create(feed).unwrap();
        // Until the reader leaves.
        while pipe.write_all(&[b'a'; 65_536]).is_ok() {}
    });
    convert()
        .arg(&pipe)
        .arg(folder.path().join("x.csa"))
        .assert()
        .code(1)
        .stderr(contains("limit of"));
    writer.join().unwrap();
}

#[test]
fn nothing_is_overwritten_unasked() {
    let folder = TempDir::new().unwrap();
    let target = folder.path().join("game.csa");
    fs::write(&target, "mine").unwrap();
    let source = record("ryuo-2014-09-02.kif");
    convert().arg(&source).arg(&target).assert().code(1).stderr(contains("exists already"));
    assert_eq!(fs::read(&target).unwrap(), b"mine");
    convert().arg("--force").arg(&source).arg(&target).assert().success();
    convert().arg("-f").arg(&target).arg(&target).assert().code(2).stderr(contains("itself"));
}

#[test]
fn what_is_lost_is_said_and_may_be_refused() {
    let folder = TempDir::new().unwrap();
    let source = folder.path().join("a.kif");
    fs::write(&source, "手合割：平手\n   1 ７六歩(77)\n*a comment\n").unwrap();
    let target = folder.path().join("a.sfen");
    convert().arg("--strict").arg(&source).arg(&target).assert().code(1);
    assert!(!target.exists());
    convert().arg(&source).arg(&target).assert().success().stderr(contains("comment"));
}

#[test]
fn bad_usage_and_bad_files_are_told_apart() {
    let source = record("ryuo-2014-09-02.kif");
    convert().arg(&source).arg("x.doc").assert().code(2).stderr(contains("unknown extension"));
    convert().args(["--encoding", "latin1"]).arg(&source).arg("-").assert().code(2);
    convert().args(["--game", "3", "--to", "csa"]).arg(&source).arg("-").assert().code(2);
    convert().args(["no-such-file.kif", "--to", "csa", "-"]).assert().code(1);
    convert().args(["--to", "csa", "-", "-"]).write_stdin([0xff, 0x00, 0x81]).assert().code(1);
}
