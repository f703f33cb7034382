//! Depth-first proof-number search with a limit on the plies of the mate.
//!
//! The proof number of a position says how many undecided positions must at least be mates for it
//! to be one, the disproof number how many must be none. The search goes where they are smallest
//! and stays below a position until one of its numbers passes a threshold [nagai2002]. The next
//! threshold is a fraction above the second best sibling's number (1 + epsilon) [pawlewicz2006].
//! The proof numbers of a defender's replies are summed. Of the disproof numbers of checks the
//! largest counts and one for each other check: positions are reached by many ways, and a sum
//! would count them as often [ueda2008]. Measured on long problems, this pair solves most.
//!
//! A return to a position of the path is a failure of the attacker, but only on this path: it is
//! stored with the path, and as true of the position itself only where every return it rests on
//! ends at the position or below it (graph-history interaction [kishimoto2005]). A mate never
//! rests on a return.

use crate::board::Board;
use crate::dfpn_table::{Answer, INFINITE, Known, NO_LIMIT};
use crate::expand::{self, Listed};
use crate::glances::Glance;
use crate::hands::{needed_before, needed_by_defence};
use crate::memory::Memory;
use crate::one::legal_checks;
use crate::outcome::{ANYWHERE, Child, Outcome};
use crate::path::{Path, node_key};
use crate::progress::Progress;
use crate::sums::{Totals, totals};
use zenpuku_core::random::mix;
use zenpuku_core::{Budget, StopReason};
use zenpuku_shogi::{Hand, Move, MoveList, Position};

/// Longest path, in plies; a search that needs a longer one ends undecided.
const MAX_DEPTH: usize = 2_000;

/// A node on the path.
struct Frame {
    /// The move that led here.
    mv: Move,
    attacks: bool,
    left: u16,
    board: u64,
    hand: Hand,
    /// Its moves are `children[start..]` up to those of the next frame.
    start: usize,
    end: usize,
    max_pn: u32,
    max_dn: u32,
    /// The child that is searched.
    child: usize,
    /// Has a child been met nearer to the root?
    old: bool,
    spent: u64,
}

/// Nodes between two pieces of news.
const NEWS_INTERVAL: u64 = 8_192;

/// The listener of a search and the data reported to it in addition to nodes and time.
pub(crate) struct News<'a> {
    pub(crate) listener: &'a mut dyn FnMut(Progress),
    /// Plies within which there is no mate.
    pub(crate) searched: u16,
    /// Plies of the shortest mate found.
    pub(crate) mate: Option<u16>,
}

impl News<'_> {
    pub(crate) fn tell(&mut self, budget: &Budget) {
        let (nodes, elapsed) = (budget.nodes(), budget.elapsed());
        (self.listener)(Progress { mate: self.mate, depth: self.searched, nodes, elapsed });
    }
}

/// A search below one root.
pub(crate) struct DfPn<'a> {
    pub(crate) board: Board,
    pub(crate) memory: &'a mut Memory,
    pub(crate) budget: &'a mut Budget,
    /// The periodic report.
    pub(crate) news: News<'a>,
    path: Path,
    frames: Vec<Frame>,
    children: Vec<Child>,
    scratch: MoveList,
    listed: Vec<Listed>,
    /// Proof and disproof number of the last question that was left undecided.
    pub(crate) undecided: Option<(u32, u32)>,
}

impl<'a> DfPn<'a> {
    pub(crate) fn new(
        position: &Position,
        memory: &'a mut Memory,
        budget: &'a mut Budget,
        news: News<'a>,
    ) -> Self {
        Self {
            board: Board::new(position),
            memory,
            budget,
            news,
            path: Path::new(),
            frames: Vec::new(),
            children: Vec::new(),
            scratch: MoveList::new(),
            listed: Vec::new(),
            undecided: None,
        }
    }

    /// Is there a mate within `left` plies of the position on the board? Always decided.
    ///
    /// # Errors
    /// The reason to stop; the board is then as before.
    pub(crate) fn decide(&mut self, left: u16) -> Result<Outcome, StopReason> {
        self.decide_unless(left, || false)
    }

