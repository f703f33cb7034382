//! A real board from its parts: statuses proposed by [`zenpuku_go_status`], regions by status, their sum.
//!
//! Points that are likely enough count as settled and are filled with stones of
//! their owner, which wall in the open regions; a settled point next to a small
//! open region without a stone between belongs to that region. A chain whose
//! last liberty is one point of its own territory once everything around is
//! filled is left open with that point and the adjacent dead stones, because it
//! may have to connect or to capture them (teire). The regions are valued as
//! games ([`LocalSolver`]), those of a likely board with kos
//! ([`Kos::FirstTaker`]); the interval then has every ko won by either side and
//! a margin for points that are not sure. A region that has no value is bounded
//! by its own points; on a likely board it gets a likely value from games in it
//! alone (`places.rs`), whose spread widens the interval, or else only its
//! disputed points and the stones on them, twice, do (`limits.rs`). The result
//! of a group's single small eye space is computed exactly (`eye_spaces.rs`),
//! because random games are too confident there. So every answer of this module
//! holds *as marked*, if the statuses do, and is called likely. But where
//! [`crate::solve`] proves the score within the bounds, its answer is given
//! instead.

use zenpuku_cgt::CgtError;
use zenpuku_go::{
    AnyBoard, Color, KoRule, Move, PointSet, Rules, Scoring, Setup, SetupError, Suicide, Wide,
};
use zenpuku_go_status::{JudgeOptions, Status, StatusBasis, StatusMap, judge};

mod eye_spaces;
mod limits;
mod marked;
mod options;
mod parts;

use limits::{likely_range, limits, worth};
pub use options::AppraiseOptions;
pub(crate) use options::part_of_time;
use parts::Parts;

use crate::loops::prisoners;
use crate::outcome::{Outcome, Regions, regions};
use crate::places::{End, LikelyPlace, likely_places, scores_with, set_worth};
use crate::proof::proved;
use crate::teire::mark_teire;
use crate::territory::leave_out;
use crate::{Candidate, Kos, LocalSolver, LoopValue, PartialSolution, SolveError, stones_played};

/// The reliability of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// It rests on statuses that are only likely.
    Likely,
    /// It is the count of the board without the stones that the user called
    /// dead, or that are likely dead.
    Marked,
    /// It depends only on the user's marks.
    AsMarked,
    /// It is proved.
    Proved,
}

impl Trust {
    /// `proved`, `proved-as-marked`, `marked` or `likely`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::AsMarked => "proved-as-marked",
            Self::Marked => "marked",
            Self::Likely => "likely",
        }
    }
}

/// Number of moves suggested by random games.
const LIKELY_MOVES: usize = 4;
/// The loss in points up to which a move is a candidate if values are only likely.
const CLOSE: i32 = 1;
/// Number of candidates above which no more of those are added.
const MOST_CLOSE: usize = 16;

/// The estimated score, in points for Black without komi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The likeliest.
    pub best: i32,
    /// Its bounds if the settled points are settled.
    pub range: LoopValue,
    /// The moves in regions with values, by their loss, the best first.
    pub candidates: Vec<Candidate>,
    /// Up to four more moves that random games favour, the best first: only a hint.
    pub likely: Vec<Move>,
}

/// The proved score.
fn estimates(proof: &Outcome) -> [Estimate; 2] {
    proof.first.each_ref().map(|answer| Estimate {
        best: answer.score.low,
        range: answer.score,
        candidates: answer.candidates.clone(),
        likely: Vec::new(),
    })
}

/// A board from its parts.
#[derive(Clone, Debug)]
pub struct Appraisal {
    /// The status of all chains and points.
    pub map: StatusMap<Wide>,
    /// The open regions.
    pub regions: Regions,
    /// The dead stones.
    pub dead: Wide,
    /// Empty points without a value for either side.
    pub dame: Wide,
    /// Empty points that their owners have to fill: false eyes and other protective moves.
    pub teire: Wide,
    /// The score of the current board: dead stones removed, open points counted
    /// for the likelier owner; never beyond the results of play with either
    /// side first.
    pub standing: i32,
    /// With Black first and with White first.
    pub first: [Estimate; 2],
    /// Its reliability.
    pub trust: Trust,
}

