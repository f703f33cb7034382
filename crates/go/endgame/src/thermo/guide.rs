//! Which positions to list next, so that the bounds of the first one get nearer to each other.
//!
//! In addition to the bounds there is an estimate of all walls. Black's wall is
//! proved not to be lower than guessed by one of Black's moves against all of
//! White's, and not to be higher by one of White's moves against all of
//! Black's. The best moves by the estimate are followed down to positions that
//! are not listed. A wrong guess costs work, never truth.

use std::collections::HashSet;

use zenpuku_go::Color;

use super::exact::Exact;
use super::graph::{Graph, Step};
use super::sweep::{Wall, Walls, value_at};

/// Walls of all positions.
pub(super) struct Known<'a> {
    pub(super) graph: &'a Graph,
    /// The bounds that hold for Black and for White: low and high ones.
    pub(super) bounds: [&'a Walls; 2],
    pub(super) guess: &'a Walls,
}

/// A position with this side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Visit {
    node: u32,
    color: Color,
    at: Exact,
    /// Whether this temperature matters although the guess is that the walls meet below.
    is_above: bool,
}

/// The positions found for one side.
pub(super) struct Guide<'a> {
    known: &'a Known<'a>,
    /// The side that is to reach the estimate.
    prover: Color,
    seen: HashSet<Visit>,
    found: Vec<u32>,
}

/// Positions whose moves should be listed; none if the bounds are as guessed wherever it was looked.
pub(super) fn next_positions(known: &Known<'_>, most: usize) -> Vec<u32> {
    let mut all = Vec::new();
    for prover in Color::BOTH {
        let (seen, found) = (HashSet::new(), Vec::new());
        let mut guide = Guide { known, prover, seen, found };
        for at in temperatures(known) {
            for color in Color::BOTH {
                let enough = guide.found.len() + most;
                guide.follow(Visit { node: 0, color, at, is_above: false }, enough);
            }
        }
        all.append(&mut guide.found);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The temperatures of the first position, as guessed first, and one a little below each.
fn temperatures(known: &Known<'_>) -> Vec<Exact> {
    let mut all = Vec::new();
    for walls in [known.guess, known.bounds[1], known.bounds[0]] {
        let top = mast(&walls[0]);
        let turns = walls[0].iter().flatten().map(|stretch| stretch.from);
        all.extend(turns.filter(|&from| from < top).max().map(|below| below.halfway(top)));
        all.push(top);
    }
    all
}

/// Where the masts of both walls begin.
pub(super) fn mast(walls: &[Wall; 2]) -> Exact {
    let masts = walls.iter().filter_map(|wall| wall.last());
    masts.map(|mast| mast.from).max().unwrap_or(Exact::MINUS_ONE)
}

impl Guide<'_> {
    fn bounds(&self) -> &Walls {
        self.known.bounds[self.prover.index()]
    }

    /// Whether the first number is worse for the prover.
    fn is_worse(&self, a: Exact, b: Exact) -> bool {
        a.minus(b).times(i64::from(self.prover.sign())).signum() < 0
    }

    fn bound(&self, node: u32, color: Color, at: Exact) -> Exact {
        value_at(&self.bounds()[node as usize][color.index()], at)
    }

    /// Follows lines of play from a position up to this number of positions.
    fn follow(&mut self, from: Visit, enough: usize) {
        let mut stack = vec![from];
        while let Some(visit) = stack.pop() {
            if self.found.len() >= enough {
                return;
            }
            let Visit { node, color, at, .. } = visit;
            let target = value_at(&self.known.guess[node as usize][color.index()], at);
            if !self.is_worse(self.bound(node, color, at), target) || !self.seen.insert(visit) {
                continue;
            }
            let top = mast(&self.known.guess[node as usize]);
            let place = &self.known.graph.nodes[node as usize];
            if !place.is_listed {
                if !self.found.contains(&node) {
                    self.found.push(node);
                }
            } else if !visit.is_above && place.banned.is_none() && at > top {
                self.go_below(visit, top, target, &mut stack);
            } else {
                self.go_on(visit, target, &mut stack);
            }
        }
    }

    /// The walls should have met at `top`: goes there if the bound is too bad there, else to where it becomes so.
    fn go_below(&self, visit: Visit, top: Exact, target: Exact, stack: &mut Vec<Visit>) {
        let Visit { node, color, at, .. } = visit;
        let is_bad =
            |at| Color::BOTH.iter().any(|&c| self.is_worse(self.bound(node, c, at), target));
        if is_bad(top) {
            let there = Visit { at: top, ..visit };
            stack.extend([Visit { color: color.opponent(), ..there }, there]);
            return;
        }
        let turns = self.bounds()[node as usize].iter().flatten().map(|stretch| stretch.from);
        let mut turns: Vec<Exact> = turns.filter(|&from| from > top && from < at).collect();
        turns.extend([top, at]);
        turns.sort_unstable();
        let between = turns.windows(2).rev().map(|pair| pair[0].halfway(pair[1]));
        let color = self.prover.opponent();
        let above = |at| Visit { node, color, at, is_above: true };
        stack.extend(between.filter(|&at| is_bad(at)).map(above));
        stack.push(above(at));
    }

    /// One move of the prover, or all moves of the other side that may do harm.
    fn go_on(&self, visit: Visit, target: Exact, stack: &mut Vec<Visit>) {
        let Visit { node, at, is_above, .. } = visit;
        let place = &self.known.graph.nodes[node as usize];
        let color = place.banned.map_or(visit.color, |(banned, _)| banned);
        let elsewhere = place.banned.map_or(node, |(_, free)| free);
        let pass = Visit {
            node: elsewhere,
            color: color.opponent(),
            at,
            is_above: is_above && elsewhere == node,
        };
        let after =
            |step: &Step| Visit { node: step.to, color: color.opponent(), at, is_above: false };
        let steps = &place.steps[color.index()];
        if color != self.prover {
            stack.push(pass);
            let harms =
                |step: &&Step| self.is_worse(worth(self.bounds(), **step, color, at), target);
            stack.extend(steps.iter().filter(harms).map(after));
            return;
        }
        let sign = i64::from(color.sign());
        // Among the best moves by the estimate, the one with the best proved bound.
        let rank = |step: &Step| {
            let of = |walls| worth(walls, *step, color, at).times(sign);
            (of(self.known.guess), of(self.bounds()))
        };
        let best = steps.iter().map(|step| (rank(step), step)).max_by_key(|&(rank, _)| rank);
        let best = best.filter(|&((guessed, _), _)| guessed >= target.times(sign));
        stack.push(best.map_or(pass, |(_, step)| after(step)));
    }
}

/// The result of a move of this side, minus the tax.
fn worth(walls: &Walls, step: Step, color: Color, at: Exact) -> Exact {
    let value = value_at(&walls[step.to as usize][color.opponent().index()], at);
    if value.is_endless() {
        return value;
    }
    value.plus(Exact::integer(step.gain)).minus(at.times(i64::from(color.sign())))
}