    /// The same, unless `none` says meanwhile that there is no such mate.
    ///
    /// # Errors
    /// As [`DfPn::decide`].
    pub(crate) fn decide_unless(
        &mut self,
        left: u16,
        none: impl Fn() -> bool,
    ) -> Result<Outcome, StopReason> {
        let attacks = self.board.position().side_to_move() == self.board.attacker;
        let (board, hand) = (self.board.position().board_key(), self.board.hand());
        if let Some(known) = self.memory.table.probe(board, hand, left).filter(is_decided) {
            return Ok(outcome(&known));
        }
        self.path.clear();
        let root = Frame {
            mv: Move::NONE,
            attacks,
            left,
            board,
            hand,
            start: 0,
            end: 0,
            max_pn: INFINITE,
            max_dn: INFINITE,
            child: 0,
            old: false,
            spent: self.budget.nodes(),
        };
        self.enter(root);
        loop {
            if none() {
                self.unwind();
                let (pn, dn, rests_on) = (INFINITE, 0, ANYWHERE);
                return Ok(Outcome { pn, dn, mate: 0, fail: left, hand, rests_on });
            }
            match self.step() {
                Ok(None) => {}
                Ok(Some(outcome)) => return Ok(outcome),
                Err(reason) => {
                    self.unwind();
                    return Err(reason);
                }
            }
        }
    }

    /// Leaves all frames with the results so far.
    fn unwind(&mut self) {
        while let Some(frame) = self.frames.last() {
            let totals = totals(frame.attacks, &self.children[frame.start..frame.end]);
            if let Some(root) = self.leave(&totals) {
                self.undecided = Some((root.pn, root.dn));
            }
        }
    }

    /// Searches one child of the last frame, or leaves it. The outcome is the root's.
    fn step(&mut self) -> Result<Option<Outcome>, StopReason> {
        let last = self.frames.len() - 1;
        let frame = &self.frames[last];
        let totals = totals(frame.attacks, &self.children[frame.start..frame.end]);
        let out = &totals.out;
        if out.is_decided() || out.pn >= frame.max_pn || out.dn >= frame.max_dn {
            return Ok(self.leave(&totals));
        }
        self.descend(&totals)?;
        Ok(None)
    }

    /// Takes up the best child, from the table or by searching it.
    fn descend(&mut self, totals: &Totals) -> Result<(), StopReason> {
        let last = self.frames.len() - 1;
        let frame = &self.frames[last];
        let (attacks, left) = (frame.attacks, one_less(frame.left));
        let index = frame.start + totals.best;
        let child = self.children[index];
        if let Some(known) = self.memory.table.probe(child.board, child.out.hand, left)
            && is_decided(&known)
        {
            self.settle(index, outcome(&known));
            return Ok(());
        }
        self.budget.spend()?;
        if self.budget.nodes().is_multiple_of(NEWS_INTERVAL) {
            self.news.tell(self.budget);
        }
        if self.frames.len() >= MAX_DEPTH {
            return Err(StopReason::Nodes);
        }
        let (max_pn, max_dn) = thresholds(frame, totals, &child.out);
        self.frames[last].child = index;
        self.board.play(child.mv, attacks);
        let frame = Frame {
            mv: child.mv,
            attacks: !attacks,
            left,
            board: child.board,
            hand: child.out.hand,
            start: self.children.len(),
            end: 0,
            max_pn,
            max_dn,
            child: 0,
            old: false,
            spent: self.budget.nodes(),
        };
        self.enter(frame);
        Ok(())
    }

    /// Puts a node on the path and lists its moves; the board is already there.
    fn enter(&mut self, mut frame: Frame) {
        self.path.push(frame.board, frame.hand);
        frame.start = self.children.len();
        let mut listed = std::mem::take(&mut self.listed);
        let position = self.board.position();
        if frame.attacks {
            expand::list_checks(position, &mut self.scratch, &mut listed);
        } else {
            expand::list_replies(position, &mut self.scratch, &mut listed);
        }
        for item in &listed {
            self.children.push(Child {
                mv: item.mv,
                board: self.board.position().board_key_after(item.mv),
                out: Outcome {
                    pn: 1,
                    dn: 1,
                    mate: 0,
                    fail: 0,
                    hand: self.board.hand_after(item.mv, frame.attacks),
                    rests_on: ANYWHERE,
                },
                next: item.next,
                active: !item.delayed,
            });
        }
        self.listed = listed;
        frame.end = self.children.len();
        let (start, end, last) = (frame.start, frame.end, self.frames.len());
        self.frames.push(frame);
        let active = self.children[start..].iter().filter(|child| child.active);
        self.memory.table.touch(active.map(|child| child.board));
        for index in start..end {
            if self.children[index].active && self.look(index) {
                break;
            }
        }
        let frame = &mut self.frames[last];
        if frame.old {
            // A child nearer to the root may wait for this one: search on at any rate.
            let totals = totals(frame.attacks, &self.children[start..end]);
            frame.max_pn = frame.max_pn.max((totals.out.pn + 1).min(INFINITE));
            frame.max_dn = frame.max_dn.max((totals.out.dn + 1).min(INFINITE));
        }
    }

