//! The value of a strategy against every answer.

use std::collections::HashMap;

use thiserror::Error;
use zenpuku_go::{AnyBoard, Color, Move, Point, PointSet, Scoring, Wide};

use crate::judge::{count, decided};

/// The longest line, in plies.
const LONGEST: usize = 2_000;

/// Why a strategy is not a proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WalkError<E> {
    /// The strategy gives no move.
    #[error("{0}")]
    NoMove(E),
    /// Its move is illegal.
    #[error("{color} {mv} is illegal in {position}")]
    Illegal {
        /// The player.
        color: Color,
        /// The move.
        mv: String,
        /// The position, rows from the top.
        position: String,
    },
    /// Its move is on a decided point, where the opponent's answers are not examined.
    #[error("{mv} is on a decided point of {position}")]
    Decided {
        /// The move.
        mv: String,
        /// The position, rows from the top.
        position: String,
    },
    /// A position comes back, or a line is too long.
    #[error("play does not end at {0}")]
    Endless(String),
    /// More positions than allowed.
    #[error("more than {0} positions")]
    TooMany(usize),
}

/// Everything that determines further play.
type Key = (Wide, Wide, Color, Option<Point>, u8);

struct Walk<'a, E> {
    scoring: Scoring,
    prover: Color,
    limit: usize,
    choose: &'a mut dyn FnMut(&AnyBoard) -> Result<Move, E>,
    /// `None` while the position is on the line being played.
    known: HashMap<Key, Option<i32>>,
}

/// What `prover` gets from here for sure if it plays as `choose` says: points for Black, prisoners taken from now on
/// included. At most `limit` positions are visited.
///
/// # Errors
/// If the strategy has no legal move, play does not end, or the limit is reached.
pub fn worth<E>(
    board: &AnyBoard,
    scoring: Scoring,
    prover: Color,
    limit: usize,
    choose: &mut dyn FnMut(&AnyBoard) -> Result<Move, E>,
) -> Result<i32, WalkError<E>> {
    let known = HashMap::new();
    Walk { scoring, prover, limit, choose, known }.value(board, 0)
}

impl<E> Walk<'_, E> {
    fn value(&mut self, board: &AnyBoard, ply: usize) -> Result<i32, WalkError<E>> {
        if board.passes() >= 2 {
            return Ok(count(board, self.scoring));
        }
        let [black, white] = Color::BOTH.map(|color| board.stones(color));
        let key = (black, white, board.to_move(), board.ko(), board.passes());
        match self.known.get(&key) {
            Some(Some(value)) => return Ok(*value),
            Some(None) => return Err(WalkError::Endless(rows(board))),
            None if ply > LONGEST => return Err(WalkError::Endless(rows(board))),
            None if self.known.len() >= self.limit => return Err(WalkError::TooMany(self.limit)),
            None => {}
        }
        self.known.insert(key, None);
        let value = if board.to_move() == self.prover {
            let mv = (self.choose)(board).map_err(WalkError::NoMove)?;
            check_open(board, mv)?;
            self.after(board, mv, ply)?
        } else {
            self.worst(board, ply)?
        };
        self.known.insert(key, Some(value));
        Ok(value)
    }

    /// The opponent's best answer.
    fn worst(&mut self, board: &AnyBoard, ply: usize) -> Result<i32, WalkError<E>> {
        let decided = decided(board);
        let open = board.legal_points().minus(decided[0] | decided[1]);
        let mut worst = self.after(board, Move::Pass, ply)?;
        for point in open.iter() {
            let value = self.after(board, Move::Play(point), ply)?;
            worst = match self.prover {
                Color::Black => worst.min(value),
                Color::White => worst.max(value),
            };
        }
        // A stone on a decided point is a ko threat; elsewhere it is no better than a pass.
        if board.ko().is_some() && board.legal_points().meets(decided[0] | decided[1]) {
            let mut next = *board;
            next.wait();
            let cost = match self.scoring {
                Scoring::Territory => self.prover.sign(),
                Scoring::Area => 0,
            };
            let value = self.value(&next, ply + 1)? + cost;
            worst = match self.prover {
                Color::Black => worst.min(value),
                Color::White => worst.max(value),
            };
        }
        Ok(worst)
    }

    fn after(&mut self, board: &AnyBoard, mv: Move, ply: usize) -> Result<i32, WalkError<E>> {
        let mut next = *board;
        next.play_move(mv).map_err(|_| WalkError::Illegal {
            color: board.to_move(),
            mv: board.size().move_name(mv),
            position: rows(board),
        })?;
        let taken = match self.scoring {
            Scoring::Territory => prisoners(&next) - prisoners(board),
            Scoring::Area => 0,
        };
        Ok(self.value(&next, ply + 1)? + taken)
    }
}

/// The opponent's plays on decided points are omitted, because the prover never plays there.
fn check_open<E>(board: &AnyBoard, mv: Move) -> Result<(), WalkError<E>> {
    let decided = decided(board);
    match mv.point() {
        Some(point) if (decided[0] | decided[1]).contains(point) => {
            Err(WalkError::Decided { mv: board.size().move_name(mv), position: rows(board) })
        }
        _ => Ok(()),
    }
}

/// Black's prisoners less White's.
fn prisoners(board: &AnyBoard) -> i32 {
    board.prisoners(Color::Black) as i32 - board.prisoners(Color::White) as i32
}

/// The stones in one line.
pub(crate) fn rows(board: &AnyBoard) -> String {
    board.to_string().replace('\n', "/")
}
