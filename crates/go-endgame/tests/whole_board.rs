//! Small boards that Black, moving first, wins as a whole: 2x4 = 8, 2x5 = 10, 3x3 = 9, 3x5 = 15, by area.
//!
//! A proof-number search [nagai2002] for "every point is Black's", under simple ko, in which everything counts
//! against Black that is in doubt: a position that comes back, a line without an end, a table too small. Black never
//! passes in a proof. So a proof holds however endless play counts; its positions never come back. That the search
//! finds none proves nothing.
//!
//! A position is won when Black's stones are safe if every intrusion is answered and White has room to live nowhere
//! [mueller1997]. Rules and safety are written down here on masks, for speed, and every proof is walked through again by
//! the library's rules and its [`alternating_safety`].
//!
//! 5x5 = 25 [vanderwerf2003] is **not** proved here yet: `five_by_five` is the search for it, not seen to end. 3x5 takes
//! 21,093 nodes, a position of 4x5 after five plies 477,273.

mod masks;

use std::collections::HashSet;
use std::ops::Deref;

use masks::{Masks, lowest};
use zenpuku_go::{Board, Color, Move, Setup, Size, Suicide, alternating_safety};

/// The board's masks and its symmetries.
struct Shape {
    masks: Masks,
    /// By third of a mask and its nine bits: the images under the board's symmetries.
    images: Vec<[u32; 8]>,
}

impl Deref for Shape {
    type Target = Masks;

    fn deref(&self) -> &Masks {
        &self.masks
    }
}

impl Shape {
    fn new(width: u32, height: u32) -> Self {
        let area = width * height;
        let turned = |point: u32, symmetry: u32| {
            let (mut x, mut y) = (point % width, point / width);
            if symmetry & 1 != 0 {
                x = width - 1 - x;
            }
            if symmetry & 2 != 0 {
                y = height - 1 - y;
            }
            let (x, y) = if symmetry & 4 != 0 && width == height { (y, x) } else { (x, y) };
            1 << (y * width + x)
        };
        let image = |number: u32, symmetry: u32| {
            let points =
                (0..9).filter(|bit| number >> bit & 1 == 1).map(|bit| number / 512 * 9 + bit);
            points.filter(|&point| point < area).fold(0, |set, point| set | turned(point, symmetry))
        };
        let images = (0..3 * 512).map(|number| std::array::from_fn(|i| image(number, i as u32)));
        Self { masks: Masks::new(width, height), images: images.collect() }
    }

    fn turned(&self, mask: u32) -> [u32; 8] {
        let part = |i: u32| &self.images[(i * 512 + (mask >> (9 * i) & 511)) as usize];
        let parts = [part(0), part(1), part(2)];
        std::array::from_fn(|i| parts[0][i] | parts[1][i] | parts[2][i])
    }

    /// All of a position, the same for its turned and mirrored images; never 0.
    fn key(&self, at: &Position) -> u64 {
        let (black, white, ko) =
            (self.turned(at.stones[0]), self.turned(at.stones[1]), self.turned(at.ko));
        let one = |i: usize| {
            let stones = u64::from(black[i]) << self.area() | u64::from(white[i]);
            stones << 6 | u64::from(ko[i].trailing_zeros())
        };
        let least = (0..8).map(one).min().unwrap_or_default();
        least << 1 | u64::from(at.white)
    }
}

#[derive(Clone, Copy)]
struct Position {
    /// Black's and White's.
    stones: [u32; 2],
    /// The point that may not be retaken.
    ko: u32,
    /// Whether White is to move.
    white: bool,
}

impl Position {
    fn empty(&self, shape: &Shape) -> u32 {
        shape.full & !(self.stones[0] | self.stones[1])
    }

    fn passed(&self) -> Self {
        Self { ko: 0, white: !self.white, ..*self }
    }

