//! `zenpuku mate` over many problems: folders, results that are kept, replays and records.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::program::{Assert, Command, contains};

const ONE: &str = "8k/9/8P/8L/9/9/9/9/9 b 2r2b4g4s4n3l17p 1";
const THREE: &str = "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1";
const FIVE: &str = "3Sk4/1P7/2R1s4/9/9/9/9/9/9 b r2b4g2s4n4l17p 1";
const NONE: &str = "4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1";
/// Undecided for a long time.
const HARD: &str = "9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1";
/// Mate in 611: problem 100 of Shogi Zuko (1755).
const LONG: &str =
    "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
/// ONE as a diagram with the rest in the defender's hand, and a solution.
const BOD: &str = "後手の持駒：残り全部\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n\
    +---------------------------+\n\
    | ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ 歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ 香|四\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n";
const CSA: &str = "V2.2\nP1 *  *  *  *  *  *  *  * -OU\nP2 *  *  *  *  *  *  *  *  * \n\
    P3 *  *  *  *  *  *  *  * +FU\nP4 *  *  *  *  *  *  *  * +KY\n\
    P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n\
    P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \n\
    P9 *  *  *  *  *  *  *  *  * \nP-00AL\n+\n";

fn mate(arguments: &[&str]) -> Assert {
    Command::zenpuku().arg("mate").args(arguments).assert()
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn printed(assert: &Assert) -> Vec<Value> {
    rows(std::str::from_utf8(&assert.get_output().stdout).unwrap())
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_folder_stands_for_its_problems_of_all_formats() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::write(folder.path().join("a.bod"), BOD).unwrap();
    fs::write(folder.path().join("b.csa"), CSA).unwrap();
    fs::write(folder.path().join("c.kif"), format!("{BOD}1 １二歩成(13)\n2 詰み\n")).unwrap();
    let row = json!({"id": "x", "sfen": THREE, "mate": 5}).to_string();
    fs::write(folder.path().join("sub/d.jsonl"), row).unwrap();
    fs::write(folder.path().join("notes.md"), "no problem").unwrap();
    fs::write(folder.path().join("e.kif"), "").unwrap();
    let found = mate(&[folder.path().to_str().unwrap(), "--json"])
        .code(1)
        .stderr(contains("e.kif: "))
        .stderr(contains(
            "4 mates, 0 without, 0 undecided, 1 errors; 0 as stated, 1 shorter, 0 longer",
        ));
    let found = printed(&found);
    let plies: Vec<_> = found.iter().map(|row| row["plies"].as_u64().unwrap()).collect();
    assert_eq!(plies, [1, 1, 1, 3]);
    assert!(found[..3].iter().all(|row| row["sfen"] == ONE));
    assert_eq!(found[3]["stated"], 5);
}

#[test]
fn a_run_that_was_broken_off_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let problems = path(folder.path(), "problems.sfen");
    let results = path(folder.path(), "results.jsonl");
    let arguments = [&problems, "--json", "-n", "30000", "--results", &results];
    fs::write(&problems, format!("{THREE}\n{LONG}\n")).unwrap();
    assert_eq!(printed(&mate(&arguments).success()).len(), 2);
    // The machine stopped while a line was being written.
    let mut text = fs::read_to_string(&results).unwrap();
    text.push_str("{\"result\":\"ma");
    fs::write(&results, text).unwrap();
    fs::write(&problems, format!("{THREE}\n{LONG}\n{NONE}\n{FIVE}\n")).unwrap();
    let again = mate(&arguments)
        .success()
        .stderr(contains("2 mates, 1 without, 1 undecided; 2 from the file of results"));
    let names: Vec<_> = printed(&again).iter().map(|row| row["result"].clone()).collect();
    assert_eq!(names, ["nomate", "mate"]);
    assert_eq!(rows(&fs::read_to_string(&results).unwrap()).len(), 4);
    // Only the undecided one is tried again.
    let retried = mate(&[&arguments[..], &["--retry"]].concat()).success();
    let retried = printed(&retried);
    assert_eq!((retried.len(), &retried[0]["result"]), (1, &"unknown".into()));
    mate(&[THREE, "--retry"]).code(2);
    mate(&[THREE, "--results", &problems]).code(1).stderr(contains("problems.sfen:1: no result"));
}

#[test]
fn undecided_problems_have_bounds() {
    let found = printed(&mate(&[LONG, "-n", "40000", "--json"]).success());
    assert!(found[0]["no_mate_within"].as_u64() >= Some(1), "{}", found[0]);
    assert!(found[0]["proof_number"].as_u64() >= Some(1), "{}", found[0]);
    assert!(found[0]["disproof_number"].as_u64() >= Some(1), "{}", found[0]);
    mate(&[LONG, "-n", "40000"]).success().stdout(contains(", proof number "));
    let found = printed(&mate(&[THREE, "--json"]).success());
    assert!(found[0].get("no_mate_within").is_none() && found[0].get("proof_number").is_none());
}

