//! Table 1: the regression by pair of depths.

use zenpuku_report::{Cell, Table};
use zenpuku_shogi_engine::DepthPair;
use zenpuku_shogi_learn::probcut::{Fitted, Fitting, PhaseChoice};

use super::by_game::{Sums, interval};
use super::{EVALUATION, SCALE, Values, pair};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Findings, Plot};
use crate::inputs::Input;
use crate::options::RunOptions;

/// Table 1: a, b, sigma, R2.
const PAPER: [(DepthPair, [f64; 4]); 6] = [
    (pair(2, 3), [1.02, -1.9, 102.7, 0.979]),
    (pair(2, 4), [1.03, -0.5, 113.6, 0.976]),
    (pair(3, 4), [1.01, 1.4, 69.43, 0.991]),
    (pair(2, 5), [1.02, -0.7, 137.9, 0.964]),
    (pair(3, 5), [1.01, 1.2, 84.03, 0.987]),
    (pair(4, 5), [1.00, -0.2, 65.42, 0.992]),
];

/// The experiment `probcut-regression`.
#[derive(Clone, Copy, Debug)]
pub struct RegressionExperiment;

impl Experiment for RegressionExperiment {
    fn name(&self) -> &'static str {
        "probcut-regression"
    }

    fn summary(&self) -> &'static str {
        "ProbCut: a, b, sigma and R2 of deep values on shallow ones, by pair of depths and kind of position"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Data]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let values = Values::measure(options, session)?;
        let fitting = Fitting {
            pairs: PAPER.iter().map(|(pair, _)| *pair).collect(),
            scale: SCALE,
            phases: PhaseChoice::Best,
            classes: 3,
        };
        let fitted = fitting.fit(EVALUATION.name(), values.checksum, &values.measured);
        let mut findings = Findings::default();
        findings.paper.push(paper_table()?);
        findings.ours.push(table(&values, &fitted)?);
        findings.ours.push(fitted.lines_table("Regression by kind of position")?);
        findings.ours.push(fitted.spreads_table("Spread of the values")?);
        findings.ours.push(fitted.phases_table("Kinds of positions")?);
        let plots = fitted.plots(&values.measured)?;
        findings.plots.extend(plots.into_iter().map(|(name, svg)| Plot { name, svg }));
        Ok(findings)
    }
}

fn paper_table() -> Result<Table, LabError> {
    let mut table = Table::new("Table 1", ["depths", "a", "b", "sigma", "R2"]);
    for (DepthPair { shallow, deep }, [a, b, sigma, r_squared]) in PAPER {
        table.push(vec![
            format!("D({shallow},{deep})").into(),
            Cell::fixed(a, 2),
            Cell::fixed(b, 1),
            Cell::fixed(sigma, 1),
            Cell::fixed(r_squared, 3),
        ])?;
    }
    Ok(table)
}

/// The standard deviation of the deep values that sigma and R2 imply: R2 is 1 - (sigma / deviation)^2.
fn implied_deviation(sigma: f64, r_squared: f64) -> f64 {
    sigma / (1.0 - r_squared).sqrt()
}

/// All positions, no transform, no outlier left out, as in the paper; intervals over whole games.
fn table(values: &Values, fitted: &Fitted) -> Result<Table, LabError> {
    let columns = [
        "depths",
        "a",
        "b",
        "sigma",
        "R2",
        "paper sigma",
        "paper R2",
        "positions",
        "deviation",
        "sigma, 95 %",
        "R2, 95 %",
        "paper deviation",
    ];
    let mut table = Table::new("Table 1", columns);
    for row in fitted.rows.iter().filter(|row| !row.transformed && row.class.is_none()) {
        let paper = PAPER.iter().find(|(pair, _)| *pair == row.pair).map(|(_, figures)| figures);
        let spread = fitted.spreads.iter().find(|spread| spread.depth == row.pair.deep);
        let fit = row.fit.all;
        let games = values.by_game(row.pair, None);
        let theirs = |index: usize, decimals| {
            paper.map_or(Cell::Absent, |figures| Cell::fixed(figures[index], decimals))
        };
        table.push(vec![
            format!("D({},{})", row.pair.shallow, row.pair.deep).into(),
            Cell::fixed(fit.slope, 2),
            Cell::fixed(fit.intercept, 1),
            Cell::fixed(fit.sigma, 1),
            Cell::fixed(fit.r_squared, 3),
            theirs(2, 1),
            theirs(3, 3),
            fit.count.into(),
            spread.map_or(Cell::Absent, |spread| Cell::fixed(spread.deviation, 0)),
            interval(&games, Sums::sigma).map_or(Cell::Absent, |it| format!("{it:.1}").into()),
            interval(&games, Sums::r_squared).map_or(Cell::Absent, |it| format!("{it:.3}").into()),
            paper.map_or(Cell::Absent, |&[_, _, sigma, r_squared]| {
                Cell::fixed(implied_deviation(sigma, r_squared), 0)
            }),
        ])?;
    }
    Ok(table)
}
