//! Problems with known answers.

use serde_json::Value;
use std::path::PathBuf;
use zenpuku_core::Limits;
use zenpuku_shogi::{Position, Setup, SetupRules};
use zenpuku_shogi_mate::{MateSolver, Verdict, mates_in_one};

fn problems(name: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/mate").join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn position(problem: &Value) -> Position {
    let setup = Setup::from_sfen(problem["sfen"].as_str().unwrap()).unwrap();
    setup.position(SetupRules::Mate).unwrap()
}

/// Solved in the stated number of plies, with a line of that length and a proof that holds.
fn solve(problem: &Value, plies: u64, nodes: u64) {
    let start = position(problem);
    let report = MateSolver::new(16).solve(&start, &Limits::with_nodes(nodes)).unwrap();
    assert_eq!(report.verdict, Verdict::Mate, "{problem}");
    assert_eq!(u64::from(report.plies.unwrap()), plies, "{problem}");
    assert!(report.shortest && report.verified, "{problem}");
    assert_eq!(report.line.len() as u64, plies, "{problem}");
    assert_eq!(u64::from(report.no_mate_within), plies.saturating_sub(2));
    let mut played = start.clone();
    for (index, &mv) in report.line.iter().enumerate() {
        assert_eq!(played.illegality(mv), None);
        played.do_move(mv);
        assert!(index % 2 == 1 || played.in_check());
    }
    assert!(played.is_mated());
    assert_eq!(report.proof.unwrap().verify(&start), Ok(report.plies.unwrap()));
}

#[test]
fn composed_mates_of_one_to_eleven_plies() {
    let problems = problems("generated-1-to-11.jsonl");
    assert_eq!(problems.len(), 240);
    for problem in problems {
        solve(&problem, problem["mate"].as_u64().unwrap(), 500_000);
    }
}

#[test]
fn problems_of_shogi_zuko() {
    for problem in problems("shogi-zuko.jsonl") {
        solve(&problem, problem["plies"].as_u64().unwrap(), 1_000_000);
    }
}

#[test]
fn mates_in_one_are_found_and_others_are_not_invented() {
    for problem in problems("mate-in-1.jsonl") {
        let mut position = position(&problem);
        let mates = mates_in_one(&position);
        assert!(position.mate_in_one().is_some_and(|mv| mates.contains(&mv)), "{problem}");
        solve(&problem, 1, 10);
    }
    for problem in problems("no-mate-in-1.jsonl") {
        let mut position = position(&problem);
        assert_eq!(position.mate_in_one(), None, "{problem}");
        assert_eq!(mates_in_one(&position), [], "{problem}");
    }
}

#[test]
fn most_positions_without_mate_in_one_are_refuted_by_a_proof() {
    let problems = problems("no-mate-in-1.jsonl");
    let mut refuted = 0;
    for problem in &problems {
        let start = position(problem);
        let report = MateSolver::new(16).solve(&start, &Limits::with_nodes(20_000)).unwrap();
        match report.verdict {
            Verdict::NoMate => {
                refuted += 1;
                assert!(report.verified, "{problem}");
                assert!(report.refutation.unwrap().verify(&start).is_ok());
                assert_eq!((report.plies, report.line.len()), (None, 0));
            }
            Verdict::Mate => assert!(report.plies > Some(1) && report.verified, "{problem}"),
            Verdict::Unknown => assert!(report.stopped.is_some(), "{problem}"),
        }
    }
    assert!(refuted * 10 >= problems.len() * 8, "{refuted} of {}", problems.len());
}

/// The search for a refutation alone does not end here.
#[test]
fn what_the_proof_number_search_refutes_is_answered_and_verified() {
    let sfen = "7nl/7k1/6ppp/9/9/9/9/9/9 b RGSr2b3g3s3n3l15p 1";
    let start = Setup::from_sfen(sfen).unwrap().position(SetupRules::Mate).unwrap();
    let report = MateSolver::new(64).solve(&start, &Limits::with_nodes(2_000_000)).unwrap();
    assert_eq!(report.verdict, Verdict::NoMate);
    assert!(report.verified);
    assert!(report.refutation.unwrap().verify(&start).is_ok());
}
