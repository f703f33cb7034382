//! The deepening search for a proof.

use crate::board::{Position, Shape};
use crate::judge::Judge;
use crate::masks::lowest;
use crate::safety::{is_lost, is_won};
use crate::table::{Entry, NEVER, NO_MOVE, PASS, Table};

/// More plies than are ever searched.
const ENDLESS: u8 = 250;
/// One in this number of positions that look hopeless is searched anyway, so
/// that the judge learns from its errors.
const TRIED: u64 = 32;
/// All points and a pass.
const MOVES: usize = 26;

#[derive(Clone, Copy)]
struct Child {
    at: Position,
    key: u64,
    point: u8,
    /// Higher is tried first.
    promise: i32,
}

/// The static results of the moves of a position.
enum Moves {
    /// A move is known to decide.
    Decided(u8),
    /// This number of moves at the front of the list are searched.
    Open(usize),
}

pub(crate) struct Prover {
    pub(crate) shape: Shape,
    pub(crate) table: Table,
    judge: Judge,
    /// How often a move decided, by side and point.
    history: [[i32; 32]; 2],
    /// The plies of the present deepening.
    most: u8,
    pub(crate) nodes: u64,
}

impl Prover {
    /// With a table of four times 2^`bits` positions.
    pub(crate) fn new(width: u32, height: u32, bits: u32) -> Self {
        let (shape, judge) = (Shape::new(width, height), Judge::new(width, height));
        Self { shape, table: Table::new(bits), judge, history: [[0; 32]; 2], most: 0, nodes: 0 }
    }

    /// Whether so few plies are left that White has too much room, or too many stones and liberties, for Black to win. Of
    /// the positions of 4x5 hardly any was won beyond these limits; giving up wrongly costs a proof, never its truth.
    fn is_hopeless(&self, at: &Position, plies: u8) -> bool {
        let [black, white] = at.stones;
        let far = (self.shape.full & !(black | self.shape.near(black))).count_ones();
        let around = (at.empty(&self.shape) & self.shape.near(white)).count_ones();
        let early = u32::from(plies.saturating_sub(8));
        far > 3 + u32::from(plies / 2) + early
            || white.count_ones() + around > 12 + u32::from(plies / 4) + early
    }

    /// Black's static estimate, for the order of moves before the judge has learned.
    fn standing(&self, at: &Position) -> i32 {
        let [black, white] = at.stones;
        let empty = at.empty(&self.shape);
        let count = |mask: u32| mask.count_ones() as i32;
        let far = |stones: u32| count(empty & !self.shape.near(stones));
        let liberties = |stones: u32| count(empty & self.shape.near(stones));
        2 * count(black) - 4 * count(white) - 4 * far(black) - 2 * liberties(white)
            + (3 * far(white) + 4 * liberties(black)) / 2
    }

    /// The promise of a move that leads here.
    fn promise(&self, next: &Position, point: u8) -> i32 {
        let mover = usize::from(!next.white);
        let history = self.history[mover][usize::from(point)] / 64;
        if point == PASS {
            return history - 1000;
        }
        let value = 16 * self.standing(next) + (64.0 * self.judge.value(next)) as i32;
        history + if next.white { value } else { -value }
    }

    /// Whether `near`, all points next to an empty one, is a single chain of Black's.
    fn is_own_eye(&self, at: &Position, near: u32) -> bool {
        let own = at.stones[0];
        near & !own == 0 && near & !self.shape.chain(lowest(near), own) == 0
    }

    /// All moves in no order. Black keeps its one-point eyes and does not pass.
    fn all_moves(&self, at: &Position, list: &mut [Child; MOVES]) -> usize {
        let shape = &self.shape;
        let open = at.empty(shape) & !at.ko;
        let points = (0..shape.area()).filter(|&point| {
            open >> point & 1 == 1 && (at.white || !self.is_own_eye(at, shape.near(1 << point)))
        });
        let played = points.filter_map(|point| Some((at.played(shape, 1 << point)?, point as u8)));
        let mut count = 0;
        for (next, point) in played.chain(at.white.then(|| (at.passed(), PASS))) {
            list[count] = Child { at: next, key: shape.key(&next), point, promise: 0 };
            count += 1;
        }
        count
    }

