//! The `go` command: what to search and for how long.

use std::fmt;
use std::time::Duration;

use super::UsiMove;
use super::moves::write_moves;
use crate::text::{Words, excerpt, saturating_count, take_count, take_u32};

/// The clocks sent by the GUI; absent parts were not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// Black's remaining time (`btime`).
    pub black_time: Option<Duration>,
    /// White's remaining time (`wtime`).
    pub white_time: Option<Duration>,
    /// Time for each move once the remaining time is used up.
    pub byoyomi: Option<Duration>,
    /// Time Black gains with each move (`binc`).
    pub black_increment: Option<Duration>,
    /// Time White gains with each move (`winc`).
    pub white_increment: Option<Duration>,
}

impl Clock {
    /// Whether no clock was sent at all.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The clock in the words of a `ponderhit`; unknown words are skipped.
    pub(super) fn parse(words: &mut Words<'_>) -> Self {
        let mut clock = Self::default();
        while let Some(word) = words.next() {
            if let Some(field) = clock.field(word) {
                *field = take_millis(words);
            }
        }
        clock
    }

    fn field(&mut self, word: &str) -> Option<&mut Option<Duration>> {
        match word {
            "btime" => Some(&mut self.black_time),
            "wtime" => Some(&mut self.white_time),
            "byoyomi" => Some(&mut self.byoyomi),
            "binc" => Some(&mut self.black_increment),
            "winc" => Some(&mut self.white_increment),
            _ => None,
        }
    }
}

impl fmt::Display for Clock {
    /// Each part as a blank, its word and milliseconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_millis(f, "btime", self.black_time)?;
        write_millis(f, "wtime", self.white_time)?;
        write_millis(f, "byoyomi", self.byoyomi)?;
        write_millis(f, "binc", self.black_increment)?;
        write_millis(f, "winc", self.white_increment)
    }
}

/// How long `go mate` may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MateLimit {
    /// No limit: `go mate infinite`, or `go mate` alone.
    Unlimited,
    /// At most so long; the protocol's number is a time in milliseconds, not a length of mate.
    Time(Duration),
}

/// A `go` command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GoCommand {
    /// Search on the opponent's time; no answer before `ponderhit` or `stop`.
    pub ponder: bool,
    /// The clocks.
    pub clock: Clock,
    /// Search until `stop`.
    pub infinite: bool,
    /// Largest depth in plies.
    pub depth: Option<u32>,
    /// Largest number of nodes.
    pub nodes: Option<u64>,
    /// Exact time for this move.
    pub move_time: Option<Duration>,
    /// Search a mate and answer `checkmate`.
    pub mate: Option<MateLimit>,
    /// Consider only these moves; empty means all.
    pub search_moves: Vec<UsiMove>,
    /// Keywords whose number is missing or invalid: `btime` of `go btime 5m`.
    /// Their values are not set, so a search by this command must choose a
    /// limit.
    pub unreadable: Vec<String>,
    /// Unknown words, shortened.
    pub ignored: Vec<String>,
}

impl GoCommand {
    /// Reads the words after `go`. Never fails: unknown words are kept in
    /// `ignored`, keywords without their number in `unreadable`.
    pub(super) fn parse(words: &mut Words<'_>) -> Self {
        let mut go = Self::default();
        while let Some(word) = words.next() {
            if !go.take(word, words) {
                let is_keyword = go.clock.field(word).is_some() || WITH_NUMBER.contains(&word);
                if is_keyword { &mut go.unreadable } else { &mut go.ignored }.push(excerpt(word));
            }
        }
        go
    }

    /// Sets no limit that would end the search.
    pub fn is_unlimited(&self) -> bool {
        self.clock.is_empty()
            && self.depth.is_none()
            && self.nodes.is_none()
            && self.move_time.is_none()
    }

    /// Reads one keyword and its value; false if the word is unknown or lacks its value.
    fn take(&mut self, word: &str, words: &mut Words<'_>) -> bool {
        if let Some(field) = self.clock.field(word) {
            let time = take_millis(words);
            *field = time.or(*field);
            return time.is_some();
        }
        match word {
            "ponder" => self.ponder = true,
            "infinite" => self.infinite = true,
            "depth" => return store(&mut self.depth, take_u32(words)),
            "nodes" => return store(&mut self.nodes, take_count(words)),
            "movetime" => return store(&mut self.move_time, take_millis(words)),
            "mate" => return self.take_mate(words),
            "searchmoves" => {
                while let Some(mv) = words.peek().copied().and_then(UsiMove::parse) {
                    self.search_moves.push(mv);
                    words.next();
                }
            }
            _ => return false,
        }
        true
    }

    /// The limit after `mate`; false if it is neither a time, nor `infinite`, nor left out.
    fn take_mate(&mut self, words: &mut Words<'_>) -> bool {
        let time = take_millis(words);
        self.mate = Some(time.map_or(MateLimit::Unlimited, MateLimit::Time));
        time.is_some()
            || words.next_if(|&word| word == "infinite").is_some()
            || words.peek().is_none()
    }
}

/// Keywords with a number, other than the clocks.
const WITH_NUMBER: [&str; 4] = ["depth", "nodes", "movetime", "mate"];

impl fmt::Display for GoCommand {
    /// The complete line; ignored words are not written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        self.clock.fmt(f)?;
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        write_millis(f, "movetime", self.move_time)?;
        match self.mate {
            Some(MateLimit::Unlimited) => f.write_str(" mate infinite")?,
            Some(MateLimit::Time(time)) => write_millis(f, "mate", Some(time))?,
            None => {}
        }
        if !self.search_moves.is_empty() {
            f.write_str(" searchmoves")?;
        }
        write_moves(f, &self.search_moves)
    }
}

fn store<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let found = value.is_some();
    if found {
        *field = value;
    }
    found
}

/// A time in milliseconds. Clocks that ran over are sent as negative numbers: no time is left. Some
/// programs send fractions, which are cut.
fn take_millis(words: &mut Words<'_>) -> Option<Duration> {
    let word = words.peek().copied()?;
    let whole = |text: &str| match text.split_once('.') {
        Some((whole, part)) => saturating_count(part).and_then(|_| saturating_count(whole)),
        None => saturating_count(text),
    };
    let millis = match word.strip_prefix('-') {
        Some(overrun) => whole(overrun).map(|_| 0),
        None => whole(word),
    }?;
    words.next();
    Some(Duration::from_millis(millis))
}

fn write_millis(f: &mut fmt::Formatter<'_>, word: &str, time: Option<Duration>) -> fmt::Result {
    match time {
        Some(time) => write!(f, " {word} {}", time.as_millis()),
        None => Ok(()),
    }
}
