//! Bounds of a position whose moves are not listed.
//!
//! A side that never moves loses at most all the empty points and its own stones there twice. It need not lose as much: what
//! its safe stones touch cannot become the other side's territory, and some stones stay connected to them if a few moves are
//! answered ([`Held`]).

use zenpuku_go::{Color, PointSet};

use super::graph::Open;
use crate::settled::is_settled;

/// Points for Black, with either side first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flat {
    /// At every temperature from 0 on.
    pub(super) points: i32,
    /// How many more of them at temperature -1; between -1 and 0 in proportion.
    pub(super) more_at_minus_one: i32,
}

/// Bounds and a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outlook {
    /// Not less than this.
    pub(super) low: Flat,
    /// Not more than this.
    pub(super) high: Flat,
    /// A guess between them.
    pub(super) guess: Flat,
}

impl Outlook {
    pub(super) fn of<S: PointSet>(at: &Open<S>) -> Self {
        let [low, high] = Color::BOTH.map(|color| Held::of(at, color).least());
        let guess = Flat { points: i32::midpoint(low.points, high.points), more_at_minus_one: 0 };
        Self { low, high, guess }
    }
}

/// The points that a side keeps by only answering a few moves, each by a move
/// that costs the same tax.
///
/// - Two empty points next to held stones are a *pair* if the side's move on
///   either of them would reach the same chain of its own, or the same empty
///   point: one is answered by the other. So the chain is held as well, and the
///   point cannot become territory of the other side.
/// - A *room* is walled in by held stones except for a door, an empty point
///   next to them. A move on the door is answered on the one point behind it, a
///   move in the room on the door; and if neither side moves there, the side
///   closes it at the end. The room is too small for the other side to live in
///   it, even if it moves there alone.
struct Held<'a, S> {
    at: &'a Open<S>,
    color: Color,
    /// Stones that are not captured.
    stones: S,
    /// Stones that may be.
    loose: S,
    /// Empty points where no move has to be answered yet.
    free: S,
    /// Points in rooms, dead stones twice, after the other side has moved on the doors.
    kept: u32,
    /// Empty points that may become territory of the other side.
    lost: S,
}

impl<'a, S: PointSet> Held<'a, S> {
    fn of(at: &'a Open<S>, color: Color) -> Self {
        let stones = at.safe[color.index()];
        let loose = (at.points & at.board.stones(color)).minus(stones);
        let free = at.points & at.board.empties();
        let mut held = Self { at, color, stones, loose, free, kept: 0, lost: S::EMPTY };
        held.join_chains();
        held.close_rooms();
        held.reach_points();
        held
    }

    /// Empty points next to held stones where no move has to be answered yet.
    fn beside(&self) -> S {
        self.free & self.at.board.geometry().neighbours(self.stones)
    }

    fn join_chains(&mut self) {
        let geometry = self.at.board.geometry();
        loop {
            let beside = self.beside();
            let mut chains = geometry.components(self.loose);
            let joined =
                chains.find_map(|chain| Some((chain, pair(geometry.neighbours(chain) & beside)?)));
            let Some((chain, pair)) = joined else { return };
            self.stones |= chain;
            self.loose = self.loose.minus(chain);
            self.free = self.free.minus(pair);
        }
    }

    fn close_rooms(&mut self) {
        loop {
            let doors = self.beside().iter().map(S::single);
            let rooms = doors.flat_map(|door| self.rooms_behind(door));
            let Some((worth, points)) = rooms.max_by_key(|&(worth, _)| worth) else { return };
            self.kept += worth;
            self.free = self.free.minus(points);
        }
    }

    /// The rooms behind a door: their values if closed from inside, and their points with the door.
    fn rooms_behind(&self, door: S) -> impl Iterator<Item = (u32, S)> {
        let geometry = self.at.board.geometry();
        let inside = self.at.points.minus(self.stones | door);
        let beside = self.beside();
        let next = geometry.neighbours(door) & inside;
        next.iter().map(S::single).filter_map(move |first| {
            let room = geometry.flood(first, inside);
            let is_only_one_behind = (room & next) == first && first.is_subset(beside);
            let walls = geometry.neighbours(room).minus(room | door);
            let empties = room & self.at.board.empties();
            let worth = 2 * room.count() - empties.count() - 1;
            (worth > 0
                && is_only_one_behind
                && walls.is_subset(self.stones)
                && empties.is_subset(self.free)
                && is_settled(&self.at.board, self.color, self.stones, room))
            .then_some((worth, room | door))
        })
    }

    fn reach_points(&mut self) {
        let geometry = self.at.board.geometry();
        let mut beside = self.beside();
        self.lost = self.free.minus(beside);
        for point in self.lost.iter().map(S::single) {
            if let Some(pair) = pair(geometry.neighbours(point) & beside) {
                beside = beside.minus(pair) | point;
                self.lost = self.lost.minus(point);
            }
        }
        self.free = beside;
    }

    /// What Black has at least if Black holds this, at most if White does.
    ///
    /// A move on a point that cannot become territory is worth the tax alone, which below 0 is something. It is answered by another
    /// such move, so that of all of them one at most remains.
    fn least(&self) -> Flat {
        let lost = (self.lost.count() + 2 * self.loose.count()) as i32;
        let more = (self.free.count() % 2) as i32;
        let sign = self.color.sign();
        Flat { points: sign * (self.kept as i32 - lost), more_at_minus_one: -sign * more }
    }
}

/// Two points of a set.
fn pair<S: PointSet>(points: S) -> Option<S> {
    let first = points.lowest();
    let second = points.minus(first).lowest();
    (!second.is_empty()).then_some(first | second)
}
