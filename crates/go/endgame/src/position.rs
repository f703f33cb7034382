//! The endgame as a game that `zenpuku-gametree` can search.

use zenpuku_core::Score;
use zenpuku_gametree::Game;
use zenpuku_go::{Board, Color, Move, PointSet, Undo};

use crate::{Exclusion, Plan, count};
use zenpuku_go::Scoring;

/// A position with the points excluded from its candidates. Simple ko; the game
/// ends with two passes.
#[derive(Clone, Copy, Debug)]
pub struct Endgame<S> {
    board: Board<S>,
    plan: Plan<S>,
}

impl<S: PointSet> Endgame<S> {
    /// The endgame of this position.
    #[must_use]
    pub fn new(board: Board<S>, exclusion: Exclusion, scoring: Scoring) -> Self {
        Self { board, plan: Plan::new(&board, exclusion, scoring) }
    }

    /// The position.
    #[must_use]
    pub const fn board(&self) -> &Board<S> {
        &self.board
    }

    /// The candidates of the side to move, passing left aside.
    #[must_use]
    pub fn candidates(&self) -> S {
        self.board.legal_points().minus(self.plan.excluded(&self.board))
    }

    /// Black's score less White's if the game ended here, in points without komi.
    #[must_use]
    pub fn counted(&self) -> i32 {
        count(&self.board, &self.plan.owned(&self.board), self.plan.scoring())
    }

    /// The score for the side to move if the game ended here.
    #[must_use]
    pub fn score(&self) -> Score {
        Score::eval(self.counted() * self.board.to_move().sign())
    }
}

impl<S: PointSet> Game for Endgame<S> {
    type Move = Move;
    type Undo = Undo<S>;

    /// The candidates from the top left (the paper orders no moves), then the pass.
    fn generate(&self, moves: &mut Vec<Move>) {
        moves.extend(self.candidates().iter().map(Move::Play));
        moves.push(Move::Pass);
    }

    fn play(&mut self, mv: Move) -> Undo<S> {
        match mv {
            Move::Play(point) => self.board.play_unchecked(point),
            Move::Pass => self.board.pass(),
        }
    }

    fn undo(&mut self, _: Move, undo: Undo<S>) {
        self.board.undo(undo);
    }

    fn terminal(&self) -> Option<Score> {
        (self.board.passes() >= 2).then(|| self.score())
    }

    fn value_without_moves(&self) -> Score {
        self.score()
    }

    /// The pass is a move of the game; not after another one, which would end it.
    fn pass(&mut self) -> Option<Undo<S>> {
        (self.board.passes() == 0).then(|| self.board.pass())
    }

    fn undo_pass(&mut self, undo: Undo<S>) {
        self.board.undo(undo);
    }

    /// Stones, side, ko, passes and, by territory, prisoners.
    fn key(&self) -> u64 {
        let board = &self.board;
        let lead = board.prisoners(Color::Black) as i64 - board.prisoners(Color::White) as i64;
        let lead = if self.plan.scoring() == Scoring::Territory { lead } else { 0 };
        let extra = (lead as u64) << 2 | u64::from(board.passes().min(3));
        board.situation_hash() ^ extra.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}
