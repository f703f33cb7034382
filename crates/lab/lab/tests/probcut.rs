//! `lab probcut-*`: the papers' tables next to ours, their shape, reproducibility, stopping.

use crate::shared::quick_run;
use zenpuku_lab::{Findings, LabError, RunOptions, Session, find};

const NAMES: [&str; 4] =
    ["probcut-regression", "probcut-transform", "probcut-percentile", "probcut-reduction"];

fn quick() -> RunOptions {
    RunOptions { quick: true, ..RunOptions::default() }
}

fn run(name: &str, options: &RunOptions) -> Findings {
    find(name).unwrap().run(options, &mut Session::silent()).unwrap()
}

#[test]
fn every_table_of_the_paper_stands_beside_ours() {
    for (name, rows, plots) in
        [(NAMES[0], 6, 12), (NAMES[1], 4, 1), (NAMES[2], 2, 1), (NAMES[3], 1, 2)]
    {
        let findings = quick_run(name);
        assert_eq!(findings.ours[0].rows().len(), rows, "{name}");
        assert_eq!(findings.plots.len(), plots, "{name}");
        assert_eq!(findings.paper.len(), 1, "{name}");
        assert!(findings.ours[0].title().starts_with("Table"), "{name}");
    }
}

#[test]
fn equal_seeds_give_equal_tables_and_other_games_others() {
    let csv = |options: &RunOptions| run(NAMES[1], options).ours[0].to_csv();
    let first = quick_run(NAMES[1]).ours[0].to_csv();
    assert_eq!(first, csv(&quick()));
    assert_ne!(first, csv(&RunOptions { seed: 2, ..quick() }));
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.sfen");
    std::fs::write(&games, "startpos moves 7g7f 3c3d").unwrap();
    let options = RunOptions { data: Some(games), ..quick() };
    let error = find(NAMES[1]).unwrap().run(&options, &mut Session::silent()).unwrap_err();
    assert!(error.to_string().contains("plies 10 to 61"), "{error}");
}

#[test]
fn stopping_stops() {
    for name in NAMES {
        let options = quick();
        options.stop.stop();
        let ended = find(name).unwrap().run(&options, &mut Session::silent());
        assert!(matches!(ended, Err(LabError::Stopped(_))), "{name}");
    }
}

/// The paper's sigma and R2 imply the spread of its values: 709 to 737
/// centipawns in every row of its table 1.
#[test]
fn intervals_and_the_papers_spread_stand_in_the_tables() {
    let regression = quick_run(NAMES[0]);
    let spreads = regression.ours[0].rows().iter().map(|row| row[11].text().unwrap());
    let spreads: Vec<u32> = spreads.map(|text| text.parse().unwrap()).collect();
    assert_eq!((spreads.iter().min(), spreads.iter().max()), (Some(&709), Some(&737)));
    let transform = quick_run(NAMES[1]);
    let changes = &transform.ours[1];
    assert_eq!(changes.rows().len(), 20, "each pair with each c");
    for row in regression.ours[0]
        .rows()
        .iter()
        .map(|row| &row[9])
        .chain(changes.rows().iter().map(|row| &row[5]))
    {
        assert!(row.text().unwrap().contains(" to "), "{row:?}");
    }
}
