//! The moves of the paper's quiescence search [bonanza2006]. Switch: `QuiescenceTwoPhases`.

use super::move_picker::OrderingInput;
use super::moves::MoveStack;
use zenpuku_shogi::{Move, MoveKind, PieceType};

/// Appends the moves, each with its static exchange evaluation, which orders them. In the first
/// phase captures that do not lose, promotions and the king's moves; later only captures that do
/// not lose, and those of pawns only with promotion. Pseudo-legal.
pub(crate) fn list(from: &OrderingInput<'_>, moves: &mut MoveStack, first_phase: bool) {
    let keep = |mv| wanted(from, mv, first_phase);
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

/// The move's static exchange evaluation, if the phase wants the move.
fn wanted(from: &OrderingInput<'_>, mv: Move, first_phase: bool) -> Option<i32> {
    let position = from.position;
    let exchange = || position.see(mv, from.exchange);
    if position.is_capture(mv) {
        let pawn = position.piece_on(mv.to()).piece_type() == PieceType::PAWN;
        if !first_phase && pawn && !mv.is_promotion() {
            return None;
        }
        return Some(exchange()).filter(|&see| see >= 0);
    }
    let king = mv.piece_after().piece_type() == PieceType::KING;
    (first_phase && (mv.is_promotion() || king)).then(exchange)
}
