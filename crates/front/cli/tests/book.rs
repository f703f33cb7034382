//! `zenpuku book` from the outside.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::program::{Command, contains};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/books").join(name)
}

fn book(command: &str) -> Command {
    let mut book = Command::zenpuku();
    book.args(["book", command]);
    book
}

#[test]
fn books_are_converted_and_what_is_lost_is_reported() {
    let folder = TempDir::new().unwrap();
    let (sbk, ybb) = (folder.path().join("a.sbk"), folder.path().join("a.ybb"));
    book("convert")
        .arg(data("yaneuraou.db"))
        .arg("--out")
        .arg(&sbk)
        .assert()
        .success()
        .stderr(contains("5 positions written"))
        .stderr(contains("values of moves: 5"));
    book("convert").arg(&sbk).arg("--out").arg(&ybb).assert().success();
    book("show")
        .arg("--book")
        .arg(&ybb)
        .assert()
        .success()
        .stdout(contains("5 positions"))
        .stdout(contains("2g2f"));
    let text = fs::read(data("yaneuraou.db")).unwrap();
    book("show").args(["--book", "-"]).write_stdin(text).assert().success().stdout(contains("935"));
}

#[test]
fn books_are_merged() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("all.db");
    book("merge")
        .arg(data("yaneuraou.db"))
        .arg(data("shogigui02.sbk"))
        .arg("--out")
        .arg(&out)
        .assert()
        .success()
        .stderr(contains("results of games"));
    // 935 of the one and 175 of the other.
    book("show").arg("--book").arg(&out).assert().success().stdout(contains("1110"));
    book("merge").arg(&out).arg("--out").arg(&out).assert().code(2);
}

#[test]
fn files_that_are_no_books_are_named_with_the_place() {
    let folder = TempDir::new().unwrap();
    let (bad, out) = (folder.path().join("bad.ybb"), folder.path().join("out.db"));
    fs::write(&bad, b"YANE-BINBOOK-V1\0").unwrap();
    let convert =
        |from: &Path, out: &Path| book("convert").arg(from).arg("--out").arg(out).assert();
    convert(&bad, &out).code(1).stderr(contains("bad.ybb: byte 16: the header is cut off"));
    convert(&folder.path().join("absent.db"), &out).code(1).stderr(contains("absent.db"));
    let other = folder.path().join("out.txt");
    convert(&data("yaneuraou.db"), &other).code(2).stderr(contains(".db, .sbk or .ybb"));
    assert!(!out.exists() && !other.exists());
}
