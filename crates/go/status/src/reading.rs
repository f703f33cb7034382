//! Which of the chains that random games leave in doubt local search settles, and what that says of the points around.
//!
//! Chains that nearly always live are walls here: the answers hold if they do.
//! So results are only likely, even if the search is exact.

use std::collections::HashMap;
use std::time::Instant;

use zenpuku_go::{Board, Color, Point, PointSet, Setup, Wide};

use crate::image::least_image;
use crate::status::FEW;
use crate::{ChainStatus, Fate, Ownership, Problem, Status, StatusBasis};

/// Chains that live this often are walls.
const WALL: f64 = 0.93;
/// Chains that live less often than this need no search.
const GONE: f64 = 0.03;
/// A chain that lives this often may live for sure, and one that dies this often may be dead for sure.
const LEANS: f64 = 0.6;
/// The probability of a search result.
pub(crate) const FOUND: f64 = 0.97;
/// Empty points of the largest region that is searched.
const LARGEST: u32 = 14;
/// Positions of a search.
const NODES: u32 = 2_000;

/// What search has found of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// It lives although the attacker moves first and wins every ko.
    Lives,
    /// It is captured although the defender moves first and wins every ko.
    Dies,
}

/// A chain that search has settled, and where it has looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading<S> {
    pub(crate) stones: S,
    color: Color,
    region: S,
    found: Found,
}

impl<S: PointSet> Reading<S> {
    /// The colour that has the stones' points at the end.
    const fn owner(&self) -> Color {
        match self.found {
            Found::Lives => self.color,
            Found::Dies => self.color.opponent(),
        }
    }
}

/// How often a chain lives.
fn life<S>(chain: &ChainStatus<S>) -> f64 {
    if chain.status == Status::Dead { 1.0 - chain.probability } else { chain.probability }
}

/// The chains that live so often that they are taken to stay.
pub(crate) fn walls<S: PointSet>(chains: &[ChainStatus<S>]) -> S {
    let walls = chains.iter().filter(|chain| life(chain) >= WALL);
    walls.fold(S::EMPTY, |set, chain| set | chain.stones)
}

/// Reads all unclear chains except corrected ones. A chain's answer depends on
/// the earlier results of the others, not on the order.
pub(crate) fn read<S: PointSet>(
    board: &Board<S>,
    chains: &[ChainStatus<S>],
    told: S,
    deadline: Option<Instant>,
) -> Vec<Reading<S>> {
    let in_doubt = |chain: &&ChainStatus<S>| {
        chain.how == StatusBasis::Assumed
            && (GONE..WALL).contains(&life(chain))
            && !chain.stones.meets(told)
    };
    let is_late = || deadline.is_some_and(|by| Instant::now() >= by);
    let walls = walls(chains);
    let doubtful = chains.iter().filter(in_doubt).take_while(|_| !is_late());
    doubtful.filter_map(|chain| read_chain(board, chain, walls)).collect()
}

fn read_chain<S: PointSet>(
    board: &Board<S>,
    chain: &ChainStatus<S>,
    walls: S,
) -> Option<Reading<S>> {
    let region = region(board, chain.stones, walls);
    let (color, attacker) = (chain.color, chain.color.opponent());
    let fate = |first: Color, kos_won_by: Color| {
        let problem =
            Problem { board: *board, target: chain.stones, region, safe: walls, kos_won_by };
        upright(&problem, color, first)
    };
    // Search tests the outcome favoured by the games: if both agree it is
    // seldom wrong; if not, the walls or the edge of the region usually mislead
    // it.
    let lives = life(chain) >= LEANS && fate(attacker, attacker) == Fate::Lives;
    let dies = !lives && life(chain) <= 1.0 - LEANS && fate(color, color) == Fate::Captured;
    let found = match (lives, dies) {
        (true, _) => Found::Lives,
        (_, true) => Found::Dies,
        _ => return None,
    };
    Some(Reading { stones: chain.stones, color, region, found })
}

