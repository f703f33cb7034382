//! Messages of the USI, CSA server and GTP 2 protocols as types: reading, writing, no I/O.
//!
//! The crate has no game rules. A move is a syntactically checked text ([`usi::UsiMove`],
//! [`csa::CsaMove`], [`gtp::Vertex`]); whether it is legal is for the game crates to say.
//! Every reader takes one line with any line ending, never panics, and skips input as the
//! protocol requires. Writers never emit a line break inside a line, for any text.
#![forbid(unsafe_code)]

pub mod csa;
pub mod gtp;
mod text;
pub mod usi;

/// A player: Black moves first on an even board (sente in shogi).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Color {
    /// Sente; `+` in CSA, `black` in GTP.
    Black,
    /// Gote; `-` in CSA, `white` in GTP.
    White,
}

impl Color {
    /// The other player.
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

pub use text::excerpt;
