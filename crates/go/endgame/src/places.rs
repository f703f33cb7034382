//! Likely values of regions without an exact one: results of games in the
//! region alone with either side first.
//!
//! Four searches by random games ([`Place`]) examine a region: with Black
//! first, with White first, and with a second move of each after its best one.
//! They form a game of depth two, `{{LL | L} || {R | RR}}`, which distinguishes
//! sente from gote and is added to the sum of the regions with exact values.

use std::time::Instant;

use zenpuku_cgt::{CgtError, GameId};
use zenpuku_go::{AnyBoard, Color, Move, Point, Wide};
use zenpuku_go_status::{Place, PlaceGames, PlaceMove};

use crate::territory::Part;
use crate::{LocalSolver, LoopValue, PartialSolution, Unsolved};

/// Games of a search.
const GAMES: u32 = 2_000;
/// The share of games below the low value, and above the high one.
const TAIL: f64 = 0.25;
/// A second move in a row that gains less than this is not a threat: games are not more exact.
const THREAT: i32 = 2;
/// A first move with at least this part of the games of the most tried one is worth naming.
const NAMED: f64 = 0.1;
/// Most first moves that are named.
const MOST_NAMED: usize = 5;

/// Which end of the games' results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Low,
    Middle,
    High,
}

/// The results of a region with one side first.
#[derive(Clone, Debug)]
struct Side {
    low: i32,
    middle: i32,
    high: i32,
    /// The same after a second move of that side.
    twice: i32,
    /// Its first moves, the best first, and their losses compared with it, in points.
    moves: Vec<(Point, i32)>,
}

impl Side {
    const fn without_moves(worth: i32) -> Self {
        Self { low: worth, middle: worth, high: worth, twice: worth, moves: Vec::new() }
    }

    const fn worth(&self, end: End) -> i32 {
        match end {
            End::Low => self.low,
            End::Middle => self.middle,
            End::High => self.high,
        }
    }
}

/// A region and the results of games in it.
#[derive(Clone, Debug)]
pub(crate) struct LikelyPlace {
    points: Wide,
    /// With Black and with White first.
    sides: [Side; 2],
}

/// Plays games in every region without value, until the deadline; those that it leaves no time for are left out.
pub(crate) fn likely_places(
    filled: &AnyBoard,
    unsolved: &[Unsolved<Wide>],
    deadline: Option<Instant>,
) -> Vec<LikelyPlace> {
    let mut left = unsolved.len() as u32;
    let mut found = Vec::new();
    for region in unsolved {
        // Each gets its share of the time that is left.
        let by = deadline.map(|by| {
            let now = Instant::now();
            now + by.saturating_duration_since(now) / left.max(1)
        });
        left -= 1;
        if by.is_none_or(|by| Instant::now() < by) {
            found.extend(likely_place(filled, region, by));
        }
    }
    found
}

fn likely_place(
    filled: &AnyBoard,
    region: &Unsolved<Wide>,
    deadline: Option<Instant>,
) -> Option<LikelyPlace> {
    let mut sides = Vec::with_capacity(2);
    for (color, searches) in Color::BOTH.into_iter().zip([4, 2]) {
        let now = Instant::now();
        let share = deadline.map(|by| by.saturating_duration_since(now) / searches);
        let by = |n: u32| share.map(|share| now + share * n);
        let board = *filled;
        let games = Place { board, region: region.points }.play(color, GAMES, by(1));
        let moves = named(&games);
        let mut side = Side {
            low: games.quantile(TAIL)?,
            middle: games.quantile(0.5)?,
            high: games.quantile(1.0 - TAIL)?,
            twice: games.quantile(0.5)?,
            moves,
        };
        if let Some(&(best, _)) = side.moves.first() {
            side.twice = twice(&board, region.points, (color, best), by(2)).unwrap_or(side.middle);
        }
        sides.push(side);
    }
    let sides = <[Side; 2]>::try_from(sides).ok()?;
    let points = region.points;
    Some(LikelyPlace { points, sides }.within(region.range))
}

/// The known results of a region with Black and with White first, in points for
/// Black; moves and threats come from games, if any were played.
pub(crate) fn set_worth(places: &mut Vec<LikelyPlace>, points: Wide, worth: [i32; 2]) {
    let at = places.iter().position(|place| place.points == points).unwrap_or_else(|| {
        places.push(LikelyPlace { points, sides: worth.map(Side::without_moves) });
        places.len() - 1
    });
    for (color, side) in Color::BOTH.into_iter().zip(&mut places[at].sides) {
        let worth = worth[color.index()];
        (side.low, side.middle, side.high) = (worth, worth, worth);
        let is_threat = (side.twice - worth) * color.sign() > 0;
        side.twice = if is_threat { side.twice } else { worth };
    }
}

/// The gain of a second move in a row.
fn twice(
    board: &AnyBoard,
    region: Wide,
    (color, best): (Color, Point),
    deadline: Option<Instant>,
) -> Option<i32> {
    let mut next = *board;
    next.set_to_move(color);
    next.play(best).ok()?;
    next.wait();
    let captured = |by: Color| next.prisoners(by) as i32 - board.prisoners(by) as i32;
    let taken = captured(Color::Black) - captured(Color::White);
    let games = Place { board: next, region }.play(color, GAMES / 2, deadline);
    Some(games.quantile(0.5)? + taken)
}

/// The first moves that were tried most, and their losses compared with the best.
fn named(games: &PlaceGames) -> Vec<(Point, i32)> {
    let Some(best) = games.moves.first() else { return Vec::new() };
    let least = f64::from(best.games) * NAMED;
    let often = games.moves.iter().filter(|mv| f64::from(mv.games) >= least);
    let loss = |mv: &PlaceMove| (best.gain - mv.gain).max(0.0).round() as i32;
    let named = often.filter_map(|mv| Some((mv.point?, loss(mv))));
    named.take(MOST_NAMED).collect()
}

