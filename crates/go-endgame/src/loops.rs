//! Tiny boards with ko, solved as an interval.
//!
//! Under simple ko play need not end. Counting endless play as the worst result for Black gives the low end, as
//! the best the high end; where both agree the result is exact. All positions that can be reached are listed and
//! their values raised from the worst, or lowered from the best, until nothing changes: the least and the
//! greatest fixed point of minimax. Nothing is left out, so this is also the reference for the exclusions.

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
}

/// Stones, side to move, ko, passes.
type Key<S> = (S, S, Color, Option<Point>, u8);

struct Graph<S> {
    boards: Vec<Board<S>>,
    /// Where the successors of each board begin in `next`; one more entry than boards.
    starts: Vec<usize>,
    next: Vec<u32>,
}

/// The interval for the side to move, by area and simple ko, with no move left out.
///
/// # Errors
/// When more than `limit` positions can be reached.
pub fn loop_value<S: PointSet>(board: &Board<S>, limit: usize) -> Result<LoopValue, LoopError> {
    let graph = reachable(board, limit)?;
    let area = board.size().area() as i32;
    Ok(LoopValue { low: fixed_point(&graph, -area), high: fixed_point(&graph, area) })
}

fn key<S: PointSet>(board: &Board<S>) -> Key<S> {
    let stones = |color| board.stones(color);
    (stones(Color::Black), stones(Color::White), board.to_move(), board.ko(), board.passes())
}

fn reachable<S: PointSet>(board: &Board<S>, limit: usize) -> Result<Graph<S>, LoopError> {
    let mut numbers = HashMap::from([(key(board), 0u32)]);
    let mut graph = Graph { boards: vec![*board], starts: vec![0], next: Vec::new() };
    let mut at = 0;
    while let Some(&board) = graph.boards.get(at) {
        if board.passes() < 2 {
            for mv in board.legal_moves() {
                let mut after = board;
                match mv {
                    Move::Play(point) => after.play_unchecked(point),
                    Move::Pass => after.pass(),
                };
                let fresh = graph.boards.len();
                let number = *numbers.entry(key(&after)).or_insert(fresh as u32);
                if number as usize == fresh {
                    if fresh >= limit {
                        return Err(LoopError::TooMany { limit });
                    }
                    graph.boards.push(after);
                }
                graph.next.push(number);
            }
        }
        graph.starts.push(graph.next.len());
        at += 1;
    }
    Ok(graph)
}

fn fixed_point<S: PointSet>(graph: &Graph<S>, start: i32) -> i32 {
    let mut values: Vec<i32> =
        graph.boards.iter().map(|board| final_score(board).unwrap_or(start)).collect();
    loop {
        let mut changed = false;
        // Successors mostly have higher numbers, so going backwards settles most at once.
        for i in (0..values.len()).rev() {
            let next = graph.next[graph.starts[i]..graph.starts[i + 1]]
                .iter()
                .map(|&n| values[n as usize]);
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
            return values[0];
        }
    }
}

fn final_score<S: PointSet>(board: &Board<S>) -> Option<i32> {
    let plan = Plan::new(board, Exclusion::Nothing, Scoring::Area);
    (board.passes() >= 2).then(|| count(board, &plan.owned(board), Scoring::Area))
}
