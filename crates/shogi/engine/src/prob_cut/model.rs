//! The model of ProbCut: v' = a v + b + e, e normal with deviation sigma [probcut2003] 2.

use super::phase::Phases;
use crate::depth::Depth;
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::Position;

/// The greatest depth of a pair, in plies.
pub const DEEPEST_PAIR: u32 = 40;

/// D(d', d): a shallow and a deep search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DepthPair {
    /// d', in plies.
    pub shallow: u32,
    /// d, in plies.
    pub deep: u32,
}

/// A fitted line of one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedLine {
    /// The pair.
    pub pair: DepthPair,
    /// Fitted to values transformed by c tanh(v / c)?
    pub transformed: bool,
    /// The class of positions it was fitted to; `None`: all.
    pub class: Option<usize>,
    /// Gain per centipawn of the shallow value; positive.
    pub a: f64,
    /// Deep value at shallow value 0, in centipawns.
    pub b: f64,
    /// Deviation of the deep value from the line, in centipawns; not negative.
    pub sigma: f64,
    /// Coefficient of determination, 0 to 1.
    pub r_squared: f64,
    /// Positions it was fitted to.
    pub count: u64,
}

/// The fitted lines of one evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbCutModel {
    /// Name of the evaluation.
    pub evaluation: String,
    /// Checksum of the evaluation, see [`super::evaluation_checksum`].
    pub checksum: u64,
    /// c of the transform c tanh(v / c), in centipawns.
    pub scale: f64,
    /// The classification of positions; `None`: one class.
    pub phases: Option<Phases>,
    /// The lines.
    pub lines: Vec<FittedLine>,
}

/// c tanh(v / c): the slope at 0 is 1, large values are drawn in [probcut2003] 4.3.
#[must_use]
pub fn transform(value: f64, scale: f64) -> f64 {
    scale * (value / scale).tanh()
}

/// One shallow search to make, with its threshold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    pub(crate) depth: Depth,
    a: f64,
    b: f64,
    /// PERCENTILE times sigma.
    margin: f64,
    /// c, where values are transformed.
    scale: Option<f64>,
}

impl Check {
    fn new(line: &FittedLine, percentile: f64, scale: f64) -> Self {
        Self {
            depth: Depth::plies(line.pair.shallow as i32),
            a: line.a,
            b: line.b,
            margin: percentile * line.sigma,
            scale: line.transformed.then_some(scale),
        }
    }

    /// The shallow value at which the foretold one is `bound` plus `margin`, if there is one.
    fn shallow(&self, bound: Score, margin: f64) -> Option<f64> {
        let bound = f64::from(bound.value());
        let Some(scale) = self.scale else {
            return Some((bound + margin - self.b) / self.a);
        };
        let value = (transform(bound, scale) + margin - self.b) / self.a;
        (value.abs() < scale).then(|| scale * (value / scale).atanh())
    }

    /// The least shallow value that predicts at least beta: (beta + PERCENTILE
    /// sigma - b) / a [probcut2003] 2. `None` where it would be a mate's.
    pub(crate) fn least_high(&self, beta: Score) -> Option<Score> {
        in_range(self.shallow(beta, self.margin)?.ceil())
    }

    /// The greatest shallow value that predicts at most alpha: (alpha -
    /// PERCENTILE sigma - b) / a [probcut2003] 2. `None` where it would be a
    /// mate's.
    pub(crate) fn greatest_low(&self, alpha: Score) -> Option<Score> {
        in_range(self.shallow(alpha, -self.margin)?.floor())
    }
}

/// The value as a score, if it is not near the mate scores.
fn in_range(value: f64) -> Option<Score> {
    let limit = f64::from(Score::MAX_EVAL.value() - 1);
    (value.abs() <= limit).then(|| Score::new(value as i32))
}

/// The checks of a search: the part of a model selected by the switches, by
/// remaining depth and class.
#[derive(Clone, Debug)]
pub(crate) struct Checks {
    phases: Option<Phases>,
    classes: usize,
    /// By depth times classes plus class, from shallow to deep.
    table: Vec<Vec<Check>>,
}

impl Checks {
    /// `None` when the switches or the model leave none.
    pub(crate) fn new(model: &ProbCutModel, params: &Params) -> Option<Self> {
        if !params.prob_cut {
            return None;
        }
        let phases = model.phases.clone().filter(|_| params.prob_cut_phases);
        let classes = phases.as_ref().map_or(1, Phases::classes);
        let mut table = vec![Vec::new(); (DEEPEST_PAIR as usize + 1) * classes];
        for (index, checks) in table.iter_mut().enumerate() {
            let (deep, class) = ((index / classes) as u32, index % classes);
            let class = phases.is_some().then_some(class);
            *checks = chosen(model, params, deep, class);
        }
        let any = table.iter().any(|checks: &Vec<Check>| !checks.is_empty());
        any.then_some(Self { phases, classes, table })
    }