    fn played(&self, shape: &Shape, point: u32) -> Option<Self> {
        let (own, other) =
            (self.stones[usize::from(self.white)], self.stones[usize::from(!self.white)]);
        let (near, left) = (shape.near(point), self.empty(shape) & !point);
        let caught =
            shape.chains(other).filter(|&chain| chain & near != 0 && shape.near(chain) & left == 0);
        let captured = caught.fold(0, |set, chain| set | chain);
        let left = left | captured;
        let chain = shape.chain(point, own | point);
        if shape.near(chain) & left == 0 {
            return None;
        }
        let retakes = captured.count_ones() == 1 && near & own == 0 && near & left == captured;
        let mut stones = [own | point, other & !captured];
        if self.white {
            stones.swap(0, 1);
        }
        Some(Self { stones, ko: if retakes { captured } else { 0 }, white: !self.white })
    }
}

/// A region of a colour: the chains, by number, to which it is an eye, and whether its owner has to answer there.
struct Room {
    points: u32,
    eye_of: u32,
    answered: bool,
}

/// Whether every point outside the walls can be given two of the pool of its own beside it.
fn has_pairs(shape: &Shape, points: u32, pool: u32) -> bool {
    let point = lowest(points);
    let near = shape.near(point) & pool;
    let choices = || (0..shape.area()).map(|i| 1 << i).filter(|bit| near & bit != 0);
    point == 0
        || choices().any(|a| {
            let rest = choices().filter(|&b| b > a);
            rest.into_iter().any(|b| has_pairs(shape, points & !point, pool & !(a | b)))
        })
}

fn is_answered(shape: &Shape, room: u32, walls: u32, empty: u32) -> bool {
    let near = shape.near(walls);
    let (inner, pool) = (room & !near, room & near & empty);
    2 * inner.count_ones() <= pool.count_ones() && has_pairs(shape, inner, pool)
}

/// The stones that live if their owner answers every intrusion where it must, and all rooms of the colour.
fn safe(shape: &Shape, own: u32, empty: u32) -> (u32, Vec<Room>) {
    let chains: Vec<u32> = shape.chains(own).collect();
    let numbers = |is_eye: &dyn Fn(u32) -> bool| {
        let eyes = chains.iter().enumerate().filter(|(_, chain)| is_eye(**chain));
        eyes.fold(0, |set: u32, (number, _)| set | 1 << number)
    };
    let room = |points: u32| {
        let beside = |chain: u32| shape.near(chain) & points != 0;
        let eye_of = numbers(&|chain| beside(chain) && points & empty & !shape.near(chain) == 0);
        if eye_of != 0 {
            return Room { points, eye_of, answered: false };
        }
        let by_answers =
            numbers(&|chain| beside(chain) && is_answered(shape, points, chain, empty));
        // One strategy a room: it serves one chain.
        Room { points, eye_of: lowest(by_answers), answered: by_answers != 0 }
    };
    let rooms: Vec<Room> = shape.chains(shape.full & !own).map(room).collect();
    let mut alive = own;
    loop {
        let walled = rooms.iter().filter(|room| shape.near(room.points) & !alive == 0);
        let eyes: Vec<u32> = walled.map(|room| room.eye_of).collect();
        let lives = |number: usize| eyes.iter().filter(|eye| *eye >> number & 1 == 1).count() >= 2;
        let kept = chains
            .iter()
            .enumerate()
            .filter(|(number, chain)| **chain & alive != 0 && lives(*number));
        let kept = kept.fold(0, |set, (_, chain)| set | chain);
        if kept == alive || kept == 0 {
            return (kept, rooms);
        }
        alive = kept;
    }
}

/// Whether all points are Black's.
fn is_won(shape: &Shape, at: &Position) -> bool {
    let (own, empty) = (at.stones[0], at.empty(shape));
    if own.count_ones() * 4 < shape.area() {
        return false;
    }
    let (alive, rooms) = safe(shape, own, empty);
    let near = shape.near(alive);
    alive != 0
        && shape.chains(shape.full & !alive).all(|piece| {
            let inner = piece & !near;
            let eyeless = match inner.count_ones() {
                0 | 1 => true,
                2 => shape.near(lowest(inner)) & inner != 0,
                _ => false,
            };
            eyeless || rooms.iter().any(|room| room.points == piece && room.answered)
        })
}

