//! Is a move legal here, and does it give check?

use crate::geometry::{
    alone, attacks_of, between, contains, dead_ranks, files_without, in_promotion_zone, line,
};
use crate::moves::Move;
use crate::position::Position;
use crate::types::{Bitboard, Piece, PieceType, Square};
use rsshogi::board::attack_tables::KING_ATTACKS;
use rsshogi::types::Move as Move16;

impl Position {
    /// Does `mv` (legal or pseudo-legal) give check?
    #[must_use]
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        if self.gives_direct_check(mv) {
            return true;
        }
        // Only a piece in between can discover a check.
        !mv.is_drop() && self.discovers_check(mv)
    }

    #[inline]
    fn discovers_check(&self, mv: Move) -> bool {
        let (them, from) = (self.side.flip(), mv.from_unchecked());
        contains(self.blockers(them), from)
            && self.king(them).is_some_and(|king| !line(king, from).test(mv.to()))
    }

    /// Does the piece that `mv` (legal or pseudo-legal) puts down give check from there? Checks
    /// that it discovers are not seen.
    #[must_use]
    #[inline]
    pub fn gives_direct_check(&self, mv: Move) -> bool {
        contains(self.check_square(mv.piece_after().piece_type()), mv.to())
    }

    /// From where a piece of `kind` of the side to move gives check.
    #[inline]
    pub(crate) fn check_square(&self, kind: PieceType) -> Bitboard {
        self.sights[self.side.flip().to_index()].checks(kind)
    }

    /// The squares from which any kind of piece of the side to move gives
    /// direct check: moves to other squares do not.
    #[must_use]
    #[inline]
    pub fn check_area(&self) -> Bitboard {
        // What steps a square or along a line is covered by the promoted sliders.
        self.check_square(PieceType::DRAGON)
            | self.check_square(PieceType::HORSE)
            | self.check_square(PieceType::KNIGHT)
    }

    /// Full legality, for moves from tables, books, files and the network.
    #[must_use]
    #[inline(never)]
    pub fn is_legal(&self, mv: Move) -> bool {
        if !mv.is_normal() || !mv.to().is_valid() {
            return false;
        }
        match mv.dropped() {
            Some(kind) => self.is_legal_drop(kind, mv),
            None => self.is_pseudo_legal_on_board(mv) && self.is_legal_after_pseudo(mv),
        }
    }

    fn is_legal_drop(&self, kind: PieceType, mv: Move) -> bool {
        let (us, to) = (self.side, mv.to());
        self.hand(us).has(kind)
            && mv.piece_after() == Piece::from_parts(us, kind)
            && self.piece_on(to).is_empty()
            && !dead_ranks(kind, us).test(to)
            && (!self.in_check() || self.answers_to_check().0.test(to))
            && (kind != PieceType::PAWN || self.may_drop_pawn(to))
    }

    /// No second pawn on the file, and no mate.
    fn may_drop_pawn(&self, to: Square) -> bool {
        files_without(self.pieces(PieceType::PAWN, self.side)).test(to)
            && !(self.check_square(PieceType::PAWN).test(to) && self.pawn_drop_mates(to))
    }

    fn is_pseudo_legal_on_board(&self, mv: Move) -> bool {
        let (us, from, to) = (self.side, mv.from_unchecked(), mv.to());
        if !from.is_valid() {
            return false;
        }
        let piece = self.piece_on(from);
        let kind = piece.piece_type();
        let promotes = mv.is_promotion();
        let turns = || in_promotion_zone(us, from) || in_promotion_zone(us, to);
        let may_stand = match promotes {
            true => kind.is_promotable() && turns(),
            false => !dead_ranks(kind, us).test(to),
        };
        let after = if promotes { piece.promote() } else { piece };
        let targets = self.pieces_of(us).not();
        !piece.is_empty()
            && piece.color() == us
            && mv.piece_after() == after
            && may_stand
            && (attacks_of(piece, from, self.occupied()) & targets).test(to)
            && (kind == PieceType::KING || !self.in_check() || self.answers_to_check().1.test(to))
    }

    /// In check: where a drop ends it, and where a piece other than the king
    /// does. Against one checker the squares between it and the king, and its
    /// own; against two the empty set.
    #[inline]
    pub(crate) fn answers_to_check(&self) -> (Bitboard, Bitboard) {
        let checkers = self.checkers();
        match (self.king(self.side), checkers.lsb()) {
            (Some(king), Some(checker)) if !checkers.more_than_one() => {
                let line = between(checker, king);
                (line, line | checkers)
            }
            _ => (Bitboard::EMPTY, Bitboard::EMPTY),
        }
    }

    /// The second half of legality for a move from a pseudo-legal generator.
    #[must_use]
    #[inline]
    pub fn is_legal_after_pseudo(&self, mv: Move) -> bool {
        if mv.is_drop() {
            return true;
        }
        let (us, from, to) = (self.side, mv.from_unchecked(), mv.to());
        if mv.piece_after().piece_type() == PieceType::KING {
            return self.is_safe_for_king(from, to);
        }
        // Most moves are of a piece that is not a shield.
        !contains(self.blockers(us), from)
            || self.king(us).is_none_or(|king| line(king, from).test(to))
    }

    /// May the king of the side to move go from `king` to `to`?
    #[inline]
    pub(crate) fn is_safe_for_king(&self, king: Square, to: Square) -> bool {
        // It does not hide the squares behind it.
        let rest = self.occupied().and_not(alone(king));
        !self.board.is_attacked(self.side.flip(), to, rest)
    }

    /// Would a pawn that the side to move drops on `to`, in front of the other king, mate it?
    #[inline(never)]
    pub(crate) fn pawn_drop_mates(&self, to: Square) -> bool {
        let (us, them) = (self.side, self.side.flip());
        let Some(king) = self.king(them) else { return false };
        let occupied = self.occupied() | alone(to);
        // The king takes an unprotected pawn; so does another piece that is not
        // pinned, or only along the pawn's file.
        if !self.board.is_attacked(us, to, occupied) {
            return false;
        }
        let kings = self.pieces(PieceType::KING, them);
        let takers = self.board.attackers(them, to, occupied).and_not(kings);
        let held = self.blockers(them).and_not(line(king, to));
        if !takers.and_not(held).is_empty() {
            return false;
        }
        let mut flight = KING_ATTACKS[king].and_not(self.pieces_of(them));
        flight.clear(to);
        !crate::geometry::squares(flight).any(|at| !self.board.is_attacked(us, at, occupied))
    }

    /// The move with these table bits, if it is legal here (a table may collide).
    #[must_use]
    #[inline]
    pub fn move_from_bits(&self, bits: u16) -> Option<Move> {
        let raw = Move16::from_raw(bits);
        if !raw.is_normal() {
            return None;
        }
        self.complete(raw).filter(|&mv| self.is_legal(mv))
    }

    /// Adds the moving piece to the 16 bits of a move, without judging it.
    pub(crate) fn complete(&self, raw: Move16) -> Option<Move> {
        if raw.is_drop() {
            return Some(Move::drop(raw.dropped_piece()?, raw.to_sq(), self.side));
        }
        let from = raw.from_sq();
        let valid = from.is_valid() && raw.to_sq().is_valid();
        let piece = if valid { self.piece_on(from) } else { return None };
        Some(Move::board(from, raw.to_sq(), piece, raw.is_promotion()))
    }
}
