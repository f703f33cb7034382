//! The pieces: the content of each square, sets by kind and colour, and the hands.

use crate::geometry::alone;
use crate::types::{Bitboard, Color, Hand, Piece, PieceType, Square};
use rsshogi::board::attack_tables::{
    GOLD_ATTACKS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, SILVER_ATTACKS, bishop_attacks,
    bishop_step_attacks, lance_step_attacks, rook_attacks, rook_step_attacks,
};

/// Sets of kinds that move alike, in addition to those of the kinds.
const GOLDS: usize = PieceType::GOLD_LIKE.to_index();
const BISHOPS: usize = PieceType::COUNT;
const ROOKS: usize = BISHOPS + 1;
const SETS: usize = ROOKS + 1;
/// For kinds that move like no other.
const NO_GROUP: usize = PieceType::NONE.to_index();

/// Which of those sets each kind is in.
static GROUPS: [usize; PieceType::COUNT] = groups();

const fn groups() -> [usize; PieceType::COUNT] {
    let mut groups = [NO_GROUP; PieceType::COUNT];
    groups[PieceType::GOLD.to_index()] = GOLDS;
    groups[PieceType::PRO_PAWN.to_index()] = GOLDS;
    groups[PieceType::PRO_LANCE.to_index()] = GOLDS;
    groups[PieceType::PRO_KNIGHT.to_index()] = GOLDS;
    groups[PieceType::PRO_SILVER.to_index()] = GOLDS;
    groups[PieceType::BISHOP.to_index()] = BISHOPS;
    groups[PieceType::HORSE.to_index()] = BISHOPS;
    groups[PieceType::ROOK.to_index()] = ROOKS;
    groups[PieceType::DRAGON.to_index()] = ROOKS;
    groups
}

/// Board and hands, without side to move or history.
#[derive(Clone)]
pub(crate) struct Board {
    squares: [Piece; Square::COUNT],
    sets: [Bitboard; SETS],
    colors: [Bitboard; Color::COUNT],
    pub(crate) hands: [Hand; Color::COUNT],
    kings: [Square; Color::COUNT],
}

impl Board {
    pub(crate) fn empty(hands: [Hand; Color::COUNT]) -> Self {
        Self {
            squares: [Piece::NONE; Square::COUNT],
            sets: [Bitboard::EMPTY; SETS],
            colors: [Bitboard::EMPTY; Color::COUNT],
            hands,
            kings: [Square::NONE; Color::COUNT],
        }
    }

    /// Puts `piece` on the square, or removes it: `stands` is the new content.
    #[inline]
    pub(crate) fn set(&mut self, piece: Piece, square: Square, stands: Piece) {
        self.squares[square.to_index()] = stands;
        self.toggle(piece, square);
        // Without a branch: kings are moved often enough for it to be guessed wrong.
        let king = &mut self.kings[piece.color().to_index()];
        *king = if stands.piece_type() == PieceType::KING { square } else { *king };
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let bit = alone(square);
        let kind = piece.piece_type().to_index();
        self.sets[kind] ^= bit;
        self.sets[GROUPS[kind]] ^= bit;
        self.colors[piece.color().to_index()] ^= bit;
    }

    #[inline]
    pub(crate) fn on(&self, square: Square) -> Piece {
        self.squares[square.to_index()]
    }

    #[inline]
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        let square = self.kings[color.to_index()];
        (!square.is_none()).then_some(square)
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    #[inline]
    pub(crate) fn of(&self, color: Color) -> Bitboard {
        self.colors[color.to_index()]
    }

    /// Pieces of one kind, of both colours.
    #[inline]
    pub(crate) fn kind(&self, kind: PieceType) -> Bitboard {
        self.sets[kind.to_index()]
    }

    /// What moves like gold, of both colours.
    #[inline]
    pub(crate) fn golds(&self) -> Bitboard {
        self.sets[GOLDS]
    }

    /// Bishops and horses of both colours.
    #[inline]
    pub(crate) fn bishops(&self) -> Bitboard {
        self.sets[BISHOPS]
    }

    /// Rooks and dragons of both colours.
    #[inline]
    pub(crate) fn rooks(&self) -> Bitboard {
        self.sets[ROOKS]
    }

    /// Pieces of `color` that attack `square` by a single step or a knight's jump.
    #[inline]
    fn steppers(&self, color: Color, square: Square) -> Bitboard {
        // The attackers of a square are on the squares that the same piece of
        // the other colour attacks from it.
        let back = color.flip().to_index();
        let around =
            self.kind(PieceType::KING) | self.kind(PieceType::HORSE) | self.kind(PieceType::DRAGON);
        (PAWN_ATTACKS[square][back] & self.kind(PieceType::PAWN))
            | (KNIGHT_ATTACKS[square][back] & self.kind(PieceType::KNIGHT))
            | (SILVER_ATTACKS[square][back] & self.kind(PieceType::SILVER))
            | (GOLD_ATTACKS[square][back] & self.golds())
            | (KING_ATTACKS[square] & around)
    }

    /// Pieces of `color` that attack `square` with the occupancy `occupied`.
    /// Compiled once, for the instruction cache.
    #[inline(never)]
    pub(crate) fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let bishops = bishop_attacks(square, occupied) & self.bishops();
        let ahead = lance_step_attacks(square, color.flip()) & self.kind(PieceType::LANCE);
        let rooks = rook_attacks(square, occupied) & (self.rooks() | ahead);
        (self.steppers(color, square) | bishops | rooks) & self.of(color)
    }

    /// Does `color` attack `square` with the occupancy `occupied`?
    #[inline(never)]
    pub(crate) fn is_attacked(&self, color: Color, square: Square, occupied: Bitboard) -> bool {
        let ours = self.of(color);
        if self.steppers(color, square).intersects(ours) {
            return true;
        }
        let bishops = bishop_step_attacks(square) & self.bishops() & ours;
        if !bishops.is_empty() && bishop_attacks(square, occupied).intersects(bishops) {
            return true;
        }
        let ahead = lance_step_attacks(square, color.flip()) & self.kind(PieceType::LANCE);
        let rooks = ((rook_step_attacks(square) & self.rooks()) | ahead) & ours;
        !rooks.is_empty() && rook_attacks(square, occupied).intersects(rooks)
    }
}
