//! From values to a model.

use super::measure::Measured;
use super::robust::RobustFit;
use zenpuku_shogi_engine::{DepthPair, FittedLine, PhaseVariable, Phases, ProbCutModel, transform};

/// Minimum number of positions for a separate line.
const FEWEST: usize = 30;

/// The classification of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseChoice {
    /// Not at all.
    None,
    /// By this variable.
    Variable(PhaseVariable),
    /// By the variable with the largest effect on sigma.
    Best,
}

/// What to fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitting {
    /// The pairs of depths.
    pub pairs: Vec<DepthPair>,
    /// c of the transform c tanh(v / c), in centipawns.
    pub scale: f64,
    /// The classification of positions.
    pub phases: PhaseChoice,
    /// Classes of a phase variable, of equal size if possible.
    pub classes: usize,
}

/// One fitted line with its statistics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedRow {
    /// The pair.
    pub pair: DepthPair,
    /// Fitted to values transformed by c tanh(v / c)?
    pub transformed: bool,
    /// The class of positions; `None`: all.
    pub class: Option<usize>,
    /// The line.
    pub fit: RobustFit,
}

/// The spread of the values of a depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The depth, in plies.
    pub depth: u32,
    /// Values other than mates.
    pub count: usize,
    /// Their standard deviation, in centipawns.
    pub deviation: f64,
    /// Half of them are within this many centipawns of 0.
    pub median_absolute: f64,
}

/// The effect of a phase variable on sigma.
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseGain {
    /// The variable, cut into classes.
    pub phases: Phases,
    /// Geometric mean of sigma over positions and pairs, by the classes' lines divided by the same
    /// with one line for all; below 1: the classes predict better.
    pub ratio: f64,
}

/// The model and its source.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The model.
    pub model: ProbCutModel,
    /// All lines, without and with the transform, of all positions and by class.
    pub rows: Vec<FittedRow>,
    /// The spread of values by depth.
    pub spreads: Vec<Spread>,
    /// Every phase variable, whichever was chosen.
    pub gains: Vec<PhaseGain>,
    /// Positions measured.
    pub positions: usize,
}

impl Fitting {
    /// Fits every pair, for an evaluation of this name and checksum. A pair whose values make no
    /// rising line has none in the model.
    #[must_use]
    pub fn fit(&self, evaluation: &str, checksum: u64, measured: &[Measured]) -> Fitted {
        let gains = PhaseVariable::ALL.into_iter().filter_map(|one| self.gain(one, measured));
        let gains: Vec<PhaseGain> = gains.collect();
        let chosen = match self.phases {
            PhaseChoice::None => None,
            PhaseChoice::Variable(variable) => {
                gains.iter().find(|gain| gain.phases.variable == variable)
            }
            PhaseChoice::Best => gains.iter().min_by(|a, b| a.ratio.total_cmp(&b.ratio)),
        };
        let phases = chosen.map(|gain| gain.phases.clone());
        let classes = phases.as_ref().map_or(0, Phases::classes);
        let mut rows = Vec::new();
        for transformed in [false, true] {
            for &pair in &self.pairs {
                let all = self.row(pair, transformed, None, measured, phases.as_ref());
                rows.extend(all);
                for class in 0..classes {
                    let own = self.row(pair, transformed, Some(class), measured, phases.as_ref());
                    // Where there are too few, the line of all serves.
                    let class = Some(class);
                    rows.extend(own.or(all).map(|row| FittedRow { class, ..row }));
                }
            }
        }
        let lines = rows.iter().filter(|row| row.fit.line.slope > 0.0).map(FittedRow::line);
        let model = ProbCutModel {
            evaluation: evaluation.to_owned(),
            checksum,
            scale: self.scale,
            phases,
            lines: lines.collect(),
        };
        let deepest = self.pairs.iter().map(|pair| pair.deep).max().unwrap_or(0);
        let spreads = (1..=deepest).filter_map(|depth| spread(depth, measured)).collect();
        Fitted { model, rows, spreads, gains, positions: measured.len() }
    }

