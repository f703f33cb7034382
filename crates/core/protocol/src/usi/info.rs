//! The `info` line: reports of an engine during a search.

use std::fmt;
use std::time::Duration;

use super::UsiMove;
use super::moves::write_moves;
use crate::text::{Words, one_line, saturating_count, take_count, take_u32, words};

/// A value from the side to move's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// A forced mate.
    Mate(MateScore),
}

/// A forced mate from the side to move's view, with its length in plies if it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MateScore {
    /// The side to move mates.
    Win(Option<u32>),
    /// The side to move is mated; in 0 plies if it already is.
    Loss(Option<u32>),
}

/// Whether a score is the value or only bounds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bound {
    /// The value itself.
    #[default]
    Exact,
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// A score with its bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreInfo {
    /// The number or mate.
    pub score: Score,
    /// The kind of bound of the value.
    pub bound: Bound,
}

/// The parts of an `info` line; absent parts are not sent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// Nominal depth in plies.
    pub depth: Option<u32>,
    /// Deepest line in plies.
    pub seldepth: Option<u32>,
    /// Rank of this line among several, from 1.
    pub multipv: Option<u32>,
    /// The value of the line.
    pub score: Option<ScoreInfo>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// Fill of the transposition table, per mille.
    pub hashfull: Option<u32>,
    /// Time since the search began, sent in milliseconds.
    pub time: Option<Duration>,
    /// The root move being searched.
    pub currmove: Option<UsiMove>,
    /// The line, best move first; empty if not sent.
    pub pv: Vec<UsiMove>,
    /// Free text, always last.
    pub string: Option<String>,
}

impl Info {
    /// An `info string` line.
    pub fn message(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// Reads the text after the word `info`. Unknown words are skipped; never fails.
    pub(super) fn parse(text: &str) -> Self {
        let (fields, string) = split_string(text);
        let mut info = Self { string, ..Self::default() };
        let mut words = words(fields);
        while let Some(word) = words.next() {
            info.take(word, &mut words);
        }
        info
    }

    fn take(&mut self, word: &str, words: &mut Words<'_>) {
        match word {
            "depth" => replace(&mut self.depth, take_u32(words)),
            "seldepth" => replace(&mut self.seldepth, take_u32(words)),
            "multipv" => replace(&mut self.multipv, take_u32(words)),
            "hashfull" => replace(&mut self.hashfull, take_u32(words)),
            "nodes" => replace(&mut self.nodes, take_count(words)),
            "nps" => replace(&mut self.nps, take_count(words)),
            "time" => replace(&mut self.time, take_count(words).map(Duration::from_millis)),
            "currmove" => replace(&mut self.currmove, take_move(words)),
            "score" => replace(&mut self.score, take_score(words)),
            "pv" => self.pv = std::iter::from_fn(|| take_move(words)).collect(),
            _ => {}
        }
    }
}

/// Cuts the free text off: it begins after the word `string` and runs to the end of the line.
fn split_string(text: &str) -> (&str, Option<String>) {
    let mut from = 0;
    while let Some(found) = text[from..].find("string") {
        let (start, end) = (from + found, from + found + "string".len());
        let before = text[..start].ends_with(|c: char| c.is_ascii_whitespace()) || start == 0;
        let after = text[end..].starts_with(|c: char| c.is_ascii_whitespace()) || end == text.len();
        if before && after {
            return (&text[..start], Some(text[end..].trim_ascii().to_owned()));
        }
        from = end;
    }
    (text, None)
}

fn replace<T>(field: &mut Option<T>, value: Option<T>) {
    if value.is_some() {
        *field = value;
    }
}

fn take_move(words: &mut Words<'_>) -> Option<UsiMove> {
    let mv = words.peek().copied().and_then(UsiMove::parse)?;
    words.next();
    Some(mv)
}

fn take_score(words: &mut Words<'_>) -> Option<ScoreInfo> {
    let kind = words.next_if(|&word| matches!(word, "cp" | "mate"))?;
    let value = words.peek().copied()?;
    let score = match kind {
        "cp" => Score::Cp(parse_centipawns(value)?),
        _ => Score::Mate(parse_mate(value)?),
    };
    words.next();
    let bound = match words.next_if(|&word| matches!(word, "lowerbound" | "upperbound")) {
        Some("lowerbound") => Bound::Lower,
        Some(_) => Bound::Upper,
        None => Bound::Exact,
    };
    Some(ScoreInfo { score, bound })
}

fn parse_centipawns(word: &str) -> Option<i32> {
    let number: i64 = word.parse().ok()?;
    Some(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

/// `5`, `+5`, `-5`, `+`, `-`; a bare `0` means that the side to move is mated.
fn parse_mate(word: &str) -> Option<MateScore> {
    let (sign, digits) = match word.as_bytes().first()? {
        sign @ (b'+' | b'-') => (Some(*sign), &word[1..]),
        _ => (None, word),
    };
    let plies = match (digits, sign) {
        ("", Some(_)) => None,
        _ => Some(saturating_count(digits)?.try_into().unwrap_or(u32::MAX)),
    };
    let lost = sign == Some(b'-') || (sign.is_none() && plies == Some(0));
    Some(if lost { MateScore::Loss(plies) } else { MateScore::Win(plies) })
}

impl fmt::Display for MateScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(Some(0)) => f.write_str("+0"),
            Self::Win(Some(plies)) => write!(f, "{plies}"),
            Self::Win(None) => f.write_str("+"),
            Self::Loss(Some(plies)) => write!(f, "-{plies}"),
            Self::Loss(None) => f.write_str("-"),
        }
    }
}

impl fmt::Display for ScoreInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Score::Cp(centipawns) => write!(f, "cp {centipawns}")?,
            Score::Mate(mate) => write!(f, "mate {mate}")?,
        }
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}

impl fmt::Display for Info {
    /// The line without its ending, parts in a fixed order, `pv` and `string` last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_part(f, "depth", self.depth)?;
        write_part(f, "seldepth", self.seldepth)?;
        write_part(f, "multipv", self.multipv)?;
        write_part(f, "score", self.score)?;
        write_part(f, "nodes", self.nodes)?;
        write_part(f, "nps", self.nps)?;
        write_part(f, "hashfull", self.hashfull)?;
        write_part(f, "time", self.time.map(|time| time.as_millis()))?;
        write_part(f, "currmove", self.currmove)?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            write_moves(f, &self.pv)?;
        }
        write_part(f, "string", self.string.as_deref().map(one_line))
    }
}

fn write_part(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    value: Option<impl fmt::Display>,
) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {word} {value}"),
        None => Ok(()),
    }
}
