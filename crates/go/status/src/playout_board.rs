//! A board for random games: chains as linked rings with pseudo-liberties, so that a move costs about as much as
//! the stones it touches. Ko is simple, suicide forbidden.

use zenpuku_go::{Board, Color, Point, PointSet};

/// Points of the padded 19x19 board.
const CELLS: usize = 21 * 21;
/// The content of a cell.
pub(crate) const EMPTY: u8 = 2;
/// Beyond the edge.
const WALL: u8 = 3;
/// No cell.
pub(crate) const NONE: u16 = 0;

/// A cell of the padded board.
pub(crate) type Cell = u16;

/// The board. Colours are 0 (Black) and 1 (White).
#[derive(Clone)]
pub(crate) struct PlayoutBoard {
    stride: u16,
    width: u16,
    area: u16,
    color: [u8; CELLS],
    /// The chain's first cell, by which its numbers are kept.
    head: [Cell; CELLS],
    next: [Cell; CELLS],
    stones: [u16; CELLS],
    /// Liberties counted once for every stone that touches them, their sum and sum of squares.
    liberties: [u16; CELLS],
    liberty_sum: [u32; CELLS],
    liberty_squares: [u32; CELLS],
    empty: [Cell; 361],
    empty_at: [u16; CELLS],
    empties: u16,
    /// Points without play.
    closed: [bool; CELLS],
    ko: Cell,
    to_move: u8,
    /// The last stone, or [`NONE`].
    last: Cell,
}

impl PlayoutBoard {
    /// The position of a board.
    pub(crate) fn new<S: PointSet>(board: &Board<S>) -> Self {
        let size = board.size();
        let stride = size.width() as u16 + 1;
        let mut quick = Self {
            stride,
            width: size.width() as u16,
            area: size.area() as u16,
            color: [WALL; CELLS],
            head: [NONE; CELLS],
            next: [NONE; CELLS],
            stones: [0; CELLS],
            liberties: [0; CELLS],
            liberty_sum: [0; CELLS],
            liberty_squares: [0; CELLS],
            empty: [NONE; 361],
            empty_at: [0; CELLS],
            empties: 0,
            closed: [false; CELLS],
            ko: NONE,
            to_move: board.to_move().index() as u8,
            last: NONE,
        };
        for point in size.points() {
            let cell = quick.cell(point);
            quick.color[usize::from(cell)] = EMPTY;
            quick.add_empty(cell);
        }
        for color in Color::BOTH {
            for point in board.stones(color).iter() {
                let cell = quick.cell(point);
                quick.put(cell, color.index() as u8);
            }
        }
        quick.ko = board.ko().map_or(NONE, |point| quick.cell(point));
        quick
    }

    /// Takes empty points out of play: they stay permanent liberties.
    pub(crate) fn close(&mut self, points: impl Iterator<Item = Point>) {
        for point in points {
            let cell = self.cell(point);
            self.closed[usize::from(cell)] = true;
            self.take_empty(cell);
        }
    }

    /// The cell of a point.
    pub(crate) fn cell(&self, point: Point) -> Cell {
        let (x, y) = (point.index() as u16 % self.width, point.index() as u16 / self.width);
        (y + 1) * self.stride + x + 1
    }

    /// The point of a cell of the board.
    #[cfg(test)]
    fn point(&self, cell: Cell) -> Point {
        let (x, y) = (cell % self.stride - 1, cell / self.stride - 1);
        Point::new(usize::from(y * self.width + x))
    }

    /// Points of the board.
    pub(crate) fn area(&self) -> usize {
        usize::from(self.area)
    }

    /// The content of a cell: a colour, [`EMPTY`] or a wall.
    #[inline]
    pub(crate) fn at(&self, cell: Cell) -> u8 {
        self.color[usize::from(cell)]
    }

    /// Whether there is no play there.
    #[inline]
    pub(crate) fn is_closed(&self, cell: Cell) -> bool {
        self.closed[usize::from(cell)]
    }

    /// The side to move.
    #[inline]
    pub(crate) fn to_move(&self) -> u8 {
        self.to_move
    }

