//! Table 2: R2 before and after the transform.

use zenpuku_report::plot::line_chart;
use zenpuku_report::{Cell, Chart, Legend, Series, Table};
use zenpuku_shogi_engine::DepthPair;
use zenpuku_shogi_learn::probcut::{Fitting, PhaseChoice};

use super::by_game::{change_interval, joined};
use super::{EVALUATION, Values, pair};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Findings, Plot};
use crate::inputs::Input;
use crate::options::RunOptions;

/// Table 2: R2 before and after.
const PAPER: [(DepthPair, [f64; 2]); 4] = [
    (pair(2, 4), [0.9755, 0.9781]),
    (pair(3, 4), [0.9909, 0.9901]),
    (pair(2, 5), [0.9639, 0.9678]),
    (pair(3, 5), [0.9866, 0.9871]),
];

/// Values of c, in centipawns: the paper does not say its own.
const SCALES: [f64; 5] = [300.0, 600.0, 1000.0, 2000.0, 4000.0];

/// The experiment `probcut-transform`.
#[derive(Clone, Copy, Debug)]
pub struct TransformExperiment;

impl Experiment for TransformExperiment {
    fn name(&self) -> &'static str {
        "probcut-transform"
    }

    fn summary(&self) -> &'static str {
        "ProbCut: R2 before and after values are transformed by c tanh(v / c), for several c"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Data]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let values = Values::measure(options, session)?;
        let scales = SCALES.map(|scale| format!("c = {scale}"));
        let mut table = Table::new(
            "Table 2",
            [vec!["depths".to_owned(), "before".to_owned()], scales.to_vec()].concat(),
        );
        // By pair: before, then after by scale.
        let mut found: Vec<Vec<f64>> = Vec::new();
        for (pair, _) in PAPER {
            let mut line = Vec::new();
            for scale in SCALES {
                let phases = PhaseChoice::None;
                let fitting = Fitting { pairs: vec![pair], scale, phases, classes: 2 };
                let rows = fitting.fit(EVALUATION.name(), values.checksum, &values.measured).rows;
                // As in the paper, no outlier is left out.
                let r_squared = rows.iter().map(|row| (row.transformed, row.fit.all.r_squared));
                let skipped = usize::from(!line.is_empty());
                line.extend(r_squared.map(|(_, value)| value).skip(skipped));
            }
            let mut cells: Vec<Cell> = vec![name(pair).into()];
            cells.extend(line.iter().map(|&value| Cell::fixed(value, 4)));
            cells.resize(2 + SCALES.len(), Cell::Absent);
            table.push(cells)?;
            found.push(line);
        }
        let mut findings = Findings::default();
        findings.paper.push(paper_table()?);
        findings.ours.push(table);
        findings.ours.push(changes(&values)?);
        findings.plots.push(plot(&found)?);
        Ok(findings)
    }
}

fn name(DepthPair { shallow, deep }: DepthPair) -> String {
    format!("D({shallow},{deep})")
}

fn paper_table() -> Result<Table, LabError> {
    let mut table = Table::new("Table 2", ["depths", "before", "after"]);
    for (pair, figures) in PAPER {
        let [before, after] = figures.map(|value| Cell::fixed(value, 4));
        table.push(vec![name(pair).into(), before, after])?;
    }
    Ok(table)
}

/// The change of R2 by pair and c, with its interval over whole games.
fn changes(values: &Values) -> Result<Table, LabError> {
    let columns = ["depths", "c", "before", "after", "change", "change, 95 %", "paper change"];
    let mut table = Table::new("Change of R2 by the transform", columns);
    for (pair, [paper_before, paper_after]) in PAPER {
        let before = values.by_game(pair, None);
        for scale in SCALES {
            let after = values.by_game(pair, Some(scale));
            let [old, new] = [joined(&before), joined(&after)].map(|all| all.r_squared());
            let games: Vec<_> = before.iter().copied().zip(after).collect();
            let interval = change_interval(&games);
            table.push(vec![
                name(pair).into(),
                Cell::fixed(scale, 0),
                Cell::fixed(old, 4),
                Cell::fixed(new, 4),
                Cell::fixed(new - old, 4),
                interval.map_or(Cell::Absent, |interval| format!("{interval:.4}").into()),
                Cell::fixed(paper_after - paper_before, 4),
            ])?;
        }
    }
    Ok(table)
}

/// R2 after the transform against c, by pair; without a transform c is infinite.
fn plot(found: &[Vec<f64>]) -> Result<Plot, LabError> {
    let series = PAPER.iter().zip(found).map(|((pair, _), line)| {
        let after = SCALES.into_iter().zip(line.iter().skip(1).copied());
        let before = line.first().copied().unwrap_or(0.0);
        Series::new(format!("{}, before {before:.4}", name(*pair)), after.collect())
    });
    let chart = Chart::new("R2 after the transform c tanh(v / c)", "c, centipawns", "R2")
        .with_log_x()
        .with_legend(Legend::LowerRight);
    let svg = line_chart(&chart, &series.collect::<Vec<_>>())?;
    Ok(Plot { name: "transform".to_owned(), svg })
}