    /// Looks up the result of a child, and activates the moves delayed behind
    /// it if it fails. True when it decides the node.
    fn look(&mut self, index: usize) -> bool {
        let last = self.frames.len() - 1;
        let (attacks, left) = (self.frames[last].attacks, one_less(self.frames[last].left));
        let child = self.children[index];
        let (board, hand) = (child.board, child.out.hand);
        let out = if let Some(depth) = self.path.no_gain_since(board, hand) {
            Outcome { pn: INFINITE, dn: 0, fail: left, rests_on: depth, ..child.out }
        } else {
            let known = self.memory.table.probe(board, hand, left);
            let met = known.as_ref().filter(|known| known.seen);
            if let Some(known) = met {
                let out = outcome(known);
                self.frames[last].old |= !out.is_decided() && usize::from(known.depth) <= last;
                let failed = if out.is_decided() { None } else { self.returned(board, hand, left) };
                failed.unwrap_or(out)
            } else if let Some(failed) = self.returned(board, hand, left) {
                failed
            } else {
                let mut out = self.first_look(&child, attacks, left);
                if let Some(known) = known.filter(|_| !out.is_decided()) {
                    (out.pn, out.dn) = (out.pn.max(known.pn), out.dn.max(known.dn));
                }
                out
            }
        };
        self.settle(index, out)
    }

    /// A failure on this very path that is remembered.
    fn returned(&self, board: u64, hand: Hand, left: u16) -> Option<Outcome> {
        let rests_on = self.memory.graph_history.find(self.way(board, hand), left)?;
        Some(Outcome { pn: INFINITE, dn: 0, mate: 0, fail: left, hand, rests_on })
    }

    fn way(&self, board: u64, hand: Hand) -> u64 {
        mix(self.path.trail() ^ node_key(board, hand))
    }

    /// Stores the result of a child; returns true if it decides the node.
    fn settle(&mut self, index: usize, out: Outcome) -> bool {
        let attacks = self.frames[self.frames.len() - 1].attacks;
        self.children[index].out = out;
        if out.pn == 0 && attacks || out.dn == 0 && !attacks {
            return true;
        }
        let next = usize::from(self.children[index].next);
        if out.is_decided() && next > 0 && !self.children[index + next].active {
            self.children[index + next].active = true;
            return self.look(index + next);
        }
        false
    }

    /// Evaluates a position that was never searched.
    fn first_look(&mut self, child: &Child, attacks: bool, left: u16) -> Outcome {
        let (board, hand) = (child.board, child.out.hand);
        if left >= 2
            && let Some(glance) = self.memory.glances.find(board, hand)
        {
            return seen_before(glance, attacks);
        }
        self.board.play(child.mv, attacks);
        let out = if attacks {
            self.look_at_defence(child.out, left)
        } else {
            self.look_at_attack(child.out, left)
        };
        self.board.take_back(child.mv);
        if left >= 2 {
            let number = |number: u32| number.min(u32::from(u16::MAX)) as u16;
            let glance = Glance { pn: number(out.pn), dn: number(out.dn), hand: out.hand };
            self.memory.glances.store(board, hand, glance);
        }
        out
    }

    fn look_at_defence(&mut self, out: Outcome, left: u16) -> Outcome {
        let position = self.board.position();
        position.legal_moves(&mut self.scratch);
        if self.scratch.is_empty() {
            let hand = needed_by_defence(position, Hand::ZERO);
            return Outcome { pn: 0, dn: INFINITE, mate: 0, hand, ..out };
        }
        if left == 0 {
            return Outcome { pn: INFINITE, dn: 0, fail: 0, ..out };
        }
        let (pn, dn) = expand::guess_defence(position, &self.scratch);
        Outcome { pn, dn, ..out }
    }