impl Appraisal {
    /// The score if it does not depend on who moves first.
    #[must_use]
    pub fn one_score(&self) -> Option<i32> {
        let [black, white] = self.first.each_ref().map(|estimate| estimate.best);
        (black == white).then_some(black)
    }

    /// Adopts proved results.
    fn take(&mut self, proof: &Outcome) {
        self.first = estimates(proof);
        self.trust = Trust::Proved;
        // A sum proved by area gives its regions no values; something is left to play for all the same.
        let valued = !proof.regions.open.is_empty() || self.one_score().is_some();
        if valued && proof.regions.unsolved.is_empty() {
            self.regions = proof.regions.clone();
        }
    }

    /// The places where play can still gain something: regions with a temperature over 0 and those without value.
    #[must_use]
    pub fn places_left(&self) -> usize {
        let hot = self.regions.open.iter().filter(|region| region.temperature_number > 0.0);
        hot.count() + self.regions.unsolved.len()
    }

    /// The judgement of uncertain stones and points, by exact and likely statuses.
    #[must_use]
    pub fn disputed(&self) -> Wide {
        let unsure = self.regions.unsolved.iter();
        unsure.fold(Wide::EMPTY, |set, region| set | region.points)
    }
}

/// Appraises a position. A game that both sides have ended with open places has
/// the score of its board, or the nearest score that play with either side
/// first can reach: many servers count this way.
///
/// # Errors
/// If it is not a position.
pub fn appraise(
    setup: &Setup,
    rules: &Rules,
    options: &AppraiseOptions,
) -> Result<Appraisal, SetupError> {
    let is_plain = (options.judge.alive | options.judge.dead).is_empty();
    let is_counted = options.count_as_marked && !is_plain;
    let proof = if is_plain { proved(setup, rules, &options.proof) } else { None };
    let options = options.clone().shared();
    let mut found = appraise_once(setup, rules, &options.first_look())?;
    let trust = found.trust;
    if let Some(proof) = &proof {
        found.take(proof);
    }
    let is_shown = found.one_score() == Some(found.standing);
    let is_open = match &proof {
        Some(_) => found.one_score().is_none(),
        None => !is_shown || found.places_left() > 0,
    };
    if options.judge.closed && is_open {
        // If only dame are left, this equals a game that continues.
        let played_on = match &proof {
            None if found.places_left() > 0 => {
                appraise_once(setup, rules, &options.unfinished())?.first
            }
            _ => found.first.clone(),
        };
        let standing = found.standing;
        let [one, other] = played_on.each_ref().map(|estimate| estimate.best);
        // By area, dame that both have left are points not taken by either side.
        let left = i32::from(rules.scoring == Scoring::Area && proof.is_none());
        found.trust = trust;
        found.first = played_on.map(|estimate| Estimate {
            best: standing.clamp(one.min(other) - left, one.max(other) + left),
            range: estimate.range.with(LoopValue { low: standing, high: standing }),
            ..estimate
        });
    }
    let [one, other] = found.first.each_ref().map(|estimate| estimate.best);
    found.standing = found.standing.clamp(one.min(other), one.max(other));
    if is_counted {
        found.count_as_marked(&setup.board(rules.suicide)?, rules);
    }
    Ok(found)
}

