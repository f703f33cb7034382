//! Small boards from empty under simple ko, by area, as intervals: from endless play counting as the worst for Black to
//! its counting as the best.
//!
//! The rules are written down here once more, on masks, so that nothing is shared with what is tested. All positions
//! of a board are listed; their values, seen from the side to move, are raised and lowered until nothing changes.

use std::collections::HashMap;

use zenpuku_go::{Board, Scoring, Size, Suicide};
use zenpuku_go_endgame::{Exclusion, LoopValue, loop_value};

/// Stones of the side to move and of the other.
type Stones = (u32, u32);

struct Tiny {
    width: u32,
    full: u32,
    /// Columns at the left and at the right.
    rims: [u32; 2],
}

impl Tiny {
    fn new(width: u32, height: u32) -> Self {
        let column = (0..height).fold(0, |mask, y| mask | 1 << (y * width));
        let full = (1 << (width * height)) - 1;
        Self { width, full, rims: [column, column << (width - 1)] }
    }

    fn area(&self) -> u32 {
        self.full.count_ones()
    }

    fn near(&self, mask: u32) -> u32 {
        let sideways = (mask & !self.rims[1]) << 1 | (mask & !self.rims[0]) >> 1;
        (sideways | mask << self.width | mask >> self.width) & self.full & !mask
    }

    fn chain(&self, seed: u32, within: u32) -> u32 {
        let mut chain = seed;
        loop {
            let grown = chain | self.near(chain) & within;
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }

    fn chains(&self, mut stones: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::from_fn(move || {
            let seed = stones & stones.wrapping_neg();
            (seed != 0).then(|| {
                let chain = self.chain(seed, stones);
                stones &= !chain;
                chain
            })
        })
    }

    fn is_legal(&self, (own, other): Stones) -> bool {
        let empty = self.full & !(own | other);
        let alive = |stones| self.chains(stones).all(|chain| self.near(chain) & empty != 0);
        alive(own) && alive(other)
    }

    /// The stones after a move, as the other side sees them, and the point it may not retake.
    fn play(&self, (own, other): Stones, point: u32) -> Option<(Stones, u32)> {
        let mine = own | point;
        let captured = self
            .chains(other)
            .filter(|&chain| self.near(chain) & !(mine | other) == 0)
            .fold(0, |set, chain| set | chain);
        let other = other & !captured;
        let chain = self.chain(point, mine);
        let liberties = self.near(chain) & !(mine | other);
        if liberties == 0 {
            return None;
        }
        let retaken = captured.count_ones() == 1 && chain == point && liberties == captured;
        Some(((other, mine), if retaken { captured } else { 0 }))
    }

    /// The lead of the side to move if the game ends: stones, and what one colour alone surrounds.
    fn count(&self, (own, other): Stones) -> i8 {
        let empty = self.full & !(own | other);
        let mut lead = own.count_ones() as i8 - other.count_ones() as i8;
        for space in self.chains(empty) {
            let around = self.near(space);
            let points = space.count_ones() as i8;
            lead += points * (i8::from(around & own != 0) - i8::from(around & other != 0)).signum();
        }
        lead
    }
}

/// Least and greatest value for the side to move.
type Value = (i8, i8);

struct Solver {
    board: Tiny,
    /// The number of a mask's points in base 3.
    digits: Vec<u32>,
    /// By position, without a pass before and after one.
    values: [Vec<Value>; 2],
    /// By position with a point that may not be retaken.
    retakes: HashMap<(u32, u32), Value>,
    positions: Vec<Stones>,
}

impl Solver {
    fn new(width: u32, height: u32) -> Self {
        let board = Tiny::new(width, height);
        let area = board.area();
        let digits: Vec<u32> = (0..=board.full)
            .map(|mask| (0..area).filter(|i| mask >> i & 1 == 1).map(|i| 3u32.pow(i)).sum())
            .collect();
        let unknown = (-(area as i8), area as i8);
        let mut positions = Vec::new();
        for own in 0..=board.full {
            let rest = board.full & !own;
            let mut other = rest;
            loop {
                if board.is_legal((own, other)) {
                    positions.push((own, other));
                }
                if other == 0 {
                    break;
                }
                other = (other - 1) & rest;
            }
        }
        // From full boards to empty ones, as most moves add a stone.
        positions.sort_by_key(|(own, other)| u32::MAX - (own | other).count_ones());
        let values = [(); 2].map(|()| vec![unknown; 3usize.pow(area)]);
        Self { board, digits, values, retakes: HashMap::new(), positions }
    }

