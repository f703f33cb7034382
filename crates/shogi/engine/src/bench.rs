//! The signature: how many nodes a fixed search of fixed positions takes. It changes exactly
//! when the search or the evaluation changes.

use crate::bench_positions::BENCH_POSITIONS;
use crate::engine::{Engine, EngineError};
use crate::limits::SearchLimits;
use crate::options::EngineOptions;
use core::time::Duration;
use zenpuku_core::hash::fnv1a;
use zenpuku_shogi::{Position, SetupError};

/// Depth of the signature, in plies.
pub const BENCH_DEPTH: u32 = 8;

/// Size of the transposition table for the signature in MiB, independent of the options.
const BENCH_HASH: usize = 64;

/// Nodes of each search of [`fingerprint`].
const FINGERPRINT_NODES: u64 = 2_000;

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

/// Searches every position of the list to `depth` plies, each with an empty table of a fixed
/// size. With one thread the node count depends only on options, search and evaluation.
///
/// # Errors
/// If the engine's memory cannot be allocated.
pub fn bench(options: &EngineOptions, depth: u32) -> Result<BenchResult, BenchError> {
    let mut engine = Engine::new(EngineOptions { hash: BENCH_HASH, ..options.clone() });
    let mut sum = BenchResult { nodes: 0, time: Duration::ZERO };
    for sfen in BENCH_POSITIONS {
        engine.new_game();
        engine.set_position(Position::from_sfen(sfen)?)?;
        let result = engine.search(SearchLimits::depth(depth))?;
        sum.nodes += result.nodes;
        sum.time += result.time;
    }
    Ok(sum)
}

/// A number that identifies a configuration of search and evaluation: from the moves, values and
/// depths of short searches by one thread. Configurations with equal numbers play the same. It
/// takes a few hundredths of a second for any options.
///
/// # Errors
/// As [`bench`].
pub fn fingerprint(options: &EngineOptions) -> Result<u64, BenchError> {
    let options = EngineOptions { hash: 1, threads: 1, own_book: false, ..options.clone() };
    let mut engine = Engine::new(options);
    let mut found_all = String::new();
    for sfen in BENCH_POSITIONS {
        engine.new_game();
        engine.set_position(Position::from_sfen(sfen)?)?;
        let found = engine.search(SearchLimits::nodes(FINGERPRINT_NODES))?;
        found_all.push_str(&format!("{} {} {};", found.best, found.score, found.depth));
    }
    Ok(fnv1a(found_all.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_tells_evaluations_and_switches_apart_and_nothing_else() {
        let of = |settings: &[(&str, &str)]| {
            let mut options = EngineOptions::default();
            settings.iter().for_each(|(name, value)| options.set(name, value).unwrap());
            fingerprint(&options).unwrap()
        };
        let plain = of(&[]);
        assert_eq!(plain, of(&[("USI_Hash", "2"), ("Threads", "2")]));
        assert_ne!(plain, of(&[("Evaluation", "material")]));
        assert_ne!(plain, of(&[("NullMovePruning", "off")]));
    }
}