    /// The checks for a node of this remaining depth.
    #[inline]
    pub(crate) fn at(&self, depth: Depth, position: &Position) -> &[Check] {
        let first = depth.whole_plies().max(0) as usize * self.classes;
        let Some(row) = self.table.get(first..first + self.classes) else { return &[] };
        match &self.phases {
            Some(phases) if row.iter().any(|checks| !checks.is_empty()) => {
                &row[phases.class(position)]
            }
            _ => &row[0],
        }
    }
}

/// The model's checks of one depth, from shallow to deep; of one pair only without `MultiProbCut`.
fn chosen(model: &ProbCutModel, params: &Params, deep: u32, class: Option<usize>) -> Vec<Check> {
    let single = DepthPair {
        shallow: params.prob_cut_shallow_depth as u32,
        deep: params.prob_cut_deep_depth as u32,
    };
    let wanted = |line: &&FittedLine| {
        line.pair.deep == deep
            && line.transformed == params.prob_cut_transform
            && line.class == class
            && (params.multi_prob_cut || line.pair == single)
    };
    let mut lines: Vec<&FittedLine> = model.lines.iter().filter(wanted).collect();
    lines.sort_by_key(|line| line.pair);
    let percentile = params.prob_cut_percentile.to_f64();
    lines.into_iter().map(|line| Check::new(line, percentile, model.scale)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prob_cut::phase::PhaseVariable;

    fn line(shallow: u32, deep: u32, transformed: bool, class: Option<usize>) -> FittedLine {
        let pair = DepthPair { shallow, deep };
        let (a, b, sigma) = (1.25, 10.0, 100.0);
        FittedLine { pair, transformed, class, a, b, sigma, r_squared: 0.9, count: 7 }
    }

    fn model(lines: Vec<FittedLine>) -> ProbCutModel {
        let phases = Some(Phases { variable: PhaseVariable::Ply, bounds: vec![40] });
        ProbCutModel { evaluation: "x".into(), checksum: 0, scale: 600.0, phases, lines }
    }

    fn params(text: &str) -> Params {
        let mut params = Params::default();
        params.assign_all(text).unwrap();
        params
    }

    #[test]
    fn thresholds_are_the_papers() {
        let check = Check::new(&line(3, 5, false, None), 0.5, 600.0);
        // (200 + 50 - 10) / 1.25 and (200 - 50 - 10) / 1.25.
        assert_eq!(check.least_high(Score::new(200)), Some(Score::new(192)));
        assert_eq!(check.greatest_low(Score::new(200)), Some(Score::new(112)));
        // Rounded away from the window.
        assert_eq!(check.least_high(Score::new(201)), Some(Score::new(193)));
        assert_eq!(check.greatest_low(Score::new(201)), Some(Score::new(112)));
    }

    #[test]
    fn no_threshold_is_a_mate() {
        let check = Check::new(&line(3, 5, false, None), 1000.0, 600.0);
        assert_eq!(check.least_high(Score::ZERO), None);
        assert_eq!(check.greatest_low(Score::ZERO), None);
    }

    #[test]
    fn transformed_thresholds_foretell_the_bound() {
        let check = Check::new(&line(3, 5, true, None), 0.5, 600.0);
        let high = check.least_high(Score::new(200)).unwrap();
        let foretold = |score: Score| 1.25 * transform(f64::from(score.value()), 600.0) + 10.0;
        let wanted = transform(200.0, 600.0) + 50.0;
        assert!(foretold(high) >= wanted && foretold(high - Score::new(1)) < wanted);
        // Values beyond the scale cannot be predicted.
        assert_eq!(check.least_high(Score::new(5000)).map(Score::value), Some(761));
        let flat = Check::new(&FittedLine { a: 0.5, ..line(3, 5, true, None) }, 0.5, 600.0);
        assert_eq!(flat.least_high(Score::new(1000)), None);
    }

    #[test]
    fn switches_choose_the_lines() {
        let lines = vec![
            line(4, 6, false, None),
            line(3, 5, false, None),
            line(2, 6, false, None),
            line(3, 5, true, Some(1)),
        ];
        let model = model(lines);
        let start = Position::startpos();
        let count = |text: &str, depth: i32| {
            let text = format!("MultiProbCut=off ProbCutPhases=off {text}");
            let checks = Checks::new(&model, &params(&text))?;
            let found = checks.at(Depth::plies(depth), &start).to_vec();
            Some(found.iter().map(|check| check.depth.whole_plies()).collect::<Vec<_>>())
        };
        assert_eq!(count("ProbCut=off", 5), None);
        assert_eq!(count("ProbCut=on", 5), Some(vec![3]));
        assert_eq!(count("ProbCut=on", 6), Some(vec![]));
        assert_eq!(count("ProbCut=on MultiProbCut=on", 6), Some(vec![2, 4]));
        assert_eq!(count("ProbCut=on ProbCutTransform=on", 5), None);
        // The start is of the first class, the line of the second.
        assert_eq!(count("ProbCut=on ProbCutTransform=on ProbCutPhases=on", 5), Some(vec![]));
        assert_eq!(count("ProbCut=on MultiProbCut=on", 99), Some(vec![]));
    }
}
