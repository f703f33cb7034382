//! Simultaneous perturbation stochastic approximation [spall1998]: every step
//! changes all parameters together, by the difference of two noisy
//! measurements.

use zenpuku_core::random::SplitMix64;

/// Exponent of the falling gain, as [spall1998] III recommends.
const ALPHA: f64 = 0.602;

/// Exponent of the falling perturbation, as [spall1998] III recommends.
const GAMMA: f64 = 0.101;

/// The stability constant A, as a part of all steps [spall1998] III.
const STABILITY: f64 = 0.1;

/// One parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Where it begins.
    pub start: f64,
    /// Its least value.
    pub min: f64,
    /// Its greatest value.
    pub max: f64,
    /// The perturbation at the last step.
    pub step: f64,
}

/// The step sizes and the number of steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// Steps in all.
    pub steps: u64,
    /// The gain at the last step, in squared perturbations: how many perturbations a parameter
    /// moves when a measurement differs by 1.
    pub gain: f64,
    /// Chooses the perturbations.
    pub seed: u64,
}

/// The two settings of one step.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Trial {
    /// The setting on one side.
    pub plus: Vec<i32>,
    /// The setting opposite.
    pub minus: Vec<i32>,
    /// In which direction each parameter goes: 1 or -1.
    signs: Vec<f64>,
}

/// The state of a tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    axes: Vec<Axis>,
    schedule: Schedule,
    values: Vec<f64>,
    done: u64,
}

impl Spsa {
    /// Before the first step.
    #[must_use]
    pub(crate) fn new(axes: Vec<Axis>, schedule: Schedule) -> Self {
        let values = axes.iter().map(|axis| axis.start).collect();
        Self { axes, schedule, values, done: 0 }
    }

    /// The parameters now.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The parameters now, in whole numbers.
    #[must_use]
    pub fn rounded(&self) -> Vec<i32> {
        self.values.iter().map(|value| value.round() as i32).collect()
    }

    /// Steps learned from.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done
    }

    /// What to measure at step `number`, 0 for the first, around the parameters now. Values are
    /// whole numbers; between two of them chance decides, the same on both sides, so that small
    /// differences count on the average.
    #[must_use]
    pub(crate) fn trial(&self, number: u64) -> Trial {
        // Drawn twice, so that the sequences of different steps are not parts of one another.
        let seed = SplitMix64::new(self.schedule.seed).next_u64() ^ number;
        let mut random = SplitMix64::new(SplitMix64::new(seed).next_u64());
        let mut trial = Trial { plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (axis, value) in self.axes.iter().zip(&self.values) {
            let bits = random.next_u64();
            let sign = if bits & 1 == 0 { 1.0 } else { -1.0 };
            let chance = (bits >> 11) as f64 / (1_u64 << 53) as f64;
            let whole = |value: f64| (value.clamp(axis.min, axis.max) + chance).floor() as i32;
            let width = self.perturbation(axis, number);
            trial.plus.push(whole(value + sign * width));
            trial.minus.push(whole(value - sign * width));
            trial.signs.push(sign);
        }
        trial
    }

    /// Learns that `plus` measured `difference` more than `minus` at step `number`.
    pub(crate) fn learn(&mut self, number: u64, trial: &Trial, difference: f64) {
        let stability = STABILITY * self.schedule.steps as f64;
        let (last, now) = (self.schedule.steps as f64, (number + 1) as f64);
        let gain = self.schedule.gain * libm::pow((stability + last) / (stability + now), ALPHA);
        for (index, axis) in self.axes.iter().enumerate() {
            let width = self.perturbation(axis, number);
            let change = gain * axis.step * axis.step / width * difference * trial.signs[index];
            self.values[index] = (self.values[index] + change).clamp(axis.min, axis.max);
        }
        self.done += 1;
    }

    /// By how much a parameter is varied at step `number`.
    fn perturbation(&self, axis: &Axis, number: u64) -> f64 {
        axis.step * libm::pow(self.schedule.steps as f64 / (number + 1) as f64, GAMMA)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEST: [f64; 3] = [70.0, -12.0, 300.0];

    fn axes() -> Vec<Axis> {
        vec![
            Axis { start: 40.0, min: 0.0, max: 200.0, step: 8.0 },
            Axis { start: 5.0, min: -40.0, max: 40.0, step: 4.0 },
            Axis { start: 420.0, min: 0.0, max: 1000.0, step: 30.0 },
        ]
    }

    /// Elo below the best: 4 for a step away, growing with its square.
    fn loss(values: &[i32]) -> f64 {
        let away = axes().into_iter().zip(values).zip(BEST);
        away.map(|((axis, &value), best)| 4.0 * ((f64::from(value) - best) / axis.step).powi(2))
            .sum()
    }

    /// The points of a pair of games, -2 to 2, by chance.
    fn pair(random: &mut SplitMix64, elo: f64) -> f64 {
        let expected = zenpuku_arena::elo::expected_score(elo);
        let game = |random: &mut SplitMix64| {
            let draw = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            if draw < expected { 1.0 } else { -1.0 }
        };
        game(random) + game(random)
    }

    fn tuned(seed: u64) -> Spsa {
        let mut spsa = Spsa::new(axes(), Schedule { steps: 10_000, gain: 0.003, seed });
        let mut random = SplitMix64::new(seed + 1);
        for number in 0..10_000 {
            let trial = spsa.trial(number);
            let elo = loss(&trial.minus) - loss(&trial.plus);
            let difference = pair(&mut random, elo);
            spsa.learn(number, &trial, difference);
        }
        spsa
    }

    #[test]
    fn noisy_games_lead_to_the_known_optimum() {
        let before = loss(&[40, 5, 420]);
        for seed in [1, 2, 3] {
            let spsa = tuned(seed);
            let after = loss(&spsa.rounded());
            assert!(before > 190.0 && after < 8.0, "{before} to {after}: {:?}", spsa.values());
        }
        assert_eq!(tuned(1), tuned(1));
    }

    #[test]
    fn trials_are_opposite_in_range_and_fair_between_whole_numbers() {
        let axis = Axis { start: 0.3, min: 0.0, max: 3.0, step: 1.0 };
        let spsa = Spsa::new(vec![axis], Schedule { steps: 4000, gain: 0.0, seed: 5 });
        let (mut sum, mut count) = (0.0, 0.0);
        for number in 3000..4000 {
            let trial = spsa.trial(number);
            assert!([&trial.plus, &trial.minus].iter().all(|side| (0..=3).contains(&side[0])));
            if trial.signs[0] > 0.0 {
                (sum, count) = (sum + f64::from(trial.plus[0]), count + 1.0);
            } else {
                (sum, count) = (sum + f64::from(trial.minus[0]), count + 1.0);
            }
        }
        let width = spsa.perturbation(&axis, 3500);
        assert!((sum / count - 0.3 - width).abs() < 0.06, "{}", sum / count);
    }
}
