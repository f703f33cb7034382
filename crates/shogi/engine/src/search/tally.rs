//! Result so far of the loop over a node's moves.

use super::node_state::Candidate;
use zenpuku_core::Score;
use zenpuku_shogi::Move;

/// The results of the move loop so far.
pub(super) struct Tally {
    pub(super) best: Score,
    pub(super) best_move: Move,
    pub(super) alpha: Score,
    /// Legal moves seen, the skipped ones included.
    pub(super) seen: u32,
    /// Searched moves, to be punished when a later one cuts.
    pub(super) quiets: Remembered<48>,
    pub(super) captures: Remembered<16>,
}

impl Tally {
    pub(super) fn new(alpha: Score) -> Self {
        Self {
            best: -Score::INFINITE,
            best_move: Move::NONE,
            alpha,
            seen: 0,
            quiets: Remembered::new(),
            captures: Remembered::new(),
        }
    }

    /// May moves be left out unsearched? Not before there is a value that is not a lost one.
    #[inline]
    pub(super) fn may_skip(&self) -> bool {
        self.best >= -Score::MAX_EVAL
    }

    #[inline]
    pub(super) fn remember(&mut self, candidate: &Candidate) {
        if candidate.tactical {
            self.captures.push(candidate.mv);
        } else {
            self.quiets.push(candidate.mv);
        }
    }
}

/// The first `N` moves put in.
pub(super) struct Remembered<const N: usize> {
    moves: [Move; N],
    count: usize,
}

impl<const N: usize> Remembered<N> {
    const fn new() -> Self {
        Self { moves: [Move::NONE; N], count: 0 }
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        if self.count < N {
            self.moves[self.count] = mv;
            self.count += 1;
        }
    }

    #[inline]
    pub(super) fn iter(&self) -> core::slice::Iter<'_, Move> {
        self.moves[..self.count].iter()
    }
}
