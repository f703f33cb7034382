//! `zenpuku match` from the command line.

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty};

fn play(a: &str, b: &str) -> assert_cmd::assert::Assert {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("zenpuku");
    command.args(["match", "--a", a, "--b", b, "--nodes", "50", "--games", "2"]).assert()
}

#[test]
fn a_side_whose_probcut_is_off_is_named() {
    let named = contains("--a: ProbCut is off").and(contains("material"));
    play("Evaluation=material", "").success().stderr(named);
    play("Evaluation=material ProbCut=off", "ProbCut=off").success().stderr(is_empty());
}

#[test]
fn mistakes_are_named_before_a_game_is_played() {
    play("", "EvalFile=none.nnue").code(1).stderr(contains("--b").and(contains("none.nnue")));
    play("NoOption=1", "").code(2).stderr(contains("NoOption"));
    play("ProbCut", "").code(2).stderr(contains("NAME=VALUE"));
}
