//! Game-tree search without a game: the common ground of the five papers.
//!
//! [`game::Game`] is all that a search must know of a game. [`search::Searcher`] runs
//! every [`search::Method`] on it: NegaMax, fail-hard and fail-soft alpha-beta,
//! aspiration, NegaScout, MTD(f) and MTD(bi), each alone or in iterative deepening, with
//! or without a shared [`table::TranspositionTable`], within [`zenpuku_core::Limits`], telling
//! an [`observer::SearchObserver`] of every node. All have the same value: [`law`] says
//! so and checks it for any game.
//!
//! [`optimal_tree`] counts the minimal tree, [`synthetic`] makes trees for
//! measurements, [`examples`] holds small trees and games whose facts are
//! known.
//!
//! Scores and limits are those of [`zenpuku_core`], shared with the engines.
//!
//! ```
//! use zenpuku_gametree::examples::TicTacToe;
//! use zenpuku_core::{Limits, Score};

//! use zenpuku_gametree::{Method, Searcher, TranspositionTable};
//!
//! let (mut game, mut evaluation) = (TicTacToe::new(), TicTacToe::even);
//! let mut table = TranspositionTable::with_entries(10_000)?;
//! let mut searcher = Searcher::new(&mut game, &mut evaluation)
//!     .with_table(&mut table)
//!     .with_limits(&Limits::with_nodes(1_000_000));
//! let found = searcher.run(Method::Mtdf { guess: Score::ZERO }, 9);
//! assert_eq!(found.map(|outcome| outcome.value), Ok(Score::ZERO));
//! # Ok::<(), zenpuku_gametree::table::TableError>(())
//! ```
#![forbid(unsafe_code)]

/// The code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod counters;
pub mod examples;
pub mod game;
pub mod law;
pub mod observer;
pub mod optimal_tree;
mod pv;
pub mod recorder;
pub mod search;
pub mod synthetic;
pub mod table;
pub mod window;

pub use counters::Counters;
pub use game::{Evaluator, Game};
pub use observer::{SearchObserver, Silent};
pub use recorder::Recorder;
pub use search::{Fail, Method, Outcome, Pruning, PruningNode, Searcher};
pub use table::TranspositionTable;
pub use window::Window;
