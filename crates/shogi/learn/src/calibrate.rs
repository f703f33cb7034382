//! What values are worth: how games with such values end, by ply and pieces in hand.

use crate::game::{Game, GameError};
use crate::train::scale::{self, chance, cross_entropy};
use libm::exp;
use serde::Serialize;
use zenpuku_shogi_eval::{Calibration, calibration_factors, points_in_hand};

/// Values beyond this many centipawns are not used: they say little about the scale.
const LIMIT: i16 = 2000;
/// Steps of the fit at most; it is done after far fewer.
const STEPS: usize = 100;
/// Regularizes the effects of ply and hands towards zero, with the weight of
/// this number of games, so that few games give small effects.
const CAUTION: f64 = 20.0;
/// Numbers that are fitted.
const COUNT: usize = 3;

/// A value and how its game ended, for the same side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outcome {
    /// Index of the game among those added.
    pub game: u32,
    /// The value in centipawns.
    pub score: i16,
    /// 1, 0 (a draw) or -1.
    pub result: i8,
    /// Ply and points in hand as [`calibration_factors`].
    pub factors: [f64; 2],
}

/// The values of games.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    list: Vec<Outcome>,
    games: u32,
}

/// A fit and how good it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// Centipawns for odds of e to 1 in the middle of a game, see [`Calibration::even`].
    pub scale: f64,
    /// See [`Calibration::by_ply`].
    pub ply: f64,
    /// See [`Calibration::by_hand`].
    pub hands: f64,
    /// Games.
    pub games: u32,
    /// Values.
    pub positions: usize,
    /// Mean log loss of the fit.
    pub log_loss: f64,
    /// Mean log loss of the best scale that is the same everywhere.
    pub constant_log_loss: f64,
    /// That scale, in centipawns.
    pub constant_scale: f64,
}

impl Fit {
    /// The fit as evaluations use it.
    #[must_use]
    pub fn calibration(&self) -> Calibration {
        Calibration { even: self.scale, by_ply: self.ply, by_hand: self.hands }
    }
}

impl Outcomes {
    /// Adds the scored positions of a game.
    ///
    /// # Errors
    /// [`GameError`] when the game cannot be played through.
    pub fn add(&mut self, game: &Game) -> Result<(), GameError> {
        let number = self.games;
        self.games += 1;
        game.replay(|moment| {
            let Some(score) = moment.score.filter(|score| score.saturating_abs() <= LIMIT) else {
                return;
            };
            let position = moment.position;
            self.list.push(Outcome {
                game: number,
                score,
                result: game.result_for(position.side_to_move()),
                factors: calibration_factors(position.ply().into(), points_in_hand(position)),
            });
        })
    }

    /// The fit of least log loss; `None` if the results do not determine it.
    ///
    /// With `level`, the mean scale over the positions is that many centipawns,
    /// and only its dependence on ply and hands is fitted: games of short
    /// searches do not show the win rate of an advantage between players who
    /// think longer.
    #[must_use]
    pub fn fit(&self, level: Option<f64>) -> Option<Fit> {
        let samples = self.list.iter().map(|outcome| (outcome.score, outcome.result));
        let constant = scale::fit(samples)?;
        let start = [libm::log(constant), 0.0, 0.0];
        let mut fitted = self.descend(start);
        if let Some(level) = level {
            let mean = self.mean(|outcome| exp(dot(&fitted, outcome)));
            fitted[0] += libm::log(level / mean);
        }
        Some(Fit {
            scale: exp(fitted[0]),
            ply: fitted[1],
            hands: fitted[2],
            games: self.games,
            positions: self.list.len(),
            log_loss: self.loss(&fitted),
            constant_log_loss: self.loss(&start),
            constant_scale: constant,
        })
    }

    fn mean(&self, of: impl Fn(&Outcome) -> f64) -> f64 {
        self.list.iter().map(of).sum::<f64>() / self.list.len().max(1) as f64
    }

    fn loss(&self, numbers: &[f64; COUNT]) -> f64 {
        self.mean(|outcome| {
            let output = f64::from(outcome.score) * exp(-dot(numbers, outcome));
            cross_entropy(output, chance(outcome.result))
        })
    }

    /// The loss with the regularization.
    fn objective(&self, numbers: &[f64; COUNT]) -> f64 {
        let pull = CAUTION / f64::from(self.games.max(1));
        self.loss(numbers) + pull * 1e-2 * (numbers[1].powi(2) + numbers[2].powi(2))
    }

    /// Newton's method with halved steps, derivatives by differences.
    fn descend(&self, mut at: [f64; COUNT]) -> [f64; COUNT] {
        let mut here = self.objective(&at);
        for _ in 0..STEPS {
            let Some(step) = self.step(&at, here) else { break };
            let mut length = 1.0;
            let (next, there) = loop {
                let next = core::array::from_fn(|i| at[i] - length * step[i]);
                let there = self.objective(&next);
                if there < here || length < 1e-4 {
                    break (next, there);
                }
                length /= 2.0;
            };
            if here - there < 1e-10 {
                break;
            }
            (at, here) = (next, there);
        }
        at
    }

