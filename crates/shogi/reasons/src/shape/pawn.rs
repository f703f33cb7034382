//! Pawns that are dropped.

use super::{Scene, Shape, TARGET, ahead};
use crate::claim::Motif;
use crate::material::Reply;
use zenpuku_shogi::{Move, PieceType, Position};

impl Scene<'_> {
    /// A pawn dropped where every piece that takes it leaves something, or at the head of a piece that
    /// can take it.
    pub(super) fn pawn_drop(&self) -> Vec<Shape> {
        if !is_pawn_drop(self.mv) {
            return Vec::new();
        }
        let to = self.mv.to();
        let taking = self.taking();
        let elsewhere = |reply: &&Reply| reply.answer.is_some_and(|answer| answer.to() != to);
        if taking.len() >= 2 && taking.iter().all(elsewhere) {
            return vec![Shape::of(Motif::FocalPawn, &[])];
        }
        let target = ahead(to, self.us()).filter(|&square| {
            let moves = |reply: &Reply| reply.reply.from() == Some(square);
            let flees = |reply: &Reply| moves(reply) && reply.reply.to() != to;
            self.is_theirs(square)
                && self.worth(square) >= TARGET
                && self.trap_name(square) == Motif::TrappedPiece
                && taking.iter().any(|reply| moves(reply))
                && self.forced.replies.iter().any(flees)
        });
        target.map(|target| Shape::of(Motif::StrikingPawn, &[target])).into_iter().collect()
    }
}

/// The motif of a dropped pawn that threatens `then` after a pass: it goes on to promote, or it takes the
/// pawn before it, which may have been drawn there by `taking`, the move before.
pub(crate) fn threat_by_pawn(
    before: &Position,
    mv: Move,
    then: Move,
    taking: Option<Move>,
) -> Option<Motif> {
    if !is_pawn_drop(mv) || then.from() != Some(mv.to()) {
        return None;
    }
    let drawn = taking.is_some_and(|taking| taking.to() == then.to());
    match before.piece_on(then.to()).piece_type() {
        PieceType::PAWN if drawn => Some(Motif::JoinedPawns),
        PieceType::PAWN if then.is_promotion() => Some(Motif::OpposingPawn),
        PieceType::NONE if then.is_promotion() => Some(Motif::DanglingPawn),
        _ => None,
    }
}

/// The move, if a pawn takes by it.
pub(crate) fn taking_pawn(before: &Position, mv: Move) -> Option<Move> {
    let pawn = mv.piece_after().piece_type() == PieceType::PAWN;
    (pawn && before.is_capture(mv)).then_some(mv)
}

fn is_pawn_drop(mv: Move) -> bool {
    mv.is_drop() && mv.piece_after().piece_type() == PieceType::PAWN
}
