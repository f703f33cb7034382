//! `lab pruning-errors`: exact values, tables that follow from the rows.

use std::collections::BTreeMap;
use std::path::PathBuf;

use zenpuku_lab::{Cell, Table};

use crate::shared::quick_run;

fn column(table: &Table, name: &str) -> usize {
    let place = table.columns().iter().position(|column| column == name);
    place.unwrap_or_else(|| panic!("{}: no column {name}", table.title()))
}

fn number(cell: &Cell) -> i64 {
    cell.text().unwrap().parse().unwrap()
}

/// World, pruning and depth.
fn head(row: &[Cell]) -> Vec<String> {
    row[..3].iter().filter_map(Cell::text).collect()
}

#[test]
fn go_endgames_have_the_value_of_the_sum_of_games() {
    let findings = quick_run("pruning-errors");
    assert!(!findings.checks.is_empty());
    for check in &findings.checks {
        assert!(check.holds(), "{}: {} stated, {} found", check.fact, check.stated, check.found);
    }
}

#[test]
fn the_tables_are_the_sums_of_the_rows() {
    let findings = quick_run("pruning-errors");
    let rows = &findings.rows[0];
    let [judged, cuts, wrong, proved, in_truth] =
        ["judged", "cuts", "differs from full search", "proved", "truly wrong"]
            .map(|name| column(rows, name));
    let mut sums: BTreeMap<Vec<String>, [i64; 2]> = BTreeMap::new();
    for row in rows.rows() {
        let of = |place: usize| number(&row[place]);
        assert!(of(wrong) <= of(judged) && of(judged) <= of(cuts), "{row:?}");
        assert!(of(in_truth) <= of(proved) && of(proved) <= of(judged), "{row:?}");
        let key = head(row);
        let sum = sums.entry(key).or_default();
        sum[0] += of(cuts);
        sum[1] += of(judged);
    }
    let table = findings.ours.iter().find(|table| table.title() == "Wrong cuts").unwrap();
    let places = ["cuts", "judged"].map(|name| column(table, name));
    let mut worlds: Vec<String> = Vec::new();
    for row in table.rows() {
        let key = head(row);
        assert_eq!(sums[&key], places.map(|place| number(&row[place])), "{key:?}");
        worlds.push(key[0].clone());
    }
    worlds.dedup();
    let all = ["shogi", "Go endgames", "synthetic, small error", "synthetic, great error"];
    assert_eq!(worlds, all);
}

/// A file of `experiments/pruning-errors`.
fn committed(name: &str) -> String {
    let folder =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../experiments/pruning-errors");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// The cells of a line of CSV, in which those with a comma are quoted.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            other => cells.last_mut().unwrap().push(other),
        }
    }
    cells
}

#[test]
fn the_page_shows_the_stored_figures() {
    let (page, csv) = (committed("README.md"), committed("results/wrong-cuts.csv"));
    let stored: Vec<Vec<String>> = csv.lines().skip(1).map(cells).collect();
    let shown = |value: &str, interval: &str| match value {
        "" => "-".to_owned(),
        value => format!("{value} ({interval})"),
    };
    let mut compared = 0;
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let row: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let Some((world, depth)) = row[0].rsplit_once(", ") else { continue };
        let find = |one: &&Vec<String>| one[0] == world && one[1] == row[1] && one[2] == depth;
        let Some(one) = stored.iter().find(find) else { continue };
        for (place, column) in [(4, 5), (5, 7), (6, 9), (7, 11)] {
            assert_eq!(row[place], shown(&one[column], &one[column + 1]), "{line}");
        }
        let verdict = if one[13].is_empty() { "-" } else { &one[13] };
        assert_eq!((row[3].replace(',', ""), row[8]), (one[3].clone(), verdict), "{line}");
        compared += 1;
    }
    assert_eq!(compared, 20);
}
