//! Splitting a board at unconditionally alive stones into regions that do not touch each other.

use thiserror::Error;
use zenpuku_go::{Board, Color, PointSet, unconditional_life};

use crate::{Owned, settled};

/// A board cut into safe stones, settled points and open regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition<S> {
    /// The unconditionally alive stones of Black and White.
    pub safe: [S; 2],
    /// Points whose owner no play can change.
    pub settled: Owned<S>,
    /// The rest, in connected pieces: empty points and stones that are not safe.
    pub regions: Vec<S>,
}

/// Cuts the board.
///
/// Moves in one region never change another: safe stones are captured by no play of the opponent, and a
/// region's stones have no other neighbours. The owner could give up safety
/// only by filling its own eyes, which has no gain.
#[must_use]
pub fn partition<S: PointSet>(board: &Board<S>) -> Partition<S> {
    partition_given(board, &Owned::NONE)
}

/// Cuts the board, taking some points as settled, and the stones of their owner next to them as safe.
#[must_use]
pub fn partition_given<S: PointSet>(board: &Board<S>, given: &Owned<S>) -> Partition<S> {
    let geometry = board.geometry();
    let safe = Color::BOTH.map(|color| {
        let stones = board.stones(color).minus(given.all());
        let held = geometry.flood(geometry.neighbours(given.0[color.index()]) & stones, stones);
        held | unconditional_life(board, color).stones.minus(given.all())
    });
    let settled = given.with(settled(board, safe));
    let open = geometry.full().minus(safe[0] | safe[1] | settled.all());
    Partition { safe, settled, regions: geometry.components(open).collect() }
}

/// Points cannot be taken as settled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GivenError {
    /// Both colours are to own it.
    #[error("{vertex} is given to both colours")]
    Both {
        /// The point.
        vertex: String,
    },
    /// The owner has a stone there.
    #[error("a {owner} stone stands on {vertex}, which is given to {owner}")]
    OwnStone {
        /// The owner.
        owner: Color,
        /// The point.
        vertex: String,
    },
    /// A neighbour is neither given nor a stone of the owner.
    #[error("{vertex} is given to {owner}, but {open} next to it is open")]
    Open {
        /// The owner.
        owner: Color,
        /// The point.
        vertex: String,
        /// The neighbour.
        open: String,
    },
}

/// Whether the points can be taken as settled: each owner's points have no neighbours but its stones.
///
/// # Errors
/// The first point that cannot.
pub fn check_given<S: PointSet>(board: &Board<S>, given: &Owned<S>) -> Result<(), GivenError> {
    let (geometry, size) = (board.geometry(), board.size());
    if let Some(point) = (given.0[0] & given.0[1]).first() {
        return Err(GivenError::Both { vertex: size.vertex(point) });
    }
    for owner in Color::BOTH {
        let (points, stones) = (given.0[owner.index()], board.stones(owner));
        if let Some(point) = (points & stones).first() {
            return Err(GivenError::OwnStone { owner, vertex: size.vertex(point) });
        }
        let open = geometry.neighbours(points).minus(points | stones);
        let beside = |open: S| (geometry.neighbours(open.lowest()) & points).first();
        if let Some((open, point)) = open.first().zip(beside(open)) {
            let (vertex, open) = (size.vertex(point), size.vertex(open));
            return Err(GivenError::Open { owner, vertex, open });
        }
    }
    Ok(())
}

impl<S: PointSet> Partition<S> {
    /// The points that belong to a side at the end: all except those in no
    /// part, which are not played.
    pub(crate) fn owned(&self) -> u32 {
        let known = self.safe[0] | self.safe[1] | self.settled.all();
        self.regions.iter().fold(known, |set, &region| set | region).count()
    }

    /// Black's settled territory less White's, dead stones and prisoners so far included, in points.
    #[must_use]
    pub fn settled_territory(&self, board: &Board<S>) -> i32 {
        let points = |color: Color| {
            let own = self.settled.0[color.index()];
            (own.count() + (own & board.stones(color.opponent())).count() + board.prisoners(color))
                as i32
        };
        points(Color::Black) - points(Color::White)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_go::{Setup, Suicide};

    #[test]
    fn what_is_given_to_one_side_is_never_settled_for_the_other() {
        let setup = Setup::from_diagram(".X.O.").unwrap();
        let board: Board<u64> = setup.board(Suicide::Forbidden).unwrap();
        let parts = partition_given(&board, &Owned([0b00001, 0b10000]));
        assert_eq!(parts.settled.0, [0b00001, 0b10000]);
        assert_eq!(parts.regions, [0b00100]);
    }
}
