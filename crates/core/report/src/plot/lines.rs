//! Line charts.

use plotters::element::{Circle, PathElement};
use plotters::series::LineSeries;
use plotters::style::Color;

use super::canvas::render;
use super::{Chart, PlotError, Series, colour};

/// Series of points joined by lines, with a legend.
///
/// # Errors
/// [`PlotError`] if there are no points or an axis cannot show one.
pub fn line_chart(chart: &Chart, series: &[Series]) -> Result<String, PlotError> {
    let points = || series.iter().flat_map(|series| series.points.iter());
    let x = chart.x.layout(&chart.title, points().map(|point| point.0))?;
    let y = chart.y.layout(&chart.title, points().map(|point| point.1))?;
    let place = |&(px, py): &(f64, f64)| (chart.x.place(px), chart.y.place(py));
    render(chart, &x, &y, true, |canvas| {
        for (index, series) in series.iter().enumerate() {
            let style = colour(index).stroke_width(2);
            canvas
                .draw_series(LineSeries::new(series.points.iter().map(place), style))?
                .label(&series.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
            let dots = series.points.iter().map(place);
            canvas.draw_series(dots.map(|at| Circle::new(at, 3, colour(index).filled())))?;
        }
        Ok(())
    })
}
