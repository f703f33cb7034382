//! Scatter plots with fitted lines.

use plotters::element::{Circle, PathElement};
use plotters::style::Color;

use super::canvas::render;
use super::{Chart, PlotError, Scale, Series, colour};
use crate::fit::LineFit;

/// A cloud of points and, if wanted, the line fitted through it.
#[derive(Clone, PartialEq, Debug)]
pub struct Scatter {
    /// The points.
    pub series: Series,
    /// The line to draw over the points' range; see [`LineFit::least_squares`].
    pub fit: Option<LineFit>,
}

/// Steps in which a fitted line is drawn where a logarithmic axis makes it a curve.
const CURVE_STEPS: u32 = 64;

/// Clouds of points, each with its fitted line.
///
/// # Errors
/// [`PlotError`] if there are no points or an axis cannot show one.
pub fn scatter_chart(chart: &Chart, clouds: &[Scatter]) -> Result<String, PlotError> {
    let points = || clouds.iter().flat_map(|cloud| cloud.series.points.iter());
    let x = chart.x.layout(&chart.title, points().map(|point| point.0))?;
    let lines = clouds.iter().flat_map(|cloud| fitted(chart, cloud));
    let y = chart.y.layout(&chart.title, points().copied().chain(lines).map(|point| point.1))?;
    let place = |(px, py): (f64, f64)| (chart.x.place(px), chart.y.place(py));
    render(chart, &x, &y, true, |canvas| {
        for (index, cloud) in clouds.iter().enumerate() {
            let dots = cloud.series.points.iter().map(|&point| place(point));
            canvas
                .draw_series(dots.map(|at| Circle::new(at, 2, colour(index).mix(0.45).filled())))?
                .label(&cloud.series.name)
                .legend(move |(x, y)| Circle::new((x + 9, y), 3, colour(index).filled()));
            let path: Vec<_> = fitted(chart, cloud).into_iter().map(place).collect();
            canvas.draw_series([PathElement::new(path, colour(index).stroke_width(2))])?;
        }
        Ok(())
    })
}

/// Points of a cloud's fitted line, within the axes.
fn fitted(chart: &Chart, cloud: &Scatter) -> Vec<(f64, f64)> {
    let Some(fit) = cloud.fit else { return Vec::new() };
    let xs = || cloud.series.points.iter().map(|point| point.0);
    let (low, high) = (xs().fold(f64::INFINITY, f64::min), xs().fold(f64::NEG_INFINITY, f64::max));
    let straight = chart.x.scale == Scale::Linear && chart.y.scale == Scale::Linear;
    let steps = if straight { 1 } else { CURVE_STEPS };
    let steps = (0..=steps).map(|step| low + (high - low) * f64::from(step) / f64::from(steps));
    let shown = |&(_, y): &(f64, f64)| y.is_finite() && (chart.y.scale == Scale::Linear || y > 0.0);
    steps.map(|x| (x, fit.at(x))).filter(shown).collect()
}