/// What lies around a chain between walls, layer by layer until there are too many empty points.
fn region<S: PointSet>(board: &Board<S>, chain: S, walls: S) -> S {
    let open = board.geometry().full().minus(walls);
    let mut region = chain;
    loop {
        let grown = region | (board.geometry().neighbours(region) & open);
        if grown == region || (grown & board.empties()).count() > LARGEST {
            return region;
        }
        region = grown;
    }
}

/// Solves the least of the problem's images with the defender as Black: the
/// progress of a search then does not depend on the orientation of the board.
fn upright<S: PointSet>(problem: &Problem<S>, defender: Color, first: Color) -> Fate {
    let size = problem.board.size();
    let attacker = defender.opponent();
    let as_black = |color: Color| if color == defender { Color::Black } else { Color::White };
    let sets = [
        problem.target,
        problem.region,
        problem.safe,
        problem.board.stones(defender),
        problem.board.stones(attacker),
    ];
    let Some(([target, region, safe, own, other], _)) = least_image(size, sets) else {
        return Fate::Unknown;
    };
    let setup = Setup { black: own.to_wide(), white: other.to_wide(), ..Setup::empty(size) };
    let Ok(board) = setup.board(problem.board.suicide()) else { return Fate::Unknown };
    let kos_won_by = as_black(problem.kos_won_by);
    let turned = Problem { board, target, region, safe, kos_won_by };
    turned.solve(as_black(first), NODES).fate
}

/// How likely each point is whose, in millionths, so that sums depend on no order.
#[derive(Clone, Debug)]
pub(crate) struct Odds(Vec<[u32; 2]>);

impl Odds {
    const ALL: f64 = 1_000_000.0;

    /// The results of the games.
    pub(crate) fn plain(games: &Ownership, area: usize) -> Self {
        let of = |index: usize| Color::BOTH.map(|color| games.of(Point::new(index), color));
        Self((0..area).map(|index| of(index).map(Self::part)).collect())
    }

    /// The results of those games in which the chains settled by search end as found.
    pub(crate) fn given<S: PointSet>(
        games: &Ownership,
        area: usize,
        readings: &[Reading<S>],
    ) -> Self {
        let mut odds = Self::plain(games, area);
        let mut agreeing: HashMap<Vec<usize>, Vec<[Wide; 2]>> = HashMap::new();
        for index in 0..area {
            let point = Point::new(index);
            let covering = (0..readings.len()).filter(|&i| readings[i].region.contains(point));
            let covering: Vec<usize> = covering.collect();
            if covering.is_empty() {
                continue;
            }
            let wanted =
                covering.iter().map(|&i| (readings[i].stones.to_wide(), readings[i].owner()));
            let ends = agreeing
                .entry(covering.clone())
                .or_insert_with(|| games.ends_with(&wanted.collect::<Vec<_>>()));
            if ends.len() >= FEW {
                odds.0[index] = Color::BOTH.map(|color| {
                    let owned = ends.iter().filter(|end| end[color.index()].contains(point));
                    Self::part(owned.count() as f64 / ends.len() as f64)
                });
            }
        }
        for reading in readings {
            let life = match reading.found {
                Found::Lives => FOUND,
                Found::Dies => 1.0 - FOUND,
            };
            for point in reading.stones.iter() {
                odds.0[point.index()][reading.color.index()] = Self::part(life);
                odds.0[point.index()][reading.color.opponent().index()] = Self::part(1.0 - life);
            }
        }
        odds
    }

    fn part(chance: f64) -> u32 {
        (chance * Self::ALL).round() as u32
    }

    /// The chance that the point ends as this colour's, 0 to 1.
    pub(crate) fn of(&self, point: Point, color: Color) -> f64 {
        f64::from(self.0[point.index()][color.index()]) / Self::ALL
    }

    /// The mean over a set of points; 0 for none.
    pub(crate) fn mean<S: PointSet>(&self, points: S, color: Color) -> f64 {
        let sum: u64 =
            points.iter().map(|point| u64::from(self.0[point.index()][color.index()])).sum();
        sum as f64 / (Self::ALL * f64::from(points.count().max(1)))
    }
}
