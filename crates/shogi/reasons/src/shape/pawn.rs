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

/// The motif of a dropped pawn that threatens `then` after a pass: it goes on to promote, or it
/// takes the pawn before it.
pub(crate) fn threat_by_pawn(before: &Position, mv: Move, then: Move) -> Option<Motif> {
    if !is_pawn_drop(mv) || then.from() != Some(mv.to()) || !then.is_promotion() {
        return None;
    }
    match before.piece_on(then.to()).piece_type() {
        PieceType::NONE => Some(Motif::DanglingPawn),
        PieceType::PAWN => Some(Motif::OpposingPawn),
        _ => None,
    }
}

fn is_pawn_drop(mv: Move) -> bool {
    mv.is_drop() && mv.piece_after().piece_type() == PieceType::PAWN
}
