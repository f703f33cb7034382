//! The learning curve: the results of each epoch.

use serde::{Deserialize, Serialize};
use zenpuku_report::plot::line_chart;
use zenpuku_report::{Chart, Legend, PlotError, Series};

/// How well the evaluation distinguishes the moves of experts from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// Positions with something to compare.
    pub positions: u64,
    /// Mean objective, without the penalty.
    pub objective: f64,
    /// Part of the positions in which every other move seems worse than the expert's.
    pub agreement: f64,
    /// Mean number of moves that do not seem worse than the expert's.
    pub preferred: f64,
}

/// One pass over the training positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Number, 1 for the first; 0: the validation before any learning.
    pub epoch: u32,
    /// Learning rate at its end.
    pub rate: f64,
    /// On its training positions, each before it was learned from.
    pub training: Judgement,
    /// After it, on the validation positions.
    pub validation: Judgement,
    /// Seconds it took.
    pub seconds: f64,
}

/// The curve as CSV.
#[must_use]
pub fn csv(curve: &[Epoch]) -> String {
    let mut text = String::from(
        "epoch,rate,training_objective,training_agreement,validation_objective,\
         validation_agreement,validation_preferred,seconds\n",
    );
    for Epoch { epoch, rate, training, validation, seconds } in curve {
        text += &format!(
            "{epoch},{rate:.3e},{:.5},{:.5},{:.5},{:.5},{:.4},{seconds:.1}\n",
            training.objective,
            training.agreement,
            validation.objective,
            validation.agreement,
            validation.preferred,
        );
    }
    text
}

/// The agreement with the experts by epoch, as a plot in SVG.
///
/// # Errors
/// [`PlotError`] when there is no epoch.
pub fn svg(curve: &[Epoch]) -> Result<String, PlotError> {
    let points = |epochs: &[Epoch], value: fn(&Epoch) -> f64| -> Vec<(f64, f64)> {
        epochs.iter().map(|epoch| (f64::from(epoch.epoch), 100.0 * value(epoch))).collect()
    };
    let learned: Vec<Epoch> = curve.iter().filter(|epoch| epoch.epoch > 0).cloned().collect();
    let chart = Chart::new("Comparison training", "epoch", "expert's move ranked first (%)")
        .with_legend(Legend::LowerRight);
    line_chart(
        &chart,
        &[
            Series::new("training", points(&learned, |epoch| epoch.training.agreement)),
            Series::new("validation", points(curve, |epoch| epoch.validation.agreement)),
        ],
    )
}
