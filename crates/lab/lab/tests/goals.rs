//! The experiments of the goals paper, in their quick form.

use std::fs;

use zenpuku_lab::{Findings, RunOptions, Session, find};

fn run(name: &str, options: &RunOptions) -> Findings {
    find(name).unwrap().run(options, &mut Session::silent()).unwrap()
}

fn quick() -> RunOptions {
    RunOptions { quick: true, ..RunOptions::default() }
}

fn number(findings: &Findings, row: usize, column: usize) -> f64 {
    findings.ours[0].rows()[row][column].text().unwrap().parse().unwrap()
}

#[test]
fn a_match_counts_every_game_and_repeats() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("starts.sfen");
    fs::write(&file, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n").unwrap();
    let options = RunOptions { data: Some(file), ..quick() };
    let findings = run("goals-match", &options);
    let games = |row| (2..5).map(|column| number(&findings, row, column)).sum::<f64>();
    assert!((0..6).all(|row| games(row) == 2.0));
    assert_eq!(findings.rows[0].rows().len(), 12);
    let again = run("goals-match", &options);
    let nodes = |findings: &Findings| [9, 10].map(|column| number(findings, 0, column));
    assert_eq!(nodes(&findings), nodes(&again));
    assert_eq!(findings.paper[0].rows().len(), 3);
}

#[test]
fn a_start_line_that_is_none_is_named() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("starts.sfen");
    fs::write(&file, "startpos moves 7g7f 3c3d\n\nstartpos moves 7g7f 7g7f\n").unwrap();
    let options = RunOptions { data: Some(file), ..quick() };
    let error = find("goals-match").unwrap().run(&options, &mut Session::silent()).unwrap_err();
    assert!(
        error.to_string().ends_with("starts.sfen, line 3: move 2 (7g7f) is not legal"),
        "{error}"
    );
}

#[test]
fn problems_are_answered_by_both_programs() {
    let findings = run("goals-problems", &quick());
    assert_eq!(findings.ours[0].rows().len(), 4);
    assert!((0..4).all(|row| number(&findings, row, 2) <= number(&findings, row, 3)));
}

#[test]
fn castles_are_compared_with_labels() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("games.jsonl");
    let moves = "5i4h 5a6b 4h3h 6b7b 3h2h 7b8b 3i3h 7a7b";
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    // The rook is in the way: the king cannot pass it, so it begins on the other side.
    let sfen = sfen.replace("1B5R1", "1B1R5").replace("1r5b1", "5r1b1");
    let line = |labels: &str| {
        format!("{{\"sfen\":\"{sfen}\",\"moves\":\"{moves}\",\"labels\":{{{labels}}}}}\n")
    };
    let both = "\"先手の囲い\":\"片美濃囲い\",\"後手の囲い\":\"居玉\"";
    fs::write(&file, line(both) + &line("")).unwrap();
    let findings = run("goals-castles", &RunOptions { data: Some(file.clone()), ..quick() });
    let row = findings.ours[0].rows().iter().find(|row| row[0].text().unwrap() == "片美濃囲い");
    let counts: Vec<_> = row.unwrap()[1..4].iter().map(|cell| cell.text().unwrap()).collect();
    assert_eq!(counts, ["1", "2", "1"]);
    assert_eq!(findings.ours[1].rows().len(), 1, "White's castle has no label");
    fs::write(&file, "no game\n").unwrap();
    let broken = RunOptions { data: Some(file), ..quick() };
    let error = find("goals-castles").unwrap().run(&broken, &mut Session::silent()).unwrap_err();
    assert!(error.to_string().contains("line 1"), "{error}");
    let without = find("goals-castles").unwrap().run(&quick(), &mut Session::silent());
    assert!(without.unwrap_err().to_string().contains("--data"));
}

#[test]
fn openings_are_compared_with_labels() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("games.jsonl");
    let line = |label: &str| {
        let moves = "7g7f 3c3d 2h6h 8c8d";
        let labels = format!("{{\"後手の戦型\":\"力戦\",\"先手の戦型\":\"{label}\"}}");
        format!("{{\"sfen\":\"startpos\",\"moves\":\"{moves}\",\"labels\":{labels}}}\n")
    };
    fs::write(&file, line("四間飛車, 相振り飛車") + &line("右四間飛車")).unwrap();
    let findings = run("goals-openings", &RunOptions { data: Some(file), ..quick() });
    let counts = |row: usize| [1, 2, 3].map(|column| number(&findings, row, column));
    assert_eq!((counts(0), counts(4)), ([1.0, 2.0, 1.0], [1.0, 0.0, 0.0]));
    assert_eq!(findings.ours[1].rows().len(), 2);
}

#[test]
fn the_cost_of_explanation_is_measured() {
    let findings = run("goals-cost", &quick());
    assert!(number(&findings, 0, 1) > 0.0 && number(&findings, 2, 1) > 0.0);
}

#[test]
fn consistency_and_ablation_run() {
    let findings = run("goals-consistency", &quick());
    assert!(number(&findings, 0, 1) > 0.0 && number(&findings, 0, 4) <= 1.0);
    let findings = run("goals-ablation", &quick());
    assert!(findings.ours[0].rows().len() > 6);
}
