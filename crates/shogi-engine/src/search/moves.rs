//! The moves of all open nodes, on one stack.

use zenpuku_shogi::{Move, MoveKind, MoveList, Position};

/// A move with what the ordering thinks of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) mv: Move,
    pub(crate) score: i32,
}

/// One growing list; a node owns the part above its start and drops it when it is left.
pub(crate) struct MoveStack {
    scratch: Box<MoveList>,
    items: Vec<Scored>,
}

impl MoveStack {
    pub(crate) fn new() -> Self {
        Self { scratch: Box::default(), items: Vec::with_capacity(16_384) }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Drops everything from `start` on.
    #[inline]
    pub(crate) fn truncate(&mut self, start: usize) {
        self.items.truncate(start);
    }

    /// The part from `start` to `end`.
    #[inline]
    pub(crate) fn part(&mut self, start: usize, end: usize) -> &mut [Scored] {
        &mut self.items[start..end]
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Move {
        self.items[index].mv
    }

    #[inline]
    pub(crate) fn score(&self, index: usize) -> i32 {
        self.items[index].score
    }

    #[inline]
    pub(crate) fn set(&mut self, index: usize, item: Scored) {
        self.items[index] = item;
    }

    /// Appends the moves of `kind` that get a score.
    pub(crate) fn generate_some(
        &mut self,
        position: &Position,
        kind: MoveKind,
        score: impl Fn(Move) -> Option<i32>,
    ) {
        position.generate(kind, &mut self.scratch);
        let scored = |&mv: &Move| score(mv).map(|score| Scored { mv, score });
        self.items.extend(self.scratch.iter().filter_map(scored));
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
        self.items.extend(self.scratch.iter().map(|&mv| Scored { mv, score: score(mv) }));
    }
}
