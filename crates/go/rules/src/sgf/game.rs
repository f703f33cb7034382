//! A game of go as an SGF file has it: board, rules, main line, and its positions.

use super::error::{SgfError, SgfErrorKind};
use crate::rules::katago;
use crate::{
    AnyBoard, Color, HalfPoints, Move, PointSet, Rules, Scoring, Setup, SetupError, Size, Suicide,
    Wide,
};

/// The most warnings of a game that are shown one by one.
pub const MAX_WARNINGS: usize = 20;

/// The effect of a node of the main line on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A move.
    Move(Color, Move),
    /// Stones added and removed by set-up, and the side to move if given.
    Edit {
        /// New black stones.
        black: Wide,
        /// New white stones.
        white: Wide,
        /// Points made empty.
        cleared: Wide,
        /// The side to move from here.
        to_move: Option<Color>,
    },
}

/// A change of the main line with its place and comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Offset in bytes of the property (of the node, for edits).
    pub offset: usize,
    /// What happens.
    pub change: Change,
    /// The node's comment.
    pub comment: Option<String>,
}

/// A game: information and main line.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfGame {
    /// The board's size.
    pub size: Size,
    /// The text of `RU`; [`crate::Rules`] reads the known names.
    pub rules: Option<String>,
    /// Komi; `None` when not given or unreadable.
    pub komi: Option<HalfPoints>,
    /// Handicap stones announced by `HA`, 0 if none.
    pub handicap: u32,
    /// The name of the game, `GN`.
    pub name: Option<String>,
    /// The players' names, Black's (`PB`) and White's (`PW`).
    pub players: [Option<String>; 2],
    /// The result as written, `RE`.
    pub result: Option<String>,
    /// The points that the last node of the main line marks as territory of Black (`TB`) and of White (`TW`).
    pub territory: [Wide; 2],
    /// Changes of the main line; stones of the root node are the first.
    pub steps: Vec<Step>,
    /// Deviations from the text of the file, and skipped parts.
    pub warnings: Vec<SgfError>,
}

impl SgfGame {
    /// Black's lead with komi by `RE`, in points; `None` unless the game was counted.
    #[must_use]
    pub fn counted_lead(&self) -> Option<f64> {
        let (winner, points) = self.result.as_deref()?.split_once('+')?;
        let points: f64 = points.trim().parse().ok().filter(|points: &f64| points.is_finite())?;
        match winner.trim() {
            "B" | "b" => Some(points),
            "W" | "w" => Some(-points),
            _ => None,
        }
    }

    /// Whether both sides have ended the game: the main line ends with two passes, or, by territory, the result was
    /// counted, as servers do that record no passes. By area the dame may still have been played.
    #[must_use]
    pub fn is_finished(&self, scoring: Scoring) -> bool {
        let last = self.steps.iter().rev().take(2);
        let passes = last.filter(|step| matches!(step.change, Change::Move(_, Move::Pass))).count();
        passes == 2 || (scoring == Scoring::Territory && self.counted_lead().is_some())
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> + '_ {
        self.steps.iter().filter_map(|step| match step.change {
            Change::Move(color, mv) => Some((color, mv)),
            Change::Edit { .. } => None,
        })
    }

    /// The rules that the file names; `None` if it names none or unknown ones.
    #[must_use]
    pub fn named_rules(&self) -> Option<Rules> {
        self.rules.as_deref().and_then(|name| name.parse().ok())
    }

    /// The rules that are asked for, else those that the file names, else Japanese ones, with komi as
    /// [`SgfGame::with_komi`] has it.
    #[must_use]
    pub fn rules_or(&self, asked: Option<Rules>) -> Rules {
        self.with_komi(asked.or_else(|| self.named_rules()).unwrap_or(Rules::JAPANESE))
    }

    /// These rules with the komi of the file, if it has one, and what White gets for handicap
    /// stones. Without a komi in the file that of the rules counts, in handicap games half a point.
    #[must_use]
    pub fn with_komi(&self, rules: Rules) -> Rules {
        let usual = if self.handicap >= 2 { Rules::HANDICAP_KOMI } else { rules.komi };
        let komi = self.komi.unwrap_or(usual);
        let named = self.rules.as_deref().filter(|name| name.parse() == Ok(rules));
        let own = named.and_then(|name| katago::handicap_compensation(name, self.handicap));
        let compensation = own.unwrap_or_else(|| rules.handicap_compensation(self.handicap));
        rules.with_komi(HalfPoints(komi.0 + compensation.0))
    }

