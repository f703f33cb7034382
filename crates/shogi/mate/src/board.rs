//! The board of a search: moves are played and taken back many times.

use zenpuku_shogi::{Color, Hand, HandPiece, Move, Position};

/// Moves after which a position without history takes over: playing a move looks through the
/// history for repetitions, of which the search has its own account.
const FRESH_AFTER: u32 = 16;

/// A position on which long lines are played.
pub(crate) struct Board {
    /// The last one is the position; each begins at the previous one.
    stack: Vec<(Position, u32)>,
    pub(crate) attacker: Color,
    attacker_has_king: bool,
}

impl Board {
    pub(crate) fn new(position: &Position) -> Self {
        let attacker = position.side_to_move();
        let attacker_has_king = position.king(attacker).is_some();
        Self { stack: vec![(position.without_history(), 0)], attacker, attacker_has_king }
    }

    #[inline]
    pub(crate) fn position(&self) -> &Position {
        &self.stack[self.stack.len() - 1].0
    }

    #[inline]
    pub(crate) fn position_mut(&mut self) -> &mut Position {
        let last = self.stack.len() - 1;
        &mut self.stack[last].0
    }

    /// The attacker's hand.
    #[inline]
    pub(crate) fn hand(&self) -> Hand {
        self.position().hand(self.attacker)
    }

    /// The attacker's hand after his move or the defender's.
    #[inline]
    pub(crate) fn hand_after(&self, mv: Move, attacks: bool) -> Hand {
        let hand = self.hand();
        if !attacks {
            return hand;
        }
        if let Some(kind) = mv.dropped().and_then(HandPiece::from_piece_type) {
            return hand.checked_sub(kind, 1).unwrap_or(hand);
        }
        match HandPiece::from_piece_type(self.position().piece_on(mv.to()).base_piece_type()) {
            Some(kind) => hand.checked_add(kind, 1).unwrap_or(hand),
            None => hand,
        }
    }

    /// Plays a check of the attacker or a reply.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move, attacks: bool) {
        let has_king = self.attacker_has_king;
        if self.stack[self.stack.len() - 1].1 >= FRESH_AFTER {
            let fresh = self.position().without_history();
            self.stack.push((fresh, 0));
        }
        let last = self.stack.len() - 1;
        let (position, moves) = &mut self.stack[last];
        let checks = attacks || (has_king && position.gives_check(mv));
        position.do_move_known(mv, checks);
        *moves += 1;
    }

    /// Takes back the last move, which was `mv`.
    #[inline]
    pub(crate) fn take_back(&mut self, mv: Move) {
        // A position without moves so far is kept: many moves are tried from it
        // one after the other.
        if self.stack[self.stack.len() - 1].1 == 0 {
            self.stack.pop();
        }
        let last = self.stack.len() - 1;
        let (position, moves) = &mut self.stack[last];
        position.undo_move(mv);
        *moves -= 1;
    }
}
