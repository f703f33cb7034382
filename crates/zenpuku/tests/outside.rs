//! Programs that are not ours against ours: Sabaki's GTP client drives `zenpuku gtp`, `sgfmill` reads the SGF that
//! `zenpuku go solve` writes. How to install them is in `tools/outside/README.md`; without them these tests say that
//! they did nothing, or fail where `ZENPUKU_OUTSIDE` is `required`.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

const ZENPUKU: &str = env!("CARGO_BIN_EXE_zenpuku");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn tools() -> PathBuf {
    root().join("tools/outside")
}

/// Runs a program and gives the JSON that it printed; `None`, loudly, if what it needs is not there.
fn outside(program: &Path, needs: &Path, arguments: &[&Path]) -> Option<Value> {
    let works = needs.exists() && Command::new(program).arg("--version").output().is_ok();
    if !works {
        let missing = format!("{} is not installed: see tools/outside/README.md", needs.display());
        let required = std::env::var("ZENPUKU_OUTSIDE").is_ok_and(|value| value == "required");
        assert!(!required, "{missing}");
        eprintln!("NOTHING TESTED: {missing}");
        return None;
    }
    let output = Command::new(program).args(arguments).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    Some(serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {errors}")))
}

fn sum(name: &str) -> PathBuf {
    root().join("testdata/go/sums").join(name)
}

#[test]
fn sabakis_client_plays_an_endgame() {
    let needs = tools().join("node_modules/@sabaki/gtp/package.json");
    let script = tools().join("gtp-session.mjs");
    let arguments = [&script, Path::new(ZENPUKU), &sum("sum03.sgf")];
    let Some(session) = outside(Path::new("node"), &needs, &arguments) else { return };
    // Black first is worth 2 points; the line is one of those that lose nothing.
    assert_eq!(session["score"], "B+2");
    let line: Vec<&str> =
        session["line"].as_array().unwrap().iter().flat_map(Value::as_str).collect();
    assert!(["E9", "F7"].contains(&line[0]) && line.ends_with(&["pass", "pass"]), "{line:?}");
    assert!(session["report"].as_str().unwrap().contains("scoreLead 2.000"), "{session}");
}

#[test]
fn sgfmill_reads_what_solve_writes() {
    let python = tools().join(".venv/bin/python");
    let folder = tempfile::TempDir::new().unwrap();
    for (file, stones) in [("sum03.sgf", (35, 34)), ("sum10.sgf", (0, 0)), ("sum24.sgf", (0, 0))] {
        let path = folder.path().join(file);
        let solved = Command::new(ZENPUKU)
            .args(["go", "solve", "--json", "--sgf"])
            .args([&path, &sum(file)])
            .output()
            .unwrap();
        let solved: Value = serde_json::from_slice(&solved.stdout).unwrap();
        let script = tools().join("read-sgf.py");
        let Some(read) = outside(&python, &python, &[&script, &path]) else { return };
        assert_eq!((&read["size"], &read["encoding"]), (&solved["width"], &json!("UTF-8")));
        if stones != (0, 0) {
            assert_eq!((&read["black"], &read["white"]), (&json!(stones.0), &json!(stones.1)));
        }
        for (i, (side, letter)) in [("black_first", "B"), ("white_first", "W")].iter().enumerate() {
            let answer = &solved[side];
            let first = format!("{letter} {}", answer["line"][0].as_str().unwrap());
            assert_eq!(read["lines"][i][0], json!(first), "{file}");
            let length = answer["line"].as_array().unwrap().len();
            assert_eq!(read["lines"][i].as_array().unwrap().len(), length, "{file}");
            for candidate in answer["moves"].as_array().unwrap() {
                let (vertex, loss) = (candidate["move"].as_str().unwrap(), &candidate["loss"]);
                if vertex != "pass" {
                    assert_eq!(read["labels"][i][vertex], json!(loss.to_string()), "{file}");
                }
            }
        }
        let comment = read["comment"].as_str().unwrap();
        assert!(comment.starts_with("Black first: "), "{comment}");
    }
}
