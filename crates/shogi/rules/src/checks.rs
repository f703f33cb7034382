//! Moves that give check: first those of pieces that can discover one, then the direct ones, then
//! drops, in the order of the generator of `rsshogi` (the tests' oracle).

use crate::geometry::{attacks_of, line, squares};
use crate::move_list::MoveList;
use crate::moves::Move;
use crate::position::Position;
use crate::staged_moves::{DROPS, must_promote, push_moves};
use crate::types::{Bitboard, Piece, PieceType, Square};
use rsshogi::board::attack_tables::check_candidate_bb;

impl Position {
    /// Appends the pseudo-legal moves that give check, see [`crate::MoveKind::ChecksAll`]; `quiet`
    /// leaves captures out.
    pub(crate) fn checks(&self, all: bool, quiet: bool, list: &mut MoveList) {
        if self.in_check() {
            self.attempts_in_check(all, list);
            list.retain(|mv| self.gives_check(mv) && !(quiet && self.is_capture(mv)));
            return;
        }
        let us = self.side_to_move();
        let Some(king) = self.king(us.flip()) else { return };
        let free = if quiet { self.occupied().not() } else { self.pieces_of(us).not() };
        let shields = self.blockers(us.flip()) & self.pieces_of(us);
        for from in squares(shields) {
            let ray = line(king, from);
            self.discovered_checks(from, free.and_not(ray), all, list);
            self.direct_checks(from, free & ray, all, list);
        }
        let others = self.pieces_of(us).and_not(shields);
        let may_check = |&from: &Square| {
            check_candidate_bb(us, self.piece_on(from).piece_type(), king).test(from)
        };
        for from in squares(others).filter(may_check) {
            self.direct_checks(from, free, all, list);
        }
        let empty = self.occupied().not();
        for kind in DROPS.into_iter().filter(|&kind| self.hand(us).has(kind)) {
            let targets = self.drop_targets(kind, us, empty & self.check_square(kind));
            squares(targets).for_each(|to| list.push(Move::drop(kind, to, us)));
        }
    }

    /// Moves of the piece on `from` to `targets`, all of which uncover a check.
    fn discovered_checks(&self, from: Square, targets: Bitboard, all: bool, list: &mut MoveList) {
        let piece = self.piece_on(from);
        let targets = attacks_of(piece, from, self.occupied()) & targets;
        let promotes = targets & self.promoting(piece, from);
        match piece.piece_type() {
            PieceType::PAWN | PieceType::LANCE => {
                self.push_promotions_first(piece, from, promotes, targets, all, list);
            }
            PieceType::SILVER | PieceType::BISHOP | PieceType::ROOK => {
                push_moves(piece, from, promotes, all, list);
                push_moves(piece, from, targets.and_not(promotes), all, list);
            }
            _ => push_moves(piece, from, targets, all, list),
        }
    }

    /// Moves of the piece on `from` to those of `targets` from which it checks itself.
    fn direct_checks(&self, from: Square, targets: Bitboard, all: bool, list: &mut MoveList) {
        let piece = self.piece_on(from);
        let kind = piece.piece_type();
        let targets = attacks_of(piece, from, self.occupied()) & targets;
        let promotes = targets & self.promoting(piece, from) & self.check_square(kind.promote());
        let stays = targets & self.check_square(kind);
        self.push_promotions_first(piece, from, promotes, stays, all, list);
    }

    /// Where the piece may promote when it comes from `from`.
    fn promoting(&self, piece: Piece, from: Square) -> Bitboard {
        let zone = Bitboard::promotion_zone(piece.color());
        match piece.piece_type().is_promotable() {
            true if zone.test(from) => Bitboard::ALL,
            true => zone,
            false => Bitboard::EMPTY,
        }
    }

    fn push_promotions_first(
        &self,
        piece: Piece,
        from: Square,
        promotes: Bitboard,
        stays: Bitboard,
        all: bool,
        list: &mut MoveList,
    ) {
        squares(promotes).for_each(|to| list.push(Move::board(from, to, piece, true)));
        let zone = self.promoting(piece, from);
        let must = must_promote(piece.piece_type(), piece.color(), zone, all);
        squares(stays.and_not(must)).for_each(|to| list.push(Move::board(from, to, piece, false)));
    }
}
