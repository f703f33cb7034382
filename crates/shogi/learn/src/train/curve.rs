//! The learning curve: the results of each epoch.

use super::units::Units;
use serde::{Deserialize, Serialize};
use zenpuku_report::plot::line_chart;
use zenpuku_report::{Chart, Legend, PlotError, Series};

/// How well the network judges positions that it has not learned from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// Mean loss against the labels.
    pub loss: f64,
    /// Mean log loss against the game's result alone (a draw is half a win).
    pub result_loss: f64,
    /// Part of the decided games' positions whose winner is rightly named.
    pub agreement: f64,
    /// Part of the ranked positions in which the leaf of the move played is ahead of the leaves of
    /// two others; `None` when none are ranked.
    #[serde(default)]
    pub played_first: Option<f64>,
}

/// One pass over the training positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Number, 1 for the first.
    pub epoch: u32,
    /// Learning rate at its end.
    pub rate: f64,
    /// Mean loss over its training positions, each before it was learned from.
    pub training_loss: f64,
    /// After it, on the validation positions.
    pub validation: Judgement,
    /// Training positions a second.
    pub positions_per_second: f64,
    /// Seconds it took.
    pub seconds: f64,
    /// Units that say the same of all validation positions; `None` for a model without units.
    #[serde(default)]
    pub units: Option<Units>,
}

/// The curve as CSV.
#[must_use]
pub fn csv(curve: &[Epoch]) -> String {
    let mut text = String::from(
        "epoch,rate,training_loss,validation_loss,validation_result_loss,\
         validation_agreement,positions_per_second,seconds,dead_units,saturated_units,\
         played_first\n",
    );
    for epoch in curve {
        let Epoch { validation, .. } = epoch;
        let (dead, saturated) = epoch.units.unwrap_or_default().silent();
        text += &format!(
            "{},{:.3e},{:.6},{:.6},{:.6},{:.4},{:.0},{:.1},{},{},{}\n",
            epoch.epoch,
            epoch.rate,
            epoch.training_loss,
            validation.loss,
            validation.result_loss,
            validation.agreement,
            epoch.positions_per_second,
            epoch.seconds,
            dead,
            saturated,
            validation.played_first.map_or(String::new(), |part| format!("{part:.4}"))
        );
    }
    text
}

/// The curve as a plot in SVG.
///
/// # Errors
/// [`PlotError`] when there is no epoch, or a loss is not finite.
pub fn svg(curve: &[Epoch]) -> Result<String, PlotError> {
    let points = |value: fn(&Epoch) -> f64| -> Vec<(f64, f64)> {
        curve.iter().map(|epoch| (f64::from(epoch.epoch), value(epoch))).collect()
    };
    let chart = Chart::new("Training of the network", "epoch", "loss (log odds)")
        .with_legend(Legend::LowerRight);
    line_chart(
        &chart,
        &[
            Series::new("training", points(|epoch| epoch.training_loss)),
            Series::new("validation", points(|epoch| epoch.validation.loss)),
            Series::new("validation, result", points(|epoch| epoch.validation.result_loss)),
        ],
    )
}
