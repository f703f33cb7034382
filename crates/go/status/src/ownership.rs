//! Ownership of each point at the end of many games.

use std::sync::Arc;
use std::time::Instant;

use zenpuku_go::{Board, Color, Move, Point, PointSet, Setup, Symmetry, Wide};

use crate::Random;
use crate::playout::owner_at_end;
use crate::playout_board::{NONE, PlayoutBoard};
use crate::status::ends_with;
use crate::tree::{Lead, Tree};

/// How often each point was whose at the end of games with Black first and with White first.
#[derive(Clone, Debug)]
pub struct Ownership {
    counts: [Vec<[u32; 2]>; 2],
    games: [u32; 2],
    gains: Gains,
    /// Whose the points were at the end of each game, Black's and White's, by who moved first.
    ends: [Vec<[Wide; 2]>; 2],
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
            let start = PlayoutBoard::new(&turned);
            let lead = Lead::area(&start);
            Tree::new(start, lead)
        });
        let skipped = games / 4;
        for game in 0..games.max(2) {
            let is_late = game % 16 == 15 && deadline.is_some_and(|by| Instant::now() >= by);
            let side = game as usize % 2;
            let played = trees[side].play(random);
            if game >= skipped || is_late {
                found.count(side, &played.end);
                found.gains.count(trees[side].first_players(), played.lead);
            }
            if is_late {
                break;
            }
        }
        upright.back(&found)
    }

    /// The value of a move at a point, in points: Black's mean score in games
    /// where Black played there first minus that where White did; `None` if one
    /// of them seldom did.
    #[must_use]
    pub fn gain(&self, point: Point) -> Option<f32> {
        self.gains.of(point)
    }

    fn default_of(area: usize) -> Self {
        let counts = [vec![[0; 2]; area], vec![[0; 2]; area]];
        Self { counts, games: [0; 2], gains: Gains::new(area), ends: Default::default() }
    }

    fn count(&mut self, side: usize, end: &PlayoutBoard) {
        let mut owned = [Wide::EMPTY; 2];
        for (index, counts) in self.counts[side].iter_mut().enumerate() {
            let point = Point::new(index);
            if let Some(owner) = owner_at_end(end, end.cell(point)) {
                counts[usize::from(owner)] += 1;
                owned[usize::from(owner)] |= Wide::single(point);
            }
        }
        self.ends[side].push(owned);
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

    /// The share of all games in which the point had no owner, 0 to 1.
    #[must_use]
    pub fn nobody(&self, point: Point) -> f64 {
        1.0 - self.of(point, Color::Black) - self.of(point, Color::White)
    }

    /// Whose the points were at the end of each game, Black's and White's: games with Black first, with White first.
    pub(crate) fn into_ends(self) -> [Arc<[[Wide; 2]]>; 2] {
        self.ends.map(Arc::from)
    }

    /// The ends of all games in which each colour had at least half of its wanted points.
    pub(crate) fn ends_with(&self, wanted: &[(Wide, Color)]) -> Vec<[Wide; 2]> {
        self.ends.iter().flat_map(|ends| ends_with(ends, wanted)).collect()
    }
}

/// Scores of the games in which Black and White came to a point first.
#[derive(Clone, Copy, Debug, Default)]
struct Gain {
    games: [u32; 2],
    /// The sums of Black's lead.
    leads: [i64; 2],
}

impl Gain {
    /// Minimum number of games.
    const FEW: u32 = 20;

    /// The same with colours exchanged if `other` is 1.
    const fn seen_from(self, other: usize) -> Self {
        match other {
            0 => self,
            _ => Self {
                games: [self.games[1], self.games[0]],
                leads: [-self.leads[1], -self.leads[0]],
            },
        }
    }
}

/// By point number.
#[derive(Clone, Debug)]
struct Gains(Vec<Gain>);

impl Gains {
    fn new(area: usize) -> Self {
        Self(vec![Gain::default(); area])
    }

    fn count(&mut self, first: impl Iterator<Item = (Point, usize)>, lead: i32) {
        for (point, player) in first {
            let gain = &mut self.0[point.index()];
            gain.games[player] += 1;
            gain.leads[player] += i64::from(lead);
        }
    }

    fn of(&self, point: Point) -> Option<f32> {
        let Gain { games, leads } = self.0[point.index()];
        let mean = |player: usize| leads[player] as f32 / games[player].max(1) as f32;
        (games[0].min(games[1]) >= Gain::FEW).then(|| mean(0) - mean(1))
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
        // A ko ban is not part of the stones.
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

    /// The results for the upright position, mapped to the position itself.
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
                back.gains.0[point.index()] = found.gains.0[image.index()].seen_from(other);
            }
        }
        // The way back of the symmetry: a set's image is made of its points' images.
        let inverse = self.symmetry.inverse();
        let sets = |ends: &[Wide; 2]| {
            [ends[other], ends[other ^ 1]].map(|set| inverse.apply_set(size, set))
        };
        for side in 0..2 {
            back.ends[side] = found.ends[side ^ other].iter().map(sets).collect();
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
        let start = PlayoutBoard::new(board);
        let cells = (0..start.area()).map(|index| start.cell(Point::new(index))).collect();
        let lead = Lead::area(&start);
        Self { tree: Tree::new(start, lead), cells }
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
        let tried = self.tree.tried().into_iter().filter(|tried| tried.playouts > 0);
        tried
            .map(|tried| Promising {
                mv: mv(tried.mv),
                games: tried.playouts,
                value: f64::from(tried.value),
            })
            .collect()
    }
}
