//! Boards with few positions, with ko, solved as an interval.
//!
//! Under simple ko play need not end. Counting endless play as the worst result for Black gives the low end, as
//! the best the high end; where both agree the result is exact. All positions
//! that can be reached are listed and their values raised from the worst, or
//! lowered from the best, to a fixed point: the least and the greatest fixed
//! point of minimax. Without exclusions this is the reference for all other methods.
//!
//! By territory prisoners count, and a position that comes back may have cost stones. They are counted on the
//! way, so endless play that keeps costing one side stones is the worst for that side, and no way out for it;
//! undecided is only endless play that costs both the same.

use std::collections::HashMap;

use thiserror::Error;
use zenpuku_go::{Board, Color, Move, Point, PointSet, Scoring};

use crate::{Exclusion, Plan, count};

/// A result between the worst and the best for Black, in points without komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoopValue {
    /// If endless play counts as the worst for Black.
    pub low: i32,
    /// If endless play counts as the best for Black.
    pub high: i32,
}

impl LoopValue {
    /// The score, where loops do not matter.
    #[must_use]
    pub fn exact(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    /// The same with this number of points added for Black.
    pub(crate) const fn plus(self, points: i32) -> Self {
        Self { low: self.low + points, high: self.high + points }
    }

    /// The least interval that holds both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

/// Why there is no interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LoopError {
    /// Too many positions.
    #[error("more than {limit} positions can be reached")]
    TooMany {
        /// The limit.
        limit: usize,
    },
    /// The time is over.
    #[error("stopped")]
    Stopped,
}

/// The number of positions listed between two checks of the clock.
const LOOK_AT_CLOCK: usize = 1_000;

/// Stones, side to move, ko, passes.
type Key<S> = (S, S, Color, Option<Point>, u8);

struct Graph<S> {
    /// The positions, without the prisoners made on the way to them.
    boards: Vec<Board<S>>,
    /// Where the successors of each board begin in `next`; one more entry than boards.
    starts: Vec<usize>,
    next: Vec<Step>,
    /// The numbers of the positions asked for.
    roots: Vec<u32>,
}

/// A move: where it leads, and the points it makes for Black immediately.
#[derive(Clone, Copy)]
struct Step {
    to: u32,
    gain: i32,
}

impl<S: PointSet> Graph<S> {
    /// The number of a position, a new one if it is new.
    fn number(
        &mut self,
        numbers: &mut HashMap<Key<S>, u32>,
        board: Board<S>,
        limit: usize,
    ) -> Result<u32, LoopError> {
        let fresh = self.boards.len();
        let number = *numbers.entry(key(&board)).or_insert(fresh as u32);
        if number as usize == fresh {
            if fresh >= limit {
                return Err(LoopError::TooMany { limit });
            }
            self.boards.push(board);
        }
        Ok(number)
    }
}

/// The interval for the side to move, under simple ko.
///
/// # Errors
/// If more than `limit` positions can be reached.
pub fn loop_value<S: PointSet>(
    board: &Board<S>,
    exclusion: Exclusion,
    scoring: Scoring,
    limit: usize,
) -> Result<LoopValue, LoopError> {
    let values = loop_values(&[*board], &Plan::new(board, exclusion, scoring), limit)?;
    Ok(values[0])
}

/// The intervals of many positions of one size at once, under simple ko; points
/// excluded before the search are excluded for all. The prisoners that a
/// position brings along are part of its value.
///
/// An end that endless play decides is [`unlimited`].
///
/// # Errors
/// If more than `limit` positions can be reached.
pub fn loop_values<S: PointSet>(
    boards: &[Board<S>],
    plan: &Plan<S>,
    limit: usize,
) -> Result<Vec<LoopValue>, LoopError> {
    listed_values(boards, plan, limit, &|| false).map(|(values, _)| values)
}

/// As [`loop_values`], and how many positions were listed.
///
/// # Errors
/// Also when `is_over` says so.
fn listed_values<S: PointSet>(
    boards: &[Board<S>],
    plan: &Plan<S>,
    limit: usize,
    is_over: &dyn Fn() -> bool,
) -> Result<(Vec<LoopValue>, usize), LoopError> {
    let graph = reachable(boards, plan, limit, is_over)?;
    let most = boards.first().map_or(0, |board| unlimited(board, plan.scoring()));
    // Stones that come and go within one round of endless play must not bring it below the limit.
    let clamp = CLAMP * most;
    let low = fixed_point(&graph, plan, (clamp, -clamp), is_over)?;
    let high = fixed_point(&graph, plan, (clamp, clamp), is_over)?;
    let roots = graph.roots.iter().zip(boards).map(|(&root, board)| {
        let brought = prisoners(board, plan.scoring());
        let end = |value: i32| (value + brought).clamp(-most, most);
        LoopValue { low: end(low[root as usize]), high: end(high[root as usize]) }
    });
    Ok((roots.collect(), graph.boards.len()))
}

/// What endless play counts, in points, and the most that any play does: every point of the board, and by
/// territory a prisoner from each as well.
fn unlimited<S: PointSet>(board: &Board<S>, scoring: Scoring) -> i32 {
    let area = board.size().area() as i32;
    match scoring {
        Scoring::Area => area,
        Scoring::Territory => 2 * area,
    }
}

/// Values are kept within this many times what [`unlimited`] says.
const CLAMP: i32 = 3;

/// Black's lead in prisoners, where they count.
pub(crate) fn prisoners<S: PointSet>(board: &Board<S>, scoring: Scoring) -> i32 {
    let made = |color| board.prisoners(color) as i32;
    match scoring {
        Scoring::Area => 0,
        Scoring::Territory => made(Color::Black) - made(Color::White),
    }
}

/// A stone on a settled point: by territory an own point less, or a prisoner for the other side.
fn waiting_costs<S: PointSet>(board: &Board<S>, scoring: Scoring) -> i32 {
    match scoring {
        Scoring::Area => 0,
        Scoring::Territory => -board.to_move().sign(),
    }
}

/// The interval for the side to move under simple ko, with the exact exclusion and with bounds where they suffice: what
/// [`crate::solve`] states.
///
/// # Errors
/// If more than `limit` positions can be reached.
pub fn exact_loop_value<S: PointSet>(
    board: &Board<S>,
    scoring: Scoring,
    limit: usize,
) -> Result<LoopValue, LoopError> {
    exact_values(&[*board], scoring, limit, &|| false).map(|(values, _)| values[0])
}

/// As [`loop_values`] for the exact exclusion, and how many positions were listed. Where a ko can arise, each colour in turn is given ko threats,
/// which bounds the values; only if the bounds of the first board differ are all moves listed that can be waited with.
pub(crate) fn exact_values<S: PointSet>(
    boards: &[Board<S>],
    scoring: Scoring,
    limit: usize,
    is_over: &dyn Fn() -> bool,
) -> Result<(Vec<LoopValue>, usize), LoopError> {
    let listed = |plan: &Plan<S>| listed_values(boards, plan, limit, is_over);
    let Some(first) = boards.first() else { return Ok((Vec::new(), 0)) };
    let plan = Plan::new(first, Exclusion::Exact, scoring);
    if !plan.is_without_ko() {
        let (low, few) = listed(&Plan::waiting(scoring, Color::White))?;
        let (high, more) = listed(&Plan::waiting(scoring, Color::Black))?;
        let ends = low.iter().zip(high);
        let bounds: Vec<LoopValue> =
            ends.map(|(low, high)| LoopValue { low: low.low, high: high.high }).collect();
        if bounds[0].exact().is_some() {
            return Ok((bounds, few + more));
        }
    }
    listed(&plan)
}

fn key<S: PointSet>(board: &Board<S>) -> Key<S> {
    let stones = |color| board.stones(color);
    (stones(Color::Black), stones(Color::White), board.to_move(), board.ko(), board.passes())
}

fn reachable<S: PointSet>(
    roots: &[Board<S>],
    plan: &Plan<S>,
    limit: usize,
    is_over: &dyn Fn() -> bool,
) -> Result<Graph<S>, LoopError> {
    let mut numbers = HashMap::new();
    let mut graph =
        Graph { boards: Vec::new(), starts: vec![0], next: Vec::new(), roots: Vec::new() };
    for &root in roots {
        let number = graph.number(&mut numbers, root, limit)?;
        graph.roots.push(number);
    }
    let mut at = 0;
    while let Some(&board) = graph.boards.get(at) {
        if at.is_multiple_of(LOOK_AT_CLOCK) && is_over() {
            return Err(LoopError::Stopped);
        }
        if board.passes() < 2 {
            let candidates = board.legal_points().minus(plan.excluded(&board));
            for mv in candidates.iter().map(Move::Play).chain([Move::Pass]) {
                let mut after = board;
                match mv {
                    Move::Play(point) => after.play_unchecked(point),
                    Move::Pass => after.pass(),
                };
                let gain = prisoners(&after, plan.scoring()) - prisoners(&board, plan.scoring());
                let to = graph.number(&mut numbers, after, limit)?;
                graph.next.push(Step { to, gain });
            }
            if plan.may_wait(&board) {
                let mut after = board;
                after.wait();
                let to = graph.number(&mut numbers, after, limit)?;
                graph.next.push(Step { to, gain: waiting_costs(&board, plan.scoring()) });
            }
        }
        graph.starts.push(graph.next.len());
        at += 1;
    }
    Ok(graph)
}

/// The values of all positions, raised or lowered from `start`, prisoners made before them left aside.
fn fixed_point<S: PointSet>(
    graph: &Graph<S>,
    plan: &Plan<S>,
    (clamp, start): (i32, i32),
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<i32>, LoopError> {
    let mut values: Vec<i32> =
        graph.boards.iter().map(|board| final_score(board, plan).unwrap_or(start)).collect();
    loop {
        if is_over() {
            return Err(LoopError::Stopped);
        }
        let mut changed = false;
        // Successors mostly have higher numbers, so going backwards settles most in one pass.
        for i in (0..values.len()).rev() {
            let steps = &graph.next[graph.starts[i]..graph.starts[i + 1]];
            let next = steps
                .iter()
                .map(|step| (values[step.to as usize] + step.gain).clamp(-clamp, clamp));
            let value = match graph.boards[i].to_move() {
                Color::Black => next.max(),
                Color::White => next.min(),
            };
            if let Some(value) = value.filter(|&value| value != values[i]) {
                values[i] = value;
                changed = true;
            }
        }
        if !changed {
            return Ok(values);
        }
    }
}

fn final_score<S: PointSet>(board: &Board<S>, plan: &Plan<S>) -> Option<i32> {
    let counted = || count(board, &plan.owned(board), plan.scoring());
    (board.passes() >= 2).then(|| counted() - prisoners(board, plan.scoring()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_go::{Setup, Size, Suicide};

    fn every_board(width: usize, height: usize) -> Vec<Board<u64>> {
        let size = Size::new(width, height).unwrap();
        let colors = [None, Some(Color::Black), Some(Color::White)];
        let boards = (0..3usize.pow(size.area() as u32)).filter_map(|number| {
            let mut setup = Setup::empty(size);
            for point in size.points() {
                setup.set(point, colors[number / 3usize.pow(point.index() as u32) % 3]);
            }
            setup.board(Suicide::Forbidden).ok()
        });
        boards.collect()
    }

    #[test]
    fn moves_to_wait_with_bound_the_unpruned_values() {
        let mut exact = 0;
        for (width, height) in [(9, 1), (4, 2), (3, 3)] {
            let boards = every_board(width, height);
            for scoring in [Scoring::Area, Scoring::Territory] {
                let nothing = Plan::new(&boards[0], Exclusion::Nothing, scoring);
                let waiting = |color| {
                    loop_values(&boards, &Plan::waiting(scoring, color), 1_000_000).unwrap()
                };
                let truth = loop_values(&boards, &nothing, 1_000_000).unwrap();
                let bounds = waiting(Color::White).into_iter().zip(waiting(Color::Black));
                for ((board, truth), (least, most)) in boards.iter().zip(truth).zip(bounds) {
                    assert!(
                        least.low <= truth.low && truth.high <= most.high,
                        "{scoring:?}\n{board}"
                    );
                    exact += usize::from(least.low == most.high && !alive(board).is_empty());
                }
            }
        }
        assert!(exact > 100, "only {exact} are exact");
    }

    /// The stones of either colour that are alive without condition: where there are any, some points are settled.
    fn alive(board: &Board<u64>) -> u64 {
        Color::BOTH
            .iter()
            .fold(0, |set, &color| set | zenpuku_go::unconditional_life(board, color).stones)
    }
}
