//! Squares and lines: where a piece reaches, rays, the king's zone.

use crate::types::{Bitboard, Color, File, Piece, PieceType, Rank, Square};
use rsshogi::board::attack_tables::{
    GOLD_ATTACKS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, SILVER_ATTACKS, bishop_attacks,
    bishop_step_attacks, lance_attacks, lance_step_attacks, rook_attacks, rook_step_attacks,
};

/// Squares that `piece` on `square` attacks with the occupancy `occupied`, own
/// pieces included (they are protected).
#[must_use]
#[inline(always)]
pub fn attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    let color = piece.color().to_index();
    match piece.piece_type() {
        PieceType::PAWN => PAWN_ATTACKS[square][color],
        PieceType::LANCE => lance_attacks(square, occupied, piece.color()),
        PieceType::KNIGHT => KNIGHT_ATTACKS[square][color],
        PieceType::SILVER => SILVER_ATTACKS[square][color],
        PieceType::GOLD
        | PieceType::PRO_PAWN
        | PieceType::PRO_LANCE
        | PieceType::PRO_KNIGHT
        | PieceType::PRO_SILVER => GOLD_ATTACKS[square][color],
        PieceType::BISHOP => bishop_attacks(square, occupied),
        PieceType::ROOK => rook_attacks(square, occupied),
        PieceType::HORSE => bishop_attacks(square, occupied) | KING_ATTACKS[square],
        PieceType::DRAGON => rook_attacks(square, occupied) | KING_ATTACKS[square],
        PieceType::KING => KING_ATTACKS[square],
        _ => Bitboard::EMPTY,
    }
}

/// As [`attacks`], compiled once: where it is asked for seldom, the instruction cache gains more
/// than the call costs.
#[inline(never)]
pub(crate) fn attacks_of(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    attacks(piece, square, occupied)
}

/// Squares from which a slider of `attacker` could attack `square` on an empty
/// board: all lines for bishops, horses, rooks and dragons, the lance's for lances.
#[inline]
pub(crate) fn slider_origins(kind: PieceType, attacker: Color, square: Square) -> Bitboard {
    match kind {
        PieceType::LANCE => lance_step_attacks(square, attacker.flip()),
        PieceType::BISHOP | PieceType::HORSE => bishop_step_attacks(square),
        PieceType::ROOK | PieceType::DRAGON => rook_step_attacks(square),
        _ => Bitboard::EMPTY,
    }
}

/// All squares of the rank, the file and the diagonals through `square`, itself left out.
#[inline]
pub(crate) fn queen_lines(square: Square) -> Bitboard {
    rook_step_attacks(square) | bishop_step_attacks(square)
}

/// The squares strictly between two squares of one rank, file or diagonal;
/// empty when they are neighbours or share no line.
#[must_use]
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard::between(a, b)
}

/// The whole line of the board through two squares that share one, else empty.
#[must_use]
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard::line(a, b)
}

/// Are `a` and `b` on the same ray from `origin`?
#[must_use]
#[inline]
pub fn on_same_ray(origin: Square, a: Square, b: Square) -> bool {
    Bitboard::is_aligned(a, b, origin)
}

/// The 5 x 5 squares around `center`, those on the board.
#[must_use]
pub fn king_zone(center: Square) -> Bitboard {
    (0..25).filter_map(|index| zone_square(center, Color::Black, index)).fold(
        Bitboard::EMPTY,
        |mut zone, square| {
            zone.set(square);
            zone
        },
    )
}

/// Square `index` (0 to 24) of the 5 x 5 zone around `center`, counted from the
/// far left corner as `color` sees the board, rank by rank; `None` off the board.
#[must_use]
pub fn zone_square(center: Square, color: Color, index: usize) -> Option<Square> {
    let sign = if color == Color::Black { 1 } else { -1 };
    let (row, column) = (i8::try_from(index / 5).ok()?, i8::try_from(index % 5).ok()?);
    let rank = Rank::new(center.rank().raw() + sign * (row - 2));
    let file = File::new(center.file().raw() - sign * (column - 2));
    (index < 25 && rank.is_valid() && file.is_valid()).then(|| Square::from_file_rank(file, rank))
}

