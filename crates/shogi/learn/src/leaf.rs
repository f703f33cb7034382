//! The quiescence search that leads from a position to the quiet one its value comes from.

use zenpuku_params::Params;
use zenpuku_shogi::{ExchangeValues, HandPiece, Move, MoveKind, MoveList, PieceType, Position};
use zenpuku_shogi_eval::{Evaluator, PieceValues};

/// Longest line.
const MAX_PLIES: usize = 8;
/// Number of plies in which checks are answered with every evasion; after that
/// the evaluation is used.
const CHECKED_PLIES: usize = 3;
/// The value of a mate, minus its distance; evaluations stay below.
const MATE: i32 = 30_000;
/// Values beyond this are mates.
pub const DECIDED: i32 = 29_000;
/// An allowance for the terms that `move_gain` leaves out, in centipawns; a
/// capture that still cannot reach alpha is not searched.
const SLACK: i32 = 200;

/// A quiescence search over captures that do not lose, promotions and evasions.
pub struct LeafSearch<E> {
    evaluator: E,
    values: ExchangeValues,
    /// Moves and their order for each ply.
    lists: Vec<MoveList>,
    /// The best line from each ply on.
    lines: Vec<Vec<Move>>,
}

impl<E: Evaluator> LeafSearch<E> {
    /// A search that evaluates with `evaluator`; exchanges are judged by the usual piece values.
    #[must_use]
    pub fn new(evaluator: E, params: &Params) -> Self {
        let values = PieceValues::new(params);
        let board = |kind: PieceType| values.kind(kind);
        let exchange =
            ExchangeValues::new(board, |piece: HandPiece| values.kind(piece.to_piece_type()));
        Self {
            evaluator,
            values: exchange,
            lists: vec![MoveList::new(); MAX_PLIES + 1],
            lines: vec![Vec::new(); MAX_PLIES + 2],
        }
    }

    /// Value of `position` in centipawns for the side to move, between `alpha` and `beta` exact.
    pub fn value(&mut self, position: &mut Position, alpha: i32, beta: i32) -> i32 {
        self.evaluator.refresh(position);
        self.search(position, 0, alpha, beta)
    }

    /// The moves from the last searched position to its leaf; empty for a value outside the window.
    #[must_use]
    pub(crate) fn line(&self) -> &[Move] {
        &self.lines[0]
    }

    fn search(&mut self, position: &mut Position, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        self.lines[ply].clear();
        let evade = position.in_check() && ply < CHECKED_PLIES;
        let mut best = if evade { ply as i32 - MATE } else { self.evaluator.evaluate(position) };
        if best >= beta || ply >= MAX_PLIES || (position.in_check() && !evade) {
            return best;
        }
        alpha = alpha.max(best);
        let stand_pat = (!evade).then_some(best);
        moves(&self.values, position, evade, &mut self.lists[ply]);
        for index in 0..self.lists[ply].len() {
            let mv = self.lists[ply][index];
            if let Some(stand_pat) = stand_pat
                && stand_pat + self.evaluator.move_gain(position, mv) + SLACK <= alpha
            {
                continue;
            }
            let gives_check = position.gives_check(mv);
            let delta = position.do_move_with_delta(mv, gives_check);
            self.evaluator.apply(&delta, position);
            let value = -self.search(position, ply + 1, -beta, -alpha);
            self.evaluator.undo();
            position.undo_move(mv);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    let (own, below) = self.lines.split_at_mut(ply + 1);
                    own[ply].clear();
                    own[ply].push(mv);
                    own[ply].extend_from_slice(&below[0]);
                }
                if value >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// Fills `list` with the moves to search, the greatest gain first.
fn moves(values: &ExchangeValues, position: &Position, evade: bool, list: &mut MoveList) {
    if evade {
        position.generate(MoveKind::Evasions, list);
    } else {
        position.generate(MoveKind::Captures, list);
        list.retain(|mv| position.is_legal_after_pseudo(mv) && position.see_ge(mv, 0, values));
    }
    list.sort_by_key(|mv| -position.material_change(*mv, values));
}
