//! The objective of one position, and its gradient.

use crate::leaf::{DECIDED, LeafSearch};
use crate::train::beside::Beside;
use crate::train::scale::sigmoid;
use std::sync::Arc;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, Move, MoveList, Position};
use zenpuku_shogi_eval::classic::{FeatureList, GroupSet, Weights, features};
use zenpuku_shogi_eval::nnue::Network;
use zenpuku_shogi_eval::{AnyEvaluator, EvalData, EvalKind};

/// Values that decide about a position's objective.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Centipawns in which `T` rises from 1/2 to e / (1 + e), about 0.73.
    pub steepness: f64,
    /// Alternatives whose value is farther than this many centipawns from that of the move played
    /// count as 0 or 1 and have no gradient.
    pub window: i32,
}

/// The quiet position that a move leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaf {
    /// Its features for the learner.
    pub features: FeatureList,
    /// Its value by the fixed evaluation, for Black.
    pub beside: Beside,
}

/// The leaves of a position: the terms of the objective.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaves {
    /// +1: Black is to move, -1: White.
    pub side: i8,
    /// The leaf of the move played.
    pub played: Leaf,
    /// The leaves of the alternatives within the window.
    pub others: Vec<Leaf>,
    /// Alternatives better than the window reaches.
    pub better: usize,
    /// Alternatives that do not seem worse than the move played, within the window or beyond.
    pub preferred: usize,
}

/// Finds leaves by the current weights.
pub struct Finder {
    search: LeafSearch<AnyEvaluator>,
    groups: GroupSet,
    beside: Option<AnyEvaluator>,
}

impl Finder {
    /// A finder by the classic evaluation with `weights`, or by its mean with `network`.
    #[must_use]
    pub fn new(weights: Arc<Weights>, network: Option<&Arc<Network>>) -> Self {
        let params = Params::default();
        // The paper's groups are learned; others count where the weights have them.
        let groups = weights.used().or(GroupSet::APPENDIX);
        let alone = EvalData { network: network.cloned(), ..EvalData::default() };
        let kind = if network.is_some() { EvalKind::Ensemble } else { EvalKind::Classic };
        let both = EvalData { classic: Some(weights), ..alone.clone() };
        Self {
            search: LeafSearch::new(AnyEvaluator::with_data(kind, &params, &both), &params),
            groups,
            beside: network.map(|_| AnyEvaluator::with_data(EvalKind::Nnue, &params, &alone)),
        }
    }

    /// The leaves of `position`, in which `played` was played; `None` without a
    /// comparison: a forced move, or the move played mates or loses to a mate.
    #[must_use]
    pub fn leaves(
        &mut self,
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
        let value = self.follow(position, played, (worst, -worst), &mut leaves.played);
        if value.abs() >= DECIDED {
            return None;
        }
        let window = (value - shape.window, value + shape.window);
        for &mv in list.iter().filter(|&&mv| mv != played) {
            let mut found = Leaf::default();
            let other = self.follow(position, mv, window, &mut found);
            leaves.preferred += usize::from(other >= value);
            if other >= window.1 {
                leaves.better += 1;
            } else if other > window.0 {
                leaves.others.push(found);
            }
        }
        Some(leaves)
    }

    /// The value after `mv` for the side that plays it, and the leaf when the value is within the
    /// window.
    fn follow(
        &mut self,
        position: &mut Position,
        mv: Move,
        (alpha, beta): (i32, i32),
        found: &mut Leaf,
    ) -> i32 {
        position.do_move(mv);
        let value = -self.search.value(position, -beta, -alpha);
        if alpha < value && value < beta {
            let line = self.search.line();
            for &mv in line {
                position.do_move(mv);
            }
            features(position, self.groups, &mut found.features);
            found.beside = Beside::of(self.beside.as_mut(), position);
            if position.side_to_move() == Color::White {
                found.beside = found.beside.turned();
            }
            for &mv in line.iter().rev() {
                position.undo_move(mv);
            }
        }
        position.undo_move(mv);
        value
    }
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
    let value = |leaf: &Leaf| {
        let terms = leaf.features.iter();
        let terms =
            terms.map(|&(index, sign)| f64::from(weights[index as usize]) * f64::from(sign));
        side * leaf.beside.mean(terms.sum(), 1.0)
    };
    let mut add = |leaf: &Leaf, slope: f64| {
        for &(index, sign) in &leaf.features {
            gradient[index as usize] +=
                (slope * leaf.beside.slope() * side * f64::from(sign)) as f32;
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
