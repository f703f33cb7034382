//! The composers' count along the attacker's moves of a proof, where a search over all checks would
//! take too long: that of one solution.

use crate::counter::Counter;
use crate::proof::Proof;
use crate::replies::Replies;
use std::collections::HashMap;
use zenpuku_core::{Budget, Limits};
use zenpuku_shogi::{Move, Position};

/// Nodes of each question of a counting along a proof.
const QUESTION_NODES: u64 = 2_000;

/// Plies of each such question, at most.
const QUESTION_PLIES: u16 = 5;

/// Nodes of all these questions together.
const ALONG_NODES: u64 = 100_000;

/// The count along the attacker's moves of a proof.
pub(crate) struct Along<'a> {
    proof: &'a Proof,
    /// Plies by the keys of positions with the attacker to move.
    known: HashMap<u64, u16>,
    /// Answers whether a drop is useless.
    counter: Counter,
    limits: &'a Limits,
    /// Nodes left for it.
    left: u64,
}

impl<'a> Along<'a> {
    pub(crate) fn new(proof: &'a Proof, limits: &'a Limits) -> Self {
        let counter = Counter::new(Budget::start(limits));
        Self { proof, known: HashMap::new(), counter, limits, left: ALONG_NODES }
    }

    /// The plies of the mate.
    pub(crate) fn attack(&mut self, at: &mut Position) -> Option<u16> {
        let key = at.key();
        if let Some(&plies) = self.known.get(&key) {
            return Some(plies);
        }
        let (check, _) = self.proof.answer(at)?;
        at.do_move(check);
        let below = self.defend(at);
        at.undo_move(check);
        let plies = below?.0 + 1;
        self.known.insert(key, plies);
        Some(plies)
    }

    /// The plies that the defender lasts, and the reply that does.
    pub(crate) fn defend(&mut self, at: &mut Position) -> Option<(u16, Option<Move>)> {
        let replies = Replies::of(at);
        let mut best = (0, None);
        for &reply in &replies.firm {
            let plies = self.after(at, reply)?;
            if plies > best.0 {
                best = (plies, Some(reply));
            }
        }
        let firm = best.0;
        for (nearer, moves) in replies.drops(at) {
            if self.is_useless(nearer, firm) {
                continue;
            }
            for mv in moves {
                let plies = self.after(at, mv)?;
                if plies > best.0 {
                    best = (plies, Some(mv));
                }
            }
        }
        Some(best)
    }

    fn after(&mut self, at: &mut Position, reply: Move) -> Option<u16> {
        at.do_move(reply);
        let below = self.attack(at);
        at.undo_move(reply);
        below.map(|plies| plies + 1)
    }

    /// Is the defender mated within `plies` if the checking piece is on the
    /// nearer square? No, if that is not known immediately.
    fn is_useless(&mut self, nearer: Vec<Position>, plies: u16) -> bool {
        let nodes = Some(QUESTION_NODES.min(self.left));
        let limits = Limits { depth: None, nodes, ..self.limits.clone() };
        self.counter.budget = Budget::start(&limits);
        let answer = self.counter.taken(nearer, plies.min(QUESTION_PLIES));
        self.left = self.left.saturating_sub(self.counter.budget.nodes());
        matches!(answer, Ok(Some(_)))
    }

    /// The line of the mate.
    pub(crate) fn line(&mut self, at: &mut Position) -> Option<Vec<Move>> {
        let (check, _) = self.proof.answer(at)?;
        at.do_move(check);
        let mut line = vec![check];
        line.extend(self.line_of_defence(at)?);
        Some(line)
    }

    /// The line from the longest reply on.
    pub(crate) fn line_of_defence(&mut self, at: &mut Position) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        while let Some(reply) = self.defend(at)?.1 {
            let after = |mv: Move, at: &mut Position, line: &mut Vec<Move>| {
                at.do_move(mv);
                line.push(mv);
            };
            after(reply, at, &mut line);
            let (check, _) = self.proof.answer(at)?;
            after(check, at, &mut line);
        }
        Some(line)
    }
}
