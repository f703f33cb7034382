//! The law of this crate as a function: for every game, position and depth, every
//! method has NegaMax's value, with and without a table, and a line that leads to it.
//!
//! Engines call it on their own games to show that they obey [`Game`]'s contract.

use std::fmt::Debug;

use thiserror::Error;

use crate::game::{Evaluator, Game};
use crate::search::{Method, Outcome, Searcher};
use crate::table::{TableError, TranspositionTable};
use zenpuku_core::Score;
use zenpuku_core::{Limits, StopReason};

/// How the law was broken, or why it could not be checked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Violation {
    /// A method found another value than NegaMax.
    #[error("{method}{table}: value {found} at depth {depth}, NegaMax says {expected}",
        table = if *with_table { " with table" } else { "" })]
    Value {
        /// The method.
        method: Method,
        /// Whether it used a table.
        with_table: bool,
        /// The depth in plies.
        depth: u32,
        /// NegaMax's value.
        expected: Score,
        /// The method's value.
        found: Score,
    },
    /// A line holds an illegal move, ends too early, or ends at another value.
    #[error("{method}: the line {line} of depth {depth} does not lead to {expected}: {problem}")]
    Line {
        /// The method.
        method: Method,
        /// The depth in plies.
        depth: u32,
        /// The value the line should lead to.
        expected: Score,
        /// The line.
        line: String,
        /// The error.
        problem: String,
    },
    /// The limits ended the check.
    #[error("the check was ended: {0}")]
    Stopped(StopReason),
    /// No table could be made.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Checks all of [`Method::all`] at one depth and returns the value.
///
/// # Errors
/// The first [`Violation`].
pub fn check<G: Game, E: Evaluator<G>>(
    game: &mut G,
    evaluator: &mut E,
    depth: u32,
    limits: &Limits,
) -> Result<Score, Violation> {
    check_methods(game, evaluator, depth, &Method::all(), limits)
}

/// Checks these methods at one depth and returns the value.
///
/// # Errors
/// The first [`Violation`].
pub fn check_methods<G: Game, E: Evaluator<G>>(
    game: &mut G,
    evaluator: &mut E,
    depth: u32,
    methods: &[Method],
    limits: &Limits,
) -> Result<Score, Violation> {
    let reference = run(game, evaluator, None, Method::NegaMax, depth, limits)?;
    let expected = reference.value;
    let mut shared = TranspositionTable::with_entries(1 << 12)?;
    for &method in methods {
        let mut own = TranspositionTable::with_entries(1 << 12)?;
        for table in [None, Some(&mut own), Some(&mut shared)] {
            let with_table = table.is_some();
            let outcome = run(game, evaluator, table, method, depth, limits)?;
            let found = outcome.value;
            if found != expected {
                return Err(Violation::Value { method, with_table, depth, expected, found });
            }
            check_line(game, evaluator, method, &outcome)?;
        }
    }
    Ok(expected)
}

fn run<G: Game, E: Evaluator<G>>(
    game: &mut G,
    evaluator: &mut E,
    table: Option<&mut TranspositionTable<G::Move>>,
    method: Method,
    depth: u32,
    limits: &Limits,
) -> Result<Outcome<G::Move>, Violation> {
    let searcher = Searcher::new(game, evaluator).with_limits(limits);
    let mut searcher = match table {
        Some(table) => searcher.with_table(table),
        None => searcher,
    };
    searcher.run(method, depth).map_err(Violation::Stopped)
}

/// Checks that a line is legal and leads to the value of its search.
///
/// # Errors
/// [`Violation::Line`].
pub fn check_line<G: Game, E: Evaluator<G>>(
    game: &mut G,
    evaluator: &mut E,
    method: Method,
    outcome: &Outcome<G::Move>,
) -> Result<(), Violation> {
    let problem = follow(game, evaluator, &outcome.line, outcome.depth, outcome.value);
    problem.map_err(|problem| Violation::Line {
        method,
        depth: outcome.depth,
        expected: outcome.value,
        line: format!("{:?}", outcome.line),
        problem,
    })
}

fn follow<G: Game, E: Evaluator<G>>(
    game: &mut G,
    evaluator: &mut E,
    line: &[G::Move],
    depth: u32,
    value: Score,
) -> Result<(), String> {
    let Some((&mv, rest)) = line.split_first() else {
        return match last_value(game, evaluator, depth) {
            Some(last) if last == value => Ok(()),
            Some(last) => Err(format!("it ends at {last}")),
            None => Err(format!("it ends {depth} plies early")),
        };
    };
    let mut moves = Vec::new();
    game.generate(&mut moves);
    if depth == 0 || game.terminal().is_some() || !moves.contains(&mv) {
        return Err(format!("{mv:?} cannot be played"));
    }
    let undo = game.play(mv);
    let result = follow(game, evaluator, rest, depth - 1, -value);
    game.undo(mv, undo);
    result
}

/// The value of a position where a line may end; `None` where it should continue.
fn last_value<G: Game, E: Evaluator<G>>(game: &G, evaluator: &mut E, depth: u32) -> Option<Score> {
    if let Some(value) = game.terminal() {
        return Some(value);
    }
    if depth == 0 {
        return Some(evaluator.evaluate(game));
    }
    let mut moves = Vec::new();
    game.generate(&mut moves);
    moves.is_empty().then(|| game.value_without_moves())
}
