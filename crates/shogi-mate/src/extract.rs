//! From the table of the proof-number search to a proof with every defence answered.

use crate::dfpn::Search;
use crate::proof::Proof;
use std::collections::HashMap;
use zenpuku_gametree::StopReason;
use zenpuku_shogi::{Move, MoveList, Position};

/// An attacker's node whose move is chosen, with the replies that are still to be answered.
struct Open {
    mv: Move,
    plies: u16,
    replies: Vec<Move>,
    /// The reply that was played.
    reply: Move,
}

impl Search<'_> {
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
            if let Some(known) = self.table.probe(board, hand, plies)
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

/// The legal moves, without keeping the long list on the stack.
#[inline(never)]
pub(crate) fn replies(position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
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
