//! A proof of mate: the attacker's move in every reachable position.

use crate::expand::replies;
use crate::prover::{Prover, reply_order};
use std::collections::{HashMap, HashSet};
use zenpuku_core::StopReason;
use zenpuku_shogi::{Move, MoveList, Position, Setup};

/// A proof tree in which every defence is answered. Equal positions are stored
/// once, so it is a graph without cycles: each answer leads nearer to mate.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// By the key of a position with the attacker to move: his move, and the
    /// plies within which it mates.
    pub(crate) answers: HashMap<u64, (Move, u16)>,
}

/// Why a proof does not prove.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// A defence leads to a position without an answer.
    #[error("no answer in {0}")]
    Unanswered(String),
    /// The answer is not a legal move.
    #[error("{mv} is not legal in {sfen}")]
    Illegal {
        /// The answer.
        mv: Move,
        /// Where.
        sfen: String,
    },
    /// The answer gives no check.
    #[error("{mv} does not give check in {sfen}")]
    NoCheck {
        /// The answer.
        mv: Move,
        /// Where.
        sfen: String,
    },
    /// The answer does not lead nearer to mate than it says.
    #[error("{sfen} is not nearer to mate than the position before it")]
    NotNearer {
        /// Where.
        sfen: String,
    },
}

impl Proof {
    /// The attacker's move in `position` and the plies within which it mates.
    #[must_use]
    pub fn answer(&self, position: &Position) -> Option<(Move, u16)> {
        self.answers.get(&position.key()).copied()
    }

    /// Positions with the attacker to move that it answers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Is it empty?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Merges the answers of another proof; of two the one that mates sooner,
    /// so that every answer still leads closer to mate.
    pub(crate) fn join(&mut self, other: Self) {
        for (key, answer) in other.answers {
            let known = self.answers.entry(key).or_insert(answer);
            if answer.1 < known.1 {
                *known = answer;
            }
        }
    }

    /// Checks by the rules alone that the side to move mates: every answer is a
    /// legal check, every legal defence has an answer, and the plies announced
    /// fall towards 1. The result is the number of plies within which it mates.
    ///
    /// # Errors
    /// [`ProofError`] names the first position in which that fails.
    pub fn verify(&self, position: &Position) -> Result<u16, ProofError> {
        let mut position = position.without_history();
        self.verify_attack(&mut position, u16::MAX, &mut HashSet::new())
    }

    fn verify_attack(
        &self,
        position: &mut Position,
        limit: u16,
        checked: &mut HashSet<Setup>,
    ) -> Result<u16, ProofError> {
        let sfen = || position.to_sfen();
        let (mv, plies) = self.answer(position).ok_or_else(|| ProofError::Unanswered(sfen()))?;
        if plies == 0 || plies > limit {
            return Err(ProofError::NotNearer { sfen: sfen() });
        }
        let mut place = position.setup();
        place.set_ply(1);
        if !checked.insert(place) {
            return Ok(plies);
        }
        if position.illegality(mv).is_some() {
            return Err(ProofError::Illegal { mv, sfen: sfen() });
        }
        position.do_move(mv);
        let verdict = self.verify_defences(position, plies, checked);
        position.undo_move(mv);
        match verdict? {
            true => Ok(plies),
            false => Err(ProofError::NoCheck { mv, sfen: position.to_sfen() }),
        }
    }

    /// Is the defender in check and every legal reply answered in time?
    fn verify_defences(
        &self,
        position: &mut Position,
        plies: u16,
        checked: &mut HashSet<Setup>,
    ) -> Result<bool, ProofError> {
        if !position.in_check() {
            return Ok(false);
        }
        for reply in replies(position) {
            position.do_move(reply);
            let below = self.verify_attack(position, plies.saturating_sub(2), checked);
            position.undo_move(reply);
            below?;
        }
        Ok(true)
    }
}

impl Prover<'_> {
    /// Writes down the proof of a mate within `plies` that the search has found.
    ///
    /// # Errors
    /// The reason to stop.
    pub(crate) fn write_proof(&mut self, plies: u16, proof: &mut Proof) -> Result<(), StopReason> {
        let key = self.position.key();
        if proof.answers.get(&key).is_some_and(|&(_, known)| known <= plies) {
            return Ok(());
        }
        let Some((mv, plies)) = self.mating_move(plies)? else { return Ok(()) };
        proof.answers.insert(key, (mv, plies));
        self.position.do_move(mv);
        let mut replies = MoveList::new();
        self.position.legal_moves(&mut replies);
        for &reply in &replies {
            self.position.do_move(reply);
            let written = self.write_proof(plies.saturating_sub(2), proof);
            self.position.undo_move(reply);
            if written.is_err() {
                self.position.undo_move(mv);
                return written;
            }
        }
        self.position.undo_move(mv);
        Ok(())
    }

    /// A move that mates within `plies`, searched again where the table forgot it.
    fn mating_move(&mut self, plies: u16) -> Result<Option<(Move, u16)>, StopReason> {
        for _ in 0..2 {
            let known = self.known();
            let mv = self.position.move_from_bits(known.best);
            if let (Some(mate), Some(mv)) = (known.mate, mv)
                && mate.plies <= plies
            {
                return Ok(Some((mv, mate.plies)));
            }
            self.attack(plies)?;
        }
        Ok(None)
    }

    /// The shortest distance to mate, at most `limit`.
    fn exact(&mut self, limit: u16) -> Result<u16, StopReason> {
        for depth in (1..limit).step_by(2) {
            if let Some(mate) = self.attack(depth)? {
                return Ok(mate.plies);
            }
        }
        Ok(limit)
    }

    /// The line of longest resistance of a mate in exactly `plies`. Among
    /// defences of equal length the first in the order of the search is played.
    ///
    /// # Errors
    /// The reason to stop.
    pub(crate) fn longest_line(&mut self, plies: u16) -> Result<Vec<Move>, StopReason> {
        let start = self.position.clone();
        let line = self.walk_line(plies);
        self.position = start;
        line
    }

    fn walk_line(&mut self, plies: u16) -> Result<Vec<Move>, StopReason> {
        let mut line = Vec::new();
        let mut left = plies;
        while let Some((mv, _)) = self.mating_move(left)? {
            self.position.do_move(mv);
            line.push(mv);
            left = left.saturating_sub(2);
            let Some(reply) = self.longest_reply(left)? else { break };
            self.position.do_move(reply);
            line.push(reply);
        }
        Ok(line)
    }

    fn longest_reply(&mut self, limit: u16) -> Result<Option<Move>, StopReason> {
        let mut replies = MoveList::new();
        self.position.legal_moves(&mut replies);
        let mut ordered: Vec<Move> = replies.to_vec();
        ordered.sort_by_key(|&mv| reply_order(&self.position, mv, 0));
        let mut best = (0, None);
        for mv in ordered {
            self.position.do_move(mv);
            let length = self.exact(limit);
            self.position.undo_move(mv);
            let length = length?;
            if length > best.0 {
                best = (length, Some(mv));
            }
            if length == limit {
                break;
            }
        }
        Ok(best.1)
    }
}