#[test]
fn every_claim_is_replayed_over_all_defences() {
    mate(&[FIVE, "--verify"])
        .success()
        .stdout(contains("replayed: ").and(contains(" defences in ")));
    mate(&[NONE, "--verify"]).success().stdout(contains(" checks in "));
    let found = printed(&mate(&[FIVE, "--verify", "--json"]).success());
    let count = |what: &str| found[0]["replayed"][what].as_u64().unwrap();
    // Every position but the first comes after a defence.
    assert!(count("moves") + 1 >= count("positions") && count("positions") > 1);
    mate(&[HARD, "-n", "2000", "--verify"]).success().stdout(contains("not decided"));
}

#[test]
fn mates_are_written_as_records_with_all_defences() {
    let folder = tempfile::tempdir().unwrap();
    let one = path(folder.path(), "five.kifu");
    mate(&[FIVE, "--kif", &one]).success();
    let text = fs::read_to_string(&one).unwrap();
    assert!(text.contains("   1 ５三飛成(73)") && text.contains("   6 詰み"), "{text}");
    assert!(text.contains("変化：2手") && text.contains("*あと"), "{text}");
    // It is a record that is read without faults, and its start is the problem again.
    mate(&[&one]).success().stdout(contains("mate in 5"));
    mate(&[FIVE, "--kif", "-"]).success().stdout(text);
    let problems = path(folder.path(), "problems.jsonl");
    let row = |id: &str, sfen: &str| json!({"id": id, "sfen": sfen}).to_string();
    fs::write(&problems, [row("../a", THREE), row("b", NONE), row("c", ONE)].join("\n")).unwrap();
    mate(&[&problems, "--kif", &path(folder.path(), "out")]).success();
    let mut names: Vec<_> = fs::read_dir(folder.path().join("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["00001-a.kifu", "00003-c.kifu"]);
    mate(&[&problems, "--kif", "-"]).code(1).stderr(contains("need a folder"));
}

#[test]
fn a_result_without_its_replay_or_check_is_not_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let results = path(folder.path(), "results.jsonl");
    let run = |more: &[&str]| {
        let arguments = [&[FIVE, "-n", "100000", "--json", "--results", &results], more].concat();
        printed(&mate(&arguments).success())
    };
    assert!(run(&[])[0].get("replayed").is_none());
    assert!(run(&[]).is_empty());
    assert!(run(&["--verify"])[0]["replayed"].is_object());
    assert!(run(&["--verify", "--check"])[0]["check"].is_object());
    assert!(run(&["--verify", "--check"]).is_empty());
}

#[test]
fn a_composition_is_checked() {
    const COOKED: &str = "8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
    let check = |sfen: &str, more: &[&str]| {
        let arguments = [&[sfen, "-n", "100000", "--json", "--check"], more].concat();
        printed(&mate(&arguments).success())[0]["check"].clone()
    };
    let found = check(COOKED, &[]);
    assert_eq!(found["left_over"], "G", "{found}");
    // Meant to be longer than it is.
    let found = check(ONE, &["--length", "3"]);
    assert_eq!(found["sound"], false, "{found}");
    assert_eq!(found["intended"], "meant as mate in 3, it is mate in 1", "{found}");
    assert!(check(ONE, &["--length", "1"]).get("intended").is_none());
    mate(&[ONE, "--check", "-n", "100000"]).success().stdout(contains("composition: "));
    mate(&[ONE, "--length", "1"]).code(2);
}

/// A composer writes the solution down without useless interpositions.
#[test]
fn the_solution_of_a_record_may_leave_out_useless_interpositions() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "rook.kif");
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";
    let board: Vec<String> = [
        ("| ・ ・ ・ ・ ・ ・ ・v香v玉|", '一'),
        (empty, '二'),
        ("| ・ ・ ・ ・ ・ ・ ・ と ・|", '三'),
        (empty, '四'),
        (empty, '五'),
        (empty, '六'),
        (empty, '七'),
        (empty, '八'),
        ("| 飛 ・ ・ ・ ・ ・ ・ ・ ・|", '九'),
    ]
    .map(|(rank, name)| format!("{rank}{name}\n"))
    .into();
    let edge = "+---------------------------+\n";
    let board = board.concat();
    fs::write(
        &file,
        format!(
            "後手の持駒：残り全部\n{edge}{board}{edge}先手の持駒：なし\n1 １九飛(99)\n2 詰み\n"
        ),
    )
    .unwrap();
    let check = |more: &[&str]| {
        let arguments = [&[&file, "--check", "-n", "20000", "--json"], more].concat();
        printed(&mate(&arguments).success())[0].clone()
    };
    let row = check(&[]);
    assert_eq!((&row["plies"], &row["strict_plies"]), (&json!(1), &json!(15)), "{row}");
    assert_eq!(row["check"]["sound"], true, "{row}");
    assert!(row["check"].get("intended").is_none(), "{row}");
    assert_eq!(row["check"]["solution"], json!(["9i1i"]));
    // By the strict count it is another length, and the drops are part of the solution.
    let row = check(&["--strict"]);
    assert_eq!(row["check"]["intended"], "meant as mate in 1, it is mate in 15", "{row}");
}

