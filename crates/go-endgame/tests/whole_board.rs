//! Small boards that Black, moving first, wins as a whole: 2x4 = 8, 2x5 = 10, 3x3 = 9, 3x5 = 15, by area.
//!
//! The search asks whether Black wins every point within so many plies, under simple ko, and deepens by two. The answer is
//! of the position alone, however it came about, so that a table needs no care for positions that come back; Black never
//! passes in a proof. From move to move of a proof the plies that are left become fewer, so its positions never come back
//! either, and it holds however endless play counts. That nothing is found proves nothing, which leaves the search free to
//! give up what looks hopeless.
//!
//! A position is won when Black's stones are safe if every intrusion is answered and White has room to live nowhere
//! [mueller1997]. Rules and safety are written down here on masks, for speed, and every proof is walked through again by
//! the library's rules and its [`alternating_safety`].
//!
//! 4x5 = 20 and 5x5 = 25 [vanderwerf2003] are **not** proved here yet; `four_by_five` and `five_by_five` are the searches
//! for them, not seen to end. A faster draft of this search proved 4x5 within 24 plies of the first stone in 97 million
//! nodes, without the walk, and found nothing within 22 plies on 5x5 in 392 million, where every two plies take ten times
//! as many.

mod masks;

use std::collections::HashSet;
use std::ops::Deref;

use masks::{Masks, lowest};
use zenpuku_go::{Board, Color, Move, Setup, Size, Suicide, alternating_safety};

/// Up to so many stones symmetric positions are one.
const FEW: u32 = 9;

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

    /// All of a position; the same for its turned and mirrored images while the stones are few, later they seldom meet.
    /// Never 0.
    fn key(&self, at: &Position) -> u64 {
        let one = |[black, white, ko]: [u32; 3]| {
            let stones = u64::from(black) << self.area() | u64::from(white);
            stones << 6 | u64::from(ko.trailing_zeros())
        };
        let masks = [at.stones[0], at.stones[1], at.ko];
        let least = if (at.stones[0] | at.stones[1]).count_ones() > FEW {
            one(masks)
        } else {
            let images = masks.map(|mask| self.turned(mask));
            (0..8).map(|i| one(images.map(|image| image[i]))).min().unwrap_or_default()
        };
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

/// What is known of a position.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// Black wins within so many plies; [`NEVER`] if that is not known.
    won: u8,
    /// Black was not seen to win within fewer plies than this.
    open: u8,
    /// The move that decided last.
    best: u8,
    /// Logarithm of the nodes spent.
    work: u8,
}

const NEVER: u8 = u8::MAX;
/// More plies than are ever searched.
const ENDLESS: u8 = 250;
/// A pass among the points.
const PASS: u8 = 31;
const NO_MOVE: u8 = 32;

struct Child {
    at: Position,
    key: u64,
    point: u8,
    /// What is tried first is high.
    promise: i32,
}

struct Prover {
    shape: Shape,
    /// Buckets of four, by exact key.
    table: Vec<[Entry; 4]>,
    /// How often a move decided, by side and point.
    history: [[i32; 32]; 2],
    nodes: u64,
}

impl Prover {
    /// A table of four times 2^`bits` positions, 16 bytes each.
    fn new(width: u32, height: u32, bits: u32) -> Self {
        let (shape, table) = (Shape::new(width, height), vec![[Entry::default(); 4]; 1 << bits]);
        Self { shape, table, history: [[0; 32]; 2], nodes: 0 }
    }