    /// Deviations from the text of the file, including illegal moves, as lines
    /// for a user: at most [`MAX_WARNINGS`], then their number.
    #[must_use]
    pub fn warning_lines(&self) -> Vec<String> {
        let mut all = self.warnings.iter().cloned().chain(self.illegal_moves());
        let mut lines: Vec<String> =
            all.by_ref().take(MAX_WARNINGS).map(|warning| warning.to_string()).collect();
        let more = all.count();
        if more > 0 {
            lines.push(format!("{more} more warnings of this game are not shown"));
        }
        lines
    }

    /// The position after the root's stones, before any move.
    ///
    /// # Errors
    /// As [`SgfGame::position`].
    pub fn start(&self) -> Result<Setup, SgfError> {
        self.position(1)
    }

    /// The position at the end of the main line.
    ///
    /// # Errors
    /// As [`SgfGame::position`].
    pub fn end(&self) -> Result<Setup, SgfError> {
        self.position(self.steps.len())
    }

    /// The position after this many steps. Prisoners are those of the moves of
    /// the main line. If the file does not say, White moves first in handicap
    /// games, else Black.
    ///
    /// Illegal moves are executed, as SGF requires [sgf-ff4]:
    /// [`SgfGame::illegal_moves`] lists them.
    ///
    /// # Errors
    /// If stones that are set up have no liberty; the error names the place.
    pub fn position(&self, steps: usize) -> Result<Setup, SgfError> {
        self.replay(steps, |_| (), |_, _| ())
    }

    /// The positions after each step, as [`SgfGame::position`] has them, of a longer game the last
    /// `most`.
    ///
    /// # Errors
    /// As [`SgfGame::position`].
    pub fn positions(&self, most: usize) -> Result<Vec<Setup>, SgfError> {
        let first = self.steps.len().saturating_sub(most);
        let mut found = Vec::new();
        let keep = |step: usize, board: &AnyBoard| {
            if step >= first {
                found.push(board.setup());
            }
        };
        self.replay(self.steps.len(), |_| (), keep)?;
        Ok(found)
    }

    /// The moves of the main line that are illegal by simple ko (giving up several stones is
    /// accepted, as rules differ), with their places.
    #[must_use]
    pub fn illegal_moves(&self) -> Vec<SgfError> {
        let mut found = Vec::new();
        // Stones without a liberty are reported when the position is built.
        let _ = self.replay(self.steps.len(), |illegal| found.push(illegal), |_, _| ());
        found
    }

    /// Reports illegal moves, and each step's number and board.
    fn replay(
        &self,
        steps: usize,
        mut tell: impl FnMut(SgfError),
        mut seen: impl FnMut(usize, &AnyBoard),
    ) -> Result<Setup, SgfError> {
        let mut empty = Setup::empty(self.size);
        if self.handicap >= 2 {
            empty.to_move = Color::White;
        }
        let mut board: AnyBoard =
            empty.board(Suicide::MultiStone).map_err(|e| SgfErrorKind::from(e).at(0))?;
        for (number, step) in self.steps.iter().take(steps).enumerate() {
            apply(&mut board, step, &mut tell)?;
            seen(number, &board);
        }
        Ok(board.setup())
    }
}

fn apply(
    board: &mut AnyBoard,
    step: &Step,
    tell: &mut impl FnMut(SgfError),
) -> Result<(), SgfError> {
    match step.change {
        Change::Move(color, mv) => {
            board.set_to_move(color);
            if let Err(reason) = board.play_move(mv) {
                let vertex = board.size().move_name(mv);
                tell(SgfErrorKind::Move { color, vertex, reason }.at(step.offset));
                execute(board, color, mv).map_err(|e| SgfErrorKind::from(e).at(step.offset))?;
            }
        }
        Change::Edit { black, white, cleared, to_move } => {
            let mut setup = board.setup();
            let touched = black | white | cleared;
            if !touched.is_empty() {
                setup.ko = None;
            }
            setup.black = setup.black.minus(touched) | black;
            setup.white = setup.white.minus(touched) | white;
            let edited = setup.board(board.suicide());
            *board = edited.map_err(|e| SgfErrorKind::from(e).at(step.offset))?;
            board.set_to_move(to_move.unwrap_or(board.to_move()));
        }
    }
    Ok(())
}

/// Plays an illegal move as SGF requires: a ko is retaken, a stone on the point
/// is replaced, and a stone without a liberty is removed.
fn execute(board: &mut AnyBoard, color: Color, mv: Move) -> Result<(), SetupError> {
    let mut setup = board.setup();
    let point = mv.point().map_or(Wide::EMPTY, Wide::single);
    setup.ko = None;
    setup.black = setup.black.minus(point);
    setup.white = setup.white.minus(point);
    *board = setup.with_to_move(color).board(board.suicide())?;
    if board.play_move(mv).is_err() {
        board.set_to_move(color.opponent());
    }
    Ok(())
}
