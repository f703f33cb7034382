//! Playing a move and taking it back: one body of code for both colours, small enough to stay in an
//! instruction cache. Data not affected by a move is not recomputed.

use crate::geometry::{alone, queen_lines};
use crate::moves::Move;
use crate::position::Position;
use crate::state::{Repetition, State, hand_key, held, side_key};
use crate::types::{Bitboard, Color, Hand, HandPiece, Piece, PieceType, RepetitionState, Square};

/// Fewest plies after which a position can come back.
const SHORTEST: usize = 4;

impl Position {
    /// Plays a legal move whose check is known.
    ///
    /// # Panics
    /// As [`Position::do_move`].
    #[inline(never)]
    pub fn do_move_known(&mut self, mv: Move, gives_check: bool) {
        let us = self.side;
        self.push();
        let (to, piece) = (mv.to(), mv.piece_after());
        let mut touched = alone(to);
        let mut captured = Piece::NONE;
        if mv.is_drop() {
            self.take_from_hand(us, piece.piece_type());
        } else {
            let from = mv.from_unchecked();
            let before = self.board.on(from);
            captured = self.board.on(to);
            if !captured.is_empty() {
                self.shift(captured, to, Piece::NONE);
                self.give_to_hand(us, captured.piece_type().demote());
            }
            self.shift(before, from, Piece::NONE);
            touched |= alone(from);
        }
        self.shift(piece, to, piece);
        self.look_again(touched);
        self.turn_over(us);
        self.now.last_move = mv;
        self.now.captured = captured;
        self.now.plies += 1;
        let checking = &mut self.now.checking[us.to_index()];
        *checking = if gives_check { *checking + 2 } else { 0 };
        self.now.checkers = match self.board.king(us.flip()) {
            Some(king) if gives_check => self.board.attackers(us, king, self.board.occupied()),
            _ => Bitboard::EMPTY,
        };
        self.now.repetition = self.repeated();
    }

    /// Takes back `mv`, which must be the last move played.
    #[inline(never)]
    pub fn undo_move(&mut self, mv: Move) {
        debug_assert!(self.now.last_move == mv, "undo of a move that was not the last one");
        let (us, captured) = (self.side.flip(), self.now.captured);
        let (to, piece) = (mv.to(), mv.piece_after());
        let hand = &mut self.board.hands[us.to_index()];
        if mv.is_drop() {
            count_in_hand(piece.piece_type(), |kind| hand.add(kind, 1));
            self.shift(piece, to, Piece::NONE);
        } else {
            if !captured.is_empty() {
                count_in_hand(captured.piece_type().demote(), |kind| hand.sub(kind, 1));
            }
            self.shift(piece, to, Piece::NONE);
            if !captured.is_empty() {
                self.shift(captured, to, captured);
            }
            let before = if mv.is_promotion() { piece.demote() } else { piece };
            self.shift(before, mv.from_unchecked(), before);
        }
        // The keys of before, too.
        let undone = self.pop();
        debug_assert!(undone, "undo of a move that was not played");
    }

    /// Passes; not allowed in check.
    pub fn do_null_move(&mut self) {
        debug_assert!(!self.in_check(), "null move in check");
        let us = self.side;
        self.push();
        self.turn_over(us);
        self.now.captured = Piece::NONE;
        self.now.plies = 0;
        self.now.checking[us.to_index()] = 0;
        self.now.repetition = Repetition::NONE;
    }

    /// Takes back a pass.
    pub fn undo_null_move(&mut self) {
        let undone = self.pop();
        debug_assert!(undone, "undo of a null move that was not played");
    }

    /// Keeps the state for [`Position::pop`].
    #[inline]
    fn push(&mut self) {
        *self.seen.place(self.now.keys.board) += 1;
        self.past.push(self.now);
    }

    /// Back to the state before; `false` at the start of the history.
    #[inline]
    fn pop(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.now = before;
        while self.kept.len() > before.kept as usize
            && let Some((color, sight)) = self.kept.pop()
        {
            self.sights[color.to_index()] = sight;
        }
        *self.seen.place(self.now.keys.board) -= 1;
        self.side = self.side.flip();
        self.ply -= 1;
        true
    }

