//! From the table of the proof-number search to a proof with every defence answered, and to a
//! refutation with every check answered.

use crate::dfpn::DfPn;
use crate::dfpn_table::NO_LIMIT;
use crate::expand::replies;
use crate::one::legal_checks;
use crate::proof::Proof;
use crate::refutation::Refutation;
use std::collections::{HashMap, HashSet};
use zenpuku_core::StopReason;
use zenpuku_shogi::{Move, MoveList, Position};

/// An attacker's node whose move is chosen, with the replies that are still to be answered.
struct Open {
    mv: Move,
    plies: u16,
    replies: Vec<Move>,
    /// The reply that was played.
    reply: Move,
}

/// An attacker's node without a mate, with the checks that are still to be answered.
struct Held {
    checks: Vec<Move>,
    /// The check that was played and the answer to it.
    check: Move,
    reply: Move,
}

impl Held {
    fn new(position: &Position) -> Self {
        Self { checks: checks(position), check: Move::NONE, reply: Move::NONE }
    }
}

impl DfPn<'_> {
    /// Answers every check after the position on the board, in which there is no mate. False when
    /// a mate is found below, that is when that was not so.
    ///
    /// # Errors
    /// The reason to stop; the board is then not restored.
    pub(crate) fn write_refutation(
        &mut self,
        refutation: &mut Refutation,
    ) -> Result<bool, StopReason> {
        let mut visited = HashSet::from([self.board.position().key()]);
        let mut open = vec![Held::new(self.board.position())];
        while let Some(node) = open.last_mut() {
            let Some(check) = node.checks.pop() else {
                open.pop();
                if let Some(parent) = open.last() {
                    self.board.take_back(parent.reply);
                    self.board.take_back(parent.check);
                }
                continue;
            };
            self.board.play(check, true);
            let key = self.board.position().key();
            if refutation.replies.contains_key(&key) {
                self.board.take_back(check);
                continue;
            }
            let Some(reply) = self.holding_reply()? else { return Ok(false) };
            refutation.replies.insert(key, reply);
            self.board.play(reply, false);
            if visited.insert(self.board.position().key()) {
                (node.check, node.reply) = (check, reply);
                open.push(Held::new(self.board.position()));
            } else {
                self.board.take_back(reply);
                self.board.take_back(check);
            }
        }
        Ok(true)
    }

    /// A reply after which there is no mate: the table's, else the first one that is searched so.
    fn holding_reply(&mut self) -> Result<Option<Move>, StopReason> {
        self.budget.spend()?;
        let (board, hand) = (self.board.position().board_key(), self.board.hand());
        let known = self.memory.table.probe(board, hand, NO_LIMIT).filter(|known| known.dn == 0);
        let first = known.and_then(|known| self.board.position().move_from_bits(known.best));
        let all = replies(self.board.position());
        let first = first.filter(|mv| all.contains(mv));
        for reply in first.into_iter().chain(all) {
            self.board.play(reply, false);
            let out = self.decide(NO_LIMIT)?;
            self.board.take_back(reply);
            if !out.is_mate() {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Writes down the mate within `plies` that was found for the position on the board.
    ///
    /// # Errors
    /// The reason to stop; the board is then not restored.
    pub(crate) fn write_mate(&mut self, plies: u16, proof: &mut Proof) -> Result<(), StopReason> {
        let mut open: Vec<Open> = Vec::new();
        let mut next = self.open(plies, proof)?;
        loop {
            if let Some(node) = next.take() {
                open.push(node);
            }
            let Some(node) = open.last_mut() else { return Ok(()) };
            if let Some(reply) = node.replies.pop() {
                node.reply = reply;
                let plies = node.plies.saturating_sub(2);
                self.board.play(reply, false);
                next = self.open(plies, proof)?;
                if next.is_none() {
                    self.board.take_back(reply);
                }
                continue;
            }
            let mv = node.mv;
            open.pop();
            self.board.take_back(mv);
            if let Some(parent) = open.last() {
                self.board.take_back(parent.reply);
            }
        }
    }

    /// Chooses the mating move, plays it and lists the replies; `None` when that was done before
    /// for as short a mate.
    fn open(&mut self, plies: u16, proof: &mut Proof) -> Result<Option<Open>, StopReason> {
        let key = self.board.position().key();
        if proof.answers.get(&key).is_some_and(|&(_, known)| known <= plies) {
            return Ok(None);
        }
        let Some((mv, plies)) = self.mating_move(plies)? else { return Ok(None) };
        proof.answers.insert(key, (mv, plies));
        self.board.play(mv, true);
        let replies = replies(self.board.position());
        Ok(Some(Open { mv, plies, replies, reply: Move::NONE }))
    }

    fn mating_move(&mut self, plies: u16) -> Result<Option<(Move, u16)>, StopReason> {
        if let Some(mv) = self.board.position_mut().mate_in_one() {
            return Ok(Some((mv, 1)));
        }
        for _ in 0..2 {
            let (board, hand) = (self.board.position().board_key(), self.board.hand());
            if let Some(known) = self.memory.table.probe(board, hand, plies)
                && known.pn == 0
                && let Some(mv) = self.board.position().move_from_bits(known.best)
                && self.board.position().gives_check(mv)
            {
                return Ok(Some((mv, known.mate)));
            }
            if !self.decide(plies)?.is_mate() {
                return Ok(None);
            }
        }
        Ok(None)
    }
}

#[inline(never)]
fn checks(position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    legal_checks(position, &mut list);
    list.to_vec()
}

impl Proof {
    /// Sets every number of plies to the longest defence against the answers of this proof; the
    /// result is that of `position`, and `None` when a defence is not answered.
    pub(crate) fn tighten(&mut self, position: &Position) -> Option<u16> {
        let mut exact = HashMap::new();
        let plies = self.measure(&mut position.without_history(), &mut exact)?;
        for (key, answer) in &mut self.answers {
            if let Some(&plies) = exact.get(key) {
                answer.1 = plies;
            }
        }
        Some(plies)
    }

    fn measure(&self, position: &mut Position, exact: &mut HashMap<u64, u16>) -> Option<u16> {
        let key = position.key();
        if let Some(&plies) = exact.get(&key) {
            return Some(plies);
        }
        let (mv, _) = self.answer(position)?;
        position.do_move(mv);
        let mut longest = Some(0);
        for reply in replies(position) {
            position.do_move(reply);
            let below = self.measure(position, exact);
            position.undo_move(reply);
            longest = longest.zip(below).map(|(longest, below)| longest.max(below + 1));
            if longest.is_none() {
                break;
            }
        }
        position.undo_move(mv);
        let plies = longest? + 1;
        exact.insert(key, plies);
        Some(plies)
    }

    /// The line in which the defender holds out longest against the answers.
    pub(crate) fn longest_line(&self, position: &Position) -> Vec<Move> {
        let mut at = position.without_history();
        let mut line = Vec::new();
        while let Some((mv, _)) = self.answer(&at) {
            at.do_move(mv);
            line.push(mv);
            let mut longest: Option<(u16, Move)> = None;
            for reply in replies(&at) {
                at.do_move(reply);
                let plies = self.answer(&at).map_or(0, |(_, plies)| plies);
                at.undo_move(reply);
                if longest.is_none_or(|(most, _)| plies > most) {
                    longest = Some((plies, reply));
                }
            }
            let Some((_, reply)) = longest else { break };
            at.do_move(reply);
            line.push(reply);
        }
        line
    }
}
