//! Training with a fixed evaluation: the loss is that of the mean of both, as
//! in [`zenpuku_shogi_eval::Ensemble`].
//!
//! A model trained alone mostly learns what the other already knows; with it,
//! the model learns to correct the other.

use zenpuku_shogi::Position;
use zenpuku_shogi_eval::{AnyEvaluator, Evaluator as _};

/// The value of the fixed evaluation, in centipawns for the side to move;
/// `None` in a training alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beside(Option<i16>);

impl Beside {
    /// What `fixed` says of `position`.
    #[must_use]
    pub fn of(fixed: Option<&mut AnyEvaluator>, position: &Position) -> Self {
        let value = |eval: &mut AnyEvaluator| eval.evaluate_afresh(position);
        Self(fixed.map(|eval| value(eval).clamp(i16::MIN.into(), i16::MAX.into()) as i16))
    }

    /// The same for the other side.
    #[must_use]
    pub(crate) fn turned(self) -> Self {
        Self(self.0.map(i16::saturating_neg))
    }

    /// The mean with a model's `output`, where `scale` centipawns are an output
    /// of 1; the output itself in a training alone.
    #[must_use]
    pub(crate) fn mean(self, output: f64, scale: f64) -> f64 {
        self.0.map_or(output, |value| output.midpoint(f64::from(value) / scale))
    }

    /// The derivative of [`mean`](Self::mean) by the model's output.
    #[must_use]
    pub(crate) const fn slope(self) -> f64 {
        if self.0.is_some() { 0.5 } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_params::Params;
    use zenpuku_shogi_eval::EvalKind;

    #[test]
    fn the_mean_is_with_what_the_other_says_of_the_side_to_move() {
        // White has a rook more and it is White's move.
        let position = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 w r 1").unwrap();
        let mut material = AnyEvaluator::new(EvalKind::Material, &Params::default());
        let value = f64::from(material.evaluate_afresh(&position));
        assert!(value > 0.0);
        let beside = Beside::of(Some(&mut material), &position);
        assert!((beside.mean(1.0, 500.0) - (1.0 + value / 500.0) / 2.0).abs() < 1e-12);
        let alone = Beside::of(None, &position);
        assert_eq!((alone.mean(1.0, 500.0), alone.slope()), (1.0, 1.0));
    }
}