/// Problem 29 of Shogi Zuko: with so few nodes its length is an upper bound.
#[test]
fn a_mate_sooner_than_meant_is_a_fault_before_the_shortest_is_known() {
    const OPEN: &str = "9/lgsl5/1p7/1k2G4/L1n6/+p8/1+B7/1+R7/3r5 b B3N2g3sl16p 1";
    let check = |length: &str| {
        let arguments = [OPEN, "--check", "--length", length, "-n", "5000", "--json"];
        let row = printed(&mate(&arguments).success())[0].clone();
        assert_eq!((&row["plies"], &row["shortest"]), (&json!(15), &json!(false)), "{row}");
        row["check"].clone()
    };
    let found = check("17");
    assert_eq!(found["sound"], false, "{found}");
    assert_eq!(found["intended"], "meant as mate in 17, one in 15 is there", "{found}");
    for length in ["13", "15"] {
        let found = check(length);
        assert_eq!(found["sound"], Value::Null, "{found}");
        assert_eq!(found["not_checked"], "the mate is not shown to be the shortest", "{found}");
    }
}

#[test]
fn threads_change_neither_answers_nor_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "problems.sfen");
    // Hard ones first, so that others finish before them; an invalid line.
    let lines = [HARD, ONE, "no position", HARD, THREE, FIVE, NONE, HARD, NONE, ONE];
    fs::write(&file, lines.join("\n")).unwrap();
    let run = |threads: &str| {
        let arguments = [&file, "-n", "3000", "--json", "--hash", "4", "--threads", threads];
        let done = mate(&arguments).code(1).stderr(contains("problems.sfen:3: "));
        let mut rows = printed(&done);
        for row in &mut rows {
            row.as_object_mut().unwrap().remove("seconds");
        }
        rows
    };
    let alone = run("1");
    assert_eq!(alone.len(), lines.len() - 1);
    for threads in ["2", "7"] {
        assert_eq!(run(threads), alone);
    }
}

#[test]
fn what_several_threads_have_finished_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (file, results) = (path(folder.path(), "p.sfen"), path(folder.path(), "r.jsonl"));
    fs::write(&file, [ONE, THREE, FIVE, NONE].join("\n")).unwrap();
    let arguments = [&file, "-n", "3000", "--threads", "3", "--results", &results];
    mate(&arguments).success();
    assert_eq!(rows(&fs::read_to_string(&results).unwrap()).len(), 4);
    mate(&arguments).success().stderr(contains("4 from the file of results"));
}

/// Problems with a second solution: `testdata/mate/second-solutions.jsonl`.
#[test]
fn the_check_finds_every_known_second_solution() {
    let file =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/mate/second-solutions.jsonl");
    let problems = rows(&fs::read_to_string(file).unwrap());
    assert_eq!(problems.len(), 50);
    let done = mate(&[file, "--check", "--json", "-n", "2000", "--hash", "16", "--threads", "2"]);
    let found = printed(&done.success());
    assert_eq!(found.len(), problems.len());
    for (problem, row) in problems.iter().zip(&found) {
        assert_eq!(row["check"]["sound"], json!(false), "{row}");
        let second = &problem["second"];
        let told = row["check"]["seconds"].as_array().unwrap();
        let same = |other: &Value| ["ply", "move"].iter().all(|key| other[key] == second[key]);
        assert!(told.iter().any(same), "{problem}: {told:?}");
    }
}

/// Old problems whose diagrams have mates sooner than the collection lists.
#[test]
fn the_check_finds_the_sooner_mates_of_old_problems() {
    let file =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/mate/sooner-than-listed.jsonl");
    let found = printed(&mate(&[file, "--check", "--verify", "--json", "-n", "100000"]).success());
    let problems: Vec<_> = found.iter().map(|row| (row["id"].as_str(), &row["check"])).collect();
    let names = ["zuko027", "zuko032", "zuko066", "zuko082"];
    assert_eq!(problems.iter().filter_map(|row| row.0).collect::<Vec<_>>(), names);
    for (row, (_, check)) in found.iter().zip(&problems) {
        assert!(row["plies"].as_u64() < row["stated"].as_u64(), "{row}");
        assert_eq!(check["sound"], false, "{row}");
        assert!(check["intended"].as_str().unwrap().starts_with("meant as mate in "), "{row}");
    }
}
