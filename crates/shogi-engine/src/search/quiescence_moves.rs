//! The moves of the paper's quiescence search [bonanza2006]. Switch: `QuiescenceTwoPhases`.

use super::move_picker::OrderingInput;
use super::moves::MoveStack;
use zenpuku_shogi::{Move, MoveKind, PieceType};

/// Appends the moves, pseudo-legal and without a score. In the first phase captures, promotions
/// and the king's moves; later only captures, and those of pawns only with promotion. What loses
/// by static exchange evaluation is the caller's to drop.
pub(crate) fn list(from: &OrderingInput<'_>, moves: &mut MoveStack, first_phase: bool) {
    let keep = |mv| wanted(from, mv, first_phase).then_some(0);
    let all = from.all;
    if from.position.in_check() {
        let kind = if all { MoveKind::EvasionsAll } else { MoveKind::Evasions };
        moves.generate_some(from.position, kind, keep);
        return;
    }
    let kind = if all { MoveKind::CapturesAll } else { MoveKind::Captures };
    moves.generate_some(from.position, kind, keep);
    if first_phase {
        let kind = if all { MoveKind::QuietsAll } else { MoveKind::Quiets };
        moves.generate_some(from.position, kind, keep);
    }
}

/// Does the phase look at the move?
fn wanted(from: &OrderingInput<'_>, mv: Move, first_phase: bool) -> bool {
    let position = from.position;
    if position.is_capture(mv) {
        let pawn = position.piece_on(mv.to()).piece_type() == PieceType::PAWN;
        return first_phase || !pawn || mv.is_promotion();
    }
    let king = mv.piece_after().piece_type() == PieceType::KING;
    first_phase && (mv.is_promotion() || king)
}
