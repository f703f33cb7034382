//! Entering and leaving a node, playing and undoing a move: shared by all methods.

use std::ops::ControlFlow;

use super::Searcher;
use crate::game::{Evaluator, Game};
use crate::observer::{Cause, SearchObserver, Visit};
use crate::table::Entry;
use crate::window::{Side, Window};
use zenpuku_core::Score;
use zenpuku_core::StopReason;

/// The greatest value a position may have; the infinite scores only bound windows.
pub(super) fn greatest_value() -> Score {
    Score::INFINITE - Score::new(1)
}

/// A node that has been entered.
pub(super) enum Opened<M> {
    /// It has its value already and has been left again.
    Closed(Score),
    /// Its moves are to be searched.
    Expanded(Frame<M>),
}

/// An open interior node.
pub(super) struct Frame<M> {
    visit: Visit<M>,
    key: u64,
    /// The range of its moves in the searcher's move stack.
    first: usize,
    end: usize,
    /// The next move to try.
    next: usize,
    best: Score,
    best_move: Option<M>,
    cut: bool,
}

impl<M: Copy> Frame<M> {
    /// The remaining window after the moves searched so far.
    pub(super) fn window(&self) -> Window {
        // A cut ends the node, so something is always left while moves are searched.
        self.visit.window.raise_alpha(self.best).unwrap_or(self.visit.window)
    }

    /// Whether the move just fetched is the node's first.
    pub(super) fn at_first_move(&self) -> bool {
        self.next == self.first + 1
    }

    fn cause(&self) -> Cause<M> {
        match self.best_move {
            Some(by) if self.cut => {
                Cause::BetaCut { by, index: (self.next - self.first - 1) as u32 }
            }
            _ => Cause::Searched,
        }
    }
}

impl<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>> Searcher<'_, G, E, O> {
    /// Enters the current position.
    ///
    /// # Errors
    /// The reason to stop; the node is then not entered.
    pub(super) fn open(
        &mut self,
        depth: u32,
        window: Window,
    ) -> Result<Opened<G::Move>, StopReason> {
        self.budget.spend()?;
        let previous_move = self.path.last().copied().flatten();
        let visit = Visit { ply: self.path.len() as u32, depth, window, previous_move };
        self.observer.enter(&visit);
        self.line.reset(self.path.len());
        if let Some(value) = self.game.terminal() {
            self.counters.terminal += 1;
            return Ok(self.shut(&visit, value, Cause::Terminal));
        }
        if depth == 0 {
            self.counters.leaf += 1;
            let value = self.evaluator.evaluate(self.game);
            return Ok(self.shut(&visit, value, Cause::Leaf));
        }
        let (key, hint) = match self.probe(&visit) {
            Probe::Answer(value) => {
                self.counters.table_hit += 1;
                return Ok(self.shut(&visit, value, Cause::TableHit));
            }
            Probe::Hint(key, hint) => (key, hint),
        };
        if let Some(value) = self.ask_pruning(&visit)? {
            self.counters.pruned += 1;
            return Ok(self.shut(&visit, value, Cause::Pruned));
        }
        let first = self.push_moves(hint);
        let end = self.moves.len();
        if first == end {
            self.counters.terminal += 1;
            let value = self.game.value_without_moves();
            return Ok(self.shut(&visit, value, Cause::Terminal));
        }
        self.counters.interior += 1;
        let best = -Score::INFINITE;
        let frame =
            Frame { visit, key, first, end, next: first, best, best_move: None, cut: false };
        Ok(Opened::Expanded(frame))
    }

    /// Leaves a node that has its value without searching a move.
    fn shut(
        &mut self,
        visit: &Visit<G::Move>,
        value: Score,
        cause: Cause<G::Move>,
    ) -> Opened<G::Move> {
        let value = value.clamp(-greatest_value(), greatest_value());
        self.observer.leave(visit, value, cause);
        Opened::Closed(value)
    }

    fn probe(&self, visit: &Visit<G::Move>) -> Probe<G::Move> {
        let Some(table) = &self.table else { return Probe::Hint(0, None) };
        let key = self.game.key();
        let Some(entry) = table.probe(key) else { return Probe::Hint(key, None) };
        match entry.answer(visit.depth, table.depth_rule(), visit.window) {
            Some(value) => Probe::Answer(value),
            None => Probe::Hint(key, entry.best),
        }
    }

    /// Puts the position's moves on the move stack, `hint` first, and says where they
    /// begin.
    pub(super) fn push_moves(&mut self, hint: Option<G::Move>) -> usize {
        let first = self.moves.len();
        self.game.generate(&mut self.moves);
        let moves = &mut self.moves[first..];
        if let Some(place) = hint.and_then(|hint| moves.iter().position(|&mv| mv == hint)) {
            moves[..=place].rotate_right(1);
        }
        first
    }

    /// The next move to try at an open node.
    pub(super) fn next_move(&self, frame: &mut Frame<G::Move>) -> Option<G::Move> {
        let mv = *self.moves[..frame.end].get(frame.next)?;
        frame.next += 1;
        Some(mv)
    }

    /// Makes `search` see the position after `mv`.
    pub(super) fn step<T>(&mut self, mv: G::Move, search: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.game.play(mv);
        self.path.push(Some(mv));
        let result = search(self);
        self.path.pop();
        self.game.undo(mv, undo);
        result
    }

    /// The value that `search`, run after `mv`, gives to `mv` at an open node; when the
    /// search stops, the node is left too.
    pub(super) fn child(
        &mut self,
        frame: &Frame<G::Move>,
        mv: G::Move,
        search: impl FnOnce(&mut Self) -> Result<Score, StopReason>,
    ) -> Result<Score, StopReason> {
        let value = self.step(mv, search);
        if value.is_err() {
            self.moves.truncate(frame.first);
            self.observer.leave(&frame.visit, Score::ZERO, Cause::Stopped);
        }
        value.map(|value| -value)
    }

    /// Takes the value of a searched move into account; `Break` is a beta cut.
    pub(super) fn offer(
        &mut self,
        frame: &mut Frame<G::Move>,
        mv: G::Move,
        value: Score,
    ) -> ControlFlow<()> {
        if value <= frame.best {
            return ControlFlow::Continue(());
        }
        if frame.visit.window.side(value) == Side::Inside {
            self.line.update(self.path.len(), mv);
        }
        frame.best = value;
        frame.best_move = Some(mv);
        if value >= frame.visit.window.beta() {
            frame.cut = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Leaves an interior node; `answer` turns the best value into the one reported.
    pub(super) fn close(
        &mut self,
        frame: &Frame<G::Move>,
        answer: impl FnOnce(Score) -> Score,
    ) -> Score {
        let value = answer(frame.best);
        self.moves.truncate(frame.first);
        self.counters.cut += u64::from(frame.cut);
        let visit = &frame.visit;
        if let Some(table) = &mut self.table {
            let best = frame.best_move;
            table.store(Entry::from_search(frame.key, visit.depth, visit.window, value, best));
        }
        self.observer.leave(visit, value, frame.cause());
        value
    }
}

enum Probe<M> {
    Answer(Score),
    Hint(u64, Option<M>),
}
