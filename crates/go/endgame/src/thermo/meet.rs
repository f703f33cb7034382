//! Bounds of a thermograph from some of the positions, until they meet.
//!
//! Where moves are not listed a position counts once as the worst for Black that it can be and once as the best (`outlook.rs`); the
//! walls between are bounds ([`update_walls`]). The next positions to list are
//! chosen so that the bounds converge (`guide.rs`). Where both have the same
//! walls, those are the walls of the whole graph.

use zenpuku_go::{Board, Color, PointSet};

use super::exact::Exact;
use super::graph::Lister;
use super::guide::{Known, mast, next_positions};
use super::outlook::{Flat, Outlook};
use super::sweep::{Endless, Wall, Walls, groups, slope_below, update_walls, value_at};
use super::{KoThermograph, Threats};
use crate::local::{LocalError, LocalLimits};

/// The minimum number of positions listed at a time for each question, and the
/// share of the known ones.
const BATCH: usize = 20;
const PART: usize = 30;

/// Bounds of the thermograph of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThermographBounds {
    /// No wall is lower.
    pub low: KoThermograph,
    /// No wall is higher.
    pub high: KoThermograph,
    /// Why they have not met; `None` if they have met or all positions are listed.
    pub stopped: Option<LocalError>,
}

impl ThermographBounds {
    /// The thermograph if the bounds have met from a temperature below its own on. Below [`KoThermograph::exact_from`] its walls
    /// are low bounds.
    #[must_use]
    pub fn exact(&self) -> Option<KoThermograph> {
        let (low, high) = (&self.low.walls, &self.high.walls);
        let top = mast(low);
        let exact_from = same_from(low, high)?;
        let is_found = exact_from < top || exact_from == Exact::MINUS_ONE;
        let is_endless = low.iter().flatten().any(|stretch| stretch.value.is_endless());
        (is_found && !is_endless).then(|| KoThermograph { exact_from, ..self.low.clone() })
    }

    /// A move is worth at least this, in points.
    #[must_use]
    pub fn least_temperature(&self) -> Exact {
        let (left, right) = (&self.low.walls[0], &self.high.walls[1]);
        let turns = turns([left, right]);
        let gap = |at| value_at(left, at).minus(value_at(right, at));
        let Some(last) = turns.iter().rposition(|&at| gap(at).signum() > 0) else {
            return Exact::MINUS_ONE;
        };
        let Some(&end) = turns.get(last + 1) else { return turns[last] };
        let closing = slope_below(right, end) - slope_below(left, end);
        let after = gap(turns[last]).over(closing.max(1)).unwrap_or_default();
        turns[last].plus(after)
    }
}

/// Where the walls turn, in order.
fn turns(walls: [&Wall; 2]) -> Vec<Exact> {
    let mut turns: Vec<Exact> = walls.into_iter().flatten().map(|stretch| stretch.from).collect();
    turns.sort_unstable();
    turns
}

/// From where on the walls are the same; `None` if their masts differ. Walls do not jump, so between two turns they are the same if
/// they are so at both.
fn same_from(low: &[Wall; 2], high: &[Wall; 2]) -> Option<Exact> {
    let of_side = |(a, b): (&Wall, &Wall)| {
        let is_same = |&at: &Exact| value_at(a, at) == value_at(b, at);
        let masts = a.last()?.slope == b.last()?.slope;
        turns([a, b]).into_iter().rev().take_while(is_same).last().filter(|_| masts)
    };
    let [left, right] = [of_side((&low[0], &high[0]))?, of_side((&low[1], &high[1]))?];
    Some(left.max(right))
}

