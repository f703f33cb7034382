//! A game under full rules: the past for superko, passes, the end, taking back.

use thiserror::Error;

use crate::{Board, Color, IllegalMove, KoRule, Move, PointSet, Rules, Undo};

/// Why a move is illegal in this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalPlay {
    /// The board forbids it.
    #[error(transparent)]
    Board(#[from] IllegalMove),
    /// The position has been on the board before.
    #[error("the move repeats an earlier position")]
    Superko,
}

/// One past position.
#[derive(Clone, Copy, Debug)]
struct Past<S> {
    hash: u64,
    stones: [S; 2],
    to_move: Color,
}

/// What [`Game::undo`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct GameUndo<S>(Undo<S>);

/// A board with rules and the positions that have been on it.
///
/// Passing is always legal; superko forbids only plays. Repetition is decided by the stones, not by
/// the hash alone.
#[derive(Clone, Debug)]
pub struct Game<S> {
    board: Board<S>,
    rules: Rules,
    past: Vec<Past<S>>,
}

impl<S: PointSet> Game<S> {
    /// A game that starts from this board. The board's own suicide rule stays in force; make the board with
    /// `rules.suicide`.
    #[must_use]
    pub fn new(board: Board<S>, rules: Rules) -> Self {
        let mut game = Self { board, rules, past: Vec::new() };
        game.remember();
        game
    }

    /// The present position.
    #[must_use]
    pub const fn board(&self) -> &Board<S> {
        &self.board
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many moves have been made, passes included.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.past.len() - 1
    }

    /// Whether the last two moves were passes.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.board.passes() >= 2
    }

    /// Whether the move is legal now.
    ///
    /// # Errors
    /// The reason why not.
    pub fn check(&self, mv: Move) -> Result<(), IllegalPlay> {
        let Move::Play(point) = mv else { return Ok(()) };
        // What simple ko forbids, superko forbids too.
        self.board.check(point)?;
        if self.rules.ko == KoRule::Simple {
            return Ok(());
        }
        let mut after = self.board;
        after.play_unchecked(point);
        if self.repeats(&after) { Err(IllegalPlay::Superko) } else { Ok(()) }
    }

    fn repeats(&self, after: &Board<S>) -> bool {
        let stones = Color::BOTH.map(|color| after.stones(color));
        self.past.iter().any(|past| {
            past.hash == after.hash()
                && past.stones == stones
                && (self.rules.ko != KoRule::SituationalSuperko || past.to_move == after.to_move())
        })
    }

    /// The legal moves: points from the top left, then the pass.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let points = self.board.legal_points();
        points.iter().map(Move::Play).chain([Move::Pass]).filter(|&mv| self.check(mv).is_ok())
    }

    /// Makes a move for the side to move.
    ///
    /// # Errors
    /// If it is illegal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<GameUndo<S>, IllegalPlay> {
        self.check(mv)?;
        let undo = match mv {
            Move::Play(point) => self.board.play_unchecked(point),
            Move::Pass => self.board.pass(),
        };
        self.remember();
        Ok(GameUndo(undo))
    }

    /// Makes a move for a colour, in turn or not, as GTP allows [gtp2].
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<GameUndo<S>, IllegalPlay> {
        let before = self.board;
        self.board.set_to_move(color);
        match self.play(mv) {
            Ok(_) => Ok(GameUndo(before.as_undo())),
            Err(error) => {
                self.board = before;
                Err(error)
            }
        }
    }

    /// Takes back the last move; `undo` must be what that move returned.
    pub fn undo(&mut self, undo: GameUndo<S>) {
        self.board.undo(undo.0);
        self.past.pop();
    }

    fn remember(&mut self) {
        self.past.push(Past {
            hash: self.board.hash(),
            stones: Color::BOTH.map(|color| self.board.stones(color)),
            to_move: self.board.to_move(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Setup, Size};

    fn game(text: &str, rules: Rules) -> Game<u64> {
        let board = Setup::from_diagram(text).unwrap().board(rules.suicide).unwrap();
        Game::new(board, rules)
    }

    fn at(size: Size, name: &str) -> Move {
        size.parse_vertex(name).unwrap().map_or(Move::Pass, Move::Play)
    }

    const KO: &str = ".XO.\nXO.O\n.XO.";

    #[test]
    fn every_ko_rule_forbids_retaking_at_once() {
        for (_, rules) in Rules::NAMED {
            let mut game = game(KO, rules);
            let size = game.board().size();
            let _ = game.play(at(size, "C2")).unwrap();
            assert!(game.play(at(size, "B2")).is_err(), "{rules:?}");
            assert_eq!(game.legal_moves().filter(|&m| m == at(size, "B2")).count(), 0);
        }
    }

    #[test]
    fn a_pass_does_not_lift_positional_superko() {
        let after_pass = |ko| {
            let mut game = game(KO, Rules::CHINESE.with_ko(ko));
            let size = game.board().size();
            for name in ["C2", "pass", "pass"] {
                let _ = game.play(at(size, name)).unwrap();
            }
            assert!(game.is_over());
            game.check(at(size, "B2")).is_ok()
        };
        assert!(after_pass(KoRule::Simple));
        assert!(!after_pass(KoRule::PositionalSuperko));
        assert!(!after_pass(KoRule::SituationalSuperko), "White made the start with Black to move");
    }

    #[test]
    fn consecutive_moves_and_undo_are_possible() {
        let mut game = game("...\n...", Rules::JAPANESE);
        let start = *game.board();
        let size = start.size();
        let first = game.play_as(Color::White, at(size, "A1")).unwrap();
        let second = game.play_as(Color::White, at(size, "B1")).unwrap();
        assert_eq!(game.board().stones(Color::White).count(), 2);
        assert!(game.play_as(Color::Black, at(size, "A1")).is_err());
        assert_eq!((game.move_count(), game.board().to_move()), (2, Color::Black));
        game.undo(second);
        game.undo(first);
        assert_eq!((*game.board(), game.move_count()), (start, 0));
    }
}