    /// The step of Newton's method, `None` where the curvature is flat.
    fn step(&self, at: &[f64; COUNT], here: f64) -> Option<[f64; COUNT]> {
        const H: f64 = 1e-3;
        let moved = |offsets: &[(usize, f64)]| {
            let mut numbers = *at;
            offsets.iter().for_each(|(index, offset)| numbers[*index] += offset);
            self.objective(&numbers)
        };
        let (mut slope, mut curve) = ([0.0; COUNT], [[0.0; COUNT]; COUNT]);
        for i in 0..COUNT {
            let (up, down) = (moved(&[(i, H)]), moved(&[(i, -H)]));
            slope[i] = (up - down) / (2.0 * H);
            curve[i][i] = (up - 2.0 * here + down) / (H * H);
            let across = |j: usize| {
                let corner = |a: f64, b: f64| moved(&[(i, a * H), (j, b * H)]);
                let corners = corner(1.0, 1.0) - corner(1.0, -1.0) - corner(-1.0, 1.0);
                (corners + corner(-1.0, -1.0)) / (4.0 * H * H)
            };
            for (j, value) in (0..i).map(|j| (j, across(j))) {
                curve[i][j] = value;
                curve[j][i] = value;
            }
        }
        // A little more on the diagonal keeps the step downhill.
        (0..COUNT).for_each(|i| curve[i][i] = curve[i][i].max(0.0) + 1e-6);
        solve(curve, slope)
    }
}

fn dot(numbers: &[f64; COUNT], outcome: &Outcome) -> f64 {
    numbers[0] + numbers[1] * outcome.factors[0] + numbers[2] * outcome.factors[1]
}

/// Gaussian elimination with the largest pivot.
fn solve(mut matrix: [[f64; COUNT]; COUNT], mut right: [f64; COUNT]) -> Option<[f64; COUNT]> {
    for column in 0..COUNT {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..COUNT).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in column + 1..COUNT {
            let factor = matrix[row][column] / matrix[column][column];
            let pivot = matrix[column];
            let pairs = matrix[row].iter_mut().zip(pivot).skip(column);
            pairs.for_each(|(value, other)| *value -= factor * other);
            right[row] -= factor * right[column];
        }
    }
    for column in (0..COUNT).rev() {
        let known: f64 = (column + 1..COUNT).map(|k| matrix[column][k] * right[k]).sum();
        right[column] = (right[column] - known) / matrix[column][column];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::scale::sigmoid;
    use zenpuku_core::random::SplitMix64;

    fn drawn(count: u64, known: [f64; COUNT]) -> Outcomes {
        let mut random = SplitMix64::new(5);
        let mut list = Vec::new();
        for number in 0..count {
            let score = random.below(2401) as i16 - 1200;
            let factors = calibration_factors(random.below(200) as u32, random.below(40) as u32);
            let mut outcome = Outcome { game: number as u32, score, result: 1, factors };
            let output = f64::from(score) * exp(-dot(&known, &outcome));
            if random.below(1 << 32) as f64 / f64::from(u32::MAX) > sigmoid(output) {
                outcome.result = -1;
            }
            list.push(outcome);
        }
        Outcomes { list, games: count as u32 }
    }

    #[test]
    fn a_known_scale_is_found() {
        let known = [libm::log(420.0), 0.3, -0.2];
        let fit = drawn(40_000, known).fit(None).unwrap();
        assert!((fit.scale / 420.0 - 1.0).abs() < 0.05, "{fit:?}");
        assert!((fit.ply - 0.3).abs() < 0.06 && (fit.hands + 0.2).abs() < 0.06, "{fit:?}");
        assert!(fit.log_loss < fit.constant_log_loss, "{fit:?}");
    }

    #[test]
    fn a_level_moves_the_scale_only() {
        let outcomes = drawn(10_000, [libm::log(500.0), 0.2, 0.1]);
        let (free, levelled) = (outcomes.fit(None).unwrap(), outcomes.fit(Some(380.0)).unwrap());
        assert_eq!((free.ply, free.hands), (levelled.ply, levelled.hands));
        let numbers = [libm::log(levelled.scale), levelled.ply, levelled.hands];
        assert!((outcomes.mean(|outcome| exp(dot(&numbers, outcome))) - 380.0).abs() < 1e-6);
    }

    #[test]
    fn results_that_say_nothing_are_no_fit() {
        assert_eq!(Outcomes::default().fit(None), None);
        let mut outcomes = drawn(2_000, [libm::log(400.0), 0.0, 0.0]);
        outcomes.list.iter_mut().for_each(|outcome| outcome.result = 0);
        assert_eq!(outcomes.fit(None), None);
    }
}