fn is_lost(shape: &Shape, at: &Position) -> bool {
    at.stones[1].count_ones() >= 4 && safe(shape, at.stones[1], at.empty(shape)).0 != 0
}

/// Proof and disproof numbers; [`INFINITE`] where there is no proof.
type Numbers = (u32, u32);

const INFINITE: u32 = 1 << 24;
const WON: Numbers = (0, INFINITE);
const LOST: Numbers = (INFINITE, 0);

/// Lines are cut here, in plies: the longest proofs seen are half as long.
const LONGEST: usize = 120;

struct Child {
    at: Position,
    key: u64,
    numbers: Numbers,
}

struct Prover {
    shape: Shape,
    /// Buckets of four, by exact key.
    table: Vec<[(u64, u32, u32); 4]>,
    path: Vec<u64>,
    nodes: u64,
    most_nodes: u64,
}

impl Prover {
    /// A table of four times 2^`bits` positions, 16 bytes each.
    fn new(width: u32, height: u32, bits: u32, most_nodes: u64) -> Self {
        let table = vec![[(0, 0, 0); 4]; 1 << bits];
        Self { shape: Shape::new(width, height), table, path: Vec::new(), nodes: 0, most_nodes }
    }

    fn bucket(&self, key: u64) -> usize {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 32) as usize % self.table.len()
    }

    fn stored(&self, key: u64) -> Option<Numbers> {
        let found = self.table[self.bucket(key)].iter().find(|entry| entry.0 == key);
        found.map(|&(_, proof, disproof)| (proof, disproof))
    }

    /// Takes the place of the same position, of none, or of the least worked on; proofs are kept longest.
    fn store(&mut self, key: u64, (proof, disproof): Numbers) {
        let bucket = self.bucket(key);
        let worth = |entry: &(u64, u32, u32)| match *entry {
            (known, ..) if known == key => 0,
            (0, ..) => 1,
            (_, 0, _) => u64::MAX,
            (_, proof, disproof) => 2 + u64::from(proof) + u64::from(disproof),
        };
        if let Some(place) = self.table[bucket].iter_mut().min_by_key(|entry| worth(entry)) {
            *place = (key, proof, disproof);
        }
    }

    /// A new position: settled, or as hard to prove as White has room and liberties, and to disprove as Black has. The
    /// weights were fitted on 3x5.
    fn first_numbers(&self, at: &Position) -> Numbers {
        let shape = &self.shape;
        if is_won(shape, at) {
            return WON;
        }
        if is_lost(shape, at) {
            return LOST;
        }
        let [black, white] = at.stones;
        let empty = at.empty(shape);
        let far = |stones: u32| (empty & !shape.near(stones)).count_ones();
        let liberties = |stones: u32| (empty & shape.near(stones)).count_ones();
        let proof = 2 + 4 * far(black) + 2 * liberties(white) + 2 * white.count_ones();
        let disproof =
            (12 * far(white) + 40 * liberties(black)).saturating_sub(3 * white.count_ones()) / 4;
        let choice = if at.white { empty.count_ones() / 2 } else { 0 };
        (proof + choice, disproof.max(1))
    }

    fn looked_up(&self, at: &Position, key: u64) -> Numbers {
        if self.path.contains(&key) {
            return LOST;
        }
        self.stored(key).unwrap_or_else(|| self.first_numbers(at))
    }

    fn children(&self, at: &Position) -> Vec<Child> {
        let shape = &self.shape;
        let mut found: Vec<Child> = Vec::with_capacity(26);
        let open = at.empty(shape) & !at.ko;
        let points = (0..shape.area()).map(|i| 1 << i).filter(|point| open & point != 0);
        // Black keeps its one-point eyes.
        let points = points.filter(|&point| {
            let near = shape.near(point);
            at.white
                || near & !shape.chain(lowest(near), at.stones[0]) != 0
                || near & !at.stones[0] != 0
        });
        let pass = at.white.then(|| at.passed());
        for next in points.filter_map(|point| at.played(shape, point)).chain(pass) {
            let key = shape.key(&next);
            if found.iter().all(|child| child.key != key) {
                found.push(Child { at: next, key, numbers: self.looked_up(&next, key) });
            }
        }
        found
    }

    /// Searches until the proof or the disproof number reaches its limit.
    fn search(&mut self, at: &Position, key: u64, limits: Numbers) -> Numbers {
        self.nodes += 1;
        if self.path.len() > LONGEST {
            return LOST;
        }
        self.path.push(key);
        let mut children = self.children(at);
        let numbers = loop {
            let (numbers, best, second) = summed(&children, at.white);
            let is_settled = numbers.0 == 0 || numbers.1 == 0;
            let is_full = numbers.0 >= limits.0 || numbers.1 >= limits.1;
            if is_settled || is_full || self.nodes >= self.most_nodes {
                break numbers;
            }
            let child = &children[best];
            let limits = child_limits(limits, numbers, child.numbers, second, at.white);
            let (next, next_key) = (child.at, child.key);
            children[best].numbers = self.search(&next, next_key, limits);
        };
        self.path.pop();
        self.store(key, numbers);
        numbers
    }

    /// `Some(true)` if Black wins every point; `None` if the nodes do not suffice.
    fn prove(&mut self, at: &Position) -> Option<bool> {
        let key = self.shape.key(at);
        let unlimited = (INFINITE + 1, INFINITE + 1);
        match self.search(at, key, unlimited) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// A pair as the side to move sees it: what it wants to be small first.
fn turned(numbers: Numbers, white: bool) -> Numbers {
    if white { (numbers.1, numbers.0) } else { numbers }
}

/// The numbers of a position, its best child, and the second best number of a child. What the other side must do for
/// all children counts as the greatest of them and one for each other, as transpositions are many (weak proof numbers).
fn summed(children: &[Child], white: bool) -> (Numbers, usize, u32) {
    let (mut least, mut second, mut best) = ((INFINITE, INFINITE), INFINITE, 0);
    let (mut greatest, mut open) = (0, 0);
    for (i, child) in children.iter().enumerate() {
        let numbers = turned(child.numbers, white);
        open += u32::from(numbers.1 != 0);
        greatest = greatest.max(numbers.1);
        if numbers < least {
            (second, least, best) = (least.0, numbers, i);
        } else {
            second = second.min(numbers.0);
        }
    }
    let other = match (least.0, greatest) {
        (0, _) | (_, INFINITE) => INFINITE,
        (_, 0) => 0,
        _ => (greatest + open - 1).min(INFINITE - 1),
    };
    let own = if other == 0 { INFINITE } else { least.0 };
    (turned((own, other), white), best, second)
}

/// How far the best child is searched: until another is clearly better, or the parent is full.
fn child_limits(
    limits: Numbers,
    now: Numbers,
    child: Numbers,
    second: u32,
    white: bool,
) -> Numbers {
    let (limits, now, child) = (turned(limits, white), turned(now, white), turned(child, white));
    let own = limits.0.min(second + 1 + second / 8);
    let other = if limits.1 >= INFINITE { INFINITE + 1 } else { limits.1 - now.1 + child.1 };
    turned((own, other), white)
}

/// Whether the library finds all points Black's. It may see later than [`is_won`] that they are; the walk goes on then.
fn is_covered(board: &Board<u64>) -> bool {
    let safety = alternating_safety(board, Color::Black);
    safety.stones | safety.territory == board.geometry().full()
}

/// Walks through a proof by the library's rules: every answer of White, one move of Black. The number of positions.
struct Walk<'a> {
    prover: &'a mut Prover,
    seen: HashSet<u64>,
    path: HashSet<u64>,
}