fn appraise_once(
    setup: &Setup,
    rules: &Rules,
    options: &AppraiseOptions,
) -> Result<Appraisal, SetupError> {
    let board: AnyBoard = setup.board(rules.suicide)?;
    let ko_threats_count = rules.scoring == Scoring::Area;
    let mut map = judge(&board, &JudgeOptions { ko_threats_count, ..options.judge.clone() });
    if rules.suicide != Suicide::Forbidden || rules.ko != KoRule::Simple {
        // Answers may be forbidden, or rooms emptied by suicide: only what needs no answer is proved.
        map.doubt_answers();
    }
    mark_teire(&board, &mut map);
    let parts = Parts::new(&board, rules.scoring, &map, options);
    for space in &parts.eye_spaces {
        map.unsettle(space.points & board.empties());
    }
    let standing = standing(&board, rules, &map);
    let limits = limits(&board, rules.scoring, &map);
    // Proved and marked parts are valued exactly, the rest is estimated.
    let trust = trust(&map, &options.judge);
    let kos = if trust == Trust::Likely { Kos::FirstTaker } else { Kos::Exact };
    let mut local = LocalSolver::new(options.local.clone()).with_kos(kos);
    let settled = parts.partition.settled_territory(&board);
    let dead = map.dead();
    let solved = parts.solve(&mut local, settled);
    let appraisal = |regions, first| Appraisal {
        regions,
        dead,
        dame: map.points_where(|point| point.status == Status::Dame),
        teire: map.points_where(|point| point.status == Status::Teire),
        standing,
        first,
        trust,
        map: map.clone(),
    };
    let Ok(mut solved) = solved else {
        let regions = Regions {
            safe: parts.partition.safe,
            settled: parts.partition.settled.0,
            open: Vec::new(),
            unsolved: Vec::new(),
        };
        let range = limits.with(LoopValue { low: standing, high: standing });
        let first = [0, 1].map(|_| Estimate {
            best: standing,
            range,
            candidates: Vec::new(),
            likely: Vec::new(),
        });
        return Ok(appraisal(regions, first));
    };
    // If nothing is left to play for, players leave no group unclear either.
    let over = solved.unsolved.is_empty() && solved.scores[0] == solved.scores[1];
    let doubt = if over || options.judge.closed { 0 } else { parts.doubt(&map) };
    let (mut places, mut kos_won) = (Vec::new(), Vec::new());
    let narrow = |solved: &mut PartialSolution<Wide>| {
        for region in &mut solved.unsolved {
            region.range = likely_range(&board, &map, region.points);
        }
    };
    if trust == Trust::Likely {
        if local.has_ko() {
            kos_won = with_kos_won(&parts, options, &solved);
        }
        places = likely_places(&parts.filled, &solved.unsolved, options.deadline);
        for region in &solved.unsolved {
            let known = parts.eye_spaces.iter().find(|space| space.points == region.points);
            if let Some(space) = known {
                set_worth(&mut places, space.points, space.worth);
            }
        }
        narrow(&mut solved);
    }
    let mut ranges = likely_scores(&mut local, &solved, &places).unwrap_or(solved.scores);
    for (local, other) in &mut kos_won {
        narrow(other);
        let others = likely_scores(local, other, &places).unwrap_or(ranges);
        ranges = [0, 1].map(|i| ranges[i].with(others[i]));
    }
    let ranges = ranges.map(|range| LoopValue { low: range.low - doubt, high: range.high + doubt });
    let (given, found) = ((&board, &parts, &map), (&solved, places.as_slice(), ranges));
    let first = Color::BOTH.map(|color| match rules.scoring {
        Scoring::Territory => by_territory(&mut local, given, found, color),
        Scoring::Area => by_area(&mut local, given, found, color),
    });
    let first = first.map(|estimate| Estimate {
        best: estimate.best.clamp(limits.low, limits.high),
        range: LoopValue {
            low: estimate.range.low.clamp(limits.low, limits.high),
            high: estimate.range.high.clamp(limits.low, limits.high),
        },
        ..estimate
    });
    let (open, rest) = (&solved.regions, &solved.unsolved);
    let mut regions = regions(&mut local, &parts.filled, &solved.partition, open, rest);
    for unknown in &mut regions.unsolved {
        if let Some(place) = places.iter().find(|place| place.points() == unknown.points) {
            unknown.range = place.range();
        }
    }
    Ok(appraisal(regions, first))
}

