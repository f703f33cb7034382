//! Who owns each point at the end of many games.

use std::time::Instant;

use zenpuku_go::{Board, Color, Move, Point, PointSet, Setup, Symmetry};

use crate::Random;
use crate::playout::owner_at_end;
use crate::quick_board::{NONE, QuickBoard};
use crate::tree::Tree;

/// How often each point was whose at the end of games with Black first and with White first.
#[derive(Clone, Debug)]
pub struct Ownership {
    counts: [Vec<[u32; 2]>; 2],
    games: [u32; 2],
}

impl Ownership {
    /// Plays games from a position, half of them with either side first, until their number or the deadline is
    /// reached. The first games of a side only build its tree and are not counted.
    #[must_use]
    pub fn sample<S: PointSet>(
        board: &Board<S>,
        games: u32,
        deadline: Option<Instant>,
        random: &mut Random,
    ) -> Self {
        let upright = Upright::of(board);
        let mut found = Self::default_of(board.size().area());
        let mut trees = Color::BOTH.map(|color| {
            let mut turned = upright.board;
            turned.set_to_move(color);
            Tree::new(QuickBoard::new(&turned))
        });
        let skipped = games / 4;
        for game in 0..games.max(2) {
            let is_late = game % 16 == 15 && deadline.is_some_and(|by| Instant::now() >= by);
            let side = game as usize % 2;
            let end = trees[side].play(random);
            if game >= skipped || is_late {
                found.count(side, &end);
            }
            if is_late {
                break;
            }
        }
        upright.back(&found)
    }

    fn default_of(area: usize) -> Self {
        Self { counts: [vec![[0; 2]; area], vec![[0; 2]; area]], games: [0; 2] }
    }

    fn count(&mut self, side: usize, end: &QuickBoard) {
        for (index, counts) in self.counts[side].iter_mut().enumerate() {
            if let Some(owner) = owner_at_end(end, end.cell(Point::new(index))) {
                counts[usize::from(owner)] += 1;
            }
        }
        self.games[side] += 1;
    }

    /// The part of the games with `first` moving first in which a colour owned the point, 0 to 1.
    #[must_use]
    pub fn with_first(&self, point: Point, color: Color, first: Color) -> f64 {
        let side = first.index();
        let count = self.counts[side][point.index()][color.index()];
        f64::from(count) / f64::from(self.games[side].max(1))
    }

    /// The part of all games in which a colour owned the point, 0 to 1.
    #[must_use]
    pub fn of(&self, point: Point, color: Color) -> f64 {
        let [black, white] = Color::BOTH.map(|first| self.with_first(point, color, first));
        f64::midpoint(black, white)
    }

    /// The mean over a set of points; 0 for none.
    #[must_use]
    pub fn mean<S: PointSet>(&self, points: S, color: Color) -> f64 {
        // Whole numbers, so that the order of the points changes nothing.
        let part = |first: Color| {
            let side = first.index();
            let counts = points.iter().map(|point| self.counts[side][point.index()][color.index()]);
            let games = self.games[side].max(1) * points.count().max(1);
            f64::from(counts.sum::<u32>()) / f64::from(games)
        };
        f64::midpoint(part(Color::Black), part(Color::White))
    }
}

/// A position turned, mirrored and with colours exchanged so that all its images are one: random games then say the
/// same of all of them.
struct Upright<S> {
    board: Board<S>,
    symmetry: Symmetry,
    exchanged: bool,
}

impl<S: PointSet> Upright<S> {
    fn of(board: &Board<S>) -> Self {
        let mut plain = *board;
        // A ban on a ko is no part of what the stones are.
        plain.set_to_move(board.to_move().opponent());
        plain.set_to_move(Color::Black);
        let setup = plain.setup();
        let swapped = Setup { black: setup.white, white: setup.black, ..setup };
        let images =
            [(setup, false), (swapped, true)].into_iter().filter_map(|(setup, exchanged)| {
                let board: Board<S> = setup.board(board.suicide()).ok()?;
                let (image, symmetry) = board.canonical();
                Some((image, symmetry, exchanged))
            });
        let least = images.min_by_key(|(image, ..)| (image.black, image.white));
        let upright = least.and_then(|(image, symmetry, exchanged)| {
            let board = image.board(board.suicide()).ok()?;
            Some(Self { board, symmetry, exchanged })
        });
        upright.unwrap_or(Self { board: plain, symmetry: Symmetry::IDENTITY, exchanged: false })
    }

    /// What was found for the upright position, for the position itself.
    fn back(&self, found: &Ownership) -> Ownership {
        let size = self.board.size();
        let other = usize::from(self.exchanged);
        let mut back = Ownership::default_of(size.area());
        for side in 0..2 {
            back.games[side] = found.games[side ^ other];
            for point in size.points() {
                let image = self.symmetry.apply(size, point);
                let counts = found.counts[side ^ other][image.index()];
                back.counts[side][point.index()] = [counts[other], counts[other ^ 1]];
            }
        }
        back
    }
}

/// A move that a [`Search`] has tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Promising {
    /// The move.
    pub mv: Move,
    /// Games with it.
    pub games: u32,
    /// How well they went for its player, 0 to 1; 0.5 is as good as the position is.
    pub value: f64,
}

/// A tree search over random games that aims at the best score.
pub struct Search {
    tree: Tree,
    cells: Vec<u16>,
}

impl Search {
    /// Starts from a board, its side to move first.
    #[must_use]
    pub fn new<S: PointSet>(board: &Board<S>) -> Self {
        let start = QuickBoard::new(board);
        let cells = (0..start.area()).map(|index| start.cell(Point::new(index))).collect();
        Self { tree: Tree::new(start), cells }
    }

    /// Plays one more game.
    pub fn play(&mut self, random: &mut Random) {
        self.tree.play(random);
    }

    /// Black's mean lead of late, in points of area.
    #[must_use]
    pub fn lead(&self) -> f64 {
        f64::from(self.tree.level())
    }

    /// The moves, the most tried first.
    #[must_use]
    pub fn moves(&self) -> Vec<Promising> {
        let point = |cell: u16| self.cells.iter().position(|&known| known == cell);
        let mv = |cell: u16| {
            if cell == NONE { None } else { point(cell) }
                .map_or(Move::Pass, |index| Move::Play(Point::new(index)))
        };
        let tried = self.tree.tried().into_iter().filter(|tried| tried.games > 0);
        tried
            .map(|tried| Promising {
                mv: mv(tried.mv),
                games: tried.games,
                value: f64::from(tried.value),
            })
            .collect()
    }
}
