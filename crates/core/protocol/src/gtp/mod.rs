//! GTP 2, the Go Text Protocol, from the engine's side.
//!
//! [`Request::parse`] reads a line, [`Command::read`] gives it a meaning, [`Response`] writes the
//! answer. [`Analysis`] writes the stream of `lz-analyze` and `kata-analyze`.
//!
//! Sources: GTP version 2 draft 2 [gtp2]; the analyze extensions of Leela Zero and KataGo
//! [kata-gtp]; GoGui's analyze commands [gogui].

mod analyze;
mod command;
mod read;
mod request;
mod response;
mod vertex;

pub use analyze::{Analysis, AnalyzeDialect, AnalyzeRequest};
pub use command::{Command, FinalStatus, KNOWN_COMMANDS};
pub use request::Request;
pub use response::{GtpError, Response};
pub use vertex::{GtpMove, Vertex};

use crate::Color;
use crate::text::saturating_count;

/// `b`, `black`, `w` or `white` in any case.
fn color_of(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// A count; larger values are clamped to the maximum.
fn parse_count(word: &str) -> Option<u32> {
    saturating_count(word).map(|count| count.try_into().unwrap_or(u32::MAX))
}
