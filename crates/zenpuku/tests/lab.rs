//! `zenpuku lab` from the outside.

use assert_cmd::Command;
use predicates::str::contains;

fn lab(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("zenpuku").unwrap().arg("lab").args(arguments).assert()
}

#[test]
fn the_tree_experiment_proves_the_papers_facts() {
    let folder = tempfile::TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let assert = lab(&["tree", "--quick", "--json", "--out", out]).success();
    let report: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    for key in ["name", "paper", "ours", "commit", "seed", "options", "seconds"] {
        assert!(report.get(key).is_some(), "the contract has {key}");
    }
    let checks = report["checks"].as_array().unwrap();
    assert!(checks.len() > 5 && checks.iter().all(|check| check["holds"] == true));
    let files = std::fs::read_dir(folder.path()).unwrap();
    let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    assert!(names.iter().any(|name| name.to_string_lossy().ends_with(".svg")), "{names:?}");
    assert!(names.iter().any(|name| name == "tree.json"), "{names:?}");
}

#[test]
fn the_techniques_are_written_as_a_page() {
    let folder = tempfile::TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    lab(&["techniques", "--quick", "--matches", out, "--out", out]).success();
    let page = std::fs::read_to_string(folder.path().join("techniques.md")).unwrap();
    assert!(page.starts_with("# Techniques\n") && page.contains("| `NullMovePruning` |"));
    lab(&["futility", "--quick", "--movetime", "0"]).code(2);
}

#[test]
fn experiments_are_listed_and_unknown_ones_are_bad_usage() {
    lab(&["--list"]).success().stdout(contains("tree"));
    lab(&["tree", "two"]).code(2).stderr(contains("no experiment `tree-two`"));
    lab(&["three"]).code(2).stderr(contains("there are: tree"));
    lab(&[]).code(2);
}
