//! What both players of a game aim at, move by move [goals2001].

use zenpuku_params::Params;
use zenpuku_shogi::{Color, Move, PieceType, Position, Square};
use zenpuku_shogi_eval::{Evaluator, Linear};
use zenpuku_shogi_goals::explain::{self, GoalReport};
use zenpuku_shogi_goals::{GoalSet, Settings};

/// Follows a game and keeps the goals of both sides from turn to turn.
pub struct GoalReporter {
    settings: Settings,
    evaluator: Linear,
    /// The goals of each side, and what its last move took.
    sides: [(GoalSet, Option<(PieceType, Square)>); 2],
}

impl Default for GoalReporter {
    fn default() -> Self {
        let params = Params::default();
        Self {
            settings: Settings::new(&params),
            evaluator: Linear::new(&params),
            sides: [Color::Black, Color::White].map(|color| (GoalSet::new(color), None)),
        }
    }
}

impl GoalReporter {
    /// The goals of the side to move of `position`, if it expects `line`, and
    /// the indices in the report of the goals served by `played`, the move
    /// played. The positions of a game in order.
    pub fn report(&mut self, position: &Position, line: &[Move], played: Move) -> MoveNote {
        let Self { settings, evaluator, sides } = self;
        let mut evaluate = |position: &Position| evaluator.evaluate_afresh(position);
        let (goals, taken) = &mut sides[position.side_to_move().to_index()];
        goals.begin_turn(position, taken.as_slice(), settings, &mut evaluate);
        let report = explain::report(goals, position, line, settings);
        let served = explain::served_by(goals, position, played, settings);
        let mut after = position.without_history();
        after.do_move(played);
        *taken = goals.end_turn_by((position, played, &after), line, settings, &mut evaluate);
        let castles = castles(&after);
        MoveNote { report, served, castles }
    }
}

/// The report of one move.
#[derive(Clone, Debug)]
pub struct MoveNote {
    /// The goals of the side that moves, before the move.
    pub report: GoalReport,
    /// Places of the goals that the move serves.
    pub served: Vec<u32>,
    /// Castles of both sides on the board after the move, as `☗矢倉`.
    pub castles: Vec<String>,
}

/// Castles of both sides on the board, with their side's mark.
#[must_use]
pub fn castles(position: &Position) -> Vec<String> {
    let named = |(mark, side)| {
        let found = explain::standing(position, side).into_iter();
        found.map(move |castle| format!("{mark}{}", castle.name.ja)).collect::<Vec<_>>()
    };
    [('☗', Color::Black), ('☖', Color::White)].into_iter().flat_map(named).collect()
}
