//! Programs that are not ours against ours: Sabaki's GTP client drives `zenpuku gtp`, `sgfmill` reads the SGF that
//! `zenpuku go solve` writes. Checkers with independent rules read the proofs of `zenpuku mate`
//! and the evidence of `zenpuku explain`. How to install them is in `tools/outside/README.md`;
//! without them these tests are skipped with a message, or fail if `ZENPUKU_OUTSIDE` is `required`.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

const ZENPUKU: &str = env!("CARGO_BIN_EXE_zenpuku");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn tools() -> PathBuf {
    root().join("tools/outside")
}

/// Runs a program and returns its JSON; `None`, with a warning, if a requirement is missing.
fn outside(program: &Path, needs: &Path, arguments: &[&Path]) -> Option<Value> {
    let said = said_outside(program, needs, arguments)?;
    Some(serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}")))
}

/// The same for a program that prints text.
fn said_outside(program: &Path, needs: &Path, arguments: &[&Path]) -> Option<String> {
    let works = needs.exists() && Command::new(program).arg("--version").output().is_ok();
    if !works {
        let missing = format!("{} is not installed: see tools/outside/README.md", needs.display());
        let required = std::env::var("ZENPUKU_OUTSIDE").is_ok_and(|value| value == "required");
        assert!(!required, "{missing}");
        eprintln!("NOTHING TESTED: {missing}");
        return None;
    }
    let output = Command::new(program).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    Some(said)
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
    // Black first gains 2 points; the line is one of those without a loss.
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

#[test]
fn the_evidence_of_reasons_holds_by_rules_that_are_not_ours() {
    let folder = tempfile::TempDir::new().unwrap();
    let rows = std::fs::read_to_string(root().join("testdata/reasons/motifs.jsonl")).unwrap();
    let rows = rows.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let said = rows.filter(|row| row["said"] == true).step_by(8);
    let mut files = vec![root().join("tools/reasons/check.py")];
    for (number, row) in said.enumerate() {
        let mut explain = Command::new(ZENPUKU);
        explain.args(["explain", row["sfen"].as_str().unwrap(), row["move"].as_str().unwrap()]);
        let output = explain.args(["--nodes", "2000", "--proofs", "--json"]).output().unwrap();
        let file = folder.path().join(format!("{number}.json"));
        std::fs::write(&file, output.stdout).unwrap();
        files.push(file);
    }
    assert!(files.len() > 15, "{files:?}");
    let python = tools().join(".venv/bin/python");
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let Some(said) = said_outside(&python, &python, &files) else { return };
    assert!(said.contains("material: ") && said.contains("0 do not hold"), "{said}");
}

/// The checker's output on proofs, and whether they hold; `None`, with a warning, without Python.
fn check_proofs(files: &[PathBuf]) -> Option<(bool, String)> {
    let script = root().join("tools/mate-proof/check.py");
    let Ok(output) = Command::new("python3").arg(script).args(files).output() else {
        let required = std::env::var("ZENPUKU_OUTSIDE").is_ok_and(|value| value == "required");
        assert!(!required, "python3 is not installed");
        eprintln!("NOTHING TESTED: python3 is not installed");
        return None;
    };
    Some((output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned()))
}

#[test]
fn proofs_of_mate_hold_by_rules_that_are_not_ours() {
    let folder = tempfile::TempDir::new().unwrap();
    let data =
        |name: &str| std::fs::read_to_string(root().join("testdata/mate").join(name)).unwrap();
    let generated = data("generated-1-to-11.jsonl");
    let zuko = data("shogi-zuko.jsonl");
    let some = generated.lines().step_by(20).chain(zuko.lines().filter(|l| l.contains("zuko092")));
    let problems: Vec<&str> = some.collect();
    let file = folder.path().join("problems.jsonl");
    std::fs::write(&file, problems.join("\n")).unwrap();
    let proofs = folder.path().join("proofs");
    let mut mate = Command::new(ZENPUKU);
    mate.args(["mate", "--json"]).arg(&file).arg("--proof").arg(&proofs);
    let found = String::from_utf8(mate.output().unwrap().stdout).unwrap();
    let mut files: Vec<PathBuf> =
        proofs.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!((found.lines().count(), files.len()), (problems.len(), problems.len()));
    let Some((holds, said)) = check_proofs(&files) else { return };
    assert!(holds, "{said}");
    for (line, said) in found.lines().zip(said.lines()) {
        let row: Value = serde_json::from_str(line).unwrap();
        let plies = row.get("strict_plies").unwrap_or(&row["plies"]);
        assert!(said.contains(&format!("mate in {plies} holds")), "{row}: {said}");
    }
    // Without its last position, or with a mate stated a ply too late, a proof does not hold.
    let last = files.pop().unwrap();
    let text = std::fs::read_to_string(&last).unwrap();
    let short = text.trim_end().rsplit_once('\n').unwrap().0;
    for spoiled in [short.to_owned(), text.replacen(" 1\n", " 2\n", 1).replace(" 3\n", " 2\n")] {
        std::fs::write(&last, spoiled).unwrap();
        let Some((holds, said)) = check_proofs(std::slice::from_ref(&last)) else { return };
        assert!(!holds && said.contains("does not hold: line"), "{said}");
    }
}
