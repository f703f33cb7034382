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
    play("Evaluation=material ProbCut=on", "").success().stderr(named);
    play("Evaluation=material", "").success().stderr(is_empty());
}

#[test]
fn mistakes_are_named_before_a_game_is_played() {
    play("", "EvalFile=none.nnue").code(1).stderr(contains("--b").and(contains("none.nnue")));
    play("NoOption=1", "").code(2).stderr(contains("NoOption"));
    play("ProbCut", "").code(2).stderr(contains("NAME=VALUE"));
}

#[test]
fn saved_games_count_only_for_what_played_them() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("games.jsonl");
    let resume = |a: &str| {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("zenpuku");
        command.args(["match", "--a", a, "--nodes", "50", "--b-nodes", "60", "--games", "2"]);
        command.arg("--json").arg("--save").arg(&file).assert()
    };
    resume("ProbCut=off").success().stdout(contains("\"b_time\":{\"nodes\":60}"));
    let before = std::fs::read(&file).unwrap();
    resume("ProbCut=off").success().stdout(contains("\"games\":2"));
    let named = contains("games.jsonl").and(contains("a.plays.evaluation"));
    resume("ProbCut=off Evaluation=material").code(1).stderr(named);
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn a_profile_file_is_a_configuration() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("tuned.txt");
    std::fs::write(&file, "LmrMinDepth=4\n").unwrap();
    let a = format!("@{}", file.display());
    play(&a, "").success().stderr(is_empty());
    std::fs::write(&file, "\nLmrMinDept=4\n").unwrap();
    play(&a, "").code(2).stderr(contains("tuned.txt, line 2").and(contains("LmrMinDepth")));
}

#[test]
fn a_tuning_resumes_and_gives_the_same_whatever_the_threads() {
    let folder = tempfile::TempDir::new().unwrap();
    let tune = |name: &str, more: &[&str]| {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("zenpuku");
        command.args(["tune", "--rows", "LmrBase,AspirationHalfWidth", "--games", "8"]);
        command.args(["--nodes", "40", "--batch", "2", "--max-plies", "40"]);
        command.args(more).arg("--out").arg(folder.path().join(name)).assert()
    };
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    tune("one", &["--json"]).success().stdout(contains("\"finished\":true"));
    // What an interrupted run leaves behind: some pairs, the last line cut off.
    let journal = read("one/journal.jsonl");
    let kept: String = journal.lines().take(3).map(|line| format!("{line}\n")).collect();
    std::fs::create_dir(folder.path().join("two")).unwrap();
    std::fs::write(folder.path().join("two/journal.jsonl"), kept + "{\"pa").unwrap();
    tune("two", &["--concurrency", "2"]).success().stdout(contains("LmrBase"));
    assert_eq!(read("one/profile.txt"), read("two/profile.txt"));
    assert_eq!(read("one/tune.csv"), read("two/tune.csv"));
    assert!(read("two/LmrBase.svg").contains("<svg"));
    let profile = format!("@{}", folder.path().join("one/profile.txt").display());
    play(&profile, "").success();
    tune("two", &["--seed", "2"]).code(1).stderr(contains("another tuning"));
    tune("three", &["--gain", "0"]).code(2);
}
