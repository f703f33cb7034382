//! `zenpuku perft` from the outside.

use crate::program::{Assert, Command, contains};

fn perft(arguments: &[&str]) -> Assert {
    Command::zenpuku().arg("perft").args(arguments).assert()
}

#[test]
fn json_keeps_its_contract() {
    let assert = perft(&["--depth", "3", "--json"]).success();
    let value: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!((&value["depth"], &value["nodes"]), (&3.into(), &25470.into()));
    assert!(value["seconds"].is_number() && value["nps"].is_number());
}

#[test]
fn plain_threads_and_divide_count_the_same() {
    for way in [&["--plain"][..], &["--threads", "3"], &["--divide"]] {
        let mut arguments = vec!["--depth", "3"];
        arguments.extend(way);
        perft(&arguments).success().stdout(contains("depth 3: 25470 nodes"));
    }
}

#[test]
fn bad_positions_are_bad_usage() {
    perft(&["--sfen", "9/9 b - 1"]).code(2).stderr(contains("--sfen: SFEN board: 2 ranks"));
    perft(&["--depth", "99"]).code(2).stderr(contains("99"));
}
