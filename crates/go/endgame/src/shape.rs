//! Regions up to symmetry: equal shapes anywhere on a board, turned, mirrored or with colours exchanged, have the
//! same value or its negative.

use zenpuku_go::{Board, Color, PointSet};

use crate::Kos;

/// A region with the stones in it and around it, moved into the corner, in the
/// smallest of its 16 forms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shape(Box<[u16]>);

/// A point: column, row, and its contents.
type Cell = (i8, i8, Content);

#[derive(Clone, Copy)]
enum Content {
    Empty,
    /// A stone in the region.
    Stone(Color),
    /// A stone of the wall.
    Wall(Color),
}

impl Content {
    fn code(self, exchanged: bool) -> u16 {
        let number = |color: Color| (color.index() as u16) ^ u16::from(exchanged);
        match self {
            Self::Empty => 0,
            Self::Stone(color) => 1 + number(color),
            Self::Wall(color) => 3 + number(color),
        }
    }
}

impl Shape {
    /// The shape of a region whose neighbours are all stones, and whether the colours had to be exchanged: then
    /// values change their sign.
    pub(crate) fn of<S: PointSet>(board: &Board<S>, region: S) -> (Self, bool) {
        let cells = cells(board, region);
        let mut least: Option<(Vec<u16>, bool)> = None;
        for exchanged in [false, true] {
            for symmetry in 0..8 {
                let form = form(&cells, symmetry, exchanged);
                if least.as_ref().is_none_or(|(known, _)| form < *known) {
                    least = Some((form, exchanged));
                }
            }
        }
        let (form, exchanged) = least.unwrap_or_default();
        (Self(form.into()), exchanged)
    }
}

impl Shape {
    /// The same shape where kos count so; who wins them is seen from the form.
    pub(crate) fn with_kos(self, kos: Kos, exchanged: bool) -> Self {
        let code = match kos {
            Kos::Exact => return self,
            Kos::FirstTaker => 99,
            Kos::WonBy(color) => 100 + (color.index() as u16 ^ u16::from(exchanged)),
        };
        Self(self.0.iter().copied().chain([code]).collect())
    }
}

fn cells<S: PointSet>(board: &Board<S>, region: S) -> Vec<Cell> {
    let walls = board.geometry().neighbours(region).minus(region);
    let cell = |point| {
        let (x, y) = board.size().xy(point);
        let stone = Color::BOTH.into_iter().find(|&color| board.stones(color).contains(point));
        let content = match stone {
            None => Content::Empty,
            Some(color) if region.contains(point) => Content::Stone(color),
            Some(color) => Content::Wall(color),
        };
        (x as i8, y as i8, content)
    };
    (region | walls).iter().map(cell).collect()
}

fn form(cells: &[Cell], symmetry: u8, exchanged: bool) -> Vec<u16> {
    let place = |&(x, y, _): &Cell| {
        let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (y, x) };
        (if symmetry & 2 == 0 { x } else { -x }, if symmetry & 4 == 0 { y } else { -y })
    };
    let (left, top) = cells
        .iter()
        .map(place)
        .fold((i8::MAX, i8::MAX), |(left, top), (x, y)| (left.min(x), top.min(y)));
    let code = |cell: &Cell| {
        let (x, y) = place(cell);
        // Sides have at most 19 points: five bits each.
        ((y - top) as u16) << 8 | ((x - left) as u16) << 3 | cell.2.code(exchanged)
    };
    let mut form: Vec<u16> = cells.iter().map(code).collect();
    form.sort_unstable();
    form
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_go::{Setup, Suicide};

    /// The shape of the empty points.
    fn shape(text: &str) -> (Shape, bool) {
        let board: Board<u64> =
            Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap();
        Shape::of(&board, board.empties())
    }

    #[test]
    fn turned_mirrored_moved_and_exchanged_shapes_are_one() {
        let (corridor, exchanged) = shape("XXXX\nX..O\nXXXO");
        assert_eq!((corridor.clone(), exchanged), shape("XXX\nX.X\nX.X\nOOO"));
        assert_eq!((corridor.clone(), exchanged), shape("XXXXX\nXXXXX\nXO..X\nXXXXX"));
        assert_eq!((corridor.clone(), !exchanged), shape("OOOO\nX..O\nOOOO"));
        assert_ne!(corridor, shape("XXXX\nX..X\nXXXX").0);
        assert_ne!(corridor, shape("XXXXX\nX...O\nXXXXO").0);
    }

    #[test]
    fn what_stands_inside_matters() {
        let board = |text: &str| -> Board<u64> {
            Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap()
        };
        let (empty, stone) = (board("X..O\nXXXO"), board("XO.O\nXXXO"));
        assert_ne!(Shape::of(&empty, 0b0110), Shape::of(&stone, 0b0110));
    }
}
