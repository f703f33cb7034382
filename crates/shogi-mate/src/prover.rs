//! Fixed-depth AND/OR search: is there a mate within so many plies?

use crate::one::legal_checks;
use crate::table::Table;
use zenpuku_gametree::{Budget, StopReason};
use zenpuku_shogi::{Move, MoveList, PieceType, Position};

/// Deepest fixed-depth search, in plies.
pub(crate) const MAX_DEPTH: u16 = 255;

/// A depth-first search over attacker (OR) and defender (AND) nodes. Results
/// depend on position and depth alone, never on the path, so all may be stored.
pub(crate) struct Prover<'a> {
    pub(crate) position: Position,
    pub(crate) table: &'a mut Table,
    pub(crate) budget: &'a mut Budget,
    lists: Lists,
}

/// A bound of the distance to mate, `None` when there is none within the depth.
pub(crate) type Distance = Option<u16>;

impl<'a> Prover<'a> {
    /// A search of the subtree below `position`.
    pub(crate) fn new(position: &Position, table: &'a mut Table, budget: &'a mut Budget) -> Self {
        let position = position.without_history();
        Self { position, table, budget, lists: Lists::default() }
    }

    /// Is there a mate within `depth` (odd) plies, the attacker to move?
    ///
    /// # Errors
    /// The reason to stop; the position is then as before.
    pub(crate) fn attack(&mut self, depth: u16) -> Result<Distance, StopReason> {
        self.attack_at(depth, 0)
    }

    fn attack_at(&mut self, depth: u16, ply: usize) -> Result<Distance, StopReason> {
        self.budget.spend()?;
        let key = self.position.key();
        let known = self.table.probe(key);
        if let Some(plies) = known.mate().filter(|&plies| plies <= depth) {
            return Ok(Some(plies));
        }
        if known.fail() >= depth {
            return Ok(None);
        }
        if depth == 1 {
            return Ok(self.attack_in_one(key));
        }
        if let Some(mate) = self.list_checks(ply, known.best()) {
            self.table.store_mate(key, 1, mate.bits());
            return Ok(Some(1));
        }
        for index in 0..self.lists.at(ply).len() {
            let mv = self.lists.at(ply)[index].1;
            self.position.do_move(mv);
            let below = self.defend_at(depth - 1, ply + 1);
            self.position.undo_move(mv);
            if let Some(plies) = below? {
                self.table.store_mate(key, plies + 1, mv.bits());
                return Ok(Some(plies + 1));
            }
        }
        self.table.store_fail(key, depth, known.best());
        Ok(None)
    }

    fn attack_in_one(&mut self, key: u64) -> Distance {
        match self.position.mate_in_one() {
            Some(mv) => {
                self.table.store_mate(key, 1, mv.bits());
                Some(1)
            }
            None => {
                self.table.store_fail(key, 1, 0);
                None
            }
        }
    }

    fn defend_at(&mut self, depth: u16, ply: usize) -> Result<Distance, StopReason> {
        self.budget.spend()?;
        let key = self.position.key();
        let known = self.table.probe(key);
        if let Some(plies) = known.mate().filter(|&plies| plies <= depth) {
            return Ok(Some(plies));
        }
        if known.fail() >= depth {
            return Ok(None);
        }
        self.list_replies(ply, known.best());
        let mut longest = 0;
        for index in 0..self.lists.at(ply).len() {
            let mv = self.lists.at(ply)[index].1;
            self.position.do_move(mv);
            let below = self.attack_at(depth - 1, ply + 1);
            self.position.undo_move(mv);
            let Some(plies) = below? else {
                self.table.store_fail(key, depth, mv.bits());
                return Ok(None);
            };
            longest = longest.max(plies + 1);
        }
        self.table.store_mate(key, longest, 0);
        Ok(Some(longest))
    }

    /// Lists the checks, those with the fewest replies first; a mate at once is returned.
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

    /// Lists the replies: the one that held before, captures of the checker,
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