impl Walk<'_> {
    fn position(&self, board: &Board<u64>) -> Position {
        let stones = Color::BOTH.map(|color| board.stones(color) as u32);
        let ko = board.ko().map_or(0, |point| 1 << point.index());
        Position { stones, ko, white: board.to_move() == Color::White }
    }

    /// Whether the position is proved without coming back to one on the way. Of Black's moves several may be proved, one
    /// of them by what another proves, so they are tried in turn.
    fn check(&mut self, board: &Board<u64>) -> bool {
        let at = self.position(board);
        let key = self.prover.shape.key(&at);
        if self.seen.contains(&key) || is_covered(board) {
            return true;
        }
        let is_new = self.path.insert(key);
        if !is_new {
            return false;
        }
        // Where all is won Black may have nothing to do but pass, and White's pass then ends the game.
        let won = is_won(&self.prover.shape, &at);
        let moves = board.legal_moves().filter(|&mv| at.white != won || mv != Move::Pass);
        let after: Vec<Board<u64>> = moves
            .map(|mv| {
                let mut after = *board;
                after.play_move(mv).unwrap();
                after
            })
            .collect();
        let holds = match at.white {
            true => after.iter().all(|next| self.check(next)),
            false => {
                after.iter().any(is_covered)
                    || after.iter().any(|next| self.is_proved(next) && self.check(next))
            }
        };
        self.path.remove(&key);
        if holds {
            self.seen.insert(key);
        }
        holds
    }

    fn is_proved(&mut self, board: &Board<u64>) -> bool {
        let at = self.position(board);
        let key = self.prover.shape.key(&at);
        let known = self.prover.stored(key).unwrap_or_else(|| self.prover.first_numbers(&at));
        known.0 == 0
    }
}

