//! Tables and plots of fitted lines.

use super::fit::{Fitted, FittedRow, points};
use super::measure::Measured;
use zenpuku_report::plot::{Scatter, histogram, scatter_chart};
use zenpuku_report::{Cell, Chart, Legend, PlotError, Series, Table, TableError};
use zenpuku_shogi_engine::DepthPair;

/// Points in a scatter plot at most; all of them count for the line.
const SHOWN_POINTS: usize = 800;
/// Bins of a histogram.
const BINS: usize = 60;

impl Fitted {
    /// All lines: a, b, sigma and R2 with the outliers left out, and sigma and R2 of all.
    ///
    /// # Errors
    /// Never; the rows fit the columns.
    pub fn lines_table(&self, title: &str) -> Result<Table, TableError> {
        let columns = [
            "depths",
            "values",
            "class",
            "a",
            "b",
            "sigma",
            "R2",
            "positions",
            "outliers",
            "sigma of all",
            "R2 of all",
        ];
        let mut table = Table::new(title, columns);
        for FittedRow { pair, transformed, class, fit } in &self.rows {
            table.push(vec![
                pair_name(*pair).into(),
                if *transformed { "tanh" } else { "plain" }.into(),
                class.map_or("all".to_owned(), |class| self.class_name(class)).into(),
                Cell::fixed(fit.line.slope, 3),
                Cell::fixed(fit.line.intercept, 1),
                Cell::fixed(fit.line.sigma, 1),
                Cell::fixed(fit.line.r_squared, 4),
                fit.line.count.into(),
                fit.outliers.into(),
                Cell::fixed(fit.all.sigma, 1),
                Cell::fixed(fit.all.r_squared, 4),
            ])?;
        }
        Ok(table)
    }

    /// The spread of values by depth: R2 depends on it.
    ///
    /// # Errors
    /// Never; the rows fit the columns.
    pub fn spreads_table(&self, title: &str) -> Result<Table, TableError> {
        let columns = ["depth", "positions", "no mates", "deviation", "median of |value|"];
        let mut table = Table::new(title, columns);
        for spread in &self.spreads {
            table.push(vec![
                spread.depth.into(),
                self.positions.into(),
                spread.count.into(),
                Cell::fixed(spread.deviation, 1),
                Cell::fixed(spread.median_absolute, 0),
            ])?;
        }
        Ok(table)
    }

    /// The effect of each phase variable on sigma.
    ///
    /// # Errors
    /// Never; the rows fit the columns.
    pub fn phases_table(&self, title: &str) -> Result<Table, TableError> {
        let columns = ["variable", "classes begin at", "sigma by class / sigma of all", "chosen"];
        let mut table = Table::new(title, columns);
        for gain in &self.gains {
            let bounds: Vec<String> = gain.phases.bounds.iter().map(i32::to_string).collect();
            let chosen = self.model.phases.as_ref() == Some(&gain.phases);
            table.push(vec![
                gain.phases.variable.name().into(),
                bounds.join(" ").into(),
                Cell::fixed(gain.ratio, 4),
                if chosen { "yes" } else { "" }.into(),
            ])?;
        }
        Ok(table)
    }

    /// For each pair of depths a scatter plot with the fitted line and a histogram of the residuals,
    /// by name.
    ///
    /// # Errors
    /// [`PlotError`] when a pair has no points.
    pub fn plots(&self, measured: &[Measured]) -> Result<Vec<(String, String)>, PlotError> {
        let mut plots = Vec::new();
        for row in self.rows.iter().filter(|row| !row.transformed && row.class.is_none()) {
            let (points, line) = (points(measured.iter(), row.pair, None), row.fit.line);
            let DepthPair { shallow, deep } = row.pair;
            let name = pair_name(row.pair);
            let chart = Chart::new(
                format!("{name}: values and fitted line"),
                format!("value at depth {shallow}, centipawns"),
                format!("value at depth {deep}, centipawns"),
            );
            let step = points.len().div_ceil(SHOWN_POINTS).max(1);
            let shown = points.iter().copied().step_by(step).collect();
            let label = format!("a = {:.3}, b = {:.1}", line.slope, line.intercept);
            let cloud = Scatter { series: Series::new(label, shown), fit: Some(line) };
            plots.push((format!("scatter {shallow} {deep}"), scatter_chart(&chart, &[cloud])?));
            let residuals: Vec<f64> = points.iter().map(|&(x, y)| y - line.at(x)).collect();
            let chart = Chart::new(
                format!("{name}: residuals, sigma = {:.1}", line.sigma),
                "deep value less the foretold one, centipawns",
                "positions",
            )
            .with_legend(Legend::UpperRight);
            let limit = 6.0 * line.sigma;
            let inside: Vec<f64> = residuals.iter().map(|r| r.clamp(-limit, limit)).collect();
            plots.push((format!("residuals {shallow} {deep}"), histogram(&chart, &inside, BINS)?));
        }
        Ok(plots)
    }

    /// A class by the numbers in it.
    fn class_name(&self, class: usize) -> String {
        let Some(phases) = &self.model.phases else { return class.to_string() };
        let below = phases.bounds.get(class).map(|bound| bound - 1);
        let from = class.checked_sub(1).map(|before| phases.bounds[before]);
        match (from, below) {
            (Some(from), Some(to)) if from == to => format!("{} {from}", phases.variable),
            (Some(from), Some(to)) => format!("{} {from}..{to}", phases.variable),
            (Some(from), None) => format!("{} {from}..", phases.variable),
            (None, Some(to)) => format!("{} ..{to}", phases.variable),
            (None, None) => phases.variable.to_string(),
        }
    }
}

/// D(d', d).
fn pair_name(DepthPair { shallow, deep }: DepthPair) -> String {
    format!("D({shallow},{deep})")
}
