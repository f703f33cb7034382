//! How well evaluations judge positions of games whose result is known.

pub mod search;

use crate::train::scale::{chance, cross_entropy, fit, sigmoid};
use serde::{Deserialize, Serialize};
use zenpuku_params::Params;
use zenpuku_shogi::{Color, Move, Position};
use zenpuku_shogi_eval::{AnyEvaluator, EvalData, Evaluator as _};

/// A position with its result, as in a line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Line {
    /// The position.
    pub sfen: String,
    /// An engine's value: centipawns for the side to move.
    pub eval: i32,
    /// 1: Black won, 2: White won, anything else: neither.
    pub game_result: u8,
    /// The move that the engine played, as USI writes it.
    #[serde(rename = "bestmove", default)]
    pub best: Option<String>,
}

/// Why a line cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The text is not the JSON of a [`Line`].
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// The position is invalid.
    #[error("{0}")]
    Position(#[from] zenpuku_shogi::SetupError),
}

/// Positions to judge by.
#[derive(Clone, Debug, Default)]
pub struct Positions(Vec<(Position, Line)>);

/// How an evaluation fared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Its name; `listed` for the values in the file.
    pub evaluation: &'static str,
    /// Correlation of its win rates with those of the listed values.
    pub correlation: f64,
    /// Centipawns for odds of e to 1 that fit the results best; `None`: no relation.
    pub scale: Option<f64>,
    /// Mean log loss against the results with this scale, ln 2 without information.
    pub log_loss: f64,
    /// Part of the decided games whose winner it names.
    pub winner_named: f64,
    /// Part of the listed moves that it plays; `None`: it plays none, or none is listed.
    pub agreement: Option<f64>,
}

