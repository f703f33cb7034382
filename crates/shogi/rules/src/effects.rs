//! Effects (利き): who attacks which square how often, mobility, pins.

use crate::geometry::{attacks, between, slider_origins};
use crate::position::Position;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// How many pieces of each colour attack each square. A piece behind another
/// slider of its colour does not count (no x-rays).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectMap {
    counts: [[u8; Square::COUNT]; Color::COUNT],
}

impl EffectMap {
    /// Pieces of `color` that attack `square`; protection of own pieces counts.
    #[must_use]
    #[inline]
    pub fn count(&self, color: Color, square: Square) -> u8 {
        self.counts[color.to_index()][square.to_index()]
    }

    /// Squares that `color` attacks at least `times` times.
    #[must_use]
    pub fn at_least(&self, color: Color, times: u8) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for square in Square::iter() {
            if self.count(color, square) >= times {
                squares.set(square);
            }
        }
        squares
    }
}

/// A piece that may not leave the ray between its king and an enemy slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The piece that is pinned.
    pub pinned: Square,
    /// The slider that pins it.
    pub pinner: Square,
    /// Where the pinned piece may go: the squares between king and pinner, and the pinner's.
    pub ray: Bitboard,
}

impl Position {
    /// Squares attacked by the piece on `square`, none when it is empty.
    #[must_use]
    #[inline]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        attacks(self.piece_on(square), square, self.occupied())
    }

    /// Counts all effects. About 40 attack look-ups: for evaluation and goals,
    /// not for every node of a full-width search.
    #[must_use]
    pub fn effect_map(&self) -> EffectMap {
        let mut counts = [[0; Square::COUNT]; Color::COUNT];
        for from in self.occupied().iter() {
            let piece = self.piece_on(from);
            for to in attacks(piece, from, self.occupied()).iter() {
                counts[piece.color().to_index()][to.to_index()] += 1;
            }
        }
        EffectMap { counts }
    }

    /// Squares that the piece on `square` can move to, pins and checks left aside:
    /// attacked and not held by an own piece.
    #[must_use]
    #[inline]
    pub fn mobility(&self, square: Square) -> u32 {
        let own = self.pieces_of(self.piece_on(square).color());
        self.attacks_from(square).and_not(own).count()
    }

    /// Lances, bishops, rooks, horses and dragons of `color`.
    #[must_use]
    #[inline]
    pub fn sliders(&self, color: Color) -> Bitboard {
        SLIDERS.iter().fold(Bitboard::EMPTY, |all, &kind| all | self.pieces(kind, color))
    }

    /// Sliders of `attacker` that would attack `square` on an empty board.
    #[must_use]
    #[inline]
    pub(crate) fn sliders_towards(&self, attacker: Color, square: Square) -> Bitboard {
        SLIDERS.iter().fold(Bitboard::EMPTY, |all, &kind| {
            all | (self.pieces(kind, attacker) & slider_origins(kind, attacker, square))
        })
    }

    /// The pins that hold pieces of `color` to their king.
    pub fn pins(&self, color: Color) -> impl Iterator<Item = Pin> + '_ {
        self.king(color).into_iter().flat_map(move |king| {
            self.sliders_towards(color.flip(), king).iter().filter_map(move |pinner| {
                let ray = between(king, pinner);
                let blockers = ray & self.occupied();
                let pinned = blockers.lsb()?;
                let single = !blockers.more_than_one() && self.is_own(pinned, color);
                single.then(|| Pin { pinned, pinner, ray: ray | Bitboard::from_square(pinner) })
            })
        })
    }

    /// Is a piece of `color` on `square`?
    #[must_use]
    #[inline]
    pub fn is_own(&self, square: Square, color: Color) -> bool {
        let piece: Piece = self.piece_on(square);
        !piece.is_empty() && piece.color() == color
    }
}

/// The kinds that move along lines.
pub const SLIDERS: [PieceType; 5] =
    [PieceType::LANCE, PieceType::BISHOP, PieceType::ROOK, PieceType::HORSE, PieceType::DRAGON];