/// The regions with every ko won by Black and by White, if both are known for
/// the same number of them.
fn with_kos_won(
    parts: &Parts,
    options: &AppraiseOptions,
    solved: &PartialSolution<Wide>,
) -> Vec<(LocalSolver<Wide>, PartialSolution<Wide>)> {
    let won = Color::BOTH.into_iter().filter_map(|winner| {
        let mut local = LocalSolver::new(options.local.clone()).with_kos(Kos::WonBy(winner));
        let other = parts.solve(&mut local, solved.settled).ok()?;
        (other.unsolved.len() <= solved.unsolved.len()).then_some((local, other))
    });
    won.collect()
}

/// The scores; places count between the ends of most games' results, other
/// regions without value between their bounds.
fn likely_scores(
    local: &mut LocalSolver<Wide>,
    solved: &PartialSolution<Wide>,
    places: &[LikelyPlace],
) -> Result<[LoopValue; 2], CgtError> {
    let rest = solved.unsolved.iter().filter(|region| !is_place(places, region.points));
    let rest =
        rest.fold([0, 0], |sum, region| [sum[0] + region.range.low, sum[1] + region.range.high]);
    let low = scores_with(local, solved, places, End::Low)?;
    let high = scores_with(local, solved, places, End::High)?;
    Ok([0, 1].map(|i| LoopValue { low: low[i] + rest[0], high: high[i] + rest[1] }))
}

fn is_place(places: &[LikelyPlace], points: Wide) -> bool {
    places.iter().any(|place| place.points() == points)
}

/// Black's lead if play ends now, in points.
fn standing(board: &AnyBoard, rules: &Rules, map: &StatusMap<Wide>) -> i32 {
    let beside_seki = board.geometry().neighbours(map.seki()) & board.empties();
    let counted = match rules.scoring {
        Scoring::Area => board.geometry().full(),
        Scoring::Territory => board.geometry().full().minus(beside_seki),
    };
    worth(board, rules.scoring, map, counted) + prisoners(board, rules.scoring)
}

fn trust(map: &StatusMap<Wide>, said: &JudgeOptions<Wide>) -> Trust {
    let marked = said.alive | said.dead;
    let known = |point: zenpuku_go::Point| {
        map.at(point).how != StatusBasis::Assumed || map.at(point).status == Status::Dame
    };
    let all = || (0..map.points.len()).map(zenpuku_go::Point::new);
    if !all().all(|point| known(point) || marked.contains(point)) {
        Trust::Likely
    } else if marked.is_empty() {
        Trust::Proved
    } else {
        Trust::AsMarked
    }
}

fn by_territory(
    local: &mut LocalSolver<Wide>,
    (board, parts, map): (&AnyBoard, &Parts, &StatusMap<Wide>),
    (solved, places, ranges): (&PartialSolution<Wide>, &[LikelyPlace], [LoopValue; 2]),
    color: Color,
) -> Estimate {
    let range = ranges[color.index()];
    let valued = scores_with(local, solved, places, End::Middle);
    let mut valued = valued.map_or(solved.settled, |scores| scores[color.index()]);
    let rest = solved.unsolved.iter().filter(|region| !is_place(places, region.points));
    let likely: i32 = rest.map(|region| likely_points(board, map, region.points, color)).sum();
    let mut candidates = candidates(local, parts, (solved, places), color).unwrap_or_default();
    // A ko that was just taken cannot be retaken immediately.
    let banned = board.ko().filter(|_| board.to_move() == color).map(Move::Play);
    if let Some(score) = banned.and_then(|banned| leave_out(&mut candidates, banned)) {
        valued = score;
    }
    // Random games decide the order of equal moves.
    let gain = |mv: Move| {
        let known = map.gains.iter().find(|(point, _)| mv == Move::Play(*point));
        known.map_or(f32::NEG_INFINITY, |&(_, gain)| gain)
    };
    candidates.sort_by(|a, b| a.loss.cmp(&b.loss).then(gain(b.mv).total_cmp(&gain(a.mv))));
    let is_close = |mv: Move| candidates.iter().any(|c| c.mv == mv && c.loss <= CLOSE);
    let gains = map.gains.iter().map(|&(point, _)| Move::Play(point));
    let likely_moves = gains.filter(|&mv| !is_close(mv)).take(LIKELY_MOVES).collect();
    let best = valued + likely;
    let range = range.with(LoopValue { low: best, high: best });
    Estimate { best, range, candidates, likely: likely_moves }
}

