//! ShogiGUI's format of books: a message of Protocol Buffers with a graph of positions [bookconv]
//! [shogihome].
//!
//! A position names the ones after its moves by number; only those that no move leads to have an SFEN. The
//! hashes of board and hands, whose formula is not public, are written as 0, as ShogiGUI's own converter does.

mod moves;
mod read;
mod wire;
mod write;

pub(super) use read::{begins, read};
pub(super) use write::write;

/// Fields of the book.
mod book {
    pub(super) const AUTHOR: u64 = 1;
    pub(super) const DESCRIPTION: u64 = 2;
    pub(super) const STATE: u64 = 3;
}

/// Fields of a position.
mod state {
    pub(super) const ID: u64 = 1;
    pub(super) const BOARD_KEY: u64 = 2;
    pub(super) const HAND_KEY: u64 = 3;
    pub(super) const GAMES: u64 = 4;
    pub(super) const BLACK_WINS: u64 = 5;
    pub(super) const WHITE_WINS: u64 = 6;
    pub(super) const POSITION: u64 = 7;
    pub(super) const COMMENT: u64 = 8;
    pub(super) const MOVE: u64 = 9;
    pub(super) const ANALYSIS: u64 = 10;
}

/// Fields of a move.
mod edge {
    pub(super) const MOVE: u64 = 1;
    pub(super) const MARK: u64 = 2;
    pub(super) const WEIGHT: u64 = 3;
    pub(super) const NEXT: u64 = 4;
}

/// Fields of an analysis.
mod analysis {
    pub(super) const VALUE: u64 = 1;
    pub(super) const DEPTH: u64 = 2;
    pub(super) const SEL_DEPTH: u64 = 3;
    pub(super) const NODES: u64 = 4;
    pub(super) const LINE: u64 = 5;
    pub(super) const ENGINE: u64 = 6;
}
