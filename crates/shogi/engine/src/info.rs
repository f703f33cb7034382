//! Reports of a search, while it runs and when it is done.

use core::time::Duration;
use zenpuku_core::Score;
use zenpuku_shogi::Move;
use zenpuku_shogi_eval::CpScale;
use zenpuku_shogi_goals::explain::GoalReport;

use crate::tt::Bound;

/// News of a running search: one line of one iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Longest visited line, in plies.
    pub sel_depth: u32,
    /// Rank of the line, 1 for the best.
    pub multi_pv: u32,
    /// Value for the side to move at the root.
    pub score: Score,
    /// The win rate of the value at the root.
    pub scale: CpScale,
    /// Is the value exact, or only a bound?
    pub bound: Bound,
    /// Nodes visited so far by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the table is, in per mille.
    pub hashfull: u32,
    /// The line: legal moves from the root.
    pub pv: Vec<Move>,
}

/// The value that people are shown: [`CpScale::shown`], mates as they are.
fn shown(score: Score, scale: CpScale) -> Score {
    if score.is_mate() { score } else { Score::eval(scale.shown(score.value())) }
}

impl Info {
    /// The value that people and user interfaces are shown, in the centipawns that are the custom
    /// of shogi; mates as they are.
    #[must_use]
    pub fn shown(&self) -> Score {
        shown(self.score, self.scale)
    }

    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-3)) as u64
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play: a legal move, [`Move::WIN`] to declare a win, or [`Move::RESIGN`].
    pub best: Move,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The last information about every line, best first; empty if there was
    /// nothing to search (no legal move, or a declaration), and if the first
    /// iteration was not completed (a few nodes only). The first line begins
    /// with `best` unless the engine resigns.
    pub lines: Vec<Info>,
    /// Value for the side to move at the root; meaningless if `depth` is 0 and a move was searched.
    pub score: Score,
    /// The win rate of the value at the root.
    pub scale: CpScale,
    /// Depth of the last complete iteration, in plies.
    pub depth: u32,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// The goals of the side to move, for a handler that requests them.
    pub goals: Option<Box<GoalReport>>,
}

impl SearchResult {
    /// As [`Info::shown`].
    #[must_use]
    pub fn shown(&self) -> Score {
        shown(self.score, self.scale)
    }

    /// The best line, empty when there was nothing to search.
    #[must_use]
    pub fn pv(&self) -> &[Move] {
        self.lines.first().map_or(&[], |line| &line.pv)
    }
}

/// The door from a search to a front end. Called on the search's own thread.
pub trait SearchHandler: Send {
    /// A line of the running iteration; not more often than the option `PvInterval` says, but
    /// always once for every line at the end.
    fn info(&mut self, _info: &Info) {}

    /// A root move is about to be searched at `depth` plies; only after three seconds.
    fn current_move(&mut self, _depth: u32, _mv: Move, _number: u32) {}

    /// Something the user should know about the search that begins, in words.
    fn notice(&mut self, _text: &str) {}

    /// Shall the result contain the goals of the side to move, if the option `GoalInfo` allows?
    fn wants_goals(&self) -> bool {
        false
    }

    /// The search is over. Called exactly once, and never before a stop or ponderhit when the
    /// search was infinite or pondering.
    fn done(&mut self, _result: &SearchResult) {}
}

impl<H: SearchHandler + ?Sized> SearchHandler for &mut H {
    fn info(&mut self, info: &Info) {
        (**self).info(info);
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: u32) {
        (**self).current_move(depth, mv, number);
    }

    fn notice(&mut self, text: &str) {
        (**self).notice(text);
    }

    fn wants_goals(&self) -> bool {
        (**self).wants_goals()
    }

    fn done(&mut self, result: &SearchResult) {
        (**self).done(result);
    }
}
