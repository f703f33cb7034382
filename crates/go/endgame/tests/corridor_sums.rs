//! The 100 sums of corridors: raw and chilled value and both scores, and the
//! basis of the scores by area.

use serde_json::Value;
use zenpuku_go::{Color, Rules, Setup, Suicide, sgf::SgfGame};
use zenpuku_go_endgame::appraise::{AppraiseOptions, appraise};
use zenpuku_go_endgame::{LocalLimits, solve_area, solve_territory, stones_played};

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn entries() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/go/corridor-sums-100.jsonl");
    let lines = std::fs::read_to_string(path).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn setup(entry: &Value) -> Setup {
    SgfGame::parse(text(&entry["sgf"])).unwrap().end().unwrap()
}

#[test]
fn values_and_scores_are_as_recorded() {
    let mut failures = Vec::new();
    for entry in entries() {
        let board = setup(&entry).board::<u128>(Suicide::Forbidden).unwrap();
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

#[test]
fn by_area_who_moves_first_gets_the_territory_and_no_more_than_one_stone_more() {
    for entry in entries() {
        let board = setup(&entry).board::<u128>(Suicide::Forbidden).unwrap();
        let (territory, _) = solve_territory(&board, LocalLimits::default()).unwrap();
        let (area, mut solver) = solve_area(&board, LocalLimits::default()).unwrap();
        for first in Color::BOTH {
            let score = area.scores[first.index()];
            // No board of 81 points without seki has an even score.
            let expected = territory.scores[first.index()] + stones_played(&board);
            let expected = expected + if expected % 2 == 0 { first.sign() } else { 0 };
            assert_eq!(score, expected, "{} {first} first", entry["id"]);
            let best = solver.candidates(&board, &area, first).unwrap()[0];
            assert_eq!((best.score, best.loss), (score, 0), "{} {first} first", entry["id"]);
        }
    }
}

#[test]
fn what_is_likely_by_area_is_right_where_the_territory_is() {
    let mut options = AppraiseOptions::default();
    (options.judge.games, options.proof.nodes, options.proof.local.positions) = (200, 1, 1);
    let likely = |setup: &Setup, rules| {
        let found = appraise(setup, &rules, &options).unwrap();
        found.first.map(|estimate| estimate.best)
    };
    let mut compared = 0;
    for entry in entries() {
        let setup = setup(&entry);
        let board = setup.board::<u128>(Suicide::Forbidden).unwrap();
        let (territory, _) = solve_territory(&board, LocalLimits::default()).unwrap();
        if likely(&setup, Rules::JAPANESE) == territory.scores {
            let (area, _) = solve_area(&board, LocalLimits::default()).unwrap();
            assert_eq!(likely(&setup, Rules::CHINESE), area.scores, "{}", entry["id"]);
            compared += 1;
        }
    }
    assert!(compared >= 30, "{compared}");
}
