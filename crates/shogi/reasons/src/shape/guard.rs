//! Guards that are taken, lured away, or have two duties.

use super::{Scene, Shape, TARGET};
use crate::claim::Motif;
use crate::material::MARGIN;
use zenpuku_shogi::{Move, Square};

impl Scene<'_> {
    /// The move takes a guard, and then its charge falls.
    pub(super) fn removing_guard(&self) -> Vec<Shape> {
        if !self.before.is_capture(self.mv) {
            return Vec::new();
        }
        let guard = self.mv.to();
        let charges = self.before.attacks_from(guard);
        let lost = self.won().into_iter().find(|won| {
            let often = 2 * won.count >= self.forced.replies.len().max(1);
            charges.test(won.square) && self.worth(won.square) >= TARGET && often
        });
        let lost =
            lost.filter(|won| !won.by.iter().any(|&from| self.falls_already(from, won.square)));
        lost.map(|won| Shape {
            causes: vec![won.square],
            ..Shape::of(Motif::RemovingGuard, &[guard, won.square])
        })
        .into_iter()
        .collect()
    }

    /// The only piece that can take the one that moved leaves its charge. If the move took a piece of
    /// which it was the guard too, it was overloaded.
    pub(super) fn lured(&self) -> Vec<Shape> {
        let to = self.mv.to();
        let taking = self.taking();
        let [taking] = taking.as_slice() else { return Vec::new() };
        let (Some(guard), Some(answer)) = (taking.reply.from(), taking.answer) else {
            return Vec::new();
        };
        let charge = answer.to();
        let charges = self.before.attacks_from(guard).test(charge)
            && charge != to
            && self.is_theirs(charge)
            && self.worth(charge) >= TARGET;
        if !charges || answer.from().is_some_and(|from| self.falls_already(from, charge)) {
            return Vec::new();
        }
        let motif =
            if self.before.is_capture(self.mv) { Motif::Overload } else { Motif::Deflection };
        vec![Shape { causes: vec![charge], ..Shape::of(motif, &[guard, charge]) }]
    }

    /// Is the charge lost before its guard is gone?
    fn falls_already(&self, from: Square, charge: Square) -> bool {
        let mv = Move::board(from, charge, self.before.piece_on(from), false);
        self.before.is_legal(mv) && self.before.see(mv, self.values) >= MARGIN
    }
}
