//! Shogi as a game of [`zenpuku_gametree`]: the reference for the engine.

use zenpuku_core::Score;
use zenpuku_gametree::game::Game;
use zenpuku_shogi::{Move, MoveList, Position};

/// A shogi position for the general searches: every legal move, mate by distance, declarations
/// and no repetition (the value of a position must not depend on its history).
#[derive(Clone, Debug)]
pub struct ShogiGame {
    position: Position,
    /// Moves played since the root.
    ply: u32,
}

impl ShogiGame {
    /// A game whose root is `position`.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        Self { position: position.clone_for_search(), ply: 0 }
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }
}

impl Game for ShogiGame {
    type Move = Move;
    type Undo = ();

    fn generate(&self, moves: &mut Vec<Move>) {
        let mut list = MoveList::new();
        self.position.legal_moves(&mut list);
        moves.extend_from_slice(&list);
    }

    fn play(&mut self, mv: Move) {
        self.position.do_move(mv);
        self.ply += 1;
    }

    fn undo(&mut self, mv: Move, (): ()) {
        self.position.undo_move(mv);
        self.ply -= 1;
    }

    fn terminal(&self) -> Option<Score> {
        self.position.declaration_move().map(|_| Score::mate_in(self.ply + 1))
    }

    fn value_without_moves(&self) -> Score {
        Score::mated_in(self.ply)
    }

    /// Not in check.
    fn pass(&mut self) -> Option<()> {
        if self.position.in_check() {
            return None;
        }
        self.position.do_null_move();
        self.ply += 1;
        Some(())
    }

    fn undo_pass(&mut self, (): ()) {
        self.position.undo_null_move();
        self.ply -= 1;
    }

    /// Mates count from the root, so the same position at another distance is another node.
    fn key(&self) -> u64 {
        self.position.key() ^ u64::from(self.ply).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
