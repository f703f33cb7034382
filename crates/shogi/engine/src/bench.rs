//! The signature: how many nodes a fixed search of fixed positions takes. It changes exactly
//! when the search or the evaluation changes.

use crate::engine::{Engine, EngineError};
use crate::limits::SearchLimits;
use crate::options::EngineOptions;
use core::time::Duration;
use zenpuku_core::hash::fnv1a;
use zenpuku_shogi::{Position, SetupError};

/// Depth of the signature, in plies.
pub const BENCH_DEPTH: u32 = 8;

/// Size of the transposition table for the signature in MiB, whatever the options say.
const BENCH_HASH: usize = 64;

/// The positions: start, the matsuri position, and the opening, middle game and endgame of real
/// games (from `testdata/positions`, MIT).
pub const BENCH_POSITIONS: [&str; 12] = [
    zenpuku_shogi::STARTPOS,
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "ln3k1nl/1r1s1sgb1/p2p1g1pp/2p1ppp2/1p7/2P1PPPP1/PPSP1SN1P/1BG1G2R1/LN1K4L w - 26",
    "lnsgk1snl/6gb1/p1pppp2p/6R2/9/1rP6/P2PPPP1P/1BG6/LNS1KGSNL w 3P2p 16",
    "ln2k2nl/1r2g1g2/3sppsp1/p1pp2p2/1p6p/P1P2PPP1/1PSPPSN1P/2GK2GRL/LN7 b Bb 31",
    "l4k1nl/1r4gb1/2ns1gsp1/p1ppppp1p/1p7/P1PSSPPPP/1P1P2N2/1BG1G2R1/LN1K4L b P 41",
    "ln1g5/1ks1g4/1ppp1s1+Pp/p6p1/4Ppb2/P1lB5/1PNP5/2K1GS3/LNSG3N1 w RPr5p 61",
    "1n1g4l/+B1sk2g2/p1ppppnsp/bp7/2G3r2/P1P4p1/1L1PPPN1P/1P2KGS2/LNS4RL b 3p 65",
    "l3k2nl/1r2g1g2/2nspp1p1/p2p1P3/1pP5P/P1b3SP1/1P1PP1N2/2GK2G1L/LN6R w BS4Ps 48",
    "l8/6gk1/2ns1gspn/2p1Ppp1P/p2pS3p/P5rP1/1P1PG4/1BG3+sR1/LN1K4L b Bnl5p 83",
    "5k1Bl/B3p1g2/2n1s2p1/1rspPppl1/2p4PP/lP1G1PP2/2NP1G3/s1K4R1/2N5L w G3Psn2p 118",
    "l2k3+B1/2g3g2/2s+P1s1p1/p8/2sb1Nl1P/P4G1P1/2+r1PP1K1/8L/L5P1R w GN8Ps2np 124",
];

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
/// size. With one thread the node count depends on nothing but options, search and evaluation.
///
/// # Errors
/// When the engine's memory is not to be had.
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

/// A number that tells configurations of search and evaluation apart: from the moves, values and
/// depths of short searches by one thread. Equal ones play the same; it takes a few hundredths of a
/// second, whatever the options are.
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
