//! The analyze extension: a stream of candidate moves until the next line comes.

use std::fmt;

use super::{GtpMove, color_of, parse_count};
use crate::Color;

/// Whose form the stream has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnalyzeDialect {
    /// Leela Zero's: win rates in hundredths of a per cent, no scores.
    Lz,
    /// KataGo's: win rates from 0 to 1, with `scoreLead`.
    Kata,
}

/// The arguments of `lz-analyze` and `kata-analyze`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnalyzeRequest {
    /// The form of the answer.
    pub dialect: AnalyzeDialect,
    /// Whose move it is; if not sent, the side to move.
    pub color: Option<Color>,
    /// Time between reports in hundredths of a second.
    pub interval: Option<u32>,
    /// Other words, such as `minmoves 5` or `ownership true`.
    pub other: Vec<String>,
}

impl AnalyzeRequest {
    /// Reads `[COLOR] [INTERVAL] [interval INTERVAL] [KEY VALUE]...`; `None` if an interval is not
    /// a number.
    pub(super) fn read(dialect: AnalyzeDialect, arguments: &[String]) -> Option<Self> {
        let mut words = arguments.iter().map(String::as_str).peekable();
        let color = words.peek().and_then(|word| color_of(word));
        if color.is_some() {
            words.next();
        }
        let mut request = Self { dialect, color, interval: None, other: Vec::new() };
        if let Some(interval) = words.peek().and_then(|word| parse_count(word)) {
            request.interval = Some(interval);
            words.next();
        }
        while let Some(word) = words.next() {
            if word.eq_ignore_ascii_case("interval") {
                request.interval = Some(parse_count(words.next()?)?);
            } else {
                request.other.push(word.to_owned());
            }
        }
        Some(request)
    }
}

/// One candidate move in a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The move.
    pub candidate: GtpMove,
    /// Nodes or visits spent on it.
    pub visits: u64,
    /// Chance that the side to move wins, 0 to 1.
    pub win_rate: f64,
    /// Points by which the side to move leads.
    pub score_lead: f64,
    /// Rank from 0.
    pub order: u32,
    /// The line, the move itself first.
    pub line: Vec<GtpMove>,
}

impl Analysis {
    /// The candidates of one report as one line of the stream, without its ending.
    pub fn report(dialect: AnalyzeDialect, candidates: &[Self]) -> String {
        let parts: Vec<String> = candidates.iter().map(|c| c.part(dialect)).collect();
        parts.join(" ")
    }

    fn part(&self, dialect: AnalyzeDialect) -> String {
        let value = match dialect {
            AnalyzeDialect::Lz => format!("winrate {}", (self.win_rate * 10_000.0).round()),
            AnalyzeDialect::Kata => {
                format!("winrate {:.6} scoreLead {:.3}", self.win_rate, self.score_lead)
            }
        };
        let line = Line(&self.line);
        let (candidate, visits, order) = (self.candidate, self.visits, self.order);
        format!("info move {candidate} visits {visits} {value} order {order} pv{line}")
    }
}

/// Moves, each after a blank.
struct Line<'a>(&'a [GtpMove]);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|played| write!(f, " {played}"))
    }
}