impl LikelyPlace {
    /// Clamps results to the points of the region, and makes moving first at least as good.
    fn within(mut self, range: LoopValue) -> Self {
        for side in &mut self.sides {
            for worth in [&mut side.low, &mut side.middle, &mut side.high, &mut side.twice] {
                *worth = (*worth).clamp(range.low, range.high);
            }
        }
        self
    }

    pub(crate) const fn points(&self) -> Wide {
        self.points
    }

    /// The bounds of its value with either side first, in points for Black.
    pub(crate) fn range(&self) -> LoopValue {
        let [black, white] = &self.sides;
        LoopValue { low: black.low.min(white.low), high: black.high.max(white.high) }
    }

    /// Its value as a game, in points for Black.
    pub(crate) fn raw(&self, local: &mut LocalSolver<Wide>, end: End) -> Result<GameId, CgtError> {
        let [left, right] = self.sides.each_ref().map(|side| side.worth(end));
        if left <= right {
            return local.universe.integer(i64::from((left + right).div_euclid(2)));
        }
        let left = self.after(local, Color::Black, end)?;
        let right = self.after(local, Color::White, end)?;
        local.universe.switch(left, right)
    }

    /// Its value after the best move of a side.
    fn after(
        &self,
        local: &mut LocalSolver<Wide>,
        color: Color,
        end: End,
    ) -> Result<GameId, CgtError> {
        let side = &self.sides[color.index()];
        let once = side.worth(end);
        let settled = local.universe.integer(i64::from(once))?;
        if (side.twice - once) * color.sign() < THREAT {
            return Ok(settled);
        }
        let more = local.universe.integer(i64::from(side.twice))?;
        match color {
            Color::Black => local.universe.switch(more, settled),
            Color::White => local.universe.switch(settled, more),
        }
    }

    /// The place as a summand with the moves of `first`.
    pub(crate) fn part(
        &self,
        local: &mut LocalSolver<Wide>,
        first: Color,
    ) -> Result<Part, CgtError> {
        let raw = self.raw(local, End::Middle)?;
        let chilled = local.universe.chill(raw)?;
        let after = self.after(local, first, End::Middle)?;
        let after = local.universe.chill(after)?;
        let mut moves = Vec::new();
        for &(point, loss) in &self.sides[first.index()].moves {
            let lost = local.universe.integer(i64::from(loss * first.opponent().sign()))?;
            moves.push((Move::Play(point), local.universe.add(after, lost)?));
        }
        Ok(Part { chilled, moves })
    }
}

/// The score with Black first and with White first: regions with a value, and
/// places at this end of their results. A region that is neither adds zero.
pub(crate) fn scores_with(
    local: &mut LocalSolver<Wide>,
    solved: &PartialSolution<Wide>,
    places: &[LikelyPlace],
    end: End,
) -> Result<[i32; 2], CgtError> {
    let mut chilled: Vec<GameId> = solved.regions.iter().map(|region| region.chilled).collect();
    for place in places.iter().filter(|place| is_unsolved(solved, place.points)) {
        let raw = place.raw(local, end)?;
        chilled.push(local.universe.chill(raw)?);
    }
    let [black, white] = Color::BOTH.map(|first| local.score(&chilled, first));
    Ok([black? + solved.settled, white? + solved.settled])
}

fn is_unsolved(solved: &PartialSolution<Wide>, points: Wide) -> bool {
    solved.unsolved.iter().any(|region| region.points == points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LocalLimits, RegionKind};
    use zenpuku_go::PointSet;

    fn side(worth: i32, twice: i32, moves: &[(usize, i32)]) -> Side {
        let moves = moves.iter().map(|&(point, loss)| (Point::new(point), loss)).collect();
        Side { low: worth - 1, middle: worth, high: worth + 1, twice, moves }
    }

    fn place(black: Side, white: Side) -> LikelyPlace {
        LikelyPlace { points: Wide::EMPTY, sides: [black, white] }
    }

    fn kind(place: &LikelyPlace) -> RegionKind {
        let mut local = LocalSolver::new(LocalLimits::default());
        let raw = place.raw(&mut local, End::Middle).unwrap();
        let value = local.describe(Wide::EMPTY, raw).unwrap();
        local.kind(&value).unwrap()
    }

    #[test]
    fn a_threat_makes_a_move_sente() {
        let quiet = side(0, 0, &[(2, 0)]);
        assert_eq!(kind(&place(side(2, 2, &[(1, 0)]), quiet.clone())), RegionKind::Gote);
        let threat = place(side(2, 20, &[(1, 0)]), quiet);
        assert_eq!(kind(&threat), RegionKind::Sente(Color::Black));
    }

    #[test]
    fn moving_first_never_makes_a_place_worse() {
        assert_eq!(kind(&place(side(1, 1, &[]), side(2, 2, &[]))), RegionKind::Settled);
    }

    #[test]
    fn a_move_is_as_much_worse_as_games_say() {
        let mut local = LocalSolver::new(LocalLimits::default());
        let place = place(side(4, 4, &[(1, 0), (5, 2)]), side(0, 0, &[]));
        let part = place.part(&mut local, Color::Black).unwrap();
        let ranked = local.ranked(&[part], 10, Color::Black).unwrap();
        let losses: Vec<(Move, i32)> = ranked.iter().map(|c| (c.mv, c.loss)).collect();
        let play = |point| Move::Play(Point::new(point));
        assert_eq!(losses, [(play(1), 0), (play(5), 2), (Move::Pass, 4)]);
        assert_eq!(ranked[0].score, 14);
    }
}
