//! `zenpuku go status` and `review` with a second opinion: our own program takes the part of the other.

use std::path::PathBuf;

use serde_json::Value;

use crate::go::{data, go, json};
use crate::program::contains;

/// A finished game.
fn finished() -> PathBuf {
    data("finished.sgf")
}

#[test]
fn another_program_gives_a_second_opinion() {
    // Ours, as any other that speaks GTP.
    let engine = format!("\"{}\" gtp", env!("CARGO_BIN_EXE_zenpuku"));
    let finished = finished();
    let finished = finished.to_str().unwrap();
    let second = |more: &[&str]| {
        let all = [&["status", finished, "--json", "--engine", &engine], more].concat();
        json(&go(&all).success())["second"].clone()
    };
    let value = second(&[]);
    assert!(value["engine"].as_str().unwrap().starts_with("Zenpuku"), "{value}");
    assert_eq!((&value["result"], &value["dead"]), (&"W+15.5".into(), &serde_json::json!(["B5"])));
    assert_eq!(
        (&value["moves"], &value["differences"]),
        (&Value::from([(); 0]), &Value::from([(); 0]))
    );
    let value = second(&["--before", "4"]);
    let moves = value["moves"].as_array().unwrap();
    assert_eq!(
        (moves[moves.len() - 2].as_str(), moves[moves.len() - 1].as_str()),
        (Some("pass"), Some("pass"))
    );
}

#[test]
fn our_answer_does_not_need_the_second_opinion() {
    let finished = finished();
    let finished = finished.to_str().unwrap();
    let with = |engine: &str, more: &[&str]| {
        go(&[&["status", finished, "--engine", engine], more].concat())
    };
    with("/nowhere/gnugo", &[])
        .code(1)
        .stdout(contains("Score: W+15.5"))
        .stderr(contains("no second opinion: /nowhere/gnugo"));
    // It speaks another protocol, and is late.
    let usi = format!("\"{}\" usi", env!("CARGO_BIN_EXE_zenpuku"));
    with(&usi, &["--engine-time", "0.5"])
        .code(1)
        .stdout(contains("Score: W+15.5"))
        .stderr(contains("did not answer `name` in its time"));
    with("'unclosed", &[]).code(2).stderr(contains("the end of a quote"));
}

#[test]
fn a_review_weighs_likely_losses_with_a_second_opinion() {
    let engine = format!("\"{}\" gtp", env!("CARGO_BIN_EXE_zenpuku"));
    let finished = finished();
    let review = |more: &[&str]| {
        let all =
            [&["review", finished.to_str().unwrap(), "--time", "0.2", "--json"], more].concat();
        json(&go(&all).success())
    };
    for one in review(&["--engine", &engine])["moves"].as_array().unwrap() {
        let (basis, lost) = (&one["basis"], one["loss"].as_i64().unwrap_or(0) > 0);
        assert!(!(lost && basis == "likely"), "{one}");
    }
}
