//! Combinatorial game theory of short games, exact and fast.
//!
//! A [`Universe`] keeps every game once, in canonical form, so equality of games is equality of
//! [`GameId`]s. It makes games from options, names and text, adds, negates and compares them,
//! draws thermographs, cools, heats and writes them in standard notation. Everything is exact
//! ([`Dyadic`] numbers with checked arithmetic) and bounded ([`Limits`]): an overflow or an
//! excessive need of memory or stack is a [`CgtError`].
//!
//! ```
//! use zenpuku_cgt::{Notation, Relation, Universe};
//! # fn main() -> Result<(), zenpuku_cgt::CgtError> {
//! let mut universe = Universe::default();
//! let corridor = universe.parse("{2||1|0}")?;
//! let graph = universe.thermograph(corridor)?;
//! assert_eq!(graph.mean().to_string(), "5/4");
//! assert_eq!(graph.temperature().to_string(), "3/4");
//! let chilled = universe.chill(corridor)?;
//! assert_eq!(universe.format(chilled, Notation::Ascii)?, "5/4");
//! assert_eq!(universe.black_first_score(chilled)?, 2);
//! let (up, star) = (universe.ups(1)?, universe.nimber(1)?);
//! assert_eq!(universe.compare(up, star)?, Relation::Confused);
//! # Ok(())
//! # }
//! ```
//!
//! Left is the player for whom positive games are good, Black in Go.

#![forbid(unsafe_code)]

/// The code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod arithmetic;
mod canonical;
mod compare;
mod cooling;
mod dyadic;
mod error;
mod format;
mod named;
mod nus;
mod parse;
mod relation;
mod score;
mod simplest;
mod sum_play;
mod thermograph;
mod thermography;
mod trajectory;
mod universe;

pub use dyadic::Dyadic;
pub use error::{CgtError, ParseError, ParseProblem, Result};
pub use format::Notation;
pub use nus::NumberUpStar;
pub use relation::{Outcome, Player, Relation};
pub use thermograph::{Initiative, Thermograph};
pub use trajectory::{Stretch, Trajectory};
pub use universe::{GameId, Limits, Options, Universe};
