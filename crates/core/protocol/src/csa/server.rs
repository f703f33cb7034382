//! Messages of the server.

use super::summary::SummaryBuilder;
use super::{CsaError, CsaMove, GameSummary};
use crate::text::{one_line, saturating_count};

/// Something the server said. A game summary is one event, everything else one line each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerEvent {
    /// Logged in under that name.
    LoginOk(String),
    /// Wrong name or password.
    LoginIncorrect,
    /// Logged out.
    LogoutCompleted,
    /// A game is proposed: answer `AGREE` or `REJECT`.
    Summary(Box<GameSummary>),
    /// Both sides agreed, the game begins.
    Start {
        /// The game.
        game_id: String,
    },
    /// A side rejected the game.
    Reject {
        /// The game.
        game_id: String,
        /// Who rejected it; empty if not sent.
        by: String,
    },
    /// A move of either side, including the client's own.
    Move {
        /// The move.
        mv: CsaMove,
        /// Time charged for it, in units of the time rules; `None` if not sent.
        time: Option<u64>,
    },
    /// A move that ends or breaks off the game.
    Special {
        /// Which one.
        special: SpecialMove,
        /// Time charged for it, in units of the time rules; `None` if not sent.
        time: Option<u64>,
    },
    /// Why the game ends; the outcome follows.
    Reason(EndReason),
    /// How the game ended for this client.
    Outcome(Outcome),
    /// An empty line that keeps the connection alive.
    KeepAlive,
    /// A line of an extension (`##...`) or of a later version, to be ignored.
    Unknown(String),
}

/// A `%` line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpecialMove {
    /// `%TORYO`: resigns.
    Toryo,
    /// `%KACHI`: declares a win by entering king.
    Kachi,
    /// `%CHUDAN`: breaks off.
    Chudan,
}

impl SpecialMove {
    /// The line as sent by either side.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Toryo => "%TORYO",
            Self::Kachi => "%KACHI",
            Self::Chudan => "%CHUDAN",
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        [Self::Toryo, Self::Kachi, Self::Chudan].into_iter().find(|special| special.text() == text)
    }
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    /// A side resigned.
    Resign,
    /// A side overstepped its time.
    TimeUp,
    /// A side made an illegal move or a wrong declaration.
    IllegalMove,
    /// A side moved out of turn, or a similar violation.
    IllegalAction,
    /// Fourfold repetition, a draw.
    Sennichite,
    /// Perpetual check, a loss for the side that gave it.
    OuteSennichite,
    /// A win was declared by entering king.
    Jishogi,
    /// The game reached the allowed number of moves.
    MaxMoves,
}

/// How a game ended for the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Won.
    Win,
    /// Lost.
    Lose,
    /// Drawn.
    Draw,
    /// Broken off at the allowed number of moves, without a result.
    Censored,
    /// Broken off by a person, without a result.
    Chudan,
}

/// Turns lines into events; remembers only an unfinished game summary.
#[derive(Debug, Default)]
pub struct ServerReader {
    summary: Option<SummaryBuilder>,
}

impl ServerReader {
    /// A reader at the beginning of a connection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes one line; `None` while a game summary is incomplete.
    ///
    /// # Errors
    /// A malformed summary (which is then dropped) or move. Unknown lines are not error.
    pub fn read(&mut self, line: &str) -> Result<Option<ServerEvent>, CsaError> {
        let line = line.trim_end_matches(['\n', '\r']);
        if line == "BEGIN Game_Summary" {
            self.summary = Some(SummaryBuilder::new());
            return Ok(None);
        }
        let Some(mut builder) = self.summary.take() else {
            return parse_line(line).map(Some);
        };
        if builder.take(line)? {
            return Ok(Some(ServerEvent::Summary(Box::new(builder.finish()?))));
        }
        self.summary = Some(builder);
        Ok(None)
    }
}

fn parse_line(line: &str) -> Result<ServerEvent, CsaError> {
    let unknown = || ServerEvent::Unknown(one_line(line));
    Ok(match line.chars().next() {
        None => ServerEvent::KeepAlive,
        Some('+' | '-') => parse_move(line)?,
        Some('%') => parse_special(line).unwrap_or_else(unknown),
        Some('#') => parse_result(line).unwrap_or_else(unknown),
        _ => parse_session(line).unwrap_or_else(unknown),
    })
}

fn parse_move(line: &str) -> Result<ServerEvent, CsaError> {
    let mut parts = line.split(',');
    let mv = parts.next().unwrap_or_default().parse()?;
    Ok(ServerEvent::Move { mv, time: find_time(parts) })
}

fn parse_special(line: &str) -> Option<ServerEvent> {
    let mut parts = line.split(',');
    let special = SpecialMove::parse(parts.next()?)?;
    Some(ServerEvent::Special { special, time: find_time(parts) })
}

/// The count in the first part of the form `T12`.
pub(super) fn find_time<'a>(mut parts: impl Iterator<Item = &'a str>) -> Option<u64> {
    parts.find_map(|part| saturating_count(part.trim_end().strip_prefix('T')?))
}

fn parse_result(line: &str) -> Option<ServerEvent> {
    use ServerEvent::{Outcome as Ended, Reason};
    Some(match line.trim_end() {
        "#RESIGN" => Reason(EndReason::Resign),
        "#TIME_UP" => Reason(EndReason::TimeUp),
        "#ILLEGAL_MOVE" => Reason(EndReason::IllegalMove),
        "#ILLEGAL_ACTION" => Reason(EndReason::IllegalAction),
        "#SENNICHITE" => Reason(EndReason::Sennichite),
        "#OUTE_SENNICHITE" => Reason(EndReason::OuteSennichite),
        "#JISHOGI" => Reason(EndReason::Jishogi),
        "#MAX_MOVES" => Reason(EndReason::MaxMoves),
        "#WIN" => Ended(Outcome::Win),
        "#LOSE" => Ended(Outcome::Lose),
        "#DRAW" => Ended(Outcome::Draw),
        "#CENSORED" => Ended(Outcome::Censored),
        "#CHUDAN" => Ended(Outcome::Chudan),
        _ => return None,
    })
}

fn parse_session(line: &str) -> Option<ServerEvent> {
    let (word, rest) = line.split_once(':')?;
    let rest = rest.trim_end();
    match (word, rest) {
        ("LOGIN", "incorrect") => Some(ServerEvent::LoginIncorrect),
        ("LOGIN", _) => rest.strip_suffix(" OK").map(|id| ServerEvent::LoginOk(id.into())),
        ("LOGOUT", "completed") => Some(ServerEvent::LogoutCompleted),
        ("START", _) => Some(ServerEvent::Start { game_id: rest.into() }),
        ("REJECT", _) => {
            let (game_id, by) = rest.split_once(" by ").unwrap_or((rest, ""));
            Some(ServerEvent::Reject { game_id: game_id.into(), by: by.into() })
        }
        _ => None,
    }
}
