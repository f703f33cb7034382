//! What a position whose moves are not listed can be worth.

use zenpuku_go::{Board, Color, PointSet};

use super::graph::Open;

/// Points for Black, whoever moves first, at every temperature from -1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outlook {
    /// Not less than this.
    pub(super) low: i32,
    /// Not more than this.
    pub(super) high: i32,
    /// A guess between them.
    pub(super) guess: i32,
}

impl Outlook {
    /// A player who never moves there loses at most all the empty points and the own stones there twice: the other side,
    /// moving alone, cannot repeat a position, and its own stones stay where they are. A move costs at least -1 point
    /// and takes a point of territory, so at -1 filling them is worth no more.
    pub(super) fn of<S: PointSet>(at: &Open<S>) -> Self {
        let (board, points) = (&at.board, at.points);
        let most = |color| all_of_it(board, points, color);
        let (low, high) = (-most(Color::White), most(Color::Black));
        let pieces = board.geometry().components(points);
        let guess: i32 = pieces.map(|piece| guess(board, at.safe, piece)).sum();
        Self { low, high, guess: guess.clamp(low, high) }
    }
}

/// What a colour has if a piece with all stones of the other side is its own.
fn all_of_it<S: PointSet>(board: &Board<S>, piece: S, color: Color) -> i32 {
    let taken = piece & board.stones(color.opponent());
    ((piece & board.empties()).count() + 2 * taken.count()) as i32
}

/// A piece that only one side walls in is that side's; else empty points belong to the nearer stones.
fn guess<S: PointSet>(board: &Board<S>, safe: [S; 2], piece: S) -> i32 {
    let geometry = board.geometry();
    let around = geometry.neighbours(piece);
    match safe.map(|stones| around.meets(stones)) {
        [true, false] => return all_of_it(board, piece, Color::Black),
        [false, true] => return -all_of_it(board, piece, Color::White),
        _ => {}
    }
    let mut near = Color::BOTH.map(|color| board.stones(color) & (piece | around));
    let mut rest = piece & board.empties();
    let mut sum = 0;
    loop {
        let [black, white] = near.map(|stones| geometry.neighbours(stones) & rest);
        if black.is_empty() && white.is_empty() {
            return sum;
        }
        sum += black.count() as i32 - white.count() as i32;
        near[0] |= black.minus(white);
        near[1] |= white.minus(black);
        rest = rest.minus(black | white);
    }
}
