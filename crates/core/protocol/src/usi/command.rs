//! Commands of a GUI to an engine.

use std::fmt;

use super::go::{Clock, GoCommand};
use super::moves::{UsiMove, parse_moves, write_moves};
use super::{Sfen, UsiError};
use crate::text::{Words, excerpt, one_line, words};

/// The text that represents an empty value.
pub(super) const EMPTY: &str = "<empty>";

/// One line from the GUI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GuiCommand {
    /// `usi`: name yourself and your options.
    Usi,
    /// `isready`: load what you need, then answer `readyok`.
    IsReady,
    /// `setoption name NAME value VALUE`.
    SetOption {
        /// The option's name as sent; compare it without regard to case.
        name: String,
        /// The value as sent, empty for `<empty>`; `None` for a button.
        value: Option<String>,
    },
    /// `usinewgame`.
    UsiNewGame,
    /// `position`.
    Position(PositionCommand),
    /// `go`.
    Go(GoCommand),
    /// `stop`: answer now.
    Stop,
    /// `ponderhit`, with the clocks of early pondering if they were sent.
    PonderHit(Clock),
    /// `gameover`; `None` if the result is missing or unknown.
    GameOver(Option<GameResult>),
    /// `quit`.
    Quit,
    /// An empty line.
    Blank,
    /// Any other line; to be ignored, or used for additional commands.
    Unknown(String),
}

/// The engine's result in `gameover`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// The engine won.
    Win,
    /// The engine lost.
    Lose,
    /// Drawn or broken off.
    Draw,
}

/// A `position` command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionCommand {
    /// Where the moves start.
    pub start: StartPosition,
    /// The moves played since.
    pub moves: Vec<UsiMove>,
}

/// Where a game starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StartPosition {
    /// The start of an even game.
    Startpos,
    /// Any other position.
    Sfen(Sfen),
}

impl GuiCommand {
    /// Reads one line.
    ///
    /// # Errors
    /// `position` without a readable position or with a word that is not a move, `setoption`
    /// without a name. Unknown commands are not error.
    pub fn parse(line: &str) -> Result<Self, UsiError> {
        let mut rest = words(line);
        let Some(command) = rest.next() else {
            return Ok(Self::Blank);
        };
        Ok(match command {
            "usi" => Self::Usi,
            "isready" => Self::IsReady,
            "setoption" => parse_set_option(line)?,
            "usinewgame" => Self::UsiNewGame,
            "position" => Self::Position(parse_position(rest)?),
            "go" => Self::Go(GoCommand::parse(&mut rest)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit(Clock::parse(&mut rest)),
            "gameover" => Self::GameOver(rest.next().and_then(GameResult::parse)),
            "quit" => Self::Quit,
            _ => Self::Unknown(line.trim_ascii().to_owned()),
        })
    }
}

impl GameResult {
    fn parse(word: &str) -> Option<Self> {
        match word {
            "win" => Some(Self::Win),
            "lose" => Some(Self::Lose),
            "draw" => Some(Self::Draw),
            _ => None,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Draw => "draw",
        }
    }
}

impl PositionCommand {
    /// Reads `startpos` or `sfen ...`, then perhaps `moves ...`: the words after `position`.
    ///
    /// # Errors
    /// As [`GuiCommand::parse`].
    pub fn parse(text: &str) -> Result<Self, UsiError> {
        parse_position(words(text))
    }
}

fn parse_position(mut words: Words<'_>) -> Result<PositionCommand, UsiError> {
    const EXPECTED: &str = "`startpos` or `sfen`";
    let start = match words.next() {
        Some("startpos") => StartPosition::Startpos,
        Some("sfen") => StartPosition::Sfen(parse_sfen_words(&mut words)?),
        Some(found) => return Err(unexpected(EXPECTED, found)),
        None => return Err(UsiError::Missing { command: "position", expected: EXPECTED }),
    };
    let moves = match words.next() {
        None => Vec::new(),
        Some("moves") => parse_moves(words)?,
        Some(found) => return Err(unexpected("`moves`", found)),
    };
    Ok(PositionCommand { start, moves })
}

fn parse_sfen_words(words: &mut Words<'_>) -> Result<Sfen, UsiError> {
    let mut fields = Vec::with_capacity(4);
    while fields.len() < 4 {
        match words.next_if(|&word| word != "moves") {
            Some(word) => fields.push(word),
            None => break,
        }
    }
    Ok(Sfen::parse(&fields.join(" "))?)
}

fn unexpected(expected: &'static str, found: &str) -> UsiError {
    UsiError::Unexpected { command: "position", expected, found: excerpt(found) }
}

/// The name runs up to the word `value`; the value is the unchanged rest of the line.
fn parse_set_option(line: &str) -> Result<GuiCommand, UsiError> {
    const MISSING: UsiError = UsiError::Missing { command: "setoption", expected: "`name NAME`" };
    let (_, rest) = split_word(line);
    let (keyword, mut rest) = split_word(rest);
    if keyword != "name" {
        return Err(MISSING);
    }
    let mut name = Vec::new();
    let mut value = None;
    while !rest.is_empty() {
        let (word, tail) = split_word(rest);
        if word == "value" && !name.is_empty() {
            value = Some(if tail == EMPTY { String::new() } else { tail.to_owned() });
            break;
        }
        name.push(word);
        rest = tail;
    }
    if name.is_empty() {
        return Err(MISSING);
    }
    Ok(GuiCommand::SetOption { name: name.join(" "), value })
}

/// The first word and what follows it, both without blanks around them.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii();
    match text.split_once(|c: char| c.is_ascii_whitespace()) {
        Some((word, rest)) => (word, rest.trim_ascii_start()),
        None => (text, ""),
    }
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            StartPosition::Startpos => f.write_str("position startpos")?,
            StartPosition::Sfen(sfen) => write!(f, "position sfen {sfen}")?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        write_moves(f, &self.moves)
    }
}

impl fmt::Display for GuiCommand {
    /// The line without its ending.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usi => f.write_str("usi"),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value: None } => write!(f, "setoption name {}", one_line(name)),
            Self::SetOption { name, value: Some(value) } => {
                let value = if value.is_empty() { EMPTY } else { value };
                write!(f, "setoption name {} value {}", one_line(name), one_line(value))
            }
            Self::UsiNewGame => f.write_str("usinewgame"),
            Self::Position(position) => position.fmt(f),
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit(clock) => write!(f, "ponderhit{clock}"),
            Self::GameOver(None) => f.write_str("gameover"),
            Self::GameOver(Some(result)) => write!(f, "gameover {}", result.word()),
            Self::Quit => f.write_str("quit"),
            Self::Blank => Ok(()),
            Self::Unknown(line) => f.write_str(&one_line(line)),
        }
    }
}
