//! The frame every plot is drawn in: title, axes, grid and legend.

use plotters::chart::{ChartBuilder, ChartContext, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::prelude::{Cartesian2d, DrawingArea, IntoDrawingArea, SVGBackend};
use plotters::style::Color;
use plotters::style::colors::{BLACK, WHITE};

use super::axis::Layout;
use super::{Chart, Legend, PlotError};

type Coordinates = Cartesian2d<Layout, Layout>;
/// A plot being drawn.
pub(super) type Canvas<'a> = ChartContext<'a, SVGBackend<'a>, Coordinates>;
type DrawResult = Result<(), Box<dyn std::error::Error>>;

/// Draws a chart whose axes are laid out; `draw` adds the data.
pub(super) fn render(
    chart: &Chart,
    x: &Layout,
    y: &Layout,
    has_legend: bool,
    draw: impl FnOnce(&mut Canvas<'_>) -> DrawResult,
) -> Result<String, PlotError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, chart.size).into_drawing_area();
        fill(chart, x, y, has_legend, draw, &area).map_err(|error| PlotError::Drawing {
            title: chart.title.clone(),
            reason: error.to_string(),
        })?;
    }
    Ok(svg)
}

fn fill(
    chart: &Chart,
    x: &Layout,
    y: &Layout,
    has_legend: bool,
    draw: impl FnOnce(&mut Canvas<'_>) -> DrawResult,
    area: &DrawingArea<SVGBackend<'_>, Shift>,
) -> DrawResult {
    area.fill(&WHITE)?;
    let mut canvas = ChartBuilder::on(area)
        .caption(&chart.title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(48)
        .y_label_area_size(80)
        .build_cartesian_2d(x.clone(), y.clone())?;
    canvas
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(WHITE)
        .x_labels(x.ticks.len())
        .y_labels(y.ticks.len())
        .x_desc(&chart.x.label)
        .y_desc(&chart.y.label)
        .label_style(("sans-serif", 13))
        .axis_desc_style(("sans-serif", 15))
        .draw()?;
    draw(&mut canvas)?;
    if has_legend {
        canvas
            .configure_series_labels()
            .position(position(chart.legend))
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.4))
            .label_font(("sans-serif", 13))
            .draw()?;
    }
    area.present()?;
    Ok(())
}

fn position(legend: Legend) -> SeriesLabelPosition {
    match legend {
        Legend::UpperLeft => SeriesLabelPosition::UpperLeft,
        Legend::UpperRight => SeriesLabelPosition::UpperRight,
        Legend::LowerRight => SeriesLabelPosition::LowerRight,
    }
}
