//! Number of attacks of each side on each square, for all squares in parallel.

use zenpuku_shogi::{Bitboard, Color, PieceType, Position};

/// The squares of the board as bits, a file after the other.
const BOARD: u128 = (1 << 81) - 1;
/// The first rank of every file.
const RANK_A: u128 = BOARD / 0x1ff;
const RANK_I: u128 = RANK_A << 8;

/// Numbers of effects on the squares, in binary: bit n of a number is in plane n.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EffectCounts {
    ones: u128,
    twos: u128,
    /// Has been four or more.
    more: u128,
}

impl EffectCounts {
    /// Effects of all pieces of `us` that do not move along lines.
    #[inline]
    pub(super) fn steps(position: &Position, us: Color) -> Self {
        match us {
            Color::BLACK => Self::of(Steppers::of(position, us), up, down),
            Color::WHITE => Self::of(Steppers::of(position, us), down, up),
        }
    }

    #[inline(always)]
    fn of(pieces: Steppers, ahead: impl Fn(u128) -> u128, back: impl Fn(u128) -> u128) -> Self {
        let mut counts = Self::default();
        counts.count(ahead(pieces.ahead));
        let both = |counts: &mut Self, squares: u128| {
            counts.count(left(squares));
            counts.count(right(squares));
        };
        both(&mut counts, ahead(pieces.diagonally_ahead));
        both(&mut counts, pieces.straight);
        counts.count(back(pieces.straight));
        both(&mut counts, back(pieces.diagonally_back));
        both(&mut counts, ahead(ahead(pieces.knights)));
        counts
    }

    /// One more effect on each of `squares`.
    #[inline]
    fn count(&mut self, squares: u128) {
        let carry = self.ones & squares;
        self.ones ^= squares;
        self.more |= self.twos & carry;
        self.twos ^= carry;
    }

    /// The effects of one more piece.
    #[inline]
    pub(super) fn add(&mut self, squares: Bitboard) {
        self.count(squares.packed_bits());
    }

    /// Numbers from 0 to 3, more counting as 3: bits of one and of two.
    #[inline]
    pub(super) fn planes(&self) -> [u128; 2] {
        [self.ones | self.more, self.twos | self.more]
    }
}

/// The pieces by their steps.
struct Steppers {
    ahead: u128,
    diagonally_ahead: u128,
    /// Sideways and straight back.
    straight: u128,
    diagonally_back: u128,
    knights: u128,
}

impl Steppers {
    #[inline]
    fn of(position: &Position, us: Color) -> Self {
        let of = |kind: PieceType| position.pieces(kind, us);
        let golds = of(PieceType::GOLD)
            | of(PieceType::PRO_PAWN)
            | of(PieceType::PRO_LANCE)
            | of(PieceType::PRO_KNIGHT)
            | of(PieceType::PRO_SILVER);
        let (silvers, king) = (of(PieceType::SILVER), of(PieceType::KING));
        let straight = golds | king;
        let diagonally_ahead = straight | silvers;
        Self {
            ahead: (diagonally_ahead | of(PieceType::PAWN)).packed_bits(),
            diagonally_ahead: diagonally_ahead.packed_bits(),
            straight: straight.packed_bits(),
            diagonally_back: (silvers | king).packed_bits(),
            knights: of(PieceType::KNIGHT).packed_bits(),
        }
    }
}

#[inline]
const fn up(squares: u128) -> u128 {
    (squares & !RANK_A) >> 1
}

#[inline]
const fn down(squares: u128) -> u128 {
    (squares & !RANK_I) << 1
}

#[inline]
const fn left(squares: u128) -> u128 {
    squares << 9 & BOARD
}

#[inline]
const fn right(squares: u128) -> u128 {
    squares >> 9
}