    /// The moves in the order of their promise, `first` before all; none that are known not to decide.
    fn moves(&self, at: &Position, plies: u8, first: u8, list: &mut [Child; MOVES]) -> Moves {
        let all = self.all_moves(at, list);
        self.table.touch(list[..all].iter().map(|child| child.key));
        let mut count = 0;
        for i in 0..all {
            let child = list[i];
            let known = self.table.get(child.key);
            let wins = known.is_some_and(|entry| entry.won < plies);
            let fails = known.is_some_and(|entry| entry.open >= plies);
            let decides = if at.white { fails } else { wins };
            if decides {
                return Moves::Decided(child.point);
            }
            if !wins && !fails {
                list[count] = child;
                count += 1;
            }
        }
        for child in &mut list[..count] {
            let is_first = child.point == first;
            child.promise = if is_first { i32::MAX } else { self.promise(&child.at, child.point) };
        }
        list[..count]
            .sort_unstable_by_key(|child| core::cmp::Reverse((child.promise, child.point)));
        Moves::Open(count)
    }

    /// Whether a win of every point by Black is found within this number of plies.
    pub(crate) fn wins(&mut self, at: &Position, key: u64, plies: u8) -> bool {
        self.nodes += 1;
        let known = self.table.get(key);
        match known {
            Some(entry) if entry.won <= plies => return true,
            Some(entry) if entry.open > plies => return false,
            _ => {}
        }
        // At the first plies a mistake would cost most.
        let may_give_up = plies >= 2 && plies + 4 <= self.most && !self.nodes.is_multiple_of(TRIED);
        if may_give_up && self.judge.gives_up(at, plies) || at.white && self.is_hopeless(at, plies)
        {
            return false;
        }
        match known {
            None if is_won(&self.shape, at) => self.settle(key, 0, true, NO_MOVE, 0),
            None if is_lost(&self.shape, at) => self.settle(key, ENDLESS, false, NO_MOVE, 0),
            _ if plies == 0 => self.settle(key, 0, false, NO_MOVE, 0),
            _ => self.wins_by_moves(at, key, plies, known.map_or(NO_MOVE, |entry| entry.best)),
        }
    }

    fn wins_by_moves(&mut self, at: &Position, key: u64, plies: u8, first: u8) -> bool {
        let before = self.nodes;
        let mut list = [Child { at: *at, key, point: NO_MOVE, promise: 0 }; MOVES];
        let count = match self.moves(at, plies, first, &mut list) {
            Moves::Decided(point) => return self.settle(key, plies, !at.white, point, 0),
            Moves::Open(count) => count,
        };
        let decides = |child: &&Child| self.wins(&child.at, child.key, plies - 1) != at.white;
        let best = list[..count].iter().find(decides).map(|child| child.point);
        let wins = best.is_some() != at.white;
        if let Some(point) = best {
            self.note(at.white, point, plies);
        }
        self.judge.learn(at, plies, wins, TRIED);
        let work = (self.nodes - before + 1).ilog2() as u8;
        self.settle(key, plies, wins, best.unwrap_or(NO_MOVE), work)
    }

    /// Stores the result and returns it.
    fn settle(&mut self, key: u64, plies: u8, wins: bool, best: u8, work: u8) -> bool {
        let (won, open) = if wins { (plies, 0) } else { (NEVER, plies + 1) };
        self.table.add(Entry { key, won, open, best, work });
        wins
    }

    fn note(&mut self, white: bool, point: u8, plies: u8) {
        let history = &mut self.history[usize::from(white)];
        history[usize::from(point)] += i32::from(plies) * i32::from(plies);
        if history[usize::from(point)] > 1 << 15 {
            history.iter_mut().for_each(|value| *value /= 2);
        }
    }

    /// The plies within which Black wins every point, if no more than `most`.
    /// Called after every deepening with its plies and the nodes so far.
    pub(crate) fn prove(
        &mut self,
        at: &Position,
        most: u8,
        mut tell: impl FnMut(u8, u64),
    ) -> Option<u8> {
        let key = self.shape.key(at);
        let first = if at.white { 2 } else { 1 };
        (first..=most).step_by(2).find(|&plies| {
            self.most = plies;
            self.judge.take_care();
            let wins = self.wins(at, key, plies);
            tell(plies, self.nodes);
            wins
        })
    }
}
