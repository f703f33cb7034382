//! Goals: what a shogi player is aiming at [goals2001].
//!
//! A [`GoalSet`] holds the goals of one side from move to move. They come from testing simple
//! changes of the position ([`hypotheses`]), from the line that the last search expected
//! ([`from_line`]) and from castles ([`castles`]). A [`Plan`] is a directed graph that turns a
//! goal into moves ([`first_moves`]); [`OrderTable`] holds them for a search, [`Achievement`]
//! determines the goals that a leaf achieves. [`explain`] says all of it in words.
//!
//! Nothing here searches or evaluates: static evaluations come from the caller.
//!
//! ```
//! use zenpuku_shogi::{Color, Position};
//! use zenpuku_shogi_goals::{GoalSet, Settings, castles};
//! let position = Position::from_sfen(
//!     "ln1g3nl/1ks1gr3/1ppppsbpp/p4pp2/9/P1P1P1PP1/1PSP1P2P/1KG1GS1R1/LN5NL b - 1")?;
//! let mut goals = GoalSet::new(Color::Black);
//! goals.begin_turn(&position, &[], &Settings::default(), &mut |_| 0);
//! assert!(castles::building(&position, Color::Black).is_some());
//! # Ok::<(), zenpuku_shogi::SetupError>(())
//! ```
#![forbid(unsafe_code)]

mod achieve;
mod aim;
pub mod castles;
pub mod explain;
mod hypothesis;
mod judge;
mod knowledge;
pub mod openings;
mod past;
mod plan;
mod reach;
mod scene;
mod set;
mod settings;
pub mod style;

pub use achieve::Achievement;
pub use aim::{Aim, Goal, Source};
pub use hypothesis::hypotheses;
pub use judge::Judgement;
pub use knowledge::{
    goals as castle_goals, held as held_castle_goals, priority as castle_priority,
};
pub use past::{Evaluate, from_line};
pub use plan::{Edge, Operator, OrderTable, Plan, Play, State, Weight, first_moves};
pub use scene::Scene;
pub use set::{CastleAim, Changes, Choice, GoalSet, key_of};
pub use settings::Settings;
