//! A static order of quiet moves, for the control that the goals are measured against.

use std::sync::Arc;

use zenpuku_params::Params;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::{Hooks, Technique};
use zenpuku_shogi_eval::{Evaluator as _, Linear};

/// Orders quiet moves by their gain in the static evaluation `linear`. A centipawn counts as much
/// as one of a goal's priority.
struct StaticOrder {
    evaluation: Linear,
    weight: i32,
}

impl Technique for StaticOrder {
    fn order(&self, position: &Position, mv: Move) -> i32 {
        self.evaluation.move_gain(position, mv) * self.weight
    }
}

/// The hooks of a program with this order.
pub(super) fn hooks(params: &Params) -> Hooks {
    let order = StaticOrder { evaluation: Linear::new(params), weight: params.goals_order_weight };
    Hooks { technique: Some(Arc::new(order)), ..Hooks::default() }
}
