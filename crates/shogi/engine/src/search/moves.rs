//! The moves of all open nodes, on one stack.

use super::selection;
use zenpuku_shogi::{Move, MoveKind, MoveList, Position};

/// One growing list of moves with their ordering scores; a node owns the part
/// above its start and drops it when it is left. Scores lie by themselves, so
/// that vector code looks through many of them at a time.
pub(crate) struct MoveStack {
    scratch: Box<MoveList>,
    moves: Vec<Move>,
    /// Those of the moves, and at least [`PADDING`] numbers without a meaning behind them.
    scores: Vec<i32>,
    /// For sorting.
    sorted: Vec<(u64, Move)>,
}

/// A part of the stack: moves and their scores, with at least [`PADDING`] more numbers behind those.
pub(crate) struct Part<'a> {
    pub(crate) moves: &'a mut [Move],
    pub(crate) scores: &'a mut [i32],
}

impl Part<'_> {
    #[inline]
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        self.moves.swap(a, b);
        self.scores.swap(a, b);
    }
}

/// Moves for which there is room at once.
const ROOM: usize = 16_384;

/// Numbers readable after the scores, for vector code that reads them in blocks.
pub(crate) const PADDING: usize = selection::BLOCK;

impl MoveStack {
    pub(crate) fn new() -> Self {
        let (moves, scores) = (Vec::with_capacity(ROOM), vec![0; ROOM]);
        Self { scratch: Box::default(), moves, scores, sorted: Vec::new() }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Drops everything from `start` on.
    #[inline]
    pub(crate) fn truncate(&mut self, start: usize) {
        self.moves.truncate(start);
    }

    /// The part from `start` to `end`.
    #[inline]
    pub(crate) fn part(&mut self, start: usize, end: usize) -> Part<'_> {
        let scores = &mut self.scores[start..end + PADDING];
        Part { moves: &mut self.moves[start..end], scores }
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Move {
        self.moves[index]
    }

    #[inline]
    pub(crate) fn score(&self, index: usize) -> i32 {
        self.scores[index]
    }

    #[inline]
    pub(crate) fn set(&mut self, index: usize, mv: Move, score: i32) {
        self.moves[index] = mv;
        self.scores[index] = score;
    }

    /// Sorts the part from `start` to `end`, see [`selection::sort`].
    pub(crate) fn sort(&mut self, (start, end): (usize, usize), least: i32) {
        let Self { moves, scores, sorted, .. } = self;
        let scores = &mut scores[start..end + PADDING];
        let mut part = Part { moves: &mut moves[start..end], scores };
        selection::sort(&mut part, least, sorted);
    }

    /// Appends the moves of `kind` that get a score.
    pub(crate) fn generate_some(
        &mut self,
        position: &Position,
        kind: MoveKind,
        score: impl Fn(Move) -> Option<i32>,
    ) {
        position.generate(kind, &mut self.scratch);
        self.make_room();
        for &mv in self.scratch.iter() {
            if let Some(score) = score(mv) {
                self.scores[self.moves.len()] = score;
                self.moves.push(mv);
            }
        }
    }

    /// Appends the moves of `kind`, each with its score.
    #[inline]
    pub(crate) fn generate(
        &mut self,
        position: &Position,
        kind: MoveKind,
        score: impl Fn(Move) -> i32,
    ) {
        position.generate(kind, &mut self.scratch);
        self.make_room();
        let scores = &mut self.scores[self.moves.len()..][..self.scratch.len()];
        self.scratch.iter().zip(scores).for_each(|(&mv, value)| *value = score(mv));
        self.moves.extend_from_slice(&self.scratch);
    }

    /// For the scores of generated moves.
    #[inline]
    fn make_room(&mut self) {
        let needed = self.moves.len() + self.scratch.len() + PADDING;
        if self.scores.len() < needed {
            self.scores.resize(2 * needed, 0);
        }
    }
}
