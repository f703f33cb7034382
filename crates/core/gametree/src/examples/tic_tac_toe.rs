//! Tic-tac-toe, played by copy-make.
//!
//! Known facts: 549,946 nodes in the full tree, 255,168 of them ends of the game, 5,478
//! different positions, and a draw.

use crate::game::Game;
use zenpuku_core::Score;

const LINES: [u16; 8] =
    [0b111, 0b111_000, 0b111_000_000, 0o111, 0o222, 0o444, 0b100_010_001, 0b001_010_100];
const FULL: u16 = 0b111_111_111;

/// A tic-tac-toe position; moves are squares 0 to 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct TicTacToe {
    mover: u16,
    other: u16,
}

impl TicTacToe {
    /// The value of a win.
    pub const WIN: Score = Score::new(1);

    /// The empty board.
    #[must_use]
    pub fn new() -> Self {
        TicTacToe::default()
    }

    /// A constant evaluation: even.
    #[must_use]
    pub fn even(_position: &TicTacToe) -> Score {
        Score::ZERO
    }
}

impl Game for TicTacToe {
    type Move = u8;
    type Undo = TicTacToe;

    fn generate(&self, moves: &mut Vec<u8>) {
        let taken = self.mover | self.other;
        moves.extend((0..9).filter(|square| taken & (1 << square) == 0));
    }

    fn play(&mut self, mv: u8) -> TicTacToe {
        let after = TicTacToe { mover: self.other, other: self.mover | 1 << mv };
        std::mem::replace(self, after)
    }

    fn undo(&mut self, _mv: u8, undo: TicTacToe) {
        *self = undo;
    }

    fn terminal(&self) -> Option<Score> {
        if LINES.iter().any(|&line| line & !self.other == 0) {
            Some(-TicTacToe::WIN)
        } else {
            (self.mover | self.other == FULL).then_some(Score::ZERO)
        }
    }

    fn value_without_moves(&self) -> Score {
        Score::ZERO
    }

    fn key(&self) -> u64 {
        u64::from(self.mover) << 16 | u64::from(self.other)
    }
}
