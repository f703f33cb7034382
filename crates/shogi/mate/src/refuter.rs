//! The search for a refutation.
//!
//! A position holds when after every check some reply leads to a position that
//! holds. That is a greatest fixed point: a position is assumed to hold while
//! it is examined, so that an attacker who only repeats makes no progress. A
//! position that fails is a mate under any assumptions, because they only help
//! the defender; but positions accepted since it was assumed may depend on it
//! and are dropped.

use crate::one::legal_checks;
use crate::prover::reply_order;
use crate::refutation::Refutation;
use crate::table::{Known, Table};
use std::collections::HashSet;
use zenpuku_core::{Budget, StopReason};
use zenpuku_shogi::{Color, Move, MoveList, Position};

/// Longest series of checks that is followed, in plies; keeps the stack small.
const MAX_PLY: usize = 400;

/// Why an attempt ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The attempt has used its share.
    Share,
    /// The whole search must stop.
    Stop(StopReason),
}

/// One attempt to show that there is no mate.
pub(crate) struct Refuter<'a> {
    position: Position,
    attacker: Color,
    table: &'a Table,
    budget: &'a mut Budget,
    /// Node limit of the attempt.
    share_end: u64,
    /// Positions assumed or found to hold, in the order of acceptance.
    accepted: HashSet<u64>,
    trail: Vec<u64>,
    /// Positions that are mates.
    mates: HashSet<u64>,
    refutation: Refutation,
    lists: Vec<MoveList>,
}

impl<'a> Refuter<'a> {
    /// Tries within `share` nodes. `Some` refutation: there is no mate; `None`: there is one.
    ///
    /// # Errors
    /// [`Halt`] says what ran out.
    pub(crate) fn attempt(
        position: &Position,
        table: &'a Table,
        budget: &'a mut Budget,
        share: u64,
    ) -> Result<Option<Refutation>, Halt> {
        let share_end = budget.nodes().saturating_add(share);
        let mut refuter = Self {
            position: position.without_history(),
            attacker: position.side_to_move(),
            table,
            budget,
            share_end,
            accepted: HashSet::new(),
            trail: Vec::new(),
            mates: HashSet::new(),
            refutation: Refutation::default(),
            lists: Vec::new(),
        };
        Ok(refuter.holds(0)?.then_some(refuter.refutation))
    }

    /// Attacker to move: does the defender hold permanently? On an error the
    /// attempt is over, so the position need not be restored.
    fn holds(&mut self, ply: usize) -> Result<bool, Halt> {
        let key = self.position.key();
        if self.accepted.contains(&key) {
            return Ok(true);
        }
        if self.mates.contains(&key) || self.known().mate.is_some() {
            return Ok(false);
        }
        self.spend(ply)?;
        let mark = self.trail.len();
        self.accepted.insert(key);
        self.trail.push(key);
        let count = self.list(ply, legal_checks);
        for index in 0..count {
            let check = self.lists[ply][index];
            self.position.do_move(check);
            let escapes = self.escapes(ply + 1)?;
            self.position.undo_move(check);
            if !escapes {
                self.forget(mark);
                self.mates.insert(key);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Defender to move: is there a reply after which he holds?
    fn escapes(&mut self, ply: usize) -> Result<bool, Halt> {
        self.spend(ply)?;
        let key = self.position.key();
        let first = self.known().best;
        let count = self.list(ply, |position, list| {
            position.legal_moves(list);
            list.sort_by_key(|&mv| reply_order(position, mv, first));
        });
        for index in 0..count {
            let reply: Move = self.lists[ply][index];
            self.position.do_move(reply);
            let holds = self.holds(ply + 1)?;
            self.position.undo_move(reply);
            if holds {
                self.refutation.replies.insert(key, reply);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn known(&self) -> Known {
        let board = self.position.board_key();
        self.table.probe(board, self.position.hand(self.attacker))
    }

    fn list(&mut self, ply: usize, fill: impl FnOnce(&Position, &mut MoveList)) -> usize {
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, MoveList::new);
        }
        fill(&self.position, &mut self.lists[ply]);
        self.lists[ply].len()
    }

    fn forget(&mut self, mark: usize) {
        for key in self.trail.drain(mark..) {
            self.accepted.remove(&key);
        }
    }

    fn spend(&mut self, ply: usize) -> Result<(), Halt> {
        if self.budget.nodes() >= self.share_end || ply >= MAX_PLY {
            return Err(Halt::Share);
        }
        self.budget.spend().map_err(Halt::Stop)
    }
}