    fn bucket(&self, key: u64) -> usize {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 32) as usize % self.table.len()
    }

    fn stored(&self, key: u64) -> Option<Entry> {
        self.table[self.bucket(key)].iter().find(|entry| entry.key == key).copied()
    }

    /// Adds what was found to what is known; a new position takes the place of the one least worked on.
    fn store(&mut self, key: u64, found: Entry) {
        let bucket = self.bucket(key);
        let worth = |entry: &Entry| match entry.key {
            known if known == key => 0,
            0 => 1,
            _ => 2 + u32::from(entry.work),
        };
        let Some(place) = self.table[bucket].iter_mut().min_by_key(|entry| worth(entry)) else {
            return;
        };
        if place.key != key {
            *place = Entry { key, won: NEVER, open: 0, best: NO_MOVE, work: 0 };
        }
        place.won = place.won.min(found.won);
        place.open = place.open.max(found.open);
        place.work = place.work.max(found.work);
        if found.best != NO_MOVE {
            place.best = found.best;
        }
    }

    /// Whether so few plies are left that White has too much room, or too many stones and liberties, for Black to win. Of
    /// the positions of 4x5 hardly any was won beyond these limits; giving up wrongly costs a proof, never its truth.
    fn is_hopeless(&self, at: &Position, plies: u8) -> bool {
        let [black, white] = at.stones;
        let far = (self.shape.full & !(black | self.shape.near(black))).count_ones();
        let around = (at.empty(&self.shape) & self.shape.near(white)).count_ones();
        let early = u32::from(plies.saturating_sub(8));
        far > 4 + u32::from(plies / 2) + early
            || white.count_ones() + around > 13 + u32::from(plies / 4) + early
    }

    /// How well Black stands, for the order of moves.
    fn standing(&self, at: &Position) -> i32 {
        let [black, white] = at.stones;
        let empty = at.empty(&self.shape);
        let count = |mask: u32| mask.count_ones() as i32;
        let far = |stones: u32| count(empty & !self.shape.near(stones));
        let liberties = |stones: u32| count(empty & self.shape.near(stones));
        2 * count(black) - 4 * count(white) - 4 * far(black) - 2 * liberties(white)
            + (3 * far(white) + 4 * liberties(black)) / 2
    }

    /// The moves, in the order of their promise. Black keeps its one-point eyes and does not pass.
    fn children(&self, at: &Position, first: u8) -> Vec<Child> {
        let shape = &self.shape;
        let open = at.empty(shape) & !at.ko;
        let points = (0..shape.area()).filter(|&point| {
            open >> point & 1 == 1 && (at.white || !self.is_own_eye(at, shape.near(1 << point)))
        });
        let played = points.filter_map(|point| {
            let next = at.played(shape, 1 << point)?;
            Some((next, point as u8))
        });
        let pass = at.white.then(|| (at.passed(), PASS));
        let history = &self.history[usize::from(at.white)];
        let sign = if at.white { -1 } else { 1 };
        let child = |(next, point): (Position, u8)| {
            let promise = match point {
                point if point == first => i32::MAX,
                PASS => history[31] / 64 - 1000,
                point => 16 * sign * self.standing(&next) + history[usize::from(point)] / 64,
            };
            Child { at: next, key: shape.key(&next), point, promise }
        };
        let mut children: Vec<Child> = played.chain(pass).map(child).collect();
        children.sort_by_key(|child| core::cmp::Reverse(child.promise));
        children
    }

    /// Whether `near`, all points beside an empty one, is a single chain of Black's.
    fn is_own_eye(&self, at: &Position, near: u32) -> bool {
        let own = at.stones[0];
        near & !own == 0 && near & !self.shape.chain(lowest(near), own) == 0
    }

    /// Whether Black is seen to win every point within so many plies.
    fn wins(&mut self, at: &Position, key: u64, plies: u8) -> bool {
        self.nodes += 1;
        let before = self.nodes;
        let known = self.stored(key);
        match known {
            Some(entry) if entry.won <= plies => return true,
            Some(entry) if entry.open > plies => return false,
            None if is_won(&self.shape, at) => return self.settle(key, 0, true),
            None if is_lost(&self.shape, at) => return self.settle(key, ENDLESS, false),
            _ => {}
        }
        if plies == 0 || at.white && self.is_hopeless(at, plies) {
            return false;
        }
        let children = self.children(at, known.map_or(NO_MOVE, |entry| entry.best));
        let decides = |entry: Entry| if at.white { entry.open >= plies } else { entry.won < plies };
        let at_once = children.iter().find(|child| self.stored(child.key).is_some_and(decides));
        let best = match at_once {
            Some(child) => Some(child.point),
            None => {
                let found =
                    children.iter().find(|c| self.wins(&c.at, c.key, plies - 1) != at.white);
                found.map(|child| child.point)
            }
        };
        let wins = best.is_some() != at.white;
        if let Some(point) = best {
            self.note(at.white, point, plies);
        }
        let (won, open) = if wins { (plies, 0) } else { (NEVER, plies + 1) };
        let work = (self.nodes - before + 1).ilog2() as u8;
        self.store(key, Entry { key, won, open, best: best.unwrap_or(NO_MOVE), work });
        wins
    }

    fn settle(&mut self, key: u64, plies: u8, wins: bool) -> bool {
        let (won, open) = if wins { (plies, 0) } else { (NEVER, plies + 1) };
        self.store(key, Entry { key, won, open, best: NO_MOVE, work: 0 });
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
    fn prove(&mut self, at: &Position, most: u8) -> Option<u8> {
        let key = self.shape.key(at);
        let first = if at.white { 2 } else { 1 };
        (first..=most).step_by(2).find(|&plies| self.wins(at, key, plies))
    }
}

