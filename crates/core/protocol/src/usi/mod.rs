//! USI, the protocol between shogi GUIs and engines.
//!
//! [`GuiCommand`] is a line of a GUI, [`EngineMessage`] a line of an engine; both can be read
//! and written, so that the same types serve an engine and a program that drives engines. Lines
//! that are not valid UTF-8 should be decoded lossily before they come here.
//!
//! Source: the USI draft and Shogidokoro's notes on it [usi].

mod command;
mod engine;
mod error;
mod go;
mod info;
mod moves;
mod option;
mod option_line;
mod option_list;
mod sfen;

pub use command::{GameResult, GuiCommand, PositionCommand, StartPosition};
pub use engine::{BestMove, CheckmateAnswer, EngineMessage};
pub use error::UsiError;
pub use go::{Clock, GoCommand, MateLimit};
pub use info::{Bound, Info, MateScore, Score, ScoreInfo};
pub use moves::{UsiMove, parse_moves};
pub use option::{OptionError, OptionKind, UsiOption};
pub use option_list::OptionList;
pub use sfen::{Sfen, SfenError};
