//! Fixed-depth AND/OR search: is there a mate within a number of plies?

use crate::hands::{needed_before, needed_by_defence, union};
use crate::one::legal_checks;
use crate::table::{Known, Mate, Table};
use zenpuku_core::{Budget, StopReason};
use zenpuku_shogi::{Color, Hand, Move, MoveList, PieceType, Position};

/// Deepest fixed-depth search, in plies.
pub(crate) const MAX_DEPTH: u16 = 255;

/// A depth-first search over attacker (OR) and defender (AND) nodes. Results
/// depend on position and depth alone, never on the path, so all may be stored.
pub(crate) struct Prover<'a> {
    pub(crate) position: Position,
    attacker: Color,
    table: &'a mut Table,
    budget: &'a mut Budget,
    lists: Lists,
}

/// A mate, `None` if there is none within the depth.
pub(crate) type Found = Option<Mate>;

impl<'a> Prover<'a> {
    /// A search of the subtree below `position`.
    pub(crate) fn new(position: &Position, table: &'a mut Table, budget: &'a mut Budget) -> Self {
        let attacker = position.side_to_move();
        let position = position.without_history();
        Self { position, attacker, table, budget, lists: Lists::default() }
    }

    /// The table's result for the position.
    pub(crate) fn known(&self) -> Known {
        let board = self.position.board_key();
        self.table.probe(board, self.position.hand(self.attacker))
    }

    /// Is there a mate within `depth` (odd) plies, the attacker to move?
    ///
    /// # Errors
    /// The reason to stop; the position is then as before.
    pub(crate) fn attack(&mut self, depth: u16) -> Result<Found, StopReason> {
        self.attack_at(depth, 0)
    }

    fn attack_at(&mut self, depth: u16, ply: usize) -> Result<Found, StopReason> {
        self.budget.spend()?;
        let known = self.known();
        if let Some(answer) = answered(&known, depth) {
            return Ok(answer);
        }
        if depth == 1 {
            let mv = self.position.mate_in_one();
            let mate = mv.map(|mv| (mv, self.mate_at_once(mv)));
            return Ok(self.settle_attack(1, mate, 0));
        }
        if let Some(mv) = self.list_checks(ply, known.best) {
            let mate = self.mate_at_once(mv);
            return Ok(self.settle_attack(depth, Some((mv, mate)), 0));
        }
        for index in 0..self.lists.at(ply).len() {
            let mv = self.lists.at(ply)[index].1;
            let captured = self.position.piece_on(mv.to());
            self.position.do_move(mv);
            let below = self.defend_at(depth - 1, ply + 1);
            self.position.undo_move(mv);
            if let Some(Mate { plies, hand }) = below? {
                let mate = Mate { plies: plies + 1, hand: needed_before(mv, captured, hand) };
                return Ok(self.settle_attack(depth, Some((mv, mate)), 0));
            }
        }
        Ok(self.settle_attack(depth, None, known.best))
    }

    /// The mate by `mv`, after which the defender has no reply.
    fn mate_at_once(&mut self, mv: Move) -> Mate {
        let captured = self.position.piece_on(mv.to());
        self.position.do_move(mv);
        let after = needed_by_defence(&self.position, Hand::ZERO);
        self.position.undo_move(mv);
        Mate { plies: 1, hand: needed_before(mv, captured, after) }
    }

    /// Stores the answer of an attacker's node and hands it on.
    fn settle_attack(&mut self, depth: u16, found: Option<(Move, Mate)>, best: u16) -> Found {
        let board = self.position.board_key();
        if let Some((mv, mate)) = found {
            self.table.store_mate(board, mate, mv.bits());
            return Some(mate);
        }
        self.table.store_fail(board, self.position.hand(self.attacker), depth, best);
        None
    }

    fn defend_at(&mut self, depth: u16, ply: usize) -> Result<Found, StopReason> {
        self.budget.spend()?;
        let known = self.known();
        if let Some(answer) = answered(&known, depth) {
            return Ok(answer);
        }
        let board = self.position.board_key();
        self.list_replies(ply, known.best);
        let (mut longest, mut answers) = (0, Hand::ZERO);
        for index in 0..self.lists.at(ply).len() {
            let mv = self.lists.at(ply)[index].1;
            self.position.do_move(mv);
            let below = self.attack_at(depth - 1, ply + 1);
            self.position.undo_move(mv);
            let Some(Mate { plies, hand }) = below? else {
                let hand = self.position.hand(self.attacker);
                self.table.store_fail(board, hand, depth, mv.bits());
                return Ok(None);
            };
            longest = longest.max(plies + 1);
            answers = union(answers, hand);
        }
        let mate = Mate { plies: longest, hand: needed_by_defence(&self.position, answers) };
        if longest > 0 {
            self.table.store_mate(board, mate, 0);
        }
        Ok(Some(mate))
    }

    /// Lists the checks, those with the fewest replies first; an immediate mate is returned.
    fn list_checks(&mut self, ply: usize, first: u16) -> Option<Move> {
        let Lists { scratch, ordered } = &mut self.lists;
        legal_checks(&self.position, scratch);
        let list = grown(ordered, ply);
        list.clear();
        for &mv in &*scratch {
            self.position.do_move(mv);
            let replies = self.position.count_legal_moves();
            self.position.undo_move(mv);
            if replies == 0 {
                return Some(mv);
            }
            list.push((if mv.bits() == first { 0 } else { replies }, mv));
        }
        list.sort_by_key(|&(order, _)| order);
        None
    }

    /// Lists the replies: the earlier successful one, captures of the checker,
    /// king moves, interpositions from the board, drops.
    fn list_replies(&mut self, ply: usize, first: u16) {
        let Lists { scratch, ordered } = &mut self.lists;
        self.position.legal_moves(scratch);
        let list = grown(ordered, ply);
        list.clear();
        let position = &self.position;
        list.extend(scratch.iter().map(|&mv| (reply_order(position, mv, first), mv)));
        list.sort_by_key(|&(order, _)| order);
    }
}

/// The answer for `depth` that the table has, if it has one.
fn answered(known: &Known, depth: u16) -> Option<Found> {
    match known.mate {
        Some(mate) if mate.plies <= depth => Some(Some(mate)),
        _ if known.fail >= depth => Some(None),
        _ => None,
    }
}

/// Small numbers first.
pub(crate) fn reply_order(position: &Position, mv: Move, first: u16) -> u32 {
    if mv.bits() == first {
        0
    } else if position.checkers().test(mv.to()) {
        1
    } else if mv.piece_after().piece_type() == PieceType::KING {
        2
    } else if mv.is_drop() {
        4
    } else {
        3
    }
}

/// One ordered list per ply, grown when needed and then used again.
#[derive(Default)]
struct Lists {
    scratch: MoveList,
    ordered: Vec<Vec<(u32, Move)>>,
}

impl Lists {
    fn at(&self, ply: usize) -> &[(u32, Move)] {
        &self.ordered[ply]
    }
}

fn grown(lists: &mut Vec<Vec<(u32, Move)>>, ply: usize) -> &mut Vec<(u32, Move)> {
    if lists.len() <= ply {
        lists.resize_with(ply + 1, Vec::new);
    }
    &mut lists[ply]
}
