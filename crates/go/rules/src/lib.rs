//! The game of go: boards from 1x1 to 19x19 (rectangles too), rules, life, scoring and SGF.
//!
//! Everything that is searched is generic over a bit set, [`PointSet`]: `u64` for up to 64
//! points, `u128` for up to 128 (11x11) and [`Wide`] for every board. A [`Setup`] is the checked
//! door from a described position to a [`Board`]; [`Setup::visit`] picks the narrowest set at run
//! time, and `Board<Wide>` ([`AnyBoard`]) fits every size where speed does not matter.
//!
//! ```
//! use zenpuku_go::{AnyBoard, Setup, Suicide};
//!
//! let setup = Setup::from_diagram(".XO\nXO.\n.XO").unwrap();
//! let mut board: AnyBoard = setup.board(Suicide::Forbidden).unwrap();
//! let point = board.size().parse_vertex("C2").unwrap().unwrap();
//! let undo = board.play(point).unwrap();
//! board.undo(undo);
//! assert_eq!(board.setup(), setup);
//! ```
#![forbid(unsafe_code)]

/// The code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod alternating;
mod benson;
mod board;
mod color;
mod diagram;
mod game;
mod geometry;
mod ownership;
mod point;
mod point_set;
mod region;
mod rules;
mod score;
mod seki;
mod setup;
pub mod sgf;
mod size;
mod symmetry;
mod territory;
mod wide;
mod zobrist;

pub use alternating::{AlternatingSafety, alternating_safety};
pub use benson::{UnconditionalLife, unconditional_life, unconditional_life_both};
pub use board::{Board, IllegalMove, Undo};
pub use color::{Color, Move};
pub use diagram::DiagramError;
pub use game::{Game, GameUndo, IllegalPlay};
pub use geometry::Geometry;
pub use ownership::{Ownership, ownership};
pub use point::Point;
pub use point_set::{PointSet, Points};
pub use region::{Region, cannot_hold_two_eyes, regions_of};
pub use rules::{HalfPoints, KoRule, Rules, Scoring, Suicide, UnknownRules};
pub use score::{AreaScore, TerritoryScore, area_score, territory_score};
pub use seki::seki_groups;
pub use setup::{BoardVisitor, Setup, SetupError};
pub use size::{Size, SizeError, VertexError};
pub use symmetry::Symmetry;
pub use territory::unconditional_territory;
pub use wide::Wide;

/// A board of any size: the wide bit set holds up to 19x19. Slower than the narrow ones.
pub type AnyBoard = Board<Wide>;
