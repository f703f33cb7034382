//! Games in one place: its result with either side to move and everything outside settled.

use std::time::Instant;

use zenpuku_go::{Board, Color, Point, PointSet, Setup, Wide};

use crate::Random;
use crate::image::least_image;
use crate::playout_board::{Cell, PlayoutBoard};
use crate::tree::{Lead, Tree, points_of};

/// A place on a board. There is no play outside it, and the chains with
/// liberties there are never captured.
#[derive(Clone, Copy, Debug)]
pub struct Place<S> {
    /// The position.
    pub board: Board<S>,
    /// Where both sides may play.
    pub region: S,
}

/// The results of the games in a place.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaceGames {
    /// The value of the place for Black at the end of the later half of the
    /// games, in points of territory and prisoners, in ascending order. A move
    /// costs its player one point until the first pass.
    pub worths: Vec<i32>,
    /// The first moves, the most tried first.
    pub moves: Vec<PlaceMove>,
}

/// A first move in a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaceMove {
    /// Where; `None` is a pass.
    pub point: Option<Point>,
    /// Games with it.
    pub games: u32,
    /// The gain of its player over the value of the place, in points, if small.
    pub gain: f64,
}

impl PlaceGames {
    /// The worth below which this part of the games lies, 0 to 1; `None` without games.
    #[must_use]
    pub fn quantile(&self, part: f64) -> Option<i32> {
        let last = self.worths.len().checked_sub(1)?;
        self.worths.get((part * last as f64).round() as usize).copied()
    }
}

impl<S: PointSet> Place<S> {
    /// Searches by this many games with `first` to move, or until the deadline. Equal questions get equal answers
    /// however the board is turned, unless the deadline cuts the games short.
    #[must_use]
    pub fn play(&self, first: Color, games: u32, deadline: Option<Instant>) -> PlaceGames {
        let size = self.board.size();
        let sets = [
            self.board.stones(first).to_wide(),
            self.board.stones(first.opponent()).to_wide(),
            self.region.to_wide(),
        ];
        let least = least_image(size, sets);
        let nothing = PlaceGames { worths: Vec::new(), moves: Vec::new() };
        // The side to move first is Black in the games.
        let Some(([own, other, region], symmetry)) = least else { return nothing };
        let setup = Setup { black: own, white: other, ..Setup::empty(size) };
        let Ok(board) = setup.board::<Wide>(self.board.suicide()) else { return nothing };
        let mut found = play_upright(&board, region, games, deadline);
        if first == Color::White {
            found.worths.reverse();
            found.worths.iter_mut().for_each(|worth| *worth = -*worth);
        }
        let back = symmetry.inverse();
        for mv in &mut found.moves {
            mv.point = mv.point.map(|point| back.apply(size, point));
        }
        found
    }
}

/// Games on this board with Black first.
fn play_upright(
    board: &Board<Wide>,
    region: Wide,
    games: u32,
    deadline: Option<Instant>,
) -> PlaceGames {
    let mut start = PlayoutBoard::new(board);
    start.close(board.empties().minus(region).iter());
    let cells = region.iter().map(|point| start.cell(point));
    let cells: Vec<(Cell, u8)> = cells.map(|cell| (cell, start.at(cell))).collect();
    let points: Vec<(Cell, Point)> = region.iter().map(|p| (start.cell(p), p)).collect();
    let mut tree = Tree::new(start, Lead::territory(cells));
    let mut random = Random::new(1);
    let mut worths = Vec::new();
    for game in 1..=games {
        worths.push(tree.play(&mut random).lead);
        if game % 64 == 0 && deadline.is_some_and(|by| Instant::now() >= by) {
            break;
        }
    }
    worths.drain(..worths.len() / 2);
    worths.sort_unstable();
    let point = |cell: Cell| points.iter().find(|known| known.0 == cell).map(|known| known.1);
    let tried = tree.tried().into_iter().filter(|tried| tried.playouts > 0);
    let moves = tried.map(|tried| PlaceMove {
        point: point(tried.mv),
        games: tried.playouts,
        gain: points_of(tried.value),
    });
    PlaceGames { worths, moves: moves.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_go::{Size, Suicide};

    fn board(text: &str) -> Board<u64> {
        Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap()
    }

    /// Black's five stones with three points in a row in the corner.
    fn three_in_a_row() -> Place<u64> {
        let board = board("...XO\nXXXXO\nOOOOO\n.O.O.");
        Place { board, region: board.stones(Color::Black) | 0b111 }
    }

    #[test]
    fn who_moves_first_decides_over_three_in_a_row() {
        let place = three_in_a_row();
        let middle = |first| place.play(first, 1_000, None).quantile(0.5).unwrap();
        // Two points, or five dead stones and three points less one of the moves.
        assert_eq!(middle(Color::Black), 2);
        assert!((-13..=-11).contains(&middle(Color::White)), "{}", middle(Color::White));
        for first in Color::BOTH {
            let moves = place.play(first, 1_000, None).moves;
            assert_eq!(moves[0].point, Some(Point::new(1)), "{moves:?}");
        }
    }

    #[test]
    fn turning_mirroring_and_exchanging_colours_change_nothing() {
        let place = three_in_a_row();
        let size = place.board.size();
        let setup = place.board.setup();
        let plain = place.play(Color::White, 200, None);
        for symmetry in zenpuku_go::Symmetry::of(size) {
            let turned = setup.transformed(symmetry);
            let swapped = Setup { black: turned.white, white: turned.black, ..turned };
            let region = symmetry.apply_set(size, place.region);
            let image = Place { board: turned.board(Suicide::Forbidden).unwrap(), region };
            let other = Place { board: swapped.board(Suicide::Forbidden).unwrap(), region };
            let (image, other) =
                (image.play(Color::White, 200, None), other.play(Color::Black, 200, None));
            assert_eq!(image.worths, plain.worths);
            assert!(other.worths.iter().rev().map(|worth| -worth).eq(plain.worths.iter().copied()));
            let to = |point: Option<Point>| point.map(|point| symmetry.apply(size, point));
            assert_eq!(image.moves[0].point, to(plain.moves[0].point));
            assert_eq!(other.moves[0].point, to(plain.moves[0].point));
        }
    }

    #[test]
    fn chains_with_liberties_outside_are_never_taken() {
        // White's wall has no eyes in the region, and Black could take it on the whole board.
        let size = Size::new(5, 4).unwrap();
        let board = board("..OX.\n..OX.\n..OXX\n..OX.");
        let left = (0..4).flat_map(|row| [5 * row, 5 * row + 1]);
        let region = u64::from_points(left.map(Point::new));
        for first in Color::BOTH {
            let games = Place { board, region: region | 1 << 4 }.play(first, 300, None);
            let all = (region | 1 << 4).count() as i32;
            assert!(games.worths.iter().all(|worth| worth.abs() <= all + 1), "{games:?}");
        }
        assert_eq!(size.area(), 20);
    }
}
