//! The game summary: the server's proposal before a game.

use super::time_rules::TimeRules;
use super::{CsaError, CsaMove, color_of};
use crate::Color;
use crate::text::{excerpt, saturating_count};

/// The conditions of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSummary {
    /// `Protocol_Version`, such as `1.2`; empty if not sent.
    pub protocol_version: String,
    /// `Format` of the position, such as `Shogi 1.0`; empty if not sent.
    pub format: String,
    /// `Declaration`: the rule for declaring a win, such as `Jishogi 1.1`; empty if not sent.
    pub declaration: String,
    /// `Game_ID`, to be repeated in `AGREE`; empty if not sent.
    pub game_id: String,
    /// Black's name.
    pub black_name: String,
    /// White's name.
    pub white_name: String,
    /// Which side the client plays.
    pub your_turn: Color,
    /// Whether a draw is followed by another game.
    pub rematch_on_draw: bool,
    /// `To_Move` as sent, else the side to move of the board. With preset
    /// moves, the side to move next follows from playing them.
    pub to_move: Color,
    /// Number of moves after which the game is broken off; `None` is unlimited.
    pub max_moves: Option<u32>,
    /// Black's time.
    pub black_time: TimeRules,
    /// White's time.
    pub white_time: TimeRules,
    /// The lines of the start position in CSA record form, without the preset moves.
    pub position: Vec<String>,
    /// Moves that count as already played, with their times.
    pub preset_moves: Vec<PresetMove>,
    /// Other keys and their values, as they came.
    pub other: Vec<(String, String)>,
}

/// A move played before the game begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PresetMove {
    /// The move.
    pub mv: CsaMove,
    /// Time charged for it, in units; 0 if not sent.
    pub time: u64,
}

impl GameSummary {
    /// The time rules of that side.
    pub fn time_of(&self, color: Color) -> &TimeRules {
        match color {
            Color::Black => &self.black_time,
            Color::White => &self.white_time,
        }
    }
}

/// The section of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    General,
    Time,
    BlackTime,
    WhiteTime,
    Position,
    /// A section of a later version of the protocol.
    Other,
}

impl Section {
    fn opened_by(name: &str) -> Self {
        match name {
            "Time" => Self::Time,
            "Time+" => Self::BlackTime,
            "Time-" => Self::WhiteTime,
            "Position" => Self::Position,
            _ => Self::Other,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::General => "Game_Summary",
            Self::Time => "Time",
            Self::BlackTime => "Time+",
            Self::WhiteTime => "Time-",
            Self::Position => "Position",
            Self::Other => "(unknown)",
        }
    }
}

/// Far more than any real summary; longer ones are not read into memory.
const MOST_LINES: usize = 10_000;

/// Collects a summary line by line, after its `BEGIN` line.
#[derive(Debug)]
pub(super) struct SummaryBuilder {
    section: Section,
    lines: usize,
    summary: GameSummary,
    your_turn: Option<Color>,
    to_move: Option<Color>,
}

impl SummaryBuilder {
    pub(super) fn new() -> Self {
        Self {
            section: Section::General,
            lines: 0,
            summary: GameSummary {
                protocol_version: String::new(),
                format: String::new(),
                declaration: String::new(),
                game_id: String::new(),
                black_name: String::new(),
                white_name: String::new(),
                your_turn: Color::Black,
                rematch_on_draw: false,
                to_move: Color::Black,
                max_moves: None,
                black_time: TimeRules::default(),
                white_time: TimeRules::default(),
                position: Vec::new(),
                preset_moves: Vec::new(),
                other: Vec::new(),
            },
            your_turn: None,
            to_move: None,
        }
    }

