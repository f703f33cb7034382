//! The 100 sums of corridors: raw and chilled value and both scores.

use serde_json::Value;
use zenpuku_go::{Board, Suicide, sgf::SgfGame};
use zenpuku_go_endgame::{LocalLimits, solve_territory};

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn values_and_scores_are_as_recorded() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/go/corridor-sums-100.jsonl");
    let lines = std::fs::read_to_string(path).unwrap();
    let mut failures = Vec::new();
    for line in lines.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        let setup = SgfGame::parse(text(&entry["sgf"])).unwrap().end().unwrap();
        let board: Board<u128> = setup.board(Suicide::Forbidden).unwrap();
        let start = std::time::Instant::now();
        let (solution, mut solver) = match solve_territory(&board, LocalLimits::default()) {
            Ok(solved) => solved,
            Err(error) => {
                failures.push(format!("{}: {error}\n{}", entry["id"], board.with_coordinates()));
                continue;
            }
        };
        let time = start.elapsed();
        let universe = &mut solver.universe;
        let settled = universe.integer(i64::from(solution.settled)).unwrap();
        let sum = |parts: Vec<_>, universe: &mut zenpuku_cgt::Universe| {
            let total = universe.sum(&parts).unwrap();
            universe.add(total, settled).unwrap()
        };
        let raw = sum(solution.regions.iter().map(|r| r.raw).collect(), universe);
        let chilled = sum(solution.regions.iter().map(|r| r.chilled).collect(), universe);
        let expected_raw = universe.parse(text(&entry["raw"])).unwrap();
        let expected = universe.parse(text(&entry["chilled"])).unwrap();
        let scores: [i32; 2] =
            ["black_first", "white_first"].map(|key| text(&entry[key]).parse().unwrap());
        if raw != expected_raw || chilled != expected || solution.scores != scores {
            failures.push(format!(
                "{}: raw {} chilled {} scores {:?} {:?} {time:?}",
                entry["id"],
                raw == expected_raw,
                chilled == expected,
                solution.scores,
                scores
            ));
        }
    }
    assert!(failures.is_empty(), "{} of 100\n{}", failures.len(), failures.join("\n"));
}
