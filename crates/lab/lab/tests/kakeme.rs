//! `lab kakeme-*`: the exact facts, the shape of the tables, stopping.

use zenpuku_lab::{Cell, Findings, LabError, RunOptions, Session, find};

fn run(name: &str) -> Findings {
    let options = RunOptions { quick: true, ..RunOptions::default() };
    find(name).unwrap().run(&options, &mut Session::silent()).unwrap()
}

#[test]
fn every_sum_is_solved() {
    let findings = run("kakeme-mathgo");
    assert!(findings.all_hold(), "{:?}", findings.checks);
    assert_eq!(findings.ours[0].rows().len(), 24);
    assert_eq!(findings.paper[0].rows().len(), 7);
}

#[test]
fn the_exact_pruning_keeps_every_score() {
    let findings = run("kakeme-effect");
    assert!(findings.all_hold(), "{:?}", findings.checks);
    assert!(findings.checks.len() >= 3, "{} compared", findings.checks.len());
    assert_eq!(findings.ours[0].rows().len(), 12);
    // Every room of the ladder touches both colours: without defenders there
    // the extension does not change K.
    for row in findings.ours[2].rows() {
        assert_eq!(row[1], row[3], "{row:?}");
    }
}

#[test]
fn stopping_stops() {
    let options = RunOptions { quick: true, ..RunOptions::default() };
    options.stop.stop();
    let ended = find("kakeme-methods").unwrap().run(&options, &mut Session::silent());
    assert!(matches!(ended, Err(LabError::Stopped(_))));
}

/// The paper's rules are not exact: the program ends where the exact search may not, and may be wrong.
#[test]
fn the_papers_program_is_told_apart_from_the_exact_solution() {
    let findings = run("kakeme-book");
    assert!(findings.all_hold(), "{:?}", findings.checks);
    assert_eq!(findings.paper[0].rows().len(), 7);
    let [scores, counts, .., one_color] = &findings.ours[..] else { panic!("tables") };
    assert_eq!(scores.rows().len(), 12);
    // Wide areas are excluded: otherwise no search ends there.
    for row in &scores.rows()[10..] {
        assert!(row[3] == Cell::Absent && row[4] != Cell::Absent, "{row:?}");
    }
    assert_eq!(counts.rows().len(), 4);
    // `sum08`: a point too many where regions of both colours have defenders, the proved score where they have none.
    let [proved, both] = [&scores.rows()[7][2], &scores.rows()[7][3]];
    assert_eq!((proved, both), (&Cell::from(-1), &Cell::from(-2)));
    assert_eq!(&one_color.rows()[7][2], proved);
}
