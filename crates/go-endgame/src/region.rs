//! Splitting a board at unconditionally alive stones into regions that do not touch each other.

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
/// region's stones have no other neighbours. The owner could give safety up only by filling its own eyes
/// one after the other, which gains nothing.
#[must_use]
pub fn partition<S: PointSet>(board: &Board<S>) -> Partition<S> {
    let safe = Color::BOTH.map(|color| unconditional_life(board, color).stones);
    let settled = settled(board, safe);
    let open = board.geometry().full().minus(safe[0] | safe[1] | settled.all());
    Partition { safe, settled, regions: board.geometry().components(open).collect() }
}

impl<S: PointSet> Partition<S> {
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
