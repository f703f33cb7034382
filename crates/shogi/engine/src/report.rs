//! From the root's state to the reports for a front end, and when to stop deepening.

use crate::control::SearchControl;
use crate::info::{Info, SearchHandler};
use crate::search::root::{Root, RootReporter};
use crate::search::root_moves::RootMove;
use crate::search::shared::Shared;
use crate::time_scale::TimeScale;
use crate::tt::Bound;
use core::time::Duration;
use zenpuku_core::Score;
use zenpuku_shogi::Move;
use zenpuku_shogi_eval::CpScale;

/// Root moves are announced only in searches longer than this.
const ANNOUNCE_AFTER: Duration = Duration::from_secs(3);

/// The first thread's reporter.
pub(crate) struct Reporter<'a> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) handler: &'a mut dyn SearchHandler,
    /// What values are worth at the root.
    pub(crate) scale: CpScale,
    /// Least time between two reports.
    pub(crate) interval: Duration,
    /// When something was reported last, since the start.
    pub(crate) last: Option<Duration>,
    /// How long to think, on a clock.
    pub(crate) time: TimeScale<'a>,
}

impl Reporter<'_> {
    fn control(&self) -> &SearchControl {
        self.shared.control
    }

    /// The line with this index as news.
    pub(crate) fn info(&self, root: &Root, index: usize, sel_depth: usize) -> Info {
        let line = &root.moves[index];
        // Without a value of this iteration, the line is that of the previous iteration.
        let fresh = line.score > -Score::INFINITE;
        let depth = if fresh { root.depth } else { root.completed };
        Info {
            depth: depth.max(1),
            sel_depth: (sel_depth as u32).max(line.sel_depth as u32).max(depth),
            multi_pv: index as u32 + 1,
            score: line.latest().unwrap_or(Score::ZERO),
            scale: self.scale,
            bound: if fresh { line.bound } else { Bound::Exact },
            nodes: self.shared.nodes(),
            time: self.control().elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: self.whole_line(line, depth as usize),
        }
    }

    /// The line. One with a bound ends early, where the window cut it: the table's moves carry it
    /// on, up to `depth` plies and no position twice.
    fn whole_line(&self, line: &RootMove, depth: usize) -> Vec<Move> {
        let mut moves = line.pv.clone();
        if line.bound == Bound::Exact || moves.len() >= depth {
            return moves;
        }
        let mut position = self.shared.root.clone();
        let mut seen = vec![position.key()];
        for &mv in &moves {
            position.do_move(mv);
            seen.push(position.key());
        }
        while moves.len() < depth
            && let Some(mv) = self.shared.known_move(&position)
        {
            position.do_move(mv);
            if seen.contains(&position.key()) {
                break;
            }
            seen.push(position.key());
            moves.push(mv);
        }
        moves
    }

    /// Reports every line of a finished search; before the first complete
    /// iteration there are no lines.
    pub(crate) fn finish(&mut self, root: &Root) -> Vec<Info> {
        if root.completed == 0 {
            return Vec::new();
        }
        let lines: Vec<Info> = (0..root.lines).map(|index| self.info(root, index, 0)).collect();
        for info in &lines {
            self.handler.info(info);
        }
        lines
    }
}

impl RootReporter for Reporter<'_> {
    fn line(&mut self, root: &Root, index: usize, sel_depth: usize) {
        let now = self.control().elapsed();
        let due = self.last.is_none_or(|last| now >= last + self.interval);
        // All lines of an iteration go out together.
        let complete = index + 1 == root.lines || root.moves[index].bound != Bound::Exact;
        if !due || !complete {
            return;
        }
        let from = if root.moves[index].bound == Bound::Exact { 0 } else { index };
        for line in from..=index {
            let info = self.info(root, line, sel_depth);
            self.handler.info(&info);
        }
        self.last = Some(now);
    }

    fn current(&mut self, root: &Root, index: usize) {
        if self.control().elapsed() >= ANNOUNCE_AFTER {
            self.handler.current_move(root.depth, root.moves[index].mv, index as u32 + 1);
        }
    }

    fn go_on(&mut self, root: &Root) -> bool {
        if root.lines == 1 && is_settled(root) {
            return false;
        }
        let clocked = self.control().is_clocked();
        if clocked && root.moves.len() == 1 && root.completed >= 4 {
            return false;
        }
        let part = self.time.after_iteration(root);
        self.control().may_go_on(part)
    }
}

/// Is the value a mate that a deeper search cannot make shorter?
fn is_settled(root: &Root) -> bool {
    let best = &root.moves[0];
    best.score.mate_plies().is_some_and(|plies| plies <= root.completed)
}
