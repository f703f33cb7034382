//! Counting legal moves without listing them: targets are counted as sets, so
//! the last ply of a perft iterates over pieces instead of moves.

use crate::geometry::{attacks, dead_ranks, step};
use crate::move_list::MoveList;
use crate::movegen::MoveKind;
use crate::position::Position;
use crate::staged_moves::DROPS;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

impl Position {
    /// Number of legal moves; several times faster than listing them.
    #[must_use]
    pub fn count_legal_moves(&self) -> u32 {
        if self.in_check() {
            let mut answers = MoveList::new();
            self.generate(MoveKind::EvasionsAll, &mut answers);
            return answers.len() as u32;
        }
        match self.side_to_move() {
            Color::Black => self.count_quiet::<true>(),
            Color::White => self.count_quiet::<false>(),
        }
    }

    /// For the side to move, which is not in check. One loop for each kind: a
    /// branch on the kind of every piece would be guessed wrong too often.
    fn count_quiet<const BLACK: bool>(&self) -> u32 {
        let us = if BLACK { Color::Black } else { Color::White };
        let free = self.pieces_of(us).not();
        let king = self.king(us);
        let pinned = self.blockers(us) & self.pieces_of(us);
        let loose = pinned.not();
        let pawns = self.pieces(PAWN, us) & loose;
        count_targets(step(pawns, us) & free, PAWN, us, false)
            + self.count_kind::<BLACK>(PieceType::LANCE, loose, free)
            + self.count_kind::<BLACK>(PieceType::KNIGHT, loose, free)
            + self.count_kind::<BLACK>(PieceType::SILVER, loose, free)
            + self.count_kind::<BLACK>(PieceType::BISHOP, loose, free)
            + self.count_kind::<BLACK>(PieceType::ROOK, loose, free)
            + self.count_kind::<BLACK>(PieceType::GOLD, loose, free)
            + self.count_kind::<BLACK>(PieceType::HORSE, loose, free)
            + self.count_kind::<BLACK>(PieceType::DRAGON, loose, free)
            + king.map_or(0, |king| self.count_pinned(king, pinned, free))
            + self.count_king_moves(king, free)
            + self.count_drops(us)
    }

    /// Moves of the pieces of one kind within `loose`; `GOLD` includes all that move like it.
    #[inline(always)]
    fn count_kind<const BLACK: bool>(
        &self,
        kind: PieceType,
        loose: Bitboard,
        free: Bitboard,
    ) -> u32 {
        let us = if BLACK { Color::Black } else { Color::White };
        let pieces = if kind == PieceType::GOLD {
            self.board.golds() & self.pieces_of(us)
        } else {
            self.pieces(kind, us)
        };
        let zone = Bitboard::promotion_zone(us);
        let mut left = pieces & loose;
        let mut count = 0;
        while let Some(from) = left.pop_lsb() {
            let targets = attacks(Piece::from_parts(us, kind), from, self.occupied()) & free;
            count += count_targets(targets, kind, us, zone.test(from));
        }
        count
    }

    /// Moves of pinned pieces, along the line of their king.
    fn count_pinned(&self, king: Square, pinned: Bitboard, free: Bitboard) -> u32 {
        pinned.iter().fold(0, |count, from| {
            let piece = self.piece_on(from);
            let targets = attacks(piece, from, self.occupied()) & free & Bitboard::line(king, from);
            let inside = Bitboard::promotion_zone(piece.color()).test(from);
            count + count_targets(targets, piece.piece_type(), piece.color(), inside)
        })
    }

    fn count_king_moves(&self, king: Option<Square>, free: Bitboard) -> u32 {
        let Some(king) = king else { return 0 };
        let targets = attacks(Piece::B_KING, king, Bitboard::EMPTY) & free;
        let safe = |&to: &Square| self.is_safe_for_king(king, to);
        targets.iter().filter(safe).count() as u32
    }

    fn count_drops(&self, us: Color) -> u32 {
        let hand = self.hand(us);
        let empty = self.occupied().not();
        let kinds = DROPS.into_iter().filter(|&kind| hand.has(kind));
        kinds.map(|kind| self.drop_targets(kind, us, empty).count()).sum()
    }
}

const PAWN: PieceType = PieceType::PAWN;

/// Moves to `targets`: with and without promotion where both are legal.
#[inline(always)]
fn count_targets(targets: Bitboard, kind: PieceType, color: Color, inside: bool) -> u32 {
    if !kind.is_promotable() {
        return targets.count();
    }
    let zone = if inside { Bitboard::ALL } else { Bitboard::promotion_zone(color) };
    targets.count() + (targets & zone).and_not(dead_ranks(kind, color)).count()
}
