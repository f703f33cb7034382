//! The sums along the line that is searched.

use super::board::{Board, Change, is_king};
use super::control::ControlSums;
use super::effects::EffectCounts;
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
    /// Terms of [`super::control::Control`], once asked for.
    control: Option<ControlSums>,
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
        entry.control = None;
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

    /// The terms of [`super::control::Control`] for `position`, the current one, whose effects are
    /// `counts`; to be asked for after [`Self::sum`].
    #[inline]
    pub(super) fn control(
        &mut self,
        tables: &Tables,
        position: &Position,
        counts: &[EffectCounts; 2],
    ) -> i32 {
        let Some(control) = &tables.control else { return 0 };
        let (lower, upper) = self.entries.split_at_mut(self.top);
        let entry = &mut upper[0];
        let sums = entry.control.unwrap_or_else(|| {
            let known =
                (0..lower.len()).rev().find_map(|at| Some((at, lower[at].control.as_ref()?)));
            let (sums, board, touched) = match known {
                None => (&ControlSums::EMPTY, &Board::EMPTY, 0),
                Some((at, sums)) => {
                    let moves = lower[at + 1..].iter().chain([&*entry]);
                    (sums, &lower[at].board, moves.map(Entry::touched).fold(0, |a, b| a | b))
                }
            };
            control.follow(sums, [board, &entry.board], touched, counts)
        });
        entry.control = Some(sums);
        sums.sum(position.side_to_move())
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
        control: None,
    };

    /// Computes from scratch: the pieces are put on an empty board one by one.
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

    /// The squares on which its move has put or taken away a piece.
    fn touched(&self) -> u128 {
        match self.delta {
            None => 0,
            Some(MoveDelta::Drop { to, .. }) => 1 << to.to_index(),
            Some(MoveDelta::Board { from, to, .. }) => 1 << from.to_index() | 1 << to.to_index(),
        }
    }

    /// Updates this entry from the previous one by its move.
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

    /// Applies a change to the board and to the sum that does not depend on kings.
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

    /// Recomputes the terms of the king of `us`: of pairs of pieces, and with
    /// `pieces` also of single pieces.
    fn see_anew(&mut self, tables: &Tables, us: Color, pieces: bool) {
        let Some(king) = self.board.king(us) else { return };
        if pieces {
            self.king_piece[us.to_index()] = tables.kings.all_pieces(us, king, &self.board);
        }
        self.king_two[us.to_index()] = tables.kings.all_two(us, king, &self.board);
    }
}
