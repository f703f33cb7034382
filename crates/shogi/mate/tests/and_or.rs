//! The reference AND/OR search for the solver: every check, every answer, no optimizations.

use zenpuku_shogi::{Move, MoveList, Position};

/// All legal moves.
pub(crate) fn legal(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list
}

/// Does the side to move mate by checks within `depth` plies?
pub(crate) fn mates(position: &mut Position, depth: u16) -> bool {
    depth > 0 && legal(position).iter().any(|&mv| mates_by(position, mv, depth))
}

/// Does `mv` begin such a mate?
pub(crate) fn mates_by(position: &mut Position, mv: Move, depth: u16) -> bool {
    position.do_move(mv);
    let mated = position.in_check()
        && legal(position).iter().all(|&reply| {
            position.do_move(reply);
            let mated = mates(position, depth.saturating_sub(2));
            position.undo_move(reply);
            mated
        });
    position.undo_move(mv);
    mated
}
