//! Pieces on the line of a slider.

use super::{Scene, Shape, TARGET};
use crate::claim::Motif;
use zenpuku_shogi::{Bitboard, PieceType, SLIDERS, Square, between, line};

impl Scene<'_> {
    /// The first and the second piece of the other side on a line of the slider that moved.
    pub(super) fn skewer(&self) -> Vec<Shape> {
        let to = self.mv.to();
        if !SLIDERS.contains(&self.kind(to)) {
            return Vec::new();
        }
        let won = self.won();
        let front = self.after.attacks_from(to) & self.after.pieces_of(self.us().flip());
        let mut shapes = Vec::new();
        for first in front.iter() {
            let Some(second) = self.behind(to, first) else { continue };
            let counts = self.worth(first) >= TARGET || self.kind(first) == PieceType::KING;
            let dear = self.worth(second) >= TARGET && self.is_theirs(second);
            if counts && dear && Self::takes(&won, second, to) {
                shapes.push(Shape {
                    causes: vec![second],
                    ..Shape::of(Motif::Skewer, &[first, second])
                });
            }
        }
        shapes
    }

    /// The next piece behind `first` on the line from `slider`.
    fn behind(&self, slider: Square, first: Square) -> Option<Square> {
        let ray = line(slider, first);
        let beyond = self.after.occupied().and_not(Bitboard::from_square(first));
        let mut seen = zenpuku_shogi::attacks(self.after.piece_on(slider), slider, beyond) & ray;
        seen &= self.after.occupied();
        seen.iter().find(|&square| between(slider, square).test(first))
    }

    /// Targets of a slider that the move uncovered.
    pub(super) fn discovered(&self) -> Vec<Shape> {
        let Some(from) = self.mv.from() else { return Vec::new() };
        let won = self.won();
        let mut shapes = Vec::new();
        for slider in self.after.sliders(self.us()).iter().filter(|&at| at != self.mv.to()) {
            let fresh = self.after.attacks_from(slider).and_not(self.before.attacks_from(slider));
            for target in (fresh & self.after.pieces_of(self.us().flip())).iter() {
                let through = between(slider, target).test(from);
                let king = self.kind(target) == PieceType::KING;
                if !through || (!king && !Self::takes(&won, target, slider)) {
                    continue;
                }
                let taken = won.iter().find(|won| won.by.contains(&self.mv.to()));
                let other = taken.map(|won| won.square).filter(|_| king);
                let targets: Vec<Square> = [Some(target), other].into_iter().flatten().collect();
                let causes = targets.iter().copied().filter(|&at| self.kind(at) != PieceType::KING);
                let causes: Vec<Square> = causes.collect();
                let check = !king && self.after.checkers().test(self.mv.to());
                let motif = if check { Motif::DiscoveredCapture } else { Motif::DiscoveredAttack };
                if !causes.is_empty() {
                    shapes.push(Shape { causes, ..Shape::of(motif, &targets) });
                }
            }
        }
        shapes
    }

    /// A pinned piece that is lost because it may not move. Without the slider it could.
    pub(super) fn pin(&self) -> Vec<Shape> {
        let won = self.won();
        let them = self.us().flip();
        let pinned = self.after.pins(them).filter(|pin| {
            won.iter().take(1).any(|won| won.square == pin.pinned) && pin.pinner != self.mv.to()
        });
        let made = self.after.pins(them).filter(|pin| {
            won.iter().take(1).any(|won| won.square == pin.pinned) && pin.pinner == self.mv.to()
        });
        let old = pinned.map(|pin| Shape {
            causes: vec![pin.pinned, pin.pinner],
            ..Shape::of(Motif::Pin, &[pin.pinned])
        });
        let new = made.map(|pin| Shape::of(Motif::Pin, &[pin.pinned]));
        old.chain(new).collect()
    }
}
