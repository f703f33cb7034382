//! Moves without a value that change no value: a ko or a repetition that the other side answers well enough.
//!
//! A move to a position `U` without value is left out of `G` where the other side, to move in `U - G'`, wins in any
//! case, `G'` being `G` without the move. It does if `U` is at most an integer that another move of the same side is at
//! least as good as (dominated), or if an answer leads to a position that is at most an integer below `G'` (reversible).
//! The proof is by play: a player who answers every move keeps a certain number
//! of points. Its answers are never forbidden by a ko, the other side may
//! retake a ko at will, and a position that comes back counts as lost. So play
//! by the proof ends and needs no threat elsewhere, and under simple ko the sum
//! of the regions is the same without the move. Under superko an earlier move
//! could forbid an answer: see [`crate::LocalSolver::has_pruned`].

use zenpuku_go::{Board, Color, Point, PointSet};

use crate::points::{prisoners, settled_points};

/// The longest line of a proof, in moves of each side.
const LONGEST: usize = 12;

/// A region in the course of a proof.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation<S> {
    board: Board<S>,
    safe: [S; 2],
    open: S,
    /// Black's lead in prisoners before the proof.
    before: i32,
}

impl<S: PointSet> Situation<S> {
    pub(crate) fn new(board: &Board<S>, safe: [S; 2], open: S) -> Self {
        Self { board: *board, safe, open, before: prisoners(board) }
    }

    /// With this side to move; a ban on a ko is over.
    fn with_to_move(mut self, color: Color) -> Self {
        self.board.set_to_move(color.opponent());
        self.board.set_to_move(color);
        self
    }

    /// After a move of this side.
    pub(crate) fn played(&self, color: Color, point: Point) -> Option<Self> {
        self.with_to_move(color).after(point)
    }

    /// After a move of the side to move; `None` if it takes stones that count as safe.
    fn after(mut self, point: Point) -> Option<Self> {
        self.board.play_unchecked(point);
        let stones = Color::BOTH.map(|color| self.board.stones(color));
        let falls = [0, 1].iter().any(|&i| !self.safe[i].is_subset(stones[i]));
        let geometry = self.board.geometry();
        self.safe = [0, 1].map(|i| geometry.flood(self.safe[i], stones[i]));
        self.open = self.open.minus(self.safe[0] | self.safe[1]);
        (!falls).then_some(self)
    }

    fn worth(&self, guard: Color) -> Worth<S> {
        let mut sure = prisoners(&self.board) - self.before;
        let (mut most, mut open) = (0, S::EMPTY);
        for piece in self.board.geometry().components(self.open) {
            if let Some(points) = settled_points(&self.board, self.safe, piece) {
                sure += points;
                continue;
            }
            open |= piece;
            let (empty, stones) = (piece & self.board.empties(), piece & self.board.stones(guard));
            most += (empty.count() + 2 * stones.count()) as i32;
        }
        let sure = sure * guard.sign();
        Worth { sure, least: sure - most, open }
    }
}

/// The value of a situation for a player, in points.
struct Worth<S> {
    /// Prisoners and settled points.
    sure: i32,
    /// The points that the player keeps without ever moving there again: the
    /// other side can gain the open points, and twice the player's stones on
    /// them, and each of its moves costs it a point.
    least: i32,
    /// The points that are not settled.
    open: S,
}

/// A proof that a player keeps a number of points.
pub(crate) struct Proof<'a, S> {
    guard: Color,
    /// The remaining number of positions.
    left: &'a mut usize,
    path: Vec<[S; 2]>,
}

impl<'a, S: PointSet> Proof<'a, S> {
    pub(crate) const fn new(guard: Color, left: &'a mut usize) -> Self {
        Self { guard, left, path: Vec::new() }
    }

    /// Whether the guard keeps as many points with the other side to move.
    pub(crate) fn holds(&mut self, at: &Situation<S>, need: i32) -> bool {
        let worth = at.worth(self.guard);
        if worth.least >= need {
            return true;
        }
        let stones = Color::BOTH.map(|color| at.board.stones(color));
        if *self.left == 0 || self.path.len() >= LONGEST || self.path.contains(&stones) {
            return false;
        }
        *self.left -= 1;
        self.path.push(stones);
        let found = self.answers_all(at, &worth, need);
        self.path.pop();
        found
    }

    fn answers_all(&mut self, at: &Situation<S>, worth: &Worth<S>, need: i32) -> bool {
        let at = at.with_to_move(self.guard.opponent());
        let empties = worth.open & at.board.empties();
        let moves = empties.iter().filter(|&point| at.board.check(point).is_ok());
        let moves: Option<Vec<Situation<S>>> = moves.map(|point| at.after(point)).collect();
        let Some(moves) = moves.filter(|moves| !moves.is_empty()) else { return false };
        // As a game the points that are still needed are moves of the other side, which need an answer here as well.
        let waits = need <= worth.sure || self.answers(&at.with_to_move(self.guard), need - 1);
        waits && moves.iter().all(|after| self.answers(after, need))
    }

    /// Whether the guard, to move, keeps as many points.
    pub(crate) fn answers(&mut self, at: &Situation<S>, need: i32) -> bool {
        let worth = at.worth(self.guard);
        if worth.least > need {
            return true;
        }
        let answers = at.board.legal_points() & worth.open;
        answers.iter().filter_map(|point| at.after(point)).any(|next| self.holds(&next, need))
    }
}
