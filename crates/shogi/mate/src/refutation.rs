//! A proof that there is no mate: a permanent defence to every check.

use crate::one::legal_checks;
use std::collections::{HashMap, HashSet};
use zenpuku_shogi::{Move, MoveList, Position, Setup};

/// The defender's reply to every check in a set of positions that no check
/// leaves. An attacker who always stays in it has not mated.
#[derive(Clone, Debug, Default)]
pub struct Refutation {
    /// By the key of a position with the defender to move: his reply.
    pub(crate) replies: HashMap<u64, Move>,
}

/// Why a refutation does not refute.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RefutationError {
    /// A check leads to a position without a reply.
    #[error("no reply in {0}")]
    Unanswered(String),
    /// The reply is not a legal move.
    #[error("{mv} is not legal in {sfen}")]
    Illegal {
        /// The reply.
        mv: Move,
        /// Where.
        sfen: String,
    },
}

impl Refutation {
    /// The defender's reply in `position`.
    #[must_use]
    pub fn reply(&self, position: &Position) -> Option<Move> {
        self.replies.get(&position.key()).copied()
    }

    /// Positions with the defender to move that it answers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.replies.len()
    }

    /// Is it empty?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.replies.is_empty()
    }

    /// Checks by the rules alone that the side to move cannot mate by checks:
    /// every legal check has a legal reply, and the positions after the replies
    /// are all visited. The result is their number.
    ///
    /// # Errors
    /// [`RefutationError`] names the first position in which that fails.
    pub fn verify(&self, position: &Position) -> Result<usize, RefutationError> {
        let start = position.without_history();
        let mut visited = HashSet::from([place(&start)]);
        let mut open = vec![start];
        let mut checks = MoveList::new();
        while let Some(mut position) = open.pop() {
            legal_checks(&position, &mut checks);
            for &check in &checks {
                position.do_move(check);
                let reply = self.checked_reply(&position)?;
                position.do_move(reply);
                if visited.insert(place(&position)) {
                    open.push(position.without_history());
                }
                position.undo_move(reply);
                position.undo_move(check);
            }
        }
        Ok(visited.len())
    }

    fn checked_reply(&self, position: &Position) -> Result<Move, RefutationError> {
        let sfen = || position.to_sfen();
        let mv = self.reply(position).ok_or_else(|| RefutationError::Unanswered(sfen()))?;
        match position.illegality(mv) {
            Some(_) => Err(RefutationError::Illegal { mv, sfen: sfen() }),
            None => Ok(mv),
        }
    }
}

/// The position without its ply.
fn place(position: &Position) -> Setup {
    let mut setup = position.setup();
    setup.set_ply(1);
    setup
}
