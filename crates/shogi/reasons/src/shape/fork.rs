//! One piece attacks two.

use super::{Scene, Shape};
use crate::claim::Motif;
use zenpuku_shogi::{Color, PieceType, Square};

impl Scene<'_> {
    pub(super) fn fork(&self) -> Vec<Shape> {
        let to = self.mv.to();
        let theirs = self.after.pieces_of(self.us().flip());
        let attacked = self.after.attacks_from(to) & theirs;
        let won = self.won();
        let (mut targets, mut king) = (Vec::new(), None);
        for square in attacked.iter() {
            if self.kind(square) == PieceType::KING {
                king = Some(square);
            } else if self.is_target(square, to) && Self::takes(&won, square, to) {
                targets.push(square);
            }
        }
        targets.sort_by_key(|&square| core::cmp::Reverse(self.worth(square)));
        if targets.len() + usize::from(king.is_some()) < 2 || targets.is_empty() {
            return Vec::new();
        }
        targets.truncate(2);
        // With a check one target suffices; without, the gain needs both.
        let causes = targets.clone();
        let motif = self.fork_name(&targets, king);
        if let Some(king) = king {
            targets.truncate(1);
            targets.insert(0, king);
            let causes = causes.into_iter().take(1).collect();
            return vec![Shape { causes, ..Shape::of(motif, &targets) }];
        }
        vec![Shape { causes, ..Shape::of(motif, &targets) }]
    }

    fn fork_name(&self, targets: &[Square], king: Option<Square>) -> Motif {
        let to = self.mv.to();
        let dear = |square: &Square| self.worth(*square) > self.worth(to);
        let major =
            |square: &Square| matches!(self.kind(*square), PieceType::ROOK | PieceType::DRAGON);
        let rear = |square: &Square| self.is_rear(*square);
        let crossed = |square: &Square| square.file() == to.file();
        match self.kind(to) {
            _ if king.is_some() && targets.first().is_some_and(major) => Motif::CheckAndRook,
            _ if king.is_some() => Motif::Fork,
            PieceType::SILVER if self.mv.is_drop() && targets.iter().all(rear) => {
                Motif::SplittingSilver
            }
            PieceType::KNIGHT if targets.iter().all(dear) => Motif::KnightFork,
            // A dragon's diagonal steps make no cross.
            PieceType::ROOK | PieceType::DRAGON
                if targets.iter().filter(|&square| crossed(square)).count() == 1
                    && targets.iter().any(|square| square.rank() == to.rank()) =>
            {
                Motif::CrossRook
            }
            _ => Motif::Fork,
        }
    }

    /// Rook or gold diagonally behind the piece that moved.
    fn is_rear(&self, square: Square) -> bool {
        let back = if self.us() == Color::Black { 1 } else { -1 };
        let big =
            matches!(self.kind(square), PieceType::ROOK | PieceType::DRAGON | PieceType::GOLD);
        big && square.rank().raw() - self.mv.to().rank().raw() == back
    }
}
