//! The law of the solver on random small endgames, by territory and by area, with either side first:
//!
//! * every method has the result of NegaMax without pruning, both without
//!   pruning and with the exact exclusion;
//! * where play need not end, the intervals without pruning and with it are equal;
//! * a sum of games without ko has the score that the search finds;
//! * a sum whose kos and repetitions are proved not to matter has the exact score of all positions that can be reached.
//!
//! Without pruning means that every legal move is a candidate except filling
//! one's last eyes; otherwise every line would end with both sides killing
//! their own groups; [`Exclusion::Nothing`] is compared on whole small boards
//! in `laws.rs`.

use zenpuku_core::Limits;
use zenpuku_gametree::Method;
use zenpuku_go::{Board, Color, Move, Scoring, Setup, Suicide};
use zenpuku_go_endgame::{
    Exclusion, Found, LocalLimits, LoopValue, SearchOptions, exact_loop_value, loop_value,
    paper_methods, search, solve_area, solve_territory,
};

/// How many comparisons were made.
#[derive(Debug, Default)]
struct Compared {
    boards: u32,
    searches: u32,
    /// By territory and by area.
    sums: [u32; 2],
    intervals: u32,
    loops: u32,
    /// Neither the search ended within its nodes nor the interval within its positions.
    open: u32,
}

impl Compared {
    fn add(&mut self, more: &Self) {
        self.boards += more.boards;
        self.searches += more.searches;
        self.sums = [0, 1].map(|i| self.sums[i] + more.sums[i]);
        self.intervals += more.intervals;
        self.loops += more.loops;
        self.open += more.open;
    }
}

fn find(
    board: &Board<u64>,
    exclusion: Exclusion,
    scoring: Scoring,
    method: Method,
) -> Option<Found> {
    let options = SearchOptions {
        table_bytes: Some(1 << 14),
        depth: 60,
        limits: Limits::with_nodes(3_000),
        ..SearchOptions::new(scoring).with_exclusion(exclusion).with_method(method)
    };
    search(board, &options).ok().filter(|found| found.ended)
}

/// A living black wall at the left, a living white one at the right, and random points between them.
fn endgame(seed: &mut u64) -> Option<Board<u64>> {
    let mut next = |n: usize| {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*seed >> 33) as usize % n
    };
    let (columns, rows) = [(2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (2, 3)][next(6)];
    let mut text = String::new();
    for row in 0..3 {
        let middle: String = (0..columns)
            .map(|column| match row < rows {
                true => b"...XO"[next(5)] as char,
                false if column < columns / 2 => 'X',
                false => 'O',
            })
            .collect();
        let ends = if row == 1 { ("XX", "OO") } else { (".X", "O.") };
        text.push_str(&format!("{}{middle}{}\n", ends.0, ends.1));
    }
    Setup::from_diagram(&text).unwrap().board(Suicide::Forbidden).ok()
}

fn check(board: &Board<u64>, scoring: Scoring, compared: &mut Compared) {
    let shown = format!("{scoring:?}, {} first\n{board}", board.to_move());
    let reference = find(board, Exclusion::OwnEyes, scoring, Method::NegaMax);
    let Some(reference) = reference else {
        return check_interval(board, scoring, compared, &shown);
    };
    for method in paper_methods(board.size().area()) {
        for exclusion in [Exclusion::OwnEyes, Exclusion::Exact] {
            if let Some(found) = find(board, exclusion, scoring, method) {
                assert_eq!(found.score, reference.score, "{} {exclusion:?} {shown}", method.name());
                compared.searches += 1;
            }
        }
    }
    let solve = match scoring {
        Scoring::Territory => solve_territory,
        Scoring::Area => solve_area,
    };
    if let Ok((solution, _)) = solve(board, LocalLimits::default()) {
        assert_eq!(solution.scores[board.to_move().index()], reference.score, "sum {shown}");
        compared.sums[scoring as usize] += 1;
    }
}

fn check_interval(board: &Board<u64>, scoring: Scoring, compared: &mut Compared, shown: &str) {
    let reference = loop_value(board, Exclusion::OwnEyes, scoring, 20_000);
    match (reference, exact_loop_value(board, scoring, 20_000)) {
        (Ok(reference), Ok(pruned)) => {
            assert_eq!(reference, pruned, "{shown}");
            compared.intervals += 1;
            compared.loops += u32::from(reference.exact().is_none());
        }
        _ => compared.open += 1,
    }
}

fn compare(boards: u32, seed: u64) -> Compared {
    let mut compared = Compared::default();
    let mut seed = seed;
    while compared.boards < boards {
        let Some(mut board) = endgame(&mut seed) else { continue };
        compared.boards += 1;
        for first in Color::BOTH {
            board.set_to_move(first);
            for scoring in [Scoring::Territory, Scoring::Area] {
                check(&board, scoring, &mut compared);
            }
        }
    }
    compared
}

#[test]
fn a_few_hundred_endgames() {
    let compared = compare(300, 1);
    assert!(compared.searches > 2_000 && compared.sums.iter().all(|&n| n > 100), "{compared:?}");
}

/// How many scores rest on a proof that a ko or a repetition does not matter, and are compared with the interval of
/// all positions; the score after each move as well.
fn compare_pruned(boards: u32, seed: u64) -> u32 {
    let (mut seed, mut compared) = (seed, 0);
    for _ in 0..boards {
        let Some(mut board) = endgame(&mut seed) else { continue };
        let Ok((solution, mut solver)) = solve_territory(&board, LocalLimits::default()) else {
            continue;
        };
        if !solver.has_pruned() {
            continue;
        }
        for first in Color::BOTH {
            board.set_to_move(first);
            let score = solution.scores[first.index()];
            compared += check_exact(&board, score);
            for candidate in solver.candidates(&board, &solution, first).unwrap() {
                let mut after = board;
                match candidate.mv {
                    Move::Play(point) => drop(after.play(point).unwrap()),
                    // A second pass would end the game: the score is that with the other side first.
                    Move::Pass => after.set_to_move(first.opponent()),
                }
                compared += check_exact(&after, candidate.score);
                assert!(candidate.loss >= 0, "{first} first\n{board}");
            }
        }
    }
    compared
}

/// 1 if all positions are few enough to be listed.
fn check_exact(board: &Board<u64>, score: i32) -> u32 {
    let Ok(found) = exact_loop_value(board, Scoring::Territory, 60_000) else { return 0 };
    assert_eq!(found, LoopValue { low: score, high: score }, "{} first\n{board}", board.to_move());
    1
}

#[test]
fn kos_and_repetitions_that_are_pruned_do_not_matter() {
    let compared = compare_pruned(3_000, 11);
    assert!(compared > 300, "{compared}");
}

#[test]
#[ignore = "half an hour: cargo test --release -p zenpuku-go-endgame --test random_endgames -- --ignored --nocapture"]
fn a_hundred_thousand_endgames() {
    let mut compared = Compared::default();
    for part in 0..20 {
        compared.add(&compare(5_000, 2 + part));
        assert!(compare_pruned(5_000, 30 + part) > 300);
        println!("{compared:?}");
    }
    assert!(
        compared.searches > 1_000_000 && compared.sums[0] > 50_000 && compared.sums[1] > 25_000,
        "{compared:?}"
    );
}
