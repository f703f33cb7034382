//! The goals of both sides from search to search, for playing by them and for explaining them.

use crate::options::EngineOptions;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, Move, MoveKind, MoveList, PieceType, Position, Square};
use zenpuku_shogi_eval::{AnyEvaluator, EvalData, Evaluator};
use zenpuku_shogi_goals::castles::Castle;
use zenpuku_shogi_goals::explain::{self, GoalReport};
use zenpuku_shogi_goals::{GoalSet, Settings};

/// The goals of one side at its last turn.
#[derive(Debug)]
struct GoalState {
    /// The position of that turn, without its history.
    root: Position,
    goals: GoalSet,
    /// The line that the search of that turn expected.
    line: Vec<Move>,
}

/// The goals of both sides, each as of its last turn.
#[derive(Debug, Default)]
pub(crate) struct GoalMemory {
    sides: [Option<GoalState>; 2],
    /// The castle intended by the last book move of each side.
    book_castles: [Option<&'static Castle>; 2],
}

impl GoalMemory {
    /// Forgets everything: a new game.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Records the castle intended by a move of the opening book: the goal of
    /// `side` when it leaves the book [goals2001] 2.2.3.
    pub(crate) fn note_book_castle(&mut self, side: Color, castle: &'static Castle) {
        self.book_castles[side.to_index()] = Some(castle);
    }

    /// The goals of the side to move. They continue those of its last turn if
    /// `position` follows from it by a move of each side, and are unchanged for
    /// the same position; otherwise they are computed from scratch.
    pub(crate) fn begin(
        &mut self,
        position: &Position,
        settings: &Settings,
        evaluator: &mut AnyEvaluator,
    ) -> &GoalSet {
        let side = position.side_to_move();
        let mut evaluate = |position: &Position| evaluator.evaluate_afresh(position);
        let held = match self.sides[side.to_index()].take() {
            Some(held) if held.root.key() == position.key() => held,
            held => {
                let (mut goals, taken) = match held {
                    Some(held) => held.go_on(position, settings, &mut evaluate),
                    None => (GoalSet::new(side), None),
                };
                if let Some(castle) = self.book_castles[side.to_index()].take() {
                    goals.set_book_castle(castle);
                }
                goals.begin_turn(position, taken.as_slice(), settings, &mut evaluate);
                GoalState { root: position.without_history(), goals, line: Vec::new() }
            }
        };
        &self.sides[side.to_index()].insert(held).goals
    }

    /// The search of the last [`GoalMemory::begin`] of `side` expects this line.
    pub(crate) fn end(&mut self, side: Color, line: &[Move]) {
        if let Some(held) = &mut self.sides[side.to_index()] {
            held.line = line.to_vec();
        }
    }

    /// What `side` aims at, in words and data.
    pub(crate) fn report(&self, side: Color, settings: &Settings) -> Option<GoalReport> {
        let held = self.sides[side.to_index()].as_ref()?;
        Some(explain::report(&held.goals, &held.root, &held.line, settings))
    }
}

impl GoalState {
    /// The goals after the own move that, with a reply, leads to `position`,
    /// and the piece it captured; no goals if no such moves exist.
    fn go_on(
        mut self,
        position: &Position,
        settings: &Settings,
        evaluate: &mut dyn FnMut(&Position) -> i32,
    ) -> (GoalSet, Option<(PieceType, Square)>) {
        let Some((played, after)) = own_move(&self.root, position) else {
            return (GoalSet::new(position.side_to_move()), None);
        };
        let turn = (&self.root, played, &after);
        let taken = self.goals.end_turn_by(turn, &self.line, settings, evaluate);
        (self.goals, taken)
    }
}

/// The move in `root` that, with some reply, leads to `position`, and the position between.
fn own_move(root: &Position, position: &Position) -> Option<(Move, Position)> {
    recorded_move(root, position).or_else(|| found_move(root, position))
}

/// The same from the history of the game, where it goes back to `root`.
fn recorded_move(root: &Position, position: &Position) -> Option<(Move, Position)> {
    let mut now = position.clone();
    let reply = now.last_move();
    if !reply.is_normal() {
        return None;
    }
    now.undo_move(reply);
    let own = now.last_move();
    if !own.is_normal() {
        return None;
    }
    let after = now.without_history();
    now.undo_move(own);
    (now.key() == root.key()).then_some((own, after))
}

/// The same by trying all moves.
fn found_move(root: &Position, position: &Position) -> Option<(Move, Position)> {
    let (mut own, mut replies) = (MoveList::new(), MoveList::new());
    root.generate(MoveKind::LegalAll, &mut own);
    for &mv in &own {
        let mut after = root.without_history();
        after.do_move(mv);
        after.generate(MoveKind::LegalAll, &mut replies);
        if replies.iter().any(|&reply| after.key_after(reply) == position.key()) {
            return Some((mv, after));
        }
    }
    None
}

/// The goals of one search: made before it where it plays by them, after it where they only
/// explain it.
pub(crate) struct GoalSession<'m, 'p> {
    memory: &'m mut GoalMemory,
    position: &'p Position,
    evaluator: AnyEvaluator,
    settings: Settings,
    explains: bool,
}

impl<'m, 'p> GoalSession<'m, 'p> {
    pub(crate) fn new(
        memory: &'m mut GoalMemory,
        position: &'p Position,
        options: &EngineOptions,
        data: &EvalData,
    ) -> Self {
        let params = &options.params;
        let evaluator = AnyEvaluator::with_data(options.eval, params, data);
        let settings = if params.goals { Settings::new(params) } else { explaining(params) };
        Self { memory, position, evaluator, settings, explains: options.goal_info }
    }

    /// The goals of the side to move.
    pub(crate) fn begin(&mut self) -> &GoalSet {
        self.memory.begin(self.position, &self.settings, &mut self.evaluator)
    }

    /// Stores the line that the search expects; returns the goals, if `wanted`.
    pub(crate) fn end(&mut self, line: &[Move], wanted: bool) -> Option<GoalReport> {
        let wanted = wanted && self.explains;
        if !wanted && !self.settings.params.goals {
            return None;
        }
        self.begin();
        let side = self.position.side_to_move();
        self.memory.end(side, line);
        self.memory.report(side, &self.settings).filter(|_| wanted)
    }
}

/// The settings for explaining a search without goals: all sources are asked.
fn explaining(params: &Params) -> Settings {
    Settings::new(&Params {
        goals_hypotheses: true,
        goals_past_search: true,
        goals_knowledge: true,
        goals_inheritance: true,
        ..*params
    })
}