/// The expected value of an open region for Black, in points, with this colour first.
fn likely_points(board: &AnyBoard, map: &StatusMap<Wide>, region: Wide, first: Color) -> i32 {
    let worths = map.outcomes(board, region, first);
    worths.get(worths.len() / 2).copied().unwrap_or(0)
}

/// The moves in regions with values and in places, by their loss.
fn candidates(
    local: &mut LocalSolver<Wide>,
    parts: &Parts,
    (solved, places): (&PartialSolution<Wide>, &[LikelyPlace]),
    color: Color,
) -> Result<Vec<Candidate>, SolveError> {
    let safe = solved.partition.safe;
    let mut summands = Vec::with_capacity(solved.regions.len() + places.len());
    for region in &solved.regions {
        summands.push(local.part(&parts.filled, safe, region, color)?);
    }
    for place in places {
        summands.push(place.part(local, color)?);
    }
    Ok(local.ranked(&summands, solved.settled, color)?)
}

/// By area: the territory and the stones played, and a point for the first mover if the parity of
/// the points requires it. Neither side can get more: the first mover, if it never passes first,
/// gets the territory and plays as many stones as the other side or one more; the same holds for
/// the other side. Their number follows from the points of the board, which all belong to a side
/// except the liberties of a seki.
fn by_area(
    local: &mut LocalSolver<Wide>,
    (board, parts, map): (&AnyBoard, &Parts, &StatusMap<Wide>),
    (solved, places, ranges): (&PartialSolution<Wide>, &[LikelyPlace], [LoopValue; 2]),
    color: Color,
) -> Estimate {
    let found = (solved, places, ranges);
    let by_territory = by_territory(local, (board, parts, map), found, color);
    let lead = stones_played(board);
    let owned = parts.partition.owned();
    let is_possible = |score: i32| (score + owned as i32) % 2 == 0;
    let area = |score: i32| match score + lead {
        score if is_possible(score) => score,
        score => score + color.sign(),
    };
    let settled = solved.regions.is_empty() && solved.unsolved.is_empty();
    let spread = i32::from(!settled);
    let (low, high) = (by_territory.range.low + lead, by_territory.range.high + lead);
    let toward = |sign: i32| if color.sign() == sign { spread } else { 0 };
    let best = area(by_territory.best);
    let range = LoopValue { low: low - toward(-1), high: high + toward(1) };
    Estimate { best, range: range.with(LoopValue { low: best, high: best }), ..by_territory }
}

/// The moves that may be best: those without loss, those that lose at most the
/// error of likely values (half a point in miai counting), and some that random
/// games favour. The best come first.
#[must_use]
pub fn candidate_list(estimate: &Estimate) -> Vec<Move> {
    let mut list = best_moves(estimate);
    let is_exact = estimate.range.exact().is_some();
    let close = estimate.candidates.iter().filter(|candidate| {
        (1..=CLOSE).contains(&candidate.loss) && candidate.mv != Move::Pass && !is_exact
    });
    list.extend(close.map(|candidate| candidate.mv).take(MOST_CLOSE.saturating_sub(list.len())));
    for &mv in &estimate.likely {
        if !list.contains(&mv) {
            list.push(mv);
        }
    }
    list
}

/// The moves without loss.
#[must_use]
pub fn best_moves(estimate: &Estimate) -> Vec<Move> {
    let best = estimate.candidates.iter().filter(|candidate| candidate.loss == 0);
    best.map(|candidate| candidate.mv).collect()
}
