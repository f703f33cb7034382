//! The signature: how many nodes a fixed search of fixed positions takes. It changes exactly
//! when the search or the evaluation changes.

use crate::engine::{Engine, EngineError};
use crate::info::Quiet;
use crate::limits::SearchLimits;
use crate::options::EngineOptions;
use core::time::Duration;
use zenpuku_shogi::{Position, SetupError};

/// Depth of the signature, in plies.
pub const BENCH_DEPTH: u32 = 9;

/// The positions: start, the matsuri position, and the opening, middle game and endgame of
/// several games (ours, played by the engine against itself).
pub const BENCH_POSITIONS: [&str; 3] = [
    zenpuku_shogi::STARTPOS,
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3",
];

/// What [`bench`] measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BenchResult {
    /// Nodes of all positions together: the signature, when one thread searched.
    pub nodes: u64,
    /// Time of the searches.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// Why a bench could not run.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// See [`EngineError`].
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A position of the list is not one.
    #[error(transparent)]
    Position(#[from] SetupError),
}

/// Searches every position of the list to `depth` plies, each with an empty table.
///
/// # Errors
/// When the engine's memory is not to be had.
pub fn bench(options: &EngineOptions, depth: u32) -> Result<BenchResult, BenchError> {
    let mut engine = Engine::new(options.clone());
    let mut sum = BenchResult { nodes: 0, time: Duration::ZERO };
    for sfen in BENCH_POSITIONS {
        engine.new_game();
        engine.set_position(Position::from_sfen(sfen)?)?;
        let result = engine.search(&SearchLimits::depth(depth), &mut Quiet)?;
        sum.nodes += result.nodes;
        sum.time += result.time;
    }
    Ok(sum)
}
