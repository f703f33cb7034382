//! Mate search (詰将棋): does the side to move mate by an unbroken series of checks?
//!
//! [`MateSolver::solve`] answers `mate` with the shortest number of plies, the
//! line of longest resistance and a [`Proof`] in which every defence is
//! answered; `nomate` with a [`Refutation`], a set of positions that no check
//! leads out of; or `unknown`. Proof and refutation are checked by code that
//! shares only the rules with the search.
//!
//! The attacker's king may be absent. All checks are searched, non-promotions
//! included, for they can avoid a drop-pawn mate. Plies are those of the
//! game-tree: every legal interposition counts, also one that problem composers
//! call futile (無駄合い).
//!
//! Repetition needs no special rule. A shortest mate never returns to a
//! position, or it could be shortened; and an attacker who can only give
//! perpetual check has not mated, and loses by the rules (連続王手の千日手). The
//! history of the game before the problem does not count.
#![forbid(unsafe_code)]

/// The code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod agreement;
mod along;
mod attempt;
mod board;
mod composer;
mod composition;
mod counter;
mod dfpn;
mod dfpn_table;
mod exercise;
mod expand;
mod extract;
mod glances;
mod graph_history;
mod hands;
mod helpers;
mod memory;
mod one;
mod outcome;
mod path;
mod progress;
mod proof;
mod proof_text;
mod prover;
mod refutation;
mod refuter;
mod replay;
mod replies;
mod report;
mod solutions;
mod solver;
mod sums;
mod table;
mod threat;

pub use attempt::{MateAttempt, ProvedMate};
pub use composer::ComposerCount;
pub use composition::{Composition, CompositionError, Second, SecondKind, Spare};
pub use exercise::{Exercise, ExerciseError, Judged};
pub use one::{legal_checks, mates_in_one};
pub use progress::Progress;
pub use proof::{Proof, ProofError};
pub use refutation::{Refutation, RefutationError};
pub use replay::Replay;
pub use report::{Count, MateError, MateReport, Verdict};
pub use solutions::AfterCheck;
pub use solver::MateSolver;
pub use threat::{Threat, ThreatKind};
