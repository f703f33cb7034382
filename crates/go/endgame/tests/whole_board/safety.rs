//! Which stones live if every intrusion is answered, and whether that leaves the other side any room [mueller1997].

use crate::board::{Position, Shape};
use crate::masks::lowest;

/// More than the chains or rooms of one colour on 25 points.
const MANY: usize = 14;

/// A region of a colour: the chains, by number, to which it is an eye, and whether its owner has to answer there.
#[derive(Clone, Copy, Default)]
struct Room {
    points: u32,
    near: u32,
    eye_of: u32,
    answered: bool,
}

/// A list without allocations.
struct List<T> {
    all: [T; MANY],
    length: usize,
}

impl<T: Copy + Default> List<T> {
    fn of(items: impl Iterator<Item = T>) -> Self {
        let mut list = Self { all: [T::default(); MANY], length: 0 };
        for item in items {
            list.all[list.length] = item;
            list.length += 1;
        }
        list
    }

    fn iter(&self) -> std::slice::Iter<'_, T> {
        self.all[..self.length].iter()
    }
}

/// Whether every point outside the walls can be given two separate adjacent points of the pool.
fn has_pairs(shape: &Shape, points: u32, pool: u32) -> bool {
    let point = lowest(points);
    let near = shape.near(point) & pool;
    let choices = || (0..shape.area()).map(|i| 1 << i).filter(|bit| near & bit != 0);
    point == 0
        || choices().any(|a| {
            let mut rest = choices().filter(|&b| b > a);
            rest.any(|b| has_pairs(shape, points & !point, pool & !(a | b)))
        })
}

/// The walls' neighbours are `near`.
fn is_answered(shape: &Shape, room: u32, near: u32, empty: u32) -> bool {
    let (inner, pool) = (room & !near, room & near & empty);
    2 * inner.count_ones() <= pool.count_ones() && has_pairs(shape, inner, pool)
}

/// A room of the chains, each given with its neighbours.
fn room(shape: &Shape, chains: &List<(u32, u32)>, points: u32, empty: u32) -> Room {
    let near = shape.near(points);
    let beside = || chains.iter().enumerate().filter(|(_, (_, near))| near & points != 0);
    let eye_of = beside()
        .filter(|(_, (_, near))| points & empty & !near == 0)
        .fold(0, |set, (number, _)| set | 1 << number);
    if eye_of != 0 {
        return Room { points, near, eye_of, answered: false };
    }
    // One strategy a room: it serves one chain.
    let served = beside().find(|(_, (_, near))| is_answered(shape, points, *near, empty));
    let eye_of = served.map_or(0, |(number, _)| 1 << number);
    Room { points, near, eye_of, answered: eye_of != 0 }
}

/// The chains, by number, with two eyes among the rooms that living stones alone wall in.
fn with_two_eyes(rooms: &List<Room>, alive: u32) -> u32 {
    let walled = rooms.iter().filter(|room| room.near & !alive == 0);
    let (_, twice) =
        walled.fold((0, 0), |(once, twice), room| (once | room.eye_of, twice | once & room.eye_of));
    twice
}

/// The stones that live if their owner answers every intrusion where it must, and all rooms of the colour.
fn safe(shape: &Shape, own: u32, empty: u32) -> (u32, List<Room>) {
    let chains = List::of(shape.chains(own).map(|chain| (chain, shape.near(chain))));
    let rooms = shape.chains(shape.full & !own).map(|points| room(shape, &chains, points, empty));
    let rooms = List::of(rooms);
    let mut alive = own;
    loop {
        let lives = with_two_eyes(&rooms, alive);
        let kept = chains
            .iter()
            .enumerate()
            .filter(|(number, (chain, _))| chain & alive != 0 && lives >> number & 1 == 1);
        let kept = kept.fold(0, |set, (_, (chain, _))| set | chain);
        if kept == alive || kept == 0 {
            return (kept, rooms);
        }
        alive = kept;
    }
}

/// Whether the stones wall in fewer than two rooms, as most do: then none of them is proved alive.
fn is_open(shape: &Shape, own: u32) -> bool {
    let rest = shape.full & !own;
    shape.chain(lowest(rest), rest) == rest
}

/// Whether all points are Black's.
pub(crate) fn is_won(shape: &Shape, at: &Position) -> bool {
    let (own, empty) = (at.stones[0], at.empty(shape));
    if own.count_ones() * 4 < shape.area() || is_open(shape, own) {
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

/// Whether some of White's stones live.
pub(crate) fn is_lost(shape: &Shape, at: &Position) -> bool {
    let own = at.stones[1];
    own.count_ones() >= 4 && !is_open(shape, own) && safe(shape, own, at.empty(shape)).0 != 0
}
