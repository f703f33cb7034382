//! Messages of a client.

use std::fmt;

use super::server::SpecialMove;
use super::{Credentials, CsaMove};
use crate::text::one_line;

/// One line to the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientLine {
    /// `LOGIN`.
    Login(Credentials),
    /// `LOGOUT`.
    Logout,
    /// Accepts the proposed game; the game's name may be left out.
    Agree(Option<String>),
    /// Rejects the proposed game; the game's name may be left out.
    Reject(Option<String>),
    /// A move, with evaluation and line for spectators.
    Move {
        /// The move.
        mv: CsaMove,
        /// Its comment; only for servers that understand it.
        comment: Option<FloodgateComment>,
    },
    /// Resigns, declares a win or breaks off.
    Special(SpecialMove),
    /// An empty line, at least 30 seconds after the last line sent.
    KeepAlive,
}

/// The engine's evaluation of its move, as shown by floodgate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FloodgateComment {
    /// Value in centipawns from Black's view.
    pub value: i32,
    /// The expected line, beginning with the opponent's reply.
    pub line: Vec<CsaMove>,
}

impl ClientLine {
    /// The line as it goes over the wire, without its ending. A login shows the password here and
    /// nowhere else.
    pub fn wire(&self) -> String {
        match self {
            Self::Login(who) => format!("LOGIN {} {}", who.id(), who.password().reveal()),
            other => other.to_string(),
        }
    }

    /// Reads a line like a server; `None` for other lines.
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim_end_matches(['\n', '\r']);
        let (word, rest) = line.split_once(' ').map_or((line, None), |(w, r)| (w, Some(r)));
        match (word, rest) {
            ("", None) => Some(Self::KeepAlive),
            ("LOGIN", Some(rest)) => {
                let (id, password) = rest.split_once(' ')?;
                Credentials::new(id, password).ok().map(Self::Login)
            }
            ("LOGOUT", None) => Some(Self::Logout),
            ("AGREE", game) => Some(Self::Agree(game.map(Into::into))),
            ("REJECT", game) => Some(Self::Reject(game.map(Into::into))),
            _ => parse_move(line).or_else(|| SpecialMove::parse(line).map(Self::Special)),
        }
    }
}

fn parse_move(line: &str) -> Option<ClientLine> {
    let (mv, comment) = line.split_once(',').map_or((line, None), |(mv, c)| (mv, Some(c)));
    let comment = comment.and_then(FloodgateComment::parse);
    CsaMove::parse(mv).map(|mv| ClientLine::Move { mv, comment })
}

impl FloodgateComment {
    /// Reads `'* 30 -3334FU ...`, or `'** ...` as in records; the line ends at
    /// the first word that is not a move.
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("'**").or_else(|| text.strip_prefix("'*"))?;
        let mut words = rest.split_ascii_whitespace();
        let value: i64 = words.next()?.parse().ok()?;
        Some(Self {
            value: value.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
            line: words.map_while(CsaMove::parse).collect(),
        })
    }
}

impl fmt::Display for FloodgateComment {
    /// The form in which clients send it, `'* 30 -3334FU`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'* {}", self.value)?;
        self.line.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

impl fmt::Display for ClientLine {
    /// The line for a log: as [`ClientLine::wire`], with the password hidden.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Login(who) => write!(f, "LOGIN {} {:?}", who.id(), who.password()),
            Self::Logout => f.write_str("LOGOUT"),
            Self::Agree(game) => write_with_game(f, "AGREE", game.as_deref()),
            Self::Reject(game) => write_with_game(f, "REJECT", game.as_deref()),
            Self::Move { mv, comment: None } => mv.fmt(f),
            Self::Move { mv, comment: Some(comment) } => write!(f, "{mv},{comment}"),
            Self::Special(special) => f.write_str(special.text()),
            Self::KeepAlive => Ok(()),
        }
    }
}

fn write_with_game(f: &mut fmt::Formatter<'_>, word: &str, game: Option<&str>) -> fmt::Result {
    match game {
        Some(game) => write!(f, "{word} {}", one_line(game)),
        None => f.write_str(word),
    }
}
