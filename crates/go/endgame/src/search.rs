//! Searching an endgame to its end by one of the methods of `zenpuku-gametree`.

use thiserror::Error;
use zenpuku_core::Score;
use zenpuku_core::{Limits, StopReason};
use zenpuku_gametree::table::{DepthRule, TableError};
use zenpuku_gametree::{Counters, Method, Searcher, TranspositionTable};
use zenpuku_go::{Board, Move, PointSet, Scoring};

use crate::{Endgame, Exclusion};

/// How to search.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// The excluded points.
    pub exclusion: Exclusion,
    /// How the end is counted.
    pub scoring: Scoring,
    /// The method; its guesses are in points for the side to move.
    pub method: Method,
    /// Bytes for the table of positions; `None` searches without one. The paper had 256 MiB for all.
    pub table_bytes: Option<usize>,
    /// Plies after which a line is cut off; a result that needed it is not proved.
    pub depth: u32,
    /// When to give up.
    pub limits: Limits,
}

impl SearchOptions {
    /// MTD(f) from 0, exact, 64 MiB, 200 plies, no limit.
    #[must_use]
    pub fn new(scoring: Scoring) -> Self {
        Self {
            exclusion: Exclusion::Exact,
            scoring,
            method: Method::Mtdf { guess: Score::ZERO },
            table_bytes: Some(64 << 20),
            depth: 200,
            limits: Limits::none(),
        }
    }

    /// The same search with another exclusion.
    #[must_use]
    pub fn with_exclusion(self, exclusion: Exclusion) -> Self {
        Self { exclusion, ..self }
    }

    /// The same search by another method.
    #[must_use]
    pub fn with_method(self, method: Method) -> Self {
        Self { method, ..self }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Black's score less White's, in points without komi.
    pub score: i32,
    /// Whether every line reached the end of the game. If not, a loop or the depth cut lines off.
    pub ended: bool,
    /// The best line.
    pub line: Vec<Move>,
    /// Nodes visited for the value.
    pub counters: Counters,
}

/// Why a search has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// The limits ended it.
    #[error("not solved: {0} after {1} nodes")]
    Stopped(StopReason, u64),
    /// No table could be made.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// The methods compared in [kakeme], tables 1 and 2, with their first guesses. MTD(bi) searches the board's whole
/// range: the paper's -64 to 64 cannot hold every score of 9x9.
#[must_use]
pub fn paper_methods(area: usize) -> [Method; 4] {
    let (guess, bound) = (Score::ZERO, Score::eval(area as i32));
    [
        Method::NegaMax,
        Method::NegaScout,
        Method::Mtdf { guess },
        Method::Mtdbi { low: -bound, high: bound, guess },
    ]
}

/// Searches the position for the side to move.
///
/// # Errors
/// If the limits end the search or no table can be made.
pub fn search<S: PointSet>(
    board: &Board<S>,
    options: &SearchOptions,
) -> Result<Found, SearchError> {
    let mut game = Endgame::new(*board, options.exclusion, options.scoring);
    let mut evaluate = |game: &Endgame<S>| game.score();
    let mut table = match options.table_bytes {
        Some(bytes) => {
            // Where lines end by passes the depth left does not matter.
            Some(TranspositionTable::with_bytes(bytes)?.with_depth_rule(DepthRule::AtLeast))
        }
        None => None,
    };
    let mut searcher = Searcher::new(&mut game, &mut evaluate).with_limits(&options.limits);
    if let Some(table) = &mut table {
        searcher = searcher.with_table(table);
    }
    let result = searcher.run(options.method, options.depth);
    let outcome =
        result.map_err(|reason| SearchError::Stopped(reason, searcher.counters().visited()))?;
    Ok(Found {
        score: outcome.value.value() * board.to_move().sign(),
        ended: outcome.counters.leaf == 0,
        line: outcome.line,
        counters: outcome.counters,
    })
}