/// The nodes of the proof and the positions of its walk, the first moves given.
fn proved(width: u32, height: u32, moves: &[&str], bits: u32) -> (u64, usize) {
    let size = Size::new(width as usize, height as usize).unwrap();
    let mut board: Board<u64> = Setup::empty(size).board(Suicide::Forbidden).unwrap();
    for name in moves {
        board.play(size.parse_vertex(name).unwrap().unwrap()).unwrap();
    }
    let mut prover = Prover::new(width, height, bits, 20_000_000);
    let stones = Color::BOTH.map(|color| board.stones(color) as u32);
    let root = Position { stones, ko: 0, white: board.to_move() == Color::White };
    assert_eq!(prover.prove(&root), Some(true), "{board}");
    let nodes = prover.nodes;
    let mut walk = Walk { prover: &mut prover, seen: HashSet::new(), path: HashSet::new() };
    assert!(walk.check(&board), "{board}");
    (nodes, walk.seen.len())
}

#[test]
fn black_wins_all_of_small_boards() {
    for (width, height) in [(4, 2), (5, 2), (3, 3), (5, 3)] {
        let (nodes, positions) = proved(width, height, &[], 16);
        println!("{width}x{height}: {nodes} nodes, {positions} positions walked");
    }
}

#[test]
fn what_is_not_won_is_not_proved() {
    for (width, height) in [(2, 2), (3, 2), (4, 3)] {
        let mut prover = Prover::new(width, height, 16, 2_000_000);
        let root = Position { stones: [0; 2], ko: 0, white: false };
        assert_ne!(prover.prove(&root), Some(true), "{width}x{height}");
    }
}

/// A position of 4x5 after five plies, as a measure of the way from 3x5 to 5x5.
#[test]
#[ignore = "some seconds, 140 MB: cargo test --release -p zenpuku-go-endgame --test whole_board -- --ignored plies --nocapture"]
fn four_by_five_after_five_plies() {
    let (nodes, positions) = proved(5, 4, &["C3", "D3", "D2", "C2", "B2"], 21);
    println!("{nodes} nodes, {positions} positions walked");
}

/// Black's first move at the centre wins everything [vanderwerf2003].
#[test]
#[ignore = "2 GB, not seen to end: cargo test --release -p zenpuku-go-endgame --test whole_board -- --ignored five_by_five"]
fn five_by_five() {
    let mut prover = Prover::new(5, 5, 25, u64::MAX);
    let root = Position { stones: [1 << 12, 0], ko: 0, white: true };
    assert_eq!(prover.prove(&root), Some(true));
}
