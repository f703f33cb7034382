//! Slow replays of proofs and refutations that share no code with the search: every move is found
//! by trying each piece on each square against the written rules, check is a piece that reaches
//! the king.

use crate::proof::{Proof, ProofError};
use crate::refutation::{Refutation, RefutationError};
use std::collections::HashSet;
use zenpuku_shogi::{HandPiece, Move, Position, Setup, Square, attacks};

/// Statistics of a complete replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// Plies within which it is mate; 0 for a refutation.
    pub plies: u16,
    /// Different positions with the attacker to move.
    pub positions: u64,
    /// Defences of a mate, or checks of a refutation, all of them answered.
    pub moves: u64,
}

impl Proof {
    /// Plays every defence against every answer, each position once.
    ///
    /// # Errors
    /// [`ProofError`] names the first position in which the proof fails.
    pub fn replay(&self, position: &Position) -> Result<Replay, ProofError> {
        let mut seen = Replay { plies: self.plies_in(position)?, ..Replay::default() };
        let mut known = HashSet::from([place(position)]);
        let mut open = vec![position.without_history()];
        while let Some(mut at) = open.pop() {
            seen.positions += 1;
            let sfen = at.to_sfen();
            let (mv, plies) =
                self.answer(&at).ok_or_else(|| ProofError::Unanswered(sfen.clone()))?;
            if at.illegality(mv).is_some() {
                return Err(ProofError::Illegal { mv, sfen });
            }
            at.do_move(mv);
            if !is_attacked(&at) {
                return Err(ProofError::NoCheck { mv, sfen });
            }
            for reply in every_legal(&at) {
                seen.moves += 1;
                at.do_move(reply);
                // Nearer at every step: the answers cannot go in circles.
                if self.plies_in(&at)? > plies.saturating_sub(2) {
                    return Err(ProofError::NotNearer { sfen: at.to_sfen() });
                }
                if known.insert(place(&at)) {
                    open.push(at.without_history());
                }
                at.undo_move(reply);
            }
        }
        Ok(seen)
    }

    fn plies_in(&self, position: &Position) -> Result<u16, ProofError> {
        match self.answer(position) {
            None => Err(ProofError::Unanswered(position.to_sfen())),
            Some((_, 0)) => Err(ProofError::NotNearer { sfen: position.to_sfen() }),
            Some((_, plies)) => Ok(plies),
        }
    }
}

impl Refutation {
    /// Plays every check against every reply, each position once.
    ///
    /// # Errors
    /// [`RefutationError`] names the first position in which the refutation fails.
    pub fn replay(&self, position: &Position) -> Result<Replay, RefutationError> {
        let mut seen = Replay::default();
        let mut known = HashSet::from([place(position)]);
        let mut open = vec![position.without_history()];
        while let Some(mut at) = open.pop() {
            seen.positions += 1;
            for mv in every_legal(&at) {
                at.do_move(mv);
                if is_attacked(&at) {
                    seen.moves += 1;
                    let reply =
                        self.reply(&at).ok_or_else(|| RefutationError::Unanswered(at.to_sfen()))?;
                    if at.illegality(reply).is_some() {
                        return Err(RefutationError::Illegal { mv: reply, sfen: at.to_sfen() });
                    }
                    at.do_move(reply);
                    if known.insert(place(&at)) {
                        open.push(at.without_history());
                    }
                    at.undo_move(reply);
                }
                at.undo_move(mv);
            }
        }
        Ok(seen)
    }
}

/// The position without its ply.
fn place(position: &Position) -> Setup {
    let mut setup = position.setup();
    setup.set_ply(1);
    setup
}

/// Does a piece reach the king of the side to move?
fn is_attacked(position: &Position) -> bool {
    let side = position.side_to_move();
    position.king(side).is_some_and(|king| position.is_attacked(king, side.flip()))
}

/// All legal moves, by trying every piece on every square.
fn every_legal(position: &Position) -> Vec<Move> {
    let side = position.side_to_move();
    let mut moves = Vec::new();
    for square in Square::iter() {
        let piece = position.piece_on(square);
        if !piece.is_empty() && piece.color() == side {
            let mut targets = attacks(piece, square, position.occupied());
            while let Some(target) = targets.pop_lsb() {
                let tries = [false, true].map(|turn| Move::board(square, target, piece, turn));
                moves.extend(tries.into_iter().filter(|&mv| position.illegality(mv).is_none()));
            }
        }
        for kind in HandPiece::iter().filter(|_| piece.is_empty()) {
            let mv = Move::drop(kind.to_piece_type(), square, side);
            if position.illegality(mv).is_none() {
                moves.push(mv);
            }
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MateSolver, legal_checks};
    use zenpuku_core::Limits;
    use zenpuku_shogi::{MoveList, SetupRules};

    fn problem(sfen: &str) -> Position {
        Setup::from_sfen(sfen).unwrap().position(SetupRules::Mate).unwrap()
    }

    #[test]
    fn moves_found_by_trying_are_the_legal_ones() {
        let mut position = Position::startpos();
        let mut list = MoveList::new();
        for step in 0_usize..120 {
            position.legal_moves(&mut list);
            let mut expected: Vec<_> = list.iter().map(ToString::to_string).collect();
            let mut found: Vec<_> = every_legal(&position).iter().map(Move::to_string).collect();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{position:?}");
            let Some(&mv) = list.get((step * 7919) % list.len().max(1)) else { break };
            position.do_move(mv);
        }
    }

    #[test]
    fn a_whole_proof_passes_and_a_damaged_one_does_not() {
        let start = problem("3Sk4/1P7/2R1s4/9/9/9/9/9/9 b r2b4g2s4n4l17p 1");
        let report = MateSolver::new(1).solve(&start, &Limits::none()).unwrap();
        let mut proof = report.proof.unwrap();
        let seen = proof.replay(&start).unwrap();
        assert_eq!((seen.plies, seen.positions), (5, proof.len() as u64));
        assert!(seen.moves + 1 >= seen.positions);
        // An answer removed, and one that is not closer to mate.
        let keys: Vec<u64> = proof.answers.keys().copied().collect();
        for key in keys {
            let answer = proof.answers.remove(&key).unwrap();
            assert!(proof.replay(&start).is_err());
            proof.answers.insert(key, (answer.0, answer.1 + 6));
            assert!(key == start.key() || proof.replay(&start).is_err());
            proof.answers.insert(key, answer);
        }
    }

    #[test]
    fn a_refutation_answers_every_check() {
        let start = problem("4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1");
        let report = MateSolver::new(1).solve(&start, &Limits::none()).unwrap();
        let seen = report.refutation.unwrap().replay(&start).unwrap();
        let mut checks = MoveList::new();
        legal_checks(&start, &mut checks);
        assert!(seen.moves >= checks.len() as u64);
        assert!(Refutation::default().replay(&start).is_err());
    }
}
