//! Bar charts in groups, with error bars.

use plotters::element::{PathElement, Rectangle};
use plotters::style::Color;
use plotters::style::colors::BLACK;

use super::axis::Layout;
use super::canvas::{Canvas, render};
use super::{Chart, PlotError, Scale, colour};

/// A bar's height and how uncertain it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BarValue {
    /// The height.
    pub value: f64,
    /// Half the length of the error bar; 0: none is drawn.
    pub error: f64,
}

impl BarValue {
    /// A height without error bar.
    #[must_use]
    pub fn exact(value: f64) -> BarValue {
        BarValue { value, error: 0.0 }
    }
}

/// One bar in each group, of one colour.
#[derive(Clone, PartialEq, Debug)]
pub struct BarSeries {
    /// The name in the legend.
    pub name: String,
    /// A bar for each group.
    pub bars: Vec<BarValue>,
}

/// The part of a group's width that its bars take.
const FILLED: f64 = 0.8;

/// Groups of bars side by side. The horizontal axis only names the groups; on a
/// logarithmic vertical axis bars start at the axis, else at 0.
///
/// # Errors
/// [`PlotError`] if there are no bars, a series has not one for each group, or the axis
/// cannot show one.
pub fn bar_chart(
    chart: &Chart,
    groups: &[String],
    series: &[BarSeries],
) -> Result<String, PlotError> {
    if let Some(one) = series.iter().find(|one| one.bars.len() != groups.len()) {
        return Err(PlotError::BarCount {
            title: chart.title.clone(),
            series: one.name.clone(),
            found: one.bars.len(),
            expected: groups.len(),
        });
    }
    let bars = || series.iter().flat_map(|series| series.bars.iter());
    let ends = bars().flat_map(|bar| ends(chart, bar));
    let floor = (chart.y.scale == Scale::Linear && bars().next().is_some()).then_some(0.0);
    let all_rise = ends.clone().all(|end| end >= 0.0);
    let mut y = chart.y.layout(&chart.title, ends.chain(floor))?;
    if all_rise && chart.y.scale == Scale::Linear && chart.y.range.is_none() {
        y = y.starting_at_zero();
    }
    let x = Layout {
        low: 0.0,
        high: groups.len() as f64,
        ticks: groups.iter().enumerate().map(|(i, name)| (i as f64 + 0.5, name.clone())).collect(),
    };
    let base = if chart.y.scale == Scale::Log { y.low } else { 0.0 };
    let width = FILLED / series.len().max(1) as f64;
    render(chart, &x, &y, series.len() > 1, |canvas| {
        for (index, one) in series.iter().enumerate() {
            let left = |group: usize| group as f64 + (1.0 - FILLED) / 2.0 + width * index as f64;
            let boxes = one.bars.iter().enumerate().map(|(group, bar)| {
                let top = chart.y.place(bar.value);
                let corners = [(left(group), base), (left(group) + width, top)];
                Rectangle::new(corners, colour(index).filled())
            });
            canvas.draw_series(boxes)?.label(&one.name).legend(move |(x, y)| {
                Rectangle::new([(x + 3, y - 5), (x + 15, y + 5)], colour(index).filled())
            });
            for (group, bar) in one.bars.iter().enumerate().filter(|(_, bar)| bar.error > 0.0) {
                whisker(canvas, chart, left(group) + width / 2.0, width, bar)?;
            }
        }
        Ok(())
    })
}

/// The numbers the axis must show for a bar. A whisker that leaves a logarithmic axis
/// ends at the bar.
fn ends(chart: &Chart, bar: &BarValue) -> [f64; 3] {
    let below = bar.value - bar.error;
    let below = if chart.y.scale == Scale::Log && below <= 0.0 { bar.value } else { below };
    [below, bar.value, bar.value + bar.error]
}

fn whisker(
    canvas: &mut Canvas<'_>,
    chart: &Chart,
    x: f64,
    width: f64,
    bar: &BarValue,
) -> Result<(), Box<dyn std::error::Error>> {
    let [low, _, high] = ends(chart, bar).map(|value| chart.y.place(value));
    let half = width / 4.0;
    let strokes = [
        [(x, low), (x, high)],
        [(x - half, low), (x + half, low)],
        [(x - half, high), (x + half, high)],
    ];
    canvas.draw_series(strokes.map(|stroke| PathElement::new(stroke, BLACK)))?;
    Ok(())
}
