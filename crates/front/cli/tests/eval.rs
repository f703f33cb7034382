//! `zenpuku eval` from the outside.

use crate::program::{Assert, Command, contains};

const WITHOUT_ROOK: &str = "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn eval(arguments: &[&str]) -> Assert {
    Command::zenpuku().arg("eval").args(arguments).assert()
}

fn json(arguments: &[&str]) -> serde_json::Value {
    let assert = eval(arguments).success();
    serde_json::from_slice(&assert.get_output().stdout).unwrap()
}

#[test]
fn json_keeps_its_contract() {
    for name in
        ["material", "piece-square", "king-distance", "linear", "classic", "nnue", "ensemble"]
    {
        let choice = format!("Evaluation={name}");
        let value = json(&[WITHOUT_ROOK, "--json", "--set", &choice]);
        assert_eq!(value["evaluation"], name);
        let total = value["eval_cp"].as_i64().unwrap();
        // An evaluation learned from even games has hardly seen a side without its rook.
        let least = if name == "classic" { 200 } else { 300 };
        assert!((least..900).contains(&total), "{name}: {total}");
        assert!(value["win_rate"].as_f64().unwrap() > 0.6);
        let parts = value["parts"].as_array().unwrap();
        let sum: i64 = parts.iter().map(|part| part["cp"].as_i64().unwrap()).sum();
        assert_eq!(sum, total);
        assert_eq!(value["others"].as_array().unwrap().len(), 6);
        assert!(value["pieces"].is_null());
    }
}

#[test]
fn pieces_have_their_worth_and_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("board.svg");
    let arguments = ["--json", "--pieces", "--set", "Evaluation=material", "--svg"];
    let value = json(&[&arguments[..], &[picture.to_str().unwrap()]].concat());
    let pieces = value["pieces"].as_array().unwrap();
    assert_eq!(pieces.len(), 40);
    let rooks: Vec<_> = pieces.iter().filter(|p| p["piece"] == "R" || p["piece"] == "r").collect();
    assert_eq!(rooks.len(), 2);
    assert!(rooks[0]["cp"].as_i64() > Some(400) && rooks[0]["cp"] == rooks[1]["cp"]);
    let svg = std::fs::read_to_string(picture).unwrap();
    assert!(
        svg.starts_with("<svg")
            && svg.ends_with("</svg>\n")
            && svg.matches("href=\"#歩\"").count() == 18
    );
}

#[test]
fn text_names_every_evaluation() {
    eval(&[]).success().stdout(contains("king-distance").and(contains("classic")));
    eval(&["--pieces"]).success().stdout(contains("5i"));
}

#[test]
fn mistakes_are_named() {
    eval(&["9/9 b - 1"]).code(2).stderr(contains("SFEN board: 2 ranks"));
    eval(&["--set", "ClassicWithout=kpp"]).code(2).stderr(contains("kpp"));
    eval(&["--set", "EvalFile=no such file"]).code(1).stderr(contains("no such file"));
}