/// Whether the library finds all points Black's. It may see later than [`is_won`] that they are; the walk goes on then.
fn is_covered(board: &Board<u64>) -> bool {
    let safety = alternating_safety(board, Color::Black);
    safety.stones | safety.territory == board.geometry().full()
}

/// Walks through a proof by the library's rules: every answer of White, one move of Black. The number of positions.
struct Walk<'a> {
    prover: &'a mut Prover,
    /// The proof's.
    plies: u8,
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

    /// Again by the search where the table has lost it.
    fn is_proved(&mut self, board: &Board<u64>) -> bool {
        let at = self.position(board);
        self.prover.prove(&at, self.plies).is_some()
    }
}

/// The plies and nodes of the proof and the positions of its walk.
fn proved(width: u32, height: u32, moves: &[&str], bits: u32) -> (u8, u64, usize) {
    let size = Size::new(width as usize, height as usize).unwrap();
    let mut board: Board<u64> = Setup::empty(size).board(Suicide::Forbidden).unwrap();
    for name in moves {
        board.play(size.parse_vertex(name).unwrap().unwrap()).unwrap();
    }
    let mut prover = Prover::new(width, height, bits);
    let stones = Color::BOTH.map(|color| board.stones(color) as u32);
    let root = Position { stones, ko: 0, white: board.to_move() == Color::White };
    let plies = prover.prove(&root, 40).unwrap();
    let nodes = prover.nodes;
    let (seen, path) = Default::default();
    let mut walk = Walk { prover: &mut prover, plies, seen, path };
    assert!(walk.check(&board), "{board}");
    (plies, nodes, walk.seen.len())
}

#[test]
fn black_wins_all_of_small_boards() {
    for (width, height) in [(4, 2), (5, 2), (3, 3), (5, 3)] {
        let (plies, nodes, positions) = proved(width, height, &[], 16);
        println!("{width}x{height}: {plies} plies, {nodes} nodes, {positions} positions walked");
    }
}

#[test]
fn what_is_not_won_is_not_proved() {
    for (width, height) in [(2, 2), (3, 2), (4, 3)] {
        let mut prover = Prover::new(width, height, 16);
        let root = Position { stones: [0; 2], ko: 0, white: false };
        assert_eq!(prover.prove(&root, 19), None, "{width}x{height}");
    }
}

#[test]
#[ignore = "1 GB, not seen to end: cargo test --release -p zenpuku-go-endgame --test whole_board -- --ignored four_by_five --nocapture"]
fn four_by_five() {
    let (plies, nodes, positions) = proved(5, 4, &["C2"], 24);
    println!("{plies} plies, {nodes} nodes, {positions} positions walked");
}

/// Black's first move at the centre wins everything [vanderwerf2003].
#[test]
#[ignore = "4 GB, not seen to end: cargo test --release -p zenpuku-go-endgame --test whole_board -- --ignored five_by_five"]
fn five_by_five() {
    let mut prover = Prover::new(5, 5, 26);
    let root = Position { stones: [1 << 12, 0], ko: 0, white: true };
    assert!(prover.prove(&root, 40).is_some());
}