/// Is `square` among the three ranks in which pieces of `color` promote?
#[must_use]
#[inline]
pub fn in_promotion_zone(color: Color, square: Square) -> bool {
    match color {
        Color::Black => square.rank().raw() <= 2,
        Color::White => square.rank().raw() >= 6,
    }
}

/// Is the square in the set? Without a branch, for squares that come in any order.
#[must_use]
#[inline(always)]
pub fn contains(set: Bitboard, square: Square) -> bool {
    // `rsshogi` keeps the first seven files in one word and the last two in another.
    const FIRST: usize = 63;
    let ([low, high], index) = (set.parts(), square.to_index());
    let (part, bit) = if index < FIRST { (low, index) } else { (high, index - FIRST) };
    (part >> (bit % 64)) & 1 != 0
}

/// The set of that square alone. From a table: squares come in any order, so a
/// branch on their word would often be mispredicted.
#[inline(always)]
pub(crate) fn alone(square: Square) -> Bitboard {
    ALONE[square.to_index()]
}

static ALONE: [Bitboard; Square::COUNT] = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = Bitboard::from_packed_bits(1 << index);
        index += 1;
    }
    table
};

/// The squares of a set, in order; compiled into the loop, which the iterator of `rsshogi` is not,
/// and as one number, without a branch on the word of a square.
#[inline(always)]
pub(crate) fn squares(set: Bitboard) -> impl Iterator<Item = Square> {
    let [low, high] = set.parts();
    let mut left = u128::from(low) | u128::from(high) << 63;
    core::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let square = Square::new(left.trailing_zeros() as i8);
        left &= left - 1;
        Some(square)
    })
}

/// All squares one step forward, as `color` sees it; none from the last rank.
#[inline]
pub(crate) fn step(squares: Bitboard, color: Color) -> Bitboard {
    let [low, high] = squares.and_not(last_ranks(color, 1)).parts();
    match color {
        Color::Black => Bitboard::from_parts([low >> 1, high >> 1]),
        Color::White => Bitboard::from_parts([low << 1, high << 1]),
    }
}

/// The `count` ranks farthest from `color`'s side.
#[inline(always)]
pub(crate) fn last_ranks(color: Color, count: i8) -> Bitboard {
    (0..count).fold(Bitboard::EMPTY, |ranks, index| {
        let rank = if color == Color::Black { index } else { 8 - index };
        ranks | Bitboard::rank_mask(Rank::new(rank))
    })
}

/// The ranks on which a piece of `kind` could never move again.
#[inline(always)]
pub(crate) fn dead_ranks(kind: PieceType, color: Color) -> Bitboard {
    match kind {
        PieceType::PAWN | PieceType::LANCE => last_ranks(color, 1),
        PieceType::KNIGHT => last_ranks(color, 2),
        _ => Bitboard::EMPTY,
    }
}

/// All squares of the files without any of `pawns`.
#[inline]
pub(crate) fn files_without(pawns: Bitboard) -> Bitboard {
    // A file is nine bits in a row. Its highest bit less the pawn leaves that bit set only where
    // there is no pawn; less an eighth of it, it fills the bits below.
    let ends = Bitboard::rank_mask(Rank::RANK_9).parts();
    let pawns = pawns.parts();
    let fill = |part: usize| {
        let free = (ends[part] - pawns[part]) & ends[part];
        free | (free - (free >> 8))
    };
    Bitboard::from_parts([fill(0), fill(1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_its_squares_and_no_others() {
        for square in Square::iter() {
            let alone = alone(square);
            assert_eq!(
                (alone, squares(alone).collect()),
                (Bitboard::from_square(square), vec![square])
            );
            for other in Square::iter() {
                assert_eq!(contains(alone, other), square == other);
                assert_eq!(contains(alone.not(), other), square != other);
            }
        }
        assert!(squares(Bitboard::ALL).eq(Square::iter()));
        assert_eq!(squares(Bitboard::EMPTY).next(), None);
    }
}