    fn row(
        &self,
        pair: DepthPair,
        transformed: bool,
        class: Option<usize>,
        measured: &[Measured],
        phases: Option<&Phases>,
    ) -> Option<FittedRow> {
        let of_class = |one: &&Measured| match (class, phases) {
            (Some(class), Some(phases)) => class_of(phases, one) == class,
            _ => true,
        };
        let scale = transformed.then_some(self.scale);
        let points = points(measured.iter().filter(of_class), pair, scale);
        if class.is_some() && points.len() < FEWEST {
            return None;
        }
        Some(FittedRow { pair, transformed, class, fit: RobustFit::new(&points)? })
    }

    /// The effect of a variable; `None` if it cannot be cut.
    fn gain(&self, variable: PhaseVariable, measured: &[Measured]) -> Option<PhaseGain> {
        let phases = cut(variable, self.classes, measured)?;
        let (mut sum, mut count) = (0.0, 0.0);
        for &pair in &self.pairs {
            let all = self.row(pair, false, None, measured, Some(&phases))?.fit.line;
            for class in 0..phases.classes() {
                let own = self.row(pair, false, Some(class), measured, Some(&phases));
                let own = own.map_or(all, |row| row.fit.line);
                let weight = own.count as f64;
                sum += weight * (own.sigma / all.sigma).ln();
                count += weight;
            }
        }
        let ratio = f64::exp(sum / count);
        ratio.is_finite().then_some(PhaseGain { phases, ratio })
    }
}

impl FittedRow {
    /// As in the file.
    fn line(&self) -> FittedLine {
        let fit = self.fit.line;
        FittedLine {
            pair: self.pair,
            transformed: self.transformed,
            class: self.class,
            a: fit.slope,
            b: fit.intercept,
            sigma: fit.sigma,
            r_squared: fit.r_squared,
            count: fit.count as u64,
        }
    }
}

/// Shallow and deep values of the positions in which neither is a mate, transformed by c tanh(v / c)
/// where `scale` names c.
pub(super) fn points<'a>(
    measured: impl Iterator<Item = &'a Measured>,
    pair: DepthPair,
    scale: Option<f64>,
) -> Vec<(f64, f64)> {
    let shown = |value: i32| {
        let value = f64::from(value);
        scale.map_or(value, |scale| transform(value, scale))
    };
    measured
        .filter_map(|one| Some((one.value(pair.shallow)?, one.value(pair.deep)?)))
        .map(|(shallow, deep)| (shown(shallow), shown(deep)))
        .collect()
}

fn number(variable: PhaseVariable, measured: &Measured) -> i32 {
    let index = PhaseVariable::ALL.iter().position(|&one| one == variable).unwrap_or(0);
    measured.phases[index]
}

fn class_of(phases: &Phases, measured: &Measured) -> usize {
    phases.class_of(number(phases.variable, measured))
}

/// The variable cut so that equally many positions are on either side, if its values allow.
fn cut(variable: PhaseVariable, classes: usize, measured: &[Measured]) -> Option<Phases> {
    let mut numbers: Vec<i32> = measured.iter().map(|one| number(variable, one)).collect();
    numbers.sort_unstable();
    let mut last = *numbers.first()?;
    let mut bounds = Vec::new();
    for class in 1..classes {
        let wanted = numbers[class * numbers.len() / classes].max(last + 1);
        let next = numbers.partition_point(|&number| number < wanted);
        let Some(&bound) = numbers.get(next) else { break };
        bounds.push(bound);
        last = bound;
    }
    (!bounds.is_empty()).then_some(Phases { variable, bounds })
}

