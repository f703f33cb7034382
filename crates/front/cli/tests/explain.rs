//! `zenpuku explain` from the outside.

use crate::program::{Assert, Command, contains};

/// White's bishop takes Black's if it goes to 44.
const BISHOP: &str = "lnsgkgsnl/1r5b1/p1pppp1pp/1p4p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 5";
const MATE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";

fn explain(arguments: &[&str]) -> Assert {
    let mut command = Command::zenpuku();
    command.args(["explain", "--nodes", "5000", "--hash", "16"]).args(arguments).assert()
}

#[test]
fn a_blunder_has_its_refutation_in_both_languages() {
    let assert = explain(&[BISHOP, "8h4d"]).success();
    assert.stdout(contains("for nothing").or(contains("exchange")).and(contains("☖Bx44")));
    let assert = explain(&[BISHOP, "8h4d", "--lang", "ja"]).success();
    assert.stdout(contains("同角").and(contains("４四の角")));
}

#[test]
fn json_has_claims_with_lines() {
    let assert = explain(&[BISHOP, "8h4d", "--json"]).success();
    let report: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    let reason = &report["reasons"][0];
    assert_eq!(reason["role"], "allowed");
    assert_eq!(reason["proof"]["form"], "material");
    assert_eq!(reason["line"][0], "8h4d");
    assert!(report["played"]["loss"].as_f64().unwrap() > 0.2);
    let again = explain(&[BISHOP, "8h4d", "--json"]).success();
    assert_eq!(assert.get_output().stdout, again.get_output().stdout, "same nodes, same text");
}

#[test]
fn the_best_move_is_explained_without_another() {
    explain(&[MATE]).success().stdout(contains("☗G*52 mates with a gold at the head of the king."));
    explain(&[MATE, "--json", "--proofs"]).success().stdout(contains("# proof of mate"));
}

#[test]
fn bad_input_is_named() {
    let refused = |arguments: &[&str], words: &str| {
        explain(arguments).code(2).stderr(contains(words));
    };
    refused(&["4k4/9/9 b - 1"], "SFEN");
    refused(&[BISHOP, "7g7f"], "MOVE 7g7f");
    refused(&[BISHOP, "nonsense"], "MOVE nonsense");
    refused(&["4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"], "mated");
    refused(&["9/9/9/9/9/9/9/9/4K4 b R 1"], "king");
}

#[test]
fn a_mistake_that_left_the_book_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("own.db");
    let best = explain(&[BISHOP, "--json"]).success();
    let report: serde_json::Value = serde_json::from_slice(&best.get_output().stdout).unwrap();
    let best = report["best"]["move"].as_str().unwrap();
    std::fs::write(&book, format!("#YANEURAOU-DB2016 1.00\nsfen {BISHOP}\n{best} none 0 0 1\n"))
        .unwrap();
    let path = book.to_str().unwrap();
    let assert = explain(&[BISHOP, "8h4d", "--book", path]).success();
    assert.stdout(contains("would have followed the opening book"));
    let missing = folder.path().join("none.db");
    explain(&[BISHOP, "8h4d", "--book", missing.to_str().unwrap()])
        .failure()
        .stderr(contains("none.db"));
}
