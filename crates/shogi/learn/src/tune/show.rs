//! The result of a tuning: the profile file, a table, a plot of each parameter.

use super::run::TunePlan;
use super::spsa::Spsa;
use zenpuku_params::Params;
use zenpuku_report::{Cell, Chart, PlotError, Series, Table, TableError};

/// Points of a plot at most.
const POINTS: u64 = 200;

/// Why a tuning could not be shown.
#[derive(Debug, thiserror::Error)]
pub enum ShowError {
    /// A table could not be made.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A plot could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
}

/// Where the parameters went, at some of the steps.
#[derive(Clone, Debug)]
pub struct Course {
    every: u64,
    points: Vec<(u64, Vec<f64>)>,
}

impl Course {
    pub(super) fn new(spsa: &Spsa, steps: u64) -> Self {
        Self { every: (steps / POINTS).max(1), points: vec![(0, spsa.values().to_vec())] }
    }

    pub(super) fn note(&mut self, spsa: &Spsa) {
        let last = self.points.last().map_or(0, |point| point.0);
        if spsa.done() >= last + self.every {
            self.points.push((spsa.done(), spsa.values().to_vec()));
        }
    }
}

/// The profile file: every row in which the engine tuned differs from the default profile.
#[must_use]
pub fn profile(plan: &TunePlan, spsa: &Spsa) -> String {
    let params = plan.params(&spsa.rounded());
    let mut text = format!(
        "# Tuned by SPSA: {} pairs of games of {}, seed {}. Over profile default:\n",
        spsa.done(),
        plan.pairs,
        plan.seed
    );
    for (row, value) in params.changes_from(&Params::default()) {
        text.push_str(&format!("{}={value}\n", row.name));
    }
    text
}

/// Each row's value before and after.
///
/// # Errors
/// [`ShowError`].
pub fn table(plan: &TunePlan, spsa: &Spsa) -> Result<Table, ShowError> {
    let title = format!("{} pairs of games", spsa.done());
    let mut table = Table::new(title, ["row", "from", "to", "exactly", "steps moved"]);
    let start = plan.spsa();
    for (index, row) in plan.rows.iter().enumerate() {
        let (from, to) = (start.values()[index], spsa.values()[index]);
        table.push(vec![
            row.name.into(),
            row.text(from.round() as i32).as_str().into(),
            row.text(to.round() as i32).as_str().into(),
            Cell::fixed(to, 2),
            Cell::fixed((to - from) / (f64::from(row.step.max(1)) * plan.scale), 2),
        ])?;
    }
    Ok(table)
}

/// A plot of each row over the pairs of games: its name and the picture.
///
/// # Errors
/// [`ShowError`].
pub fn plots(plan: &TunePlan, course: &Course) -> Result<Vec<(String, String)>, ShowError> {
    let one = |(index, row): (usize, &&zenpuku_params::Row)| {
        let chart = Chart::new(row.name, "pairs of games", "value (raw)");
        let points = course.points.iter().map(|(pair, values)| (*pair as f64, values[index]));
        let series = Series { name: row.name.to_owned(), points: points.collect() };
        Ok((row.name.to_owned(), zenpuku_report::plot::line_chart(&chart, &[series])?))
    };
    plan.rows.iter().enumerate().map(one).collect()
}
