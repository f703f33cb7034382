//! The sums along the line that is searched.

use super::board::{Board, Change, is_king};
use super::kings::is_companion;
use super::{COLORS, Tables};
use zenpuku_shogi::{Color, HandPiece, MoveDelta, Piece, Position};

/// A position and its sums.
#[derive(Clone, Debug)]
struct Entry {
    board: Board,
    /// Terms of [`super::local::Local`].
    local: i32,
    /// King-piece terms by the king's colour.
    king_piece: [i32; 2],
    /// King-two-pieces terms by the king's colour.
    king_two: [i32; 2],
    /// The move that led here.
    delta: Option<MoveDelta>,
    /// Are board and sums those of this position?
    known: bool,
}

/// A stack of sums. A move is only noted; the sums follow when they are asked for, since many
/// positions of a search are never evaluated.
#[derive(Clone, Debug)]
pub(in super::super) struct Stack {
    /// Grown as needed and never shrunk, so that a search stops allocating.
    entries: Vec<Entry>,
    /// Index of the current position.
    top: usize,
}

impl Stack {
    pub(in super::super) fn new() -> Self {
        Self { entries: vec![Entry { known: true, ..Entry::EMPTY }], top: 0 }
    }

    /// Computes everything from `position` and forgets the rest.
    pub(in super::super) fn refresh(&mut self, tables: &Tables, position: &Position) {
        self.top = 0;
        self.entries[0] = Entry::of(tables, position);
    }

    #[inline]
    pub(in super::super) fn push(&mut self, delta: &MoveDelta) {
        self.top += 1;
        if self.top == self.entries.len() {
            self.entries.push(Entry::EMPTY);
        }
        let entry = &mut self.entries[self.top];
        entry.delta = Some(*delta);
        entry.known = false;
    }

    #[inline]
    pub(in super::super) fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    /// The sum for the current position.
    #[inline]
    pub(in super::super) fn sum(&mut self, tables: &Tables) -> i32 {
        let mut from = self.top;
        while !self.entries[from].known {
            from -= 1;
        }
        for at in from + 1..=self.top {
            let (before, after) = self.entries.split_at_mut(at);
            after[0].follow(tables, &before[at - 1]);
        }
        let entry = &self.entries[self.top];
        let kings = [entry.king_piece, entry.king_two];
        entry.local + kings.iter().flatten().sum::<i32>()
    }
}

impl Entry {
    const EMPTY: Self = Self {
        board: Board::EMPTY,
        local: 0,
        king_piece: [0; 2],
        king_two: [0; 2],
        delta: None,
        known: false,
    };

    /// Everything anew: the pieces are put on an empty board one by one.
    fn of(tables: &Tables, position: &Position) -> Self {
        let mut entry = Self::EMPTY;
        entry.known = true;
        for square in position.occupied().iter() {
            let after = position.piece_on(square).to_index() as u8;
            entry.put(tables, Change { square, before: 0, after });
        }
        for color in COLORS {
            let hand = position.hand(color);
            let worth = |piece: HandPiece| tables.local.in_hand(color, piece.to_piece_type());
            let all = HandPiece::iter().map(|piece| hand.count(piece) as i32 * worth(piece));
            entry.local += all.sum::<i32>();
            entry.see_anew(tables, color, true);
        }
        entry
    }

    /// Brings this entry up to date by its move from the one before.
    fn follow(&mut self, tables: &Tables, before: &Self) {
        self.board = before.board;
        (self.local, self.king_piece, self.king_two) =
            (before.local, before.king_piece, before.king_two);
        self.known = true;
        match self.delta {
            None => {}
            Some(MoveDelta::Drop { color, piece_type, to, .. }) => {
                self.local -= tables.local.in_hand(color, piece_type);
                let after = Piece::from_parts(color, piece_type).to_index() as u8;
                self.change(tables, &[Change { square: to, before: 0, after }]);
            }
            Some(MoveDelta::Board {
                color,
                from,
                to,
                moved_piece_before,
                moved_piece_after,
                captured,
            }) => {
                let mut taken = 0;
                if let Some(captured) = captured {
                    let kind = captured.piece.base_piece_type();
                    self.local += tables.local.in_hand(color, kind);
                    taken = captured.piece.to_index() as u8;
                }
                let (moved, after) = (moved_piece_before.to_index(), moved_piece_after.to_index());
                self.change(
                    tables,
                    &[
                        Change { square: from, before: moved as u8, after: 0 },
                        Change { square: to, before: taken, after: after as u8 },
                    ],
                );
            }
        }
    }

    /// Makes the changes of a move.
    #[inline]
    fn change(&mut self, tables: &Tables, changes: &[Change]) {
        for &change in changes {
            self.put(tables, change);
        }
        for us in COLORS {
            self.see(tables, us, changes);
        }
    }

    /// Makes a change on the board, and in the sum that has nothing to do with kings.
    #[inline]
    fn put(&mut self, tables: &Tables, Change { square, before, after }: Change) {
        self.local += tables.local.change(&self.board, square, before, after);
        self.board.put(square, after);
    }

    /// Brings the sums for the king of `us` up to date when `changes` have been made.
    #[inline]
    fn see(&mut self, tables: &Tables, us: Color, changes: &[Change]) {
        let Some(king) = self.board.king(us) else { return };
        let moved = |change: &Change| is_king(change.after) && change.square == king;
        if changes.iter().any(moved) {
            return self.see_anew(tables, us, true);
        }
        let own =
            |change: &Change| is_companion(us, change.before) || is_companion(us, change.after);
        let beside = |change: &Change| own(change) && king.distance(change.square) == 1;
        let anew = changes.iter().any(beside);
        let (kings, index) = (&tables.kings, us.to_index());
        for &Change { square, before, after } in changes {
            let piece = |piece: u8| kings.piece(us, king, square, piece);
            self.king_piece[index] += piece(after) - piece(before);
        }
        if anew {
            self.see_anew(tables, us, false);
        } else {
            self.king_two[index] += kings.two_change(us, king, &self.board, changes);
        }
    }

    /// Adds up the terms of the king of `us` anew: of pairs of pieces, and `pieces` too if asked.
    fn see_anew(&mut self, tables: &Tables, us: Color, pieces: bool) {
        let Some(king) = self.board.king(us) else { return };
        if pieces {
            self.king_piece[us.to_index()] = tables.kings.all_pieces(us, king, &self.board);
        }
        self.king_two[us.to_index()] = tables.kings.all_two(us, king, &self.board);
    }
}
