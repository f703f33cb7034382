//! The objective of one position, and its gradient.

use crate::leaf::{DECIDED, LeafSearch};
use crate::train::scale::sigmoid;
use zenpuku_shogi::{Color, Move, MoveList, Position};
use zenpuku_shogi_eval::classic::{Classic, FeatureList, GroupSet, features};

/// Values that decide about a position's objective.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Centipawns in which `T` rises from 1/2 to e / (1 + e), about 0.73.
    pub steepness: f64,
    /// Alternatives whose value is farther than this many centipawns from that of the move played
    /// count as 0 or 1 and teach nothing.
    pub window: i32,
}

/// The leaves of a position: what the objective is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaves {
    /// +1: Black is to move, -1: White.
    pub side: i8,
    /// Features of the leaf of the move played.
    pub played: FeatureList,
    /// Features of the leaves of the alternatives within the window.
    pub others: Vec<FeatureList>,
    /// Alternatives better than the window reaches.
    pub better: usize,
    /// Alternatives that do not seem worse than the move played, within the window or beyond.
    pub preferred: usize,
}

/// Finds the leaves of `position`, in which `played` was played; `None` when there is nothing to
/// compare: a forced move, or the move played mates or loses to a mate.
#[must_use]
pub fn leaves(
    search: &mut LeafSearch<Classic>,
    position: &mut Position,
    played: Move,
    shape: &Shape,
) -> Option<Leaves> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    if list.len() < 2 {
        return None;
    }
    let mut leaves = Leaves {
        side: if position.side_to_move() == Color::Black { 1 } else { -1 },
        ..Leaves::default()
    };
    let worst = -2 * DECIDED;
    let value = follow(search, position, played, (worst, -worst), &mut leaves.played);
    if value.abs() >= DECIDED {
        return None;
    }
    let window = (value - shape.window, value + shape.window);
    for &mv in list.iter().filter(|&&mv| mv != played) {
        let mut found = FeatureList::new();
        let other = follow(search, position, mv, window, &mut found);
        leaves.preferred += usize::from(other >= value);
        if other >= window.1 {
            leaves.better += 1;
        } else if other > window.0 {
            leaves.others.push(found);
        }
    }
    Some(leaves)
}

/// The value after `mv` for the side that plays it, and the features of the leaf when the value is
/// within the window.
fn follow(
    search: &mut LeafSearch<Classic>,
    position: &mut Position,
    mv: Move,
    (alpha, beta): (i32, i32),
    found: &mut FeatureList,
) -> i32 {
    position.do_move(mv);
    let value = -search.value(position, -beta, -alpha);
    if alpha < value && value < beta {
        for &mv in search.line() {
            position.do_move(mv);
        }
        // The paper's groups are learned; others count where the weights have them.
        features(position, search.evaluator().groups().or(GroupSet::APPENDIX), found);
        for &mv in search.line().iter().rev() {
            position.undo_move(mv);
        }
    }
    position.undo_move(mv);
    value
}

/// The objective of a position under `weights` (centipawns). Its gradient, times `share`, is added
/// to `gradient`.
pub fn objective(
    leaves: &Leaves,
    weights: &[f32],
    steepness: f64,
    share: f64,
    gradient: &mut [f32],
) -> f64 {
    let side = f64::from(leaves.side);
    let value = |list: &FeatureList| {
        let terms =
            list.iter().map(|&(index, sign)| f64::from(weights[index as usize]) * f64::from(sign));
        side * terms.sum::<f64>()
    };
    let mut add = |list: &FeatureList, slope: f64| {
        for &(index, sign) in list {
            gradient[index as usize] += (slope * side * f64::from(sign)) as f32;
        }
    };
    let played = value(&leaves.played);
    let mut sum = leaves.better as f64;
    let mut slopes = 0.0;
    for other in &leaves.others {
        let t = sigmoid((value(other) - played) / steepness);
        let slope = share * t * (1.0 - t) / steepness;
        add(other, slope);
        slopes += slope;
        sum += t;
    }
    add(&leaves.played, -slopes);
    sum
}
