//! Replies to a check, and the drops among them that may be useless (see `composer.rs`).

use crate::expand::{replies, reply_order};
use zenpuku_shogi::{Move, Position, SetupRules, Square, between};

/// Replies to a check: drops that may be useless, by their squares, and all others.
pub(crate) struct Replies {
    pub(crate) firm: Vec<Move>,
    between: Vec<Move>,
    checker: Option<Square>,
}

impl Replies {
    pub(crate) fn of(at: &Position) -> Self {
        let mut all = replies(at);
        all.sort_by_key(|&mv| reply_order(at, mv));
        let checkers = at.checkers();
        let king = at.king(at.side_to_move());
        let checker = checkers.lsb().filter(|_| !checkers.more_than_one());
        let line = king.zip(checker).map(|(king, checker)| between(king, checker));
        let is_between = |mv: &Move| mv.is_drop() && line.is_some_and(|line| line.test(mv.to()));
        let (between, firm) = all.into_iter().partition(is_between);
        Self { firm, between, checker }
    }

    /// The drops with the positions in which the checking piece is on their
    /// square, if they can be taken with check.
    pub(crate) fn drops(&self, at: &mut Position) -> Vec<(Vec<Position>, Vec<Move>)> {
        let mut groups: Vec<(Square, [bool; 2], Vec<Move>)> = Vec::new();
        for &mv in &self.between {
            let ways = self.checker.map_or([false; 2], |checker| ways_to_take(at, mv, checker));
            match groups.iter_mut().find(|(to, known, _)| (*to, *known) == (mv.to(), ways)) {
                Some((_, _, moves)) => moves.push(mv),
                None => groups.push((mv.to(), ways, vec![mv])),
            }
        }
        let nearer = |to, ways: [bool; 2]| {
            let from = self.checker.into_iter();
            let turns = from.flat_map(|from| {
                [false, true]
                    .into_iter()
                    .zip(ways)
                    .filter(|way| way.1)
                    .map(move |way| (from, way.0))
            });
            turns.filter_map(|(from, promote)| standing_nearer(at, from, to, promote)).collect()
        };
        groups.into_iter().map(|(to, ways, moves)| (nearer(to, ways), moves)).collect()
    }
}

/// Can the piece on `checker` take the piece just dropped by `mv` with check: without and with
/// promotion?
pub(crate) fn ways_to_take(at: &mut Position, mv: Move, checker: Square) -> [bool; 2] {
    at.do_move(mv);
    let piece = at.piece_on(checker);
    let ways = [false, true].map(|promote| {
        let take = Move::board(checker, mv.to(), piece, promote);
        at.illegality(take).is_none() && at.gives_check(take)
    });
    at.undo_move(mv);
    ways
}

/// The position with the piece on `from` standing on `to`, the defender to move.
pub(crate) fn standing_nearer(
    at: &Position,
    from: Square,
    to: Square,
    promote: bool,
) -> Option<Position> {
    let mut setup = at.setup();
    let piece = setup.piece_on(from);
    let piece = if promote { piece.promote() } else { piece };
    setup.clear(from).put(to, piece);
    setup.position(SetupRules::MateDefence).ok()
}