fn spread(depth: u32, measured: &[Measured]) -> Option<Spread> {
    let values: Vec<f64> =
        measured.iter().filter_map(|one| one.value(depth)).map(f64::from).collect();
    let count = values.len();
    let mean = values.iter().sum::<f64>() / count as f64;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count as f64;
    let mut absolute: Vec<f64> = values.iter().map(|value| value.abs()).collect();
    absolute.sort_by(f64::total_cmp);
    let median_absolute = *absolute.get(count / 2)?;
    Some(Spread { depth, count, deviation: variance.sqrt(), median_absolute })
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_core::random::SplitMix64;

    const PAIR: DepthPair = DepthPair { shallow: 1, deep: 2 };

    /// Values with v' = 1.1 v + 5 and a noise that is four times as wide with pieces in hand.
    fn synthetic(count: u64, seed: u64) -> Vec<Measured> {
        let mut random = SplitMix64::new(seed);
        (0..count)
            .map(|index| {
                let hands = i32::from(random.percent(50)) * 4;
                let shallow = random.within(1000);
                let width = if hands == 0 { 25 } else { 100 };
                let deep = (1.1 * f64::from(shallow)) as i32 + 5 + random.within(width);
                let mate = index % 50 == 0;
                let mut phases = [0; PhaseVariable::ALL.len()];
                (phases[0], phases[1]) = (index as i32 % 60, hands);
                Measured { values: vec![Some(shallow), (!mate).then_some(deep)], phases }
            })
            .collect()
    }

    fn fitting(phases: PhaseChoice) -> Fitting {
        Fitting { pairs: vec![PAIR], scale: 600.0, phases, classes: 2 }
    }

    fn rows(fitted: &Fitted, transformed: bool) -> Vec<FittedRow> {
        fitted.rows.iter().filter(|row| row.transformed == transformed).copied().collect()
    }

    #[test]
    fn known_parameters_are_found_and_mates_left_out() {
        let fitted = fitting(PhaseChoice::None).fit("x", 9, &synthetic(3000, 5));
        let line = rows(&fitted, false)[0].fit.all;
        assert!((line.slope - 1.1).abs() < 0.01 && (line.intercept - 5.0).abs() < 3.0, "{line:?}");
        assert_eq!(line.count, 3000 - 60);
        assert_eq!((fitted.model.checksum, fitted.model.lines.len()), (9, 2));
        assert_eq!((fitted.spreads[0].count, fitted.spreads[1].count), (3000, 2940));
    }

    #[test]
    fn the_variable_that_tells_sigma_is_found() {
        let fitted = fitting(PhaseChoice::Best).fit("x", 9, &synthetic(3000, 6));
        let phases = fitted.model.phases.clone().unwrap();
        assert_eq!((phases.variable, phases.bounds.as_slice()), (PhaseVariable::Hands, &[4][..]));
        let sigma: Vec<f64> = rows(&fitted, false).iter().map(|row| row.fit.all.sigma).collect();
        // A uniform spread of w has a deviation of w / sqrt(3).
        assert!((sigma[1] - 14.4).abs() < 1.5 && (sigma[2] - 57.7).abs() < 3.0, "{sigma:?}");
        let text = fitted.model.to_text(&[]);
        assert_eq!(text.parse::<ProbCutModel>().unwrap().to_text(&[]), text);
    }

    #[test]
    fn equal_values_give_equal_files() {
        let text = || {
            let fitted = fitting(PhaseChoice::Best).fit("x", 1, &synthetic(500, 8));
            fitted.model.to_text(&[])
        };
        assert_eq!(text(), text());
    }

    #[test]
    fn falling_and_empty_lines_are_left_out() {
        let falling: Vec<Measured> = synthetic(100, 1)
            .into_iter()
            .map(|one| Measured { values: vec![one.values[0], one.values[0].map(|v| -v)], ..one })
            .collect();
        assert!(fitting(PhaseChoice::None).fit("x", 1, &falling).model.lines.is_empty());
        assert!(fitting(PhaseChoice::Best).fit("x", 1, &[]).model.lines.is_empty());
    }
}
