//! Messages of an engine to a GUI.

use std::fmt;

use super::UsiError;
use super::info::Info;
use super::moves::{UsiMove, parse_moves, write_moves};
use super::option::UsiOption;
use crate::text::{Words, excerpt, one_line, words};

/// One line from the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineMessage {
    /// `id name`.
    IdName(String),
    /// `id author`.
    IdAuthor(String),
    /// `option`.
    Option(UsiOption),
    /// `usiok`.
    UsiOk,
    /// `readyok`.
    ReadyOk,
    /// `info`.
    Info(Box<Info>),
    /// `bestmove`, the answer to `go`.
    BestMove(BestMove),
    /// `checkmate`, the answer to `go mate`.
    Checkmate(CheckmateAnswer),
    /// Any other line, such as debug output.
    Unknown(String),
}

/// The answer to `go`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BestMove {
    /// A move, and the reply on which the engine would ponder.
    Move {
        /// The move to play.
        best: UsiMove,
        /// The expected reply.
        ponder: Option<UsiMove>,
    },
    /// The engine resigns.
    Resign,
    /// The engine declares a win by entering king.
    Win,
}

/// The answer to `go mate`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckmateAnswer {
    /// A line of mate, never empty.
    Mate(Vec<UsiMove>),
    /// It is proven that there is no mate.
    NoMate,
    /// The time was up first.
    Timeout,
    /// The engine has no mate search.
    NotImplemented,
}

impl EngineMessage {
    /// An `info string` line.
    pub fn message(text: impl Into<String>) -> Self {
        Self::Info(Box::new(Info::message(text)))
    }

    /// Reads one line.
    ///
    /// # Errors
    /// A malformed `option`, `bestmove` or `checkmate`. Unknown lines are not error.
    pub fn parse(line: &str) -> Result<Self, UsiError> {
        let mut rest = words(line);
        Ok(match rest.next() {
            Some("id") => parse_id(line, rest),
            Some("option") => Self::Option(UsiOption::parse(&mut rest)?),
            Some("usiok") => Self::UsiOk,
            Some("readyok") => Self::ReadyOk,
            Some("info") => Self::Info(Box::new(Info::parse(after(line, "info")))),
            Some("bestmove") => Self::BestMove(parse_best_move(rest)?),
            Some("checkmate") => Self::Checkmate(parse_checkmate(rest)?),
            _ => Self::Unknown(line.trim_ascii().to_owned()),
        })
    }
}

/// What follows the first occurrence of `word`, trimmed.
fn after<'a>(line: &'a str, word: &str) -> &'a str {
    line.split_once(word).map_or("", |(_, rest)| rest.trim_ascii())
}

fn parse_id(line: &str, mut words: Words<'_>) -> EngineMessage {
    match words.next() {
        Some("name") => EngineMessage::IdName(after(line, "name").to_owned()),
        Some("author") => EngineMessage::IdAuthor(after(line, "author").to_owned()),
        _ => EngineMessage::Unknown(line.trim_ascii().to_owned()),
    }
}

fn parse_best_move(mut words: Words<'_>) -> Result<BestMove, UsiError> {
    const EXPECTED: &str = "a move, `resign` or `win`";
    match words.next() {
        None => Err(UsiError::Missing { command: "bestmove", expected: EXPECTED }),
        Some("resign") => Ok(BestMove::Resign),
        Some("win") => Ok(BestMove::Win),
        Some(word) => {
            let best = UsiMove::parse(word).ok_or_else(|| UsiError::Unexpected {
                command: "bestmove",
                expected: EXPECTED,
                found: excerpt(word),
            })?;
            let ponder = words.next_if_eq(&"ponder").and_then(|_| words.next());
            Ok(BestMove::Move { best, ponder: ponder.and_then(UsiMove::parse) })
        }
    }
}

fn parse_checkmate(mut words: Words<'_>) -> Result<CheckmateAnswer, UsiError> {
    match words.peek().copied() {
        None => Err(UsiError::Missing {
            command: "checkmate",
            expected: "a line of moves, `nomate` or `timeout`",
        }),
        Some("nomate") => Ok(CheckmateAnswer::NoMate),
        Some("timeout") => Ok(CheckmateAnswer::Timeout),
        Some("notimplemented") => Ok(CheckmateAnswer::NotImplemented),
        Some(_) => parse_moves(words).map(CheckmateAnswer::Mate),
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { best, ponder: Some(ponder) } => {
                write!(f, "bestmove {best} ponder {ponder}")
            }
            Self::Move { best, ponder: None } => write!(f, "bestmove {best}"),
            Self::Resign => f.write_str("bestmove resign"),
            Self::Win => f.write_str("bestmove win"),
        }
    }
}

impl fmt::Display for CheckmateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("checkmate")?;
        match self {
            Self::Mate(moves) => write_moves(f, moves),
            Self::NoMate => f.write_str(" nomate"),
            Self::Timeout => f.write_str(" timeout"),
            Self::NotImplemented => f.write_str(" notimplemented"),
        }
    }
}

impl fmt::Display for EngineMessage {
    /// The line without its ending.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName(name) => write!(f, "id name {}", one_line(name)),
            Self::IdAuthor(author) => write!(f, "id author {}", one_line(author)),
            Self::Option(option) => option.fmt(f),
            Self::UsiOk => f.write_str("usiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove(answer) => answer.fmt(f),
            Self::Checkmate(answer) => answer.fmt(f),
            Self::Unknown(line) => f.write_str(&one_line(line)),
        }
    }
}
