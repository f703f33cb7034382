//! What both sides aim at along a line: found once, kept for the next questions about it.

use super::messages::{GoalLine, GoalMove, GoalsAround};
use crate::position::readable;
use crate::state::lock;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, OnceLock};
use zenpuku_analysis::GoalReporter;
use zenpuku_shogi::{Color, Move, MoveList, Position, RuleViolation};
use zenpuku_shogi_goals::explain::{GoalReport, building, standing};

/// Lines that are kept.
const KEPT: usize = 8;

/// A line of a document at a revision.
pub(super) struct Line {
    pub(super) document: u32,
    pub(super) revision: u32,
    pub(super) start: Position,
    /// Its moves, with the nodes after them.
    pub(super) moves: Vec<(u32, Move)>,
    /// The line that the analysis expects before each move, if known.
    pub(super) expected: Vec<Vec<String>>,
}

impl Line {
    /// A number that another line, another revision, or another analysis does not have.
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.document, self.revision, &self.expected).hash(&mut hasher);
        self.moves.iter().for_each(|(node, _)| node.hash(&mut hasher));
        hasher.finish()
    }
}

/// The goals along a line.
pub(super) struct Walk {
    moves: Vec<Step>,
    /// The goals of the side to move after the last move; absent if it has no move.
    end: Option<GoalReport>,
}

/// The goals around one move.
struct Step {
    castles: GoalMove,
    /// The mover's goals before the move.
    report: GoalReport,
    served: Vec<u32>,
}

impl Walk {
    fn along(line: &Line) -> Result<Self, RuleViolation> {
        let mut reporter = GoalReporter::default();
        let mut at = line.start.clone();
        let mut moves = Vec::with_capacity(line.moves.len());
        for (&(node, mv), expected) in line.moves.iter().zip(&line.expected) {
            let said = reporter.report(&at, &readable(&at, expected), mv);
            at.try_do_move(mv)?;
            let castles = GoalMove {
                node,
                building: [Color::Black, Color::White].map(|side| building(&at, side)),
                standing: [Color::Black, Color::White].map(|side| standing(&at, side)),
            };
            moves.push(Step { castles, report: said.report, served: said.served });
        }
        let end = end(&mut reporter, &at);
        Ok(Self { moves, end })
    }

    /// The castles along the whole line.
    pub(super) fn line(&self, of: &Line) -> GoalLine {
        let moves = self.moves.iter().map(|step| step.castles.clone()).collect();
        GoalLine { document: of.document, revision: of.revision, moves }
    }

    /// The goals at a node of the line, the start included.
    pub(super) fn around(&self, of: &Line, node: u32) -> GoalsAround {
        let found = self.moves.iter().position(|step| step.castles.node == node);
        let before = found.map(|index| &self.moves[index]);
        let after = self.moves.get(found.map_or(0, |index| index + 1)).map(|step| &step.report);
        GoalsAround {
            document: of.document,
            revision: of.revision,
            node,
            before: before.map(|step| step.report.clone()),
            served: before.map(|step| step.served.clone()).unwrap_or_default(),
            after: after.or(self.end.as_ref()).cloned(),
        }
    }
}

/// The goals of the side to move at the end of the line. A report belongs to
/// the position before the given move.
fn end(reporter: &mut GoalReporter, at: &Position) -> Option<GoalReport> {
    let mut legal = MoveList::new();
    at.legal_moves(&mut legal);
    legal.first().map(|&any| reporter.report(at, &[], any).report)
}

type Found = Arc<OnceLock<Result<Walk, RuleViolation>>>;

/// The lines asked for last, the latest at the end.
#[derive(Default)]
pub(crate) struct Walks(Mutex<VecDeque<(u64, Found)>>);

impl Walks {
    /// Passes the goals along a line to `read`. If several clients request the
    /// same line, one computes them and the others wait for it.
    pub(super) fn with<T>(
        &self,
        line: &Line,
        read: impl FnOnce(&Walk) -> T,
    ) -> Result<T, RuleViolation> {
        let found = self.entry(line.key());
        let walk = found.get_or_init(|| Walk::along(line));
        walk.as_ref().map(read).map_err(Clone::clone)
    }

    fn entry(&self, key: u64) -> Found {
        let mut all = lock(&self.0);
        let known = all.iter().position(|(known, _)| *known == key);
        let entry = known.and_then(|index| all.remove(index)).unwrap_or((key, Found::default()));
        let found = Arc::clone(&entry.1);
        all.push_back(entry);
        if all.len() > KEPT {
            all.pop_front();
        }
        found
    }
}
