//! The false-eye (kakeme) judgement of [kakeme], section 2.1.1, steps 1 to 4, as printed.
//!
//! It is not exact: see `tests/counter_examples.rs` for a ko eye and the two-headed dragon. Of the 4x4 boards that
//! it judges wholly, up to symmetry, it is wrong with one side or the other first on 6 of 151,311 by the corner reading
//! and on 12 of 163,657 by the edge reading (`tests/small_boards.rs`). The exact rule is [`crate::settled`].

use zenpuku_go::{Board, Color, PointSet, cannot_hold_two_eyes, unconditional_life};

use crate::Owned;

/// How many diagonal stones make an eye false where the board ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EyeReading {
    /// One in a corner, two elsewhere: as printed.
    #[default]
    Corner,
    /// One in a corner or on the edge, two elsewhere.
    Edge,
}

/// The points excluded by the judgement, and their owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement<S> {
    /// The stones of Black and White that have two eyes now.
    pub alive: [S; 2],
    /// The points that leave the candidates, by the colour that encloses them.
    pub owned: Owned<S>,
}

/// Steps 1 to 4 for every region.
///
/// Step 1, "two eyes are secured now", is read as unconditional life [benson1976].
#[must_use]
pub fn false_eye_judgement<S: PointSet>(board: &Board<S>, reading: EyeReading) -> Judgement<S> {
    let alive = Color::BOTH.map(|color| unconditional_life(board, color).stones);
    let mut owned: Owned<S> = Owned::NONE;
    for region in board.geometry().components(board.geometry().full().minus(alive[0] | alive[1])) {
        if let Some(encloser) = sole_encloser(board, alive, region) {
            let eyes = eye_candidates(board, alive, encloser.opponent(), reading) & region;
            if cannot_hold_two_eyes(board.geometry(), eyes) {
                owned.0[encloser.index()] |= region;
            }
        }
    }
    Judgement { alive, owned }
}

/// Step 2: the colour whose living stones alone enclose the region.
pub(crate) fn sole_encloser<S: PointSet>(
    board: &Board<S>,
    alive: [S; 2],
    region: S,
) -> Option<Color> {
    let around = board.geometry().neighbours(region);
    match alive.map(|stones| around.meets(stones)) {
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        _ => None,
    }
}

/// Step 3: the points without living stones that are not struck out as eyes of `player`: no living stone of the
/// other colour is orthogonally adjacent, and fewer than two (by the reading, one) diagonally.
#[must_use]
pub fn eye_candidates<S: PointSet>(
    board: &Board<S>,
    alive: [S; 2],
    player: Color,
    reading: EyeReading,
) -> S {
    let geometry = board.geometry();
    let enemy = alive[player.opponent().index()];
    let rim = match reading {
        EyeReading::Corner => geometry.corners(),
        EyeReading::Edge => geometry.edge(),
    };
    let open = geometry.full().minus(alive[0] | alive[1] | geometry.neighbours(enemy));
    let touched = open & geometry.diagonals(enemy);
    let struck = touched
        .iter()
        .map(S::single)
        .filter(|&point| point.is_subset(rim) || (geometry.diagonals(point) & enemy).count() >= 2);
    struck.fold(open, PointSet::minus)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_go::{Setup, Suicide};

    fn judged(text: &str) -> (Board<u128>, Judgement<u128>) {
        let board = Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap();
        (board, false_eye_judgement(&board, EyeReading::Corner))
    }

    #[test]
    fn the_shape_of_figure_1_is_left_out() {
        // A row of five points under a black roof, as E3-I3 in the paper's figure 1: all are struck.
        let (_, judgement) = judged(".X.X.....\nXXXXXXXXX\nX.....XXX\nXXXXXXXXX\n.........");
        let row = 0b1_1111 << 19;
        assert_eq!(judgement.owned.0[0] & row, row);
        assert_eq!(judgement.owned.0[1], 0);
    }

    #[test]
    fn two_points_live_only_apart() {
        let (_, apart) = judged(".X.X.....\nXXXX.....\nX........\nXXXX.....\n.X.X.....");
        assert_eq!(apart.owned.0[0].count(), 4, "only the four eyes of the walls");
        let (_, small) = judged(".X.X...\nXXXX.X.\nX...XXX\nXXXXX..");
        assert!(small.owned.0[0].count() > 5);
    }
}
