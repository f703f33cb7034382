//! `experiments/figures.jsonl` and the page made of it.

use std::path::PathBuf;

use zenpuku_lab::verdict::{Comparison, Figure, Verdict, read, table};

fn text(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../experiments");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

fn figures() -> Vec<Figure> {
    read(&text("figures.jsonl")).unwrap()
}

#[test]
fn the_page_shows_the_verdicts_of_the_rule() {
    let (page, figures) = (text("README.md"), figures());
    let mut papers: Vec<&str> = figures.iter().map(|figure| figure.paper.as_str()).collect();
    papers.dedup();
    assert_eq!(papers, ["primer2012", "bonanza2006", "goals2001", "kakeme", "probcut2003"]);
    for paper in papers {
        let expected = table(&figures, paper);
        assert!(
            page.contains(&expected),
            "{paper}: experiments/README.md has not the table\n{expected}"
        );
    }
}

#[test]
fn what_has_no_verdict_says_why() {
    for figure in figures() {
        let said = figure.verdict() != Verdict::NotComparable || !figure.note.is_empty();
        assert!(said, "{}: no verdict and no reason", figure.figure);
    }
}

#[test]
fn figures_are_those_of_their_rows() {
    let mut counted = 0;
    for figure in figures() {
        let Comparison::Measured(measured) = &figure.comparison else { continue };
        let Some(rows) = &measured.rows else { continue };
        let (saved, interval) = rows.saved(&text(&rows.file)).unwrap();
        let shown = |value: f64| format!("{value:.*}", measured.decimals);
        let stated = measured.interval.map(|ends| ends.map(shown));
        assert_eq!(
            (shown(measured.ours), stated),
            (shown(saved), Some(interval.map(shown))),
            "{}: {}",
            rows.file,
            figure.figure
        );
        counted += 1;
    }
    assert!(counted >= 16, "{counted} figures have rows");
}