    /// The last stone, or [`NONE`].
    #[inline]
    pub(crate) fn last(&self) -> Cell {
        self.last
    }

    /// The empty cells that are not closed.
    #[inline]
    pub(crate) fn empty_cells(&self) -> &[Cell] {
        &self.empty[..usize::from(self.empties)]
    }

    /// The four cells around.
    #[inline]
    pub(crate) fn around(&self, cell: Cell) -> [Cell; 4] {
        [cell - self.stride, cell - 1, cell + 1, cell + self.stride]
    }

    /// The four cells at the corners.
    #[inline]
    pub(crate) fn corners(&self, cell: Cell) -> [Cell; 4] {
        let stride = self.stride;
        [cell - stride - 1, cell - stride + 1, cell + stride - 1, cell + stride + 1]
    }

    /// The chain on a cell.
    #[inline]
    pub(crate) fn chain(&self, cell: Cell) -> Cell {
        self.head[usize::from(cell)]
    }

    /// Stones of a chain.
    #[inline]
    pub(crate) fn chain_size(&self, chain: Cell) -> u16 {
        self.stones[usize::from(chain)]
    }

    /// The stones of a chain.
    pub(crate) fn chain_stones(&self, chain: Cell) -> impl Iterator<Item = Cell> + '_ {
        let mut at = Some(chain);
        std::iter::from_fn(move || {
            let cell = at?;
            let next = self.next[usize::from(cell)];
            at = (next != chain).then_some(next);
            Some(cell)
        })
    }

    /// The only liberty of a chain in atari; a chain next to a closed cell never is in atari.
    #[inline]
    pub(crate) fn atari(&self, chain: Cell) -> Option<Cell> {
        let i = usize::from(chain);
        let (count, sum) = (u64::from(self.liberties[i]), u64::from(self.liberty_sum[i]));
        // All liberties are the same point if and only if the mean of the squares is the square of the mean.
        let one = count > 0 && count * u64::from(self.liberty_squares[i]) == sum * sum;
        one.then(|| (sum / count) as Cell).filter(|&cell| !self.is_closed(cell))
    }

    /// Whether the side to move may play on an empty cell.
    pub(crate) fn is_legal(&self, cell: Cell) -> bool {
        if cell == self.ko || self.is_closed(cell) {
            return false;
        }
        let own = self.to_move;
        self.around(cell).into_iter().any(|near| match self.at(near) {
            EMPTY => true,
            WALL => false,
            color => self.atari(self.chain(near)).is_none() == (color == own),
        })
    }

    /// Passes.
    pub(crate) fn pass(&mut self) {
        self.ko = NONE;
        self.last = NONE;
        self.to_move ^= 1;
    }

    /// Plays on a legal cell.
    pub(crate) fn play(&mut self, cell: Cell) {
        let own = self.to_move;
        let enemy = own ^ 1;
        let alone = !self.around(cell).into_iter().any(|near| self.at(near) == own);
        let closed = !self.around(cell).into_iter().any(|near| self.at(near) == EMPTY);
        self.put(cell, own);
        let mut captured = 0;
        let mut place = NONE;
        for near in self.around(cell) {
            if self.at(near) == enemy && self.liberties[usize::from(self.chain(near))] == 0 {
                captured += self.remove(self.chain(near));
                place = near;
            }
        }
        self.ko = if alone && closed && captured == 1 { place } else { NONE };
        self.last = cell;
        self.to_move = enemy;
    }

    fn add_empty(&mut self, cell: Cell) {
        self.empty[usize::from(self.empties)] = cell;
        self.empty_at[usize::from(cell)] = self.empties;
        self.empties += 1;
    }

    fn take_empty(&mut self, cell: Cell) {
        self.empties -= 1;
        let (hole, last) =
            (self.empty_at[usize::from(cell)], self.empty[usize::from(self.empties)]);
        self.empty[usize::from(hole)] = last;
        self.empty_at[usize::from(last)] = hole;
    }

    fn put(&mut self, cell: Cell, color: u8) {
        let i = usize::from(cell);
        self.take_empty(cell);
        self.color[i] = color;
        self.head[i] = cell;
        self.next[i] = cell;
        self.stones[i] = 1;
        self.liberties[i] = 0;
        self.liberty_sum[i] = 0;
        self.liberty_squares[i] = 0;
        for near in self.around(cell) {
            match self.at(near) {
                EMPTY => self.change_liberty(cell, near, true),
                WALL => {}
                _ => self.change_liberty(self.chain(near), cell, false),
            }
        }
        for near in self.around(cell) {
            if self.at(near) == color && self.chain(near) != self.chain(cell) {
                self.join(self.chain(near), self.chain(cell));
            }
        }
    }

    #[inline]
    fn change_liberty(&mut self, chain: Cell, liberty: Cell, more: bool) {
        let (i, n) = (usize::from(chain), u32::from(liberty));
        if more {
            self.liberties[i] += 1;
            self.liberty_sum[i] += n;
            self.liberty_squares[i] += n * n;
        } else {
            self.liberties[i] -= 1;
            self.liberty_sum[i] -= n;
            self.liberty_squares[i] -= n * n;
        }
    }

    /// Joins two chains; the larger one keeps its name.
    fn join(&mut self, a: Cell, b: Cell) {
        let (keep, gone) = if self.chain_size(a) >= self.chain_size(b) { (a, b) } else { (b, a) };
        let mut cell = gone;
        loop {
            self.head[usize::from(cell)] = keep;
            cell = self.next[usize::from(cell)];
            if cell == gone {
                break;
            }
        }
        let (k, g) = (usize::from(keep), usize::from(gone));
        self.next.swap(k, g);
        self.stones[k] += self.stones[g];
        self.liberties[k] += self.liberties[g];
        self.liberty_sum[k] += self.liberty_sum[g];
        self.liberty_squares[k] += self.liberty_squares[g];
    }

    /// Takes a chain off; how many stones.
    fn remove(&mut self, chain: Cell) -> u16 {
        let mut cell = chain;
        loop {
            self.color[usize::from(cell)] = EMPTY;
            self.add_empty(cell);
            cell = self.next[usize::from(cell)];
            if cell == chain {
                break;
            }
        }
        loop {
            for near in self.around(cell) {
                if self.at(near) < EMPTY {
                    self.change_liberty(self.chain(near), cell, true);
                }
            }
            cell = self.next[usize::from(cell)];
            if cell == chain {
                return self.chain_size(chain);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use zenpuku_go::{AnyBoard, Setup, Size, Suicide, Wide};

    /// Both boards play the same random game; stones, legality and atari must agree all the time.
    #[test]
    fn random_games_agree_with_the_exact_board() {
        for (width, height) in [(2, 3), (5, 4), (9, 9), (19, 19)] {
            let size = Size::new(width, height).unwrap();
            let mut board: AnyBoard = Setup::empty(size).board(Suicide::Forbidden).unwrap();
            let mut quick = PlayoutBoard::new(&board);
            let mut random = Random::new(7);
            for _ in 0..600 {
                let legal: Vec<Point> = board.legal_points().iter().collect();
                for point in board.empties().iter() {
                    let allowed = quick.is_legal(quick.cell(point));
                    assert_eq!(allowed, legal.contains(&point));
                }
                for color in Color::BOTH {
                    for chain in board.chains(color) {
                        let liberties = board.liberties(chain);
                        let name = quick.chain(quick.cell(chain.first().unwrap()));
                        let one = (liberties.count() == 1).then(|| liberties.first()).flatten();
                        assert_eq!(quick.atari(name).map(|cell| quick.point(cell)), one);
                        assert_eq!(u32::from(quick.chain_size(name)), chain.count());
                    }
                }
                if legal.is_empty() {
                    board.pass();
                    quick.pass();
                    continue;
                }
                let point = legal[random.below(legal.len() as u32) as usize];
                board.play(point).unwrap();
                quick.play(quick.cell(point));
                assert_eq!(PlayoutBoard::new(&board).color, quick.color);
                let empty = Wide::from_points(quick.empty_cells().iter().map(|&c| quick.point(c)));
                assert_eq!(empty, board.empties());
            }
        }
    }
}
