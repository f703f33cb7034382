//! Castles that a move breaks.

use super::Work;
use crate::claim::{Cause, Motif, PieceAt, Proof, Reason, Role};
use crate::material::hangs;
use crate::tactics::after;
use zenpuku_shogi::{Move, MoveList, Position};
use zenpuku_shogi_goals::castles::standing;

impl Work<'_> {
    /// The move takes a piece out of the only castle, which lets in a check that the better move
    /// does not.
    pub(super) fn castle_broken(&mut self, next: &Position, played: Move, better: Move) {
        let us = self.root.side_to_move();
        let kept = after(self.root, better);
        let Some(castle) = standing(self.root, us).first().copied() else { return };
        if !standing(next, us).is_empty() || !standing(&kept, us).contains(&castle) {
            return;
        }
        let Some(check) =
            self.safe_checks(next).into_iter().find(|&mv| !self.is_safe_check(&kept, mv))
        else {
            return;
        };
        let proof = Proof::Check { castle: castle.id.to_owned() };
        let causes = vec![Cause::NoCheck { better: better.to_string() }];
        let targets = vec![PieceAt::on(next, played.to())];
        let kind = (Motif::CastleBroken, Role::Allowed);
        let reason = Reason::new(self.root, kind, &[played, check], 1, proof);
        self.found.extend(reason.map(|reason| Reason { targets, causes, ..reason }));
    }

    /// Checks of the side to move with a piece that cannot be won, those with the cheapest piece first.
    fn safe_checks(&self, at: &Position) -> Vec<Move> {
        let mut list = MoveList::new();
        at.legal_moves(&mut list);
        let mut checks: Vec<Move> =
            list.iter().copied().filter(|&mv| self.is_safe_check(at, mv)).collect();
        checks.sort_by_key(|mv| {
            (mv.is_drop(), self.tactics.values.on_board(mv.piece_after().piece_type()))
        });
        checks
    }

    fn is_safe_check(&self, at: &Position, mv: Move) -> bool {
        if !at.is_legal(mv) {
            return false;
        }
        let last = after(at, mv);
        last.in_check() && !hangs(&last, mv.to(), self.tactics.values)
    }
}
