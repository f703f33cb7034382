//! The CSA server protocol 1.2.1, as used by tournaments and by floodgate.
//!
//! [`ServerReader`] turns the server's lines into [`ServerEvent`]s, [`ClientLine`] is a line of a
//! client. Lines end with a single LF, which the caller adds. Times in moves are whole counts of
//! [`TimeRules::unit`], measured by the server; [`SideClock`] adds them up the way the server does.
//!
//! Source: CSA server protocol, version 1.2.1 [csa-server]; shogi-server's comments [floodgate].

mod client;
mod clock;
mod credentials;
mod error;
mod moves;
mod server;
mod summary;
mod time_rules;

pub use client::{ClientLine, FloodgateComment};
pub use clock::SideClock;
pub use credentials::{Credentials, Password};
pub use error::CsaError;
pub use moves::{CsaMove, CsaPiece, CsaSquare};
pub use server::{EndReason, Outcome, ServerEvent, ServerReader, SpecialMove};
pub use summary::{GameSummary, PresetMove};
pub use time_rules::TimeRules;

use crate::Color;

/// The port on which servers listen unless they say otherwise.
pub const DEFAULT_PORT: u16 = 4081;

/// `+` for Black, `-` for White.
const fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

fn color_of(text: &str) -> Option<Color> {
    match text {
        "+" => Some(Color::Black),
        "-" => Some(Color::White),
        _ => None,
    }
}
