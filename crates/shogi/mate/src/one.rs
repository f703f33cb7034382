//! Mate in one.

use zenpuku_shogi::{Move, MoveKind, MoveList, Position};

/// Every move that mates immediately, in the generator's order. To know only
/// whether there is one, [`Position::mate_in_one`] is faster.
#[must_use]
pub fn mates_in_one(position: &Position) -> Vec<Move> {
    let mut position = position.clone();
    let mut checks = MoveList::new();
    legal_checks(&position, &mut checks);
    let mut mates = |&mv: &Move| {
        position.do_move(mv);
        let mated = position.is_mated();
        position.undo_move(mv);
        mated
    };
    checks.iter().copied().filter(|mv| mates(mv)).collect()
}

/// Fills `list` with the legal moves that give check.
pub fn legal_checks(position: &Position, list: &mut MoveList) {
    position.generate(MoveKind::ChecksAll, list);
    list.retain(|mv| position.is_legal_after_pseudo(mv));
}