impl Positions {
    /// Takes a line.
    ///
    /// # Errors
    /// [`LineError`] describes the error.
    pub fn add(&mut self, line: &str) -> Result<(), LineError> {
        let line: Line = serde_json::from_str(line)?;
        self.0.push((Position::from_sfen(&line.sfen)?, line));
        Ok(())
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps `count` of them, evenly spread.
    pub fn thin_out(&mut self, count: usize) {
        let all = self.0.len();
        let mut index = 0;
        self.0.retain(|_| {
            let kept = (index + 1) * count / all > index * count / all;
            index += 1;
            kept || count >= all
        });
    }

    /// The listed values, then the static value of every evaluation with the networks and weights
    /// of `data`.
    #[must_use]
    pub fn verdicts(&self, params: &Params, data: &EvalData) -> Vec<Verdict> {
        let mut verdicts = vec![self.verdict("listed", &self.listed())];
        for kind in data.kinds() {
            let mut evaluator = AnyEvaluator::with_data(kind, params, data);
            let mut value = |position: &Position| clamped(evaluator.evaluate_afresh(position));
            let values: Vec<i16> = self.0.iter().map(|(position, _)| value(position)).collect();
            verdicts.push(self.verdict(kind.name(), &values));
        }
        verdicts
    }

    fn listed(&self) -> Vec<i16> {
        self.0.iter().map(|(_, line)| clamped(line.eval)).collect()
    }

    /// Part of the listed moves among `moves`, one for each position.
    fn agreement(&self, moves: impl Iterator<Item = Move>) -> Option<f64> {
        let pairs = self.0.iter().zip(moves);
        let pairs = pairs.filter_map(|((_, line), mv)| line.best.as_ref().map(|best| (best, mv)));
        let agree: Vec<bool> = pairs.map(|(best, mv)| *best == mv.to_string()).collect();
        let agreed = agree.iter().filter(|&&agrees| agrees).count();
        (!agree.is_empty()).then(|| agreed as f64 / agree.len() as f64)
    }

    fn verdict(&self, evaluation: &'static str, values: &[i16]) -> Verdict {
        let listed = &self.listed()[..];
        let results: Vec<i8> =
            self.0.iter().map(|(position, line)| result(position, line)).collect();
        let fitted = |values: &[i16]| fit(values.iter().copied().zip(results.iter().copied()));
        let scale = fitted(values);
        let logits = |values: &[i16], scale: Option<f64>| -> Vec<f64> {
            let scale = scale.unwrap_or(f64::INFINITY);
            values.iter().map(|&value| f64::from(value) / scale).collect()
        };
        let (own, theirs) = (logits(values, scale), logits(listed, fitted(listed)));
        let losses = own.iter().zip(&results);
        let losses = losses.map(|(&logit, &result)| cross_entropy(logit, chance(result)));
        let rates =
            |logits: &[f64]| -> Vec<f64> { logits.iter().map(|&logit| sigmoid(logit)).collect() };
        let decided = results.iter().filter(|&&result| result != 0).count();
        let named = |(value, result): (&i16, &i8)| i32::from(*value) * i32::from(*result) > 0;
        let named = values.iter().zip(&results).filter(|&pair| named(pair)).count();
        Verdict {
            evaluation,
            correlation: correlation(&rates(&own), &rates(&theirs)),
            scale,
            log_loss: losses.sum::<f64>() / results.len().max(1) as f64,
            winner_named: named as f64 / decided.max(1) as f64,
            agreement: None,
        }
    }
}

/// 1, 0 or -1 for the side to move.
fn result(position: &Position, line: &Line) -> i8 {
    let black = match line.game_result {
        1 => 1,
        2 => -1,
        _ => 0,
    };
    if position.side_to_move() == Color::Black { black } else { -black }
}

fn clamped(value: i32) -> i16 {
    value.clamp(-32_000, 32_000) as i16
}

/// Pearson's correlation, 0 when a list does not vary.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len().max(1) as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let sum = |term: &dyn Fn(f64, f64) -> f64| -> f64 {
        a.iter().zip(b).map(|(x, y)| term(x - mean_a, y - mean_b)).sum()
    };
    let (spread_a, spread_b) = (sum(&|x, _| x * x), sum(&|_, y| y * y));
    if spread_a * spread_b > 0.0 { sum(&|x, y| x * y) / (spread_a * spread_b).sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi_eval::EvalKind;

    #[test]
    fn who_is_ahead_wins() {
        let mut positions = Positions::default();
        for (side, board, winner, eval) in [
            ("b", "4k4/9/9/9/9/9/9/1R5B1/4K4", 1, 900),
            ("w", "4k4/9/9/9/9/9/9/1R5B1/4K4", 1, -1200),
            ("w", "4k4/1r5b1/9/9/9/9/9/9/4K4", 2, 800),
            ("b", "4k4/1r7/9/9/9/9/9/9/4K4", 2, -600),
            ("b", "4k4/4p4/9/9/9/9/9/9/4K4", 1, -50),
            ("b", "4k4/9/9/9/9/9/4P4/9/4K4", 2, 40),
        ] {
            let line = format!(
                r#"{{"sfen":"{board} {side} - 1","eval":{eval},"gameResult":{winner},"turn":0}}"#
            );
            positions.add(&line).unwrap();
        }
        let verdicts = positions.verdicts(&Params::default(), &EvalData::default());
        assert_eq!((positions.len(), verdicts.len()), (6, 1 + EvalKind::ALL.len()));
        let (listed, material) = (&verdicts[0], &verdicts[1]);
        assert_eq!((listed.evaluation, material.evaluation), ("listed", "material"));
        assert!((listed.correlation - 1.0).abs() < 1e-9 && material.correlation > 0.9);
        assert!(listed.log_loss < core::f64::consts::LN_2);
        assert!((listed.winner_named - 4.0 / 6.0).abs() < 1e-9);
        assert!(positions.add("{}").is_err() && positions.add("").is_err());
    }

    #[test]
    fn correlations_are_the_textbook_ones() {
        assert!((correlation(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]) - 1.0).abs() < 1e-12);
        assert!((correlation(&[1.0, 2.0, 3.0], &[1.0, 0.0, 1.0])).abs() < 1e-12);
        assert!(correlation(&[1.0, 1.0], &[1.0, 2.0]).abs() < 1e-12);
    }
}