    fn look_at_attack(&mut self, out: Outcome, left: u16) -> Outcome {
        if left >= 1
            && let Some((mate, hand)) = self.mate_in_one()
        {
            return Outcome { pn: 0, dn: INFINITE, mate, hand, ..out };
        }
        legal_checks(self.board.position(), &mut self.scratch);
        let checks = self.scratch.len() as u32;
        if checks == 0 {
            return Outcome { pn: INFINITE, dn: 0, fail: NO_LIMIT, ..out };
        }
        if left <= 1 {
            return Outcome { pn: INFINITE, dn: 0, fail: left, ..out };
        }
        let (pn, dn) = expand::guess_attack(checks);
        Outcome { pn, dn, ..out }
    }

    /// An immediate mate, with its proof pieces.
    fn mate_in_one(&mut self) -> Option<(u16, Hand)> {
        let position = self.board.position_mut();
        let mv = position.mate_in_one()?;
        let captured = position.piece_on(mv.to());
        position.do_move_known(mv, true);
        let after = needed_by_defence(position, Hand::ZERO);
        position.undo_move(mv);
        Some((1, needed_before(mv, captured, after)))
    }

    /// Leaves the last frame with its result. The outcome is the root's.
    fn leave(&mut self, totals: &Totals) -> Option<Outcome> {
        let depth = (self.frames.len() - 1) as u16;
        let frame = self.frames.pop()?;
        let mut out = totals.out;
        let mut best = 0;
        let position = self.board.position();
        if totals.best < frame.end - frame.start {
            let child = &self.children[frame.start + totals.best];
            best = child.mv.bits();
            if out.pn == 0 && frame.attacks {
                out.hand = needed_before(child.mv, position.piece_on(child.mv.to()), out.hand);
            }
        }
        if out.pn == 0 && !frame.attacks {
            out.hand = needed_by_defence(position, out.hand);
        } else if out.pn != 0 {
            out.hand = frame.hand;
        }
        if out.pn != 0 && out.dn == 0 {
            if out.rests_on >= depth {
                out.rests_on = ANYWHERE;
            }
            // A result beyond the request is valid only if no repetition was met.
            if out.rests_on != ANYWHERE {
                out.fail = frame.left;
            }
        }
        self.path.pop();
        self.children.truncate(frame.start);
        if out.dn == 0 && out.rests_on != ANYWHERE {
            let way = self.way(frame.board, frame.hand);
            self.memory.graph_history.store(way, frame.left, out.rests_on);
        } else {
            let work = (self.budget.nodes() - frame.spent + 1).min(u64::from(u32::MAX)) as u32;
            let Outcome { pn, dn, mate, fail, hand, .. } = out;
            let answer = Answer { pn, dn, mate, fail, hand, best, depth, work };
            self.memory.table.store(frame.board, &answer);
        }
        if self.frames.is_empty() {
            return Some(out);
        }
        self.board.take_back(frame.mv);
        let parent = self.frames[self.frames.len() - 1].child;
        if !out.is_decided() {
            out.hand = self.children[parent].out.hand;
        }
        self.settle(parent, out);
        None
    }
}

fn one_less(left: u16) -> u16 {
    if left >= NO_LIMIT { NO_LIMIT } else { left.saturating_sub(1) }
}

fn is_decided(known: &Known) -> bool {
    known.pn == 0 || known.dn == 0
}

fn outcome(known: &Known) -> Outcome {
    let Known { pn, dn, mate, fail, hand, .. } = *known;
    Outcome { pn, dn, mate, fail, hand, rests_on: ANYWHERE }
}

/// What [`DfPn::first_look`] found before, for any mate of two plies or more.
fn seen_before(glance: Glance, attacks: bool) -> Outcome {
    let Glance { pn, dn, hand } = glance;
    let number = |number: u16, other: u16| if other == 0 { INFINITE } else { number.into() };
    Outcome {
        pn: number(pn, dn),
        dn: number(dn, pn),
        mate: u16::from(pn == 0 && !attacks),
        fail: if dn == 0 { NO_LIMIT } else { 0 },
        hand,
        rests_on: ANYWHERE,
    }
}

/// The thresholds of a child's search before its parent must be reconsidered.
fn thresholds(frame: &Frame, totals: &Totals, child: &Outcome) -> (u32, u32) {
    let beside = totals.second.saturating_add(totals.second / 4 + 1).min(INFINITE);
    let within = |most: u32| most.saturating_sub(totals.others);
    let (pn, dn) = if frame.attacks {
        (frame.max_pn.min(beside), within(frame.max_dn))
    } else {
        (within(frame.max_pn), frame.max_dn.min(beside))
    };
    // At least one step further than now.
    (pn.max(child.pn + 1), dn.max(child.dn + 1))
}