    /// Takes one line; true if it ends the summary.
    pub(super) fn take(&mut self, line: &str) -> Result<bool, CsaError> {
        self.lines += 1;
        if self.lines > MOST_LINES {
            return Err(CsaError::SummaryTooLong(MOST_LINES));
        }
        if let Some(name) = line.strip_prefix("BEGIN ") {
            self.section = Section::opened_by(name);
        } else if let Some(name) = line.strip_prefix("END ") {
            return self.close(name);
        } else if self.section == Section::Position {
            self.take_position(line)?;
        } else if let Some((key, value)) = line.split_once(':') {
            self.take_pair(key, value)?;
        }
        Ok(false)
    }

    fn close(&mut self, name: &str) -> Result<bool, CsaError> {
        let open = self.section;
        if open == Section::Other {
            self.section = Section::General;
            return Ok(false);
        }
        if open.name() != name {
            return Err(CsaError::WrongEnd { open: open.name(), found: excerpt(name) });
        }
        self.section = Section::General;
        Ok(open == Section::General)
    }

    fn take_pair(&mut self, key: &str, value: &str) -> Result<(), CsaError> {
        match self.section {
            Section::Time => {
                self.summary.black_time.take(key, value)?;
                self.summary.white_time.take(key, value)
            }
            Section::BlackTime => self.summary.black_time.take(key, value),
            Section::WhiteTime => self.summary.white_time.take(key, value),
            Section::General => self.take_general(key, value),
            Section::Position | Section::Other => Ok(()),
        }
    }

    fn take_general(&mut self, key: &str, value: &str) -> Result<(), CsaError> {
        let summary = &mut self.summary;
        match key {
            "Protocol_Version" => summary.protocol_version = value.into(),
            "Format" => summary.format = value.into(),
            "Declaration" => summary.declaration = value.into(),
            "Game_ID" => summary.game_id = value.into(),
            "Name+" => summary.black_name = value.into(),
            "Name-" => summary.white_name = value.into(),
            "Your_Turn" => self.your_turn = Some(parse_color(key, value)?),
            "Rematch_On_Draw" => summary.rematch_on_draw = value == "YES",
            "To_Move" => self.to_move = Some(parse_color(key, value)?),
            "Max_Moves" => summary.max_moves = Some(parse_max_moves(value)?),
            _ => summary.other.push((key.into(), value.into())),
        }
        Ok(())
    }

    /// Board lines up to the side to move, then moves.
    fn take_position(&mut self, line: &str) -> Result<(), CsaError> {
        if line.len() > 1 && line.starts_with(['+', '-']) {
            self.summary.preset_moves.push(parse_preset(line)?);
        } else {
            self.summary.position.push(line.to_owned());
        }
        Ok(())
    }

    /// The summary, if everything needed came.
    pub(super) fn finish(self) -> Result<GameSummary, CsaError> {
        let mut summary = self.summary;
        if summary.position.is_empty() {
            return Err(CsaError::MissingKey("Position"));
        }
        let of_board = summary.position.iter().find_map(|line| color_of(line));
        summary.to_move = self.to_move.or(of_board).ok_or(CsaError::MissingKey("To_Move"))?;
        summary.your_turn = self.your_turn.ok_or(CsaError::MissingKey("Your_Turn"))?;
        Ok(summary)
    }
}

fn parse_color(key: &str, value: &str) -> Result<Color, CsaError> {
    color_of(value).ok_or_else(|| CsaError::BadValue {
        key: key.into(),
        expected: "+ or -",
        value: excerpt(value),
    })
}

fn parse_max_moves(value: &str) -> Result<u32, CsaError> {
    let count = saturating_count(value).ok_or_else(|| CsaError::BadValue {
        key: "Max_Moves".into(),
        expected: "a whole number",
        value: excerpt(value),
    })?;
    Ok(count.try_into().unwrap_or(u32::MAX))
}

/// A move with its time, as in `+2726FU,T12`.
fn parse_preset(line: &str) -> Result<PresetMove, CsaError> {
    let mut parts = line.split(',');
    let mv = parts.next().unwrap_or_default().parse()?;
    Ok(PresetMove { mv, time: super::server::find_time(parts).unwrap_or(0) })
}