    /// Puts `piece` on the square, or removes it: `stands` is the new content.
    /// Compiled once, for the instruction cache.
    #[inline(never)]
    fn shift(&mut self, piece: Piece, square: Square, stands: Piece) {
        self.board.set(piece, square, stands);
        self.now.keys.toggle(piece, square);
    }

    #[inline]
    fn turn_over(&mut self, us: Color) {
        self.side = us.flip();
        self.ply += 1;
        self.now.keys.board ^= side_key();
        self.now.hand = self.board.hands[us.flip().to_index()];
    }

    #[inline]
    fn take_from_hand(&mut self, color: Color, kind: PieceType) {
        let hand = &mut self.board.hands[color.to_index()];
        let count = held(*hand, kind);
        count_in_hand(kind, |piece| hand.sub(piece, 1));
        self.now.keys.hands ^= hand_key(color, kind, count, count.wrapping_sub(1));
    }

    #[inline]
    fn give_to_hand(&mut self, color: Color, kind: PieceType) {
        let hand = &mut self.board.hands[color.to_index()];
        let count = held(*hand, kind);
        count_in_hand(kind, |piece| hand.add(piece, 1));
        self.now.keys.hands ^= hand_key(color, kind, count, count + 1);
    }

    /// The lines to a king change only with the pieces on them.
    #[inline]
    fn look_again(&mut self, touched: Bitboard) {
        for color in Color::iter() {
            let Some(king) = self.board.king(color) else { continue };
            if !touched.intersects(queen_lines(king) | alone(king)) {
                continue;
            }
            let sight = &mut self.sights[color.to_index()];
            if let Some(changed) = sight.changed(&self.board, color, king, touched) {
                self.kept.push((color, *sight));
                self.now.kept += 1;
                *sight = changed;
            }
        }
    }

    /// The nearest earlier position with this board and side to move, and with hands that are
    /// equal or clearly better or worse, back to the last pass.
    #[inline]
    fn repeated(&self) -> Repetition {
        let now = &self.now;
        if usize::from(now.plies) < SHORTEST || !self.seen.may_have(now.keys.board) {
            return Repetition::NONE;
        }
        self.search_history()
    }

    #[inline(never)]
    fn search_history(&self) -> Repetition {
        let now = &self.now;
        let last = self.past.len();
        // The side to move is the same at every other ply.
        for distance in (SHORTEST..=last.min(now.plies.into())).step_by(2) {
            let then = &self.past[last - distance];
            if then.keys.board != now.keys.board {
                continue;
            }
            let back = distance as u16;
            if then.hand == now.hand {
                return self.repeats(then, back);
            }
            let better = |a, b| Hand::is_equal_or_superior(a, b);
            if better(now.hand, then.hand) {
                return Repetition { kind: RepetitionState::Superior, distance: back, times: 0 };
            }
            if better(then.hand, now.hand) {
                return Repetition { kind: RepetitionState::Inferior, distance: back, times: 0 };
            }
        }
        Repetition::NONE
    }

    /// The same position `distance` plies ago: who checked at every move since has lost.
    fn repeats(&self, then: &State, distance: u16) -> Repetition {
        let checked = |color: Color| distance <= self.now.checking[color.to_index()];
        let mut kind = RepetitionState::Draw;
        if checked(self.side) {
            kind = RepetitionState::Lose;
        } else if checked(self.side.flip()) {
            kind = RepetitionState::Win;
        }
        let before = then.repetition;
        if before.times > 0 && before.kind != kind {
            kind = RepetitionState::Draw;
        }
        Repetition { kind, distance, times: before.times + 1 }
    }
}

#[inline]
fn count_in_hand(kind: PieceType, change: impl FnOnce(HandPiece)) {
    // Kings are never taken in a legal game; all other pieces can be in a hand.
    if let Some(piece) = HandPiece::from_piece_type(kind) {
        change(piece);
    }
}
