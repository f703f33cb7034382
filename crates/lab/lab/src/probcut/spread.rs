//! Tables 1 and 2 on samples whose values are spread more and more: what of sigma, R2 and the transform is the
//! method's, and what the sample's. The paper's rows imply a deviation of 709 to 737 centipawns.

use zenpuku_report::plot::line_chart;
use zenpuku_report::{Cell, Chart, Legend, Series, Table};
use zenpuku_shogi_engine::DepthPair;
use zenpuku_shogi_learn::probcut::RobustFit;

use super::by_game::{Sums, change_interval, interval, joined};
use super::{Values, pair, samples};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Findings, Plot};
use crate::inputs::Input;
use crate::options::RunOptions;

/// Random moves at most, by which a position of a game is changed.
const RANDOM_MOVES: [u16; 6] = [0, 2, 4, 8, 16, 32];

/// Pairs of depths with the paper's sigma and R2, and its R2 after the transform.
const PAPER: [(DepthPair, [f64; 3]); 2] =
    [(pair(2, 4), [113.6, 0.9755, 0.9781]), (pair(3, 5), [84.03, 0.9866, 0.9871])];

/// c of the transform, in centipawns.
const SCALE: f64 = 600.0;

/// The experiment `probcut-spread`.
#[derive(Clone, Copy, Debug)]
pub struct SpreadExperiment;

impl Experiment for SpreadExperiment {
    fn name(&self) -> &'static str {
        "probcut-spread"
    }

    fn summary(&self) -> &'static str {
        "ProbCut: sigma, R2 and the change by the transform, by how far the values of the sample are spread"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Data]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let widths = if options.quick { &RANDOM_MOVES[..2] } else { &RANDOM_MOVES[..] };
        let drawn: Result<Vec<_>, _> =
            widths.iter().map(|&moves| samples(options, moves)).collect();
        let drawn = drawn?;
        session.expect(drawn.iter().map(|one| one.len() as u64).sum());
        let mut rows = Vec::new();
        for (moves, samples) in widths.iter().zip(&drawn) {
            let values = Values::of(samples, options, session)?;
            rows.extend(PAPER.iter().map(|(pair, _)| Row::new(*moves, *pair, &values)));
        }
        let mut findings = Findings::default();
        findings.paper.push(paper_table()?);
        findings.ours.push(table(&rows)?);
        findings.plots.push(plot(&rows)?);
        Ok(findings)
    }
}

/// One pair of depths on one sample.
struct Row {
    moves: u16,
    pair: DepthPair,
    before: Vec<Sums>,
    after: Vec<Sums>,
    /// Sigma of the line without outliers, and how many these are.
    trimmed: Option<(f64, usize)>,
}

impl Row {
    fn new(moves: u16, pair: DepthPair, values: &Values) -> Row {
        let robust = RobustFit::new(&values.points(pair));
        Row {
            moves,
            pair,
            before: values.by_game(pair, None),
            after: values.by_game(pair, Some(SCALE)),
            trimmed: robust.map(|fit| (fit.line.sigma, fit.outliers)),
        }
    }

    fn change(&self) -> f64 {
        joined(&self.after).r_squared() - joined(&self.before).r_squared()
    }

    fn cells(&self) -> Vec<Cell> {
        let all = joined(&self.before);
        let games: Vec<_> = self.before.iter().copied().zip(self.after.iter().copied()).collect();
        let of = |statistic, decimals: usize| {
            let found = interval(&self.before, statistic);
            found.map_or(Cell::Absent, |it| format!("{it:.decimals$}").into())
        };
        let (sigma, outliers) =
            self.trimmed.map_or((Cell::Absent, Cell::Absent), |(sigma, count)| {
                (Cell::fixed(sigma, 1), count.into())
            });
        vec![
            name(self.pair).into(),
            u64::from(self.moves).into(),
            all.count().into(),
            Cell::fixed(all.deviation(), 0),
            Cell::fixed(all.sigma(), 1),
            of(Sums::sigma, 1),
            sigma,
            outliers,
            Cell::fixed(all.r_squared(), 4),
            of(Sums::r_squared, 3),
            Cell::fixed(self.change(), 4),
            change_interval(&games).map_or(Cell::Absent, |it| format!("{it:.4}").into()),
        ]
    }
}

fn name(DepthPair { shallow, deep }: DepthPair) -> String {
    format!("D({shallow},{deep})")
}

fn paper_table() -> Result<Table, LabError> {
    let columns = ["depths", "deviation", "sigma", "R2", "change of R2"];
    let mut table = Table::new("Tables 1 and 2", columns);
    for (pair, [sigma, before, after]) in PAPER {
        table.push(vec![
            name(pair).into(),
            Cell::fixed(sigma / (1.0 - before).sqrt(), 0),
            Cell::fixed(sigma, 1),
            Cell::fixed(before, 4),
            Cell::fixed(after - before, 4),
        ])?;
    }
    Ok(table)
}

fn table(rows: &[Row]) -> Result<Table, LabError> {
    let columns = [
        "depths",
        "random moves",
        "positions",
        "deviation",
        "sigma",
        "sigma, 95 %",
        "sigma without outliers",
        "outliers",
        "R2",
        "R2, 95 %",
        "change of R2",
        "change, 95 %",
    ];
    let mut table = Table::new("By the spread of the values", columns);
    for row in rows {
        table.push(row.cells())?;
    }
    Ok(table)
}

/// R2 against the deviation, with the paper's.
fn plot(rows: &[Row]) -> Result<Plot, LabError> {
    let mut series = Vec::new();
    for (pair, [sigma, before, _]) in PAPER {
        let ours = rows.iter().filter(|row| row.pair == pair).map(|row| joined(&row.before));
        let points = ours.map(|all| (all.deviation(), all.r_squared())).collect();
        series.push(Series::new(name(pair), points));
        let deviation = sigma / (1.0 - before).sqrt();
        series.push(Series::new(format!("{}, paper", name(pair)), vec![(deviation, before)]));
    }
    let chart =
        Chart::new("R2 by the spread of the values", "standard deviation, centipawns", "R2")
            .with_legend(Legend::LowerRight);
    Ok(Plot { name: "spread".to_owned(), svg: line_chart(&chart, &series)? })
}