    fn number(&self, (own, other): Stones) -> u32 {
        self.digits[own as usize] + 2 * self.digits[other as usize]
    }

    fn look(&mut self, stones: Stones, forbidden: u32) -> Value {
        let number = self.number(stones);
        if forbidden == 0 {
            return self.values[0][number as usize];
        }
        let area = self.board.area() as i8;
        *self.retakes.entry((number, forbidden)).or_insert((-area, area))
    }

    /// The best of all moves, passing left aside; the worst value without one.
    fn by_moves(&mut self, stones: Stones, forbidden: u32) -> Value {
        let mut best = (i8::MIN, i8::MIN);
        let mut points = self.board.full & !(stones.0 | stones.1 | forbidden);
        while points != 0 {
            let point = points & points.wrapping_neg();
            points &= !point;
            if let Some((after, retake)) = self.board.play(stones, point) {
                let (low, high) = self.look(after, retake);
                best = (best.0.max(-high), best.1.max(-low));
            }
        }
        best
    }

    fn sweep(&mut self) -> bool {
        let mut changed = false;
        for index in 0..self.positions.len() {
            let stones @ (own, other) = self.positions[index];
            let moves = self.by_moves(stones, 0);
            let (low, high) = self.values[1][self.number((other, own)) as usize];
            let ended = self.board.count(stones);
            let number = self.number(stones) as usize;
            let first = (moves.0.max(-high), moves.1.max(-low));
            let second = (moves.0.max(ended), moves.1.max(ended));
            for (passes, value) in [first, second].into_iter().enumerate() {
                changed |= self.values[passes][number] != value;
                self.values[passes][number] = value;
            }
        }
        changed | self.sweep_retakes()
    }

    fn sweep_retakes(&mut self) -> bool {
        let mut changed = false;
        let keys: Vec<(u32, u32)> = self.retakes.keys().copied().collect();
        for key @ (number, forbidden) in keys {
            let stones = self.stones(number);
            let moves = self.by_moves(stones, forbidden);
            let (low, high) = self.values[1][self.number((stones.1, stones.0)) as usize];
            let value = (moves.0.max(-high), moves.1.max(-low));
            changed |= self.retakes.insert(key, value) != Some(value);
        }
        changed
    }

    fn stones(&self, mut number: u32) -> Stones {
        let mut stones = (0, 0);
        for i in 0..self.board.area() {
            match number % 3 {
                1 => stones.0 |= 1 << i,
                2 => stones.1 |= 1 << i,
                _ => {}
            }
            number /= 3;
        }
        stones
    }
}

/// The empty board, Black first.
fn empty(width: u32, height: u32) -> LoopValue {
    let mut solver = Solver::new(width, height);
    while solver.sweep() {}
    let (low, high) = solver.values[0][0];
    LoopValue { low: i32::from(low), high: i32::from(high) }
}

#[test]
fn boards_up_to_twelve_points() {
    for (width, height, low, high) in
        [(2, 2, -4, 4), (3, 2, -6, 6), (4, 2, 8, 8), (5, 2, 10, 10), (3, 3, 9, 9), (4, 3, 4, 12)]
    {
        let interval = LoopValue { low, high };
        assert_eq!(empty(width, height), interval, "{width}x{height}");
        // If endless play is a draw, the score is the end of the interval that is next to 0.
        if (width, height) == (4, 3) {
            assert_eq!(0.clamp(interval.low, interval.high), 4);
        }
    }
}

#[test]
fn the_library_finds_the_same() {
    for (width, height) in [(2, 2), (3, 2), (4, 2), (5, 2), (3, 3)] {
        let size = Size::new(width, height).unwrap();
        let board: Board<u64> = Board::empty(size, Suicide::Forbidden).unwrap();
        let found = loop_value(&board, Exclusion::Nothing, Scoring::Area, 5_000_000).unwrap();
        assert_eq!(found, empty(width as u32, height as u32), "{width}x{height}");
    }
}

#[test]
#[ignore = "minutes and 1 GB: cargo test --release -p zenpuku-go-endgame --test small_boards -- --ignored fifteen"]
fn fifteen_points() {
    assert_eq!(empty(5, 3), LoopValue { low: 15, high: 15 });
}

#[test]
#[ignore = "minutes and 1 GB: cargo test --release -p zenpuku-go-endgame --test small_boards -- --ignored four"]
fn four_by_four() {
    assert_eq!(empty(4, 4), LoopValue { low: 1, high: 16 });
}