/// Bounds of the thermograph of a region between safe stones, within `limits`.
///
/// # Errors
/// If stones taken as safe can be captured in a listed position, or there is no result in time.
pub fn thermograph_bounds<S: PointSet>(
    board: &Board<S>,
    safe: [S; 2],
    region: S,
    threats: Threats,
    limits: &LocalLimits,
) -> Result<ThermographBounds, LocalError> {
    let mut lister = Lister::new(threats, limits);
    lister.begin(board, safe, region)?;
    let mut search = Search::new(lister, threats, limits);
    let mut found = search.bounds()?;
    while found.exact().is_none() {
        let next = search.next_positions();
        if next.is_empty() {
            return Ok(found);
        }
        match search.list(&next).and_then(|()| search.bounds()) {
            Ok(better) => found = better,
            Err(error @ (LocalError::Stopped | LocalError::TooMany { .. })) => {
                return Ok(ThermographBounds { stopped: Some(error), ..found });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// The two bounds and the guess.
const LOW: usize = 0;
const HIGH: usize = 1;
const GUESS: usize = 2;

struct Search<'a, S> {
    lister: Lister<'a, S>,
    limits: &'a LocalLimits,
    /// The values of the positions if their moves are not listed: low, high, estimate.
    outlooks: [Vec<Flat>; 3],
    walls: [Walls; 3],
    /// Who loses if play repeats without end.
    ends: [Endless; 3],
    /// The positions whose walls are not up to date.
    fresh: Vec<bool>,
}

impl<'a, S: PointSet> Search<'a, S> {
    fn new(lister: Lister<'a, S>, threats: Threats, limits: &'a LocalLimits) -> Self {
        let ends = match threats {
            Threats::None => [Endless::Worst, Endless::Best, Endless::Best],
            Threats::Unlimited(Color::Black) => [Endless::Worst; 3],
            Threats::Unlimited(Color::White) => [Endless::Best; 3],
        };
        let (outlooks, walls) = Default::default();
        Self { lister, limits, outlooks, walls, ends, fresh: Vec::new() }
    }

    fn bounds(&mut self) -> Result<ThermographBounds, LocalError> {
        for open in &self.lister.open[self.outlooks[LOW].len()..] {
            let outlook = Outlook::of(open);
            let all = [outlook.low, outlook.high, outlook.guess];
            for (list, flat) in self.outlooks.iter_mut().zip(all) {
                list.push(flat);
            }
        }
        let graph = &self.lister.graph;
        self.fresh.resize(graph.nodes.len(), true);
        let groups = groups(graph);
        let all = self.walls.iter_mut().zip(&self.outlooks).zip(self.ends);
        for ((walls, outlook), endless) in all {
            update_walls(walls, graph, &groups, &self.fresh, (outlook, endless), self.limits)?;
        }
        self.fresh.fill(false);
        let of = |walls: &Walls| KoThermograph::new(graph, walls[0].clone());
        Ok(ThermographBounds {
            low: of(&self.walls[LOW]),
            high: of(&self.walls[HIGH]),
            stopped: None,
        })
    }

    fn next_positions(&self) -> Vec<u32> {
        let graph = &self.lister.graph;
        let bounds = [&self.walls[LOW], &self.walls[HIGH]];
        let known = Known { graph, bounds, guess: &self.walls[GUESS] };
        let most = BATCH.max(graph.nodes.len() / PART);
        let next = next_positions(&known, most);
        if !next.is_empty() {
            return next;
        }
        // The estimate does not help: open positions, in order of appearance.
        let open = (0..graph.nodes.len() as u32).filter(|&at| !graph.nodes[at as usize].is_listed);
        open.take(most).collect()
    }

    fn list(&mut self, next: &[u32]) -> Result<(), LocalError> {
        for &at in next {
            // All moves of a position or none.
            let moves = 2 * self.lister.open[at as usize].points.count() as usize + 1;
            if self.lister.open.len() + moves > self.limits.positions {
                return Err(LocalError::TooMany { limit: self.limits.positions });
            }
            self.lister.expand(at as usize)?;
            self.fresh[at as usize] = true;
        }
        Ok(())
    }
}
