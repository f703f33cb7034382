//! Histograms.

use plotters::element::Rectangle;
use plotters::style::Color;
use plotters::style::colors::WHITE;

use super::canvas::render;
use super::{Chart, PlotError, Scale, colour};

/// How often numbers fall into `bins` bins of equal width on the horizontal axis (on a
/// logarithmic axis: of equal ratio). The vertical axis counts and is linear.
///
/// # Errors
/// [`PlotError`] if there are no numbers or the axis cannot show one.
pub fn histogram(chart: &Chart, values: &[f64], bins: usize) -> Result<String, PlotError> {
    let mut chart = chart.clone();
    chart.y.scale = Scale::Linear;
    let x = chart.x.layout(&chart.title, values.iter().copied())?;
    let places: Vec<f64> = values.iter().map(|&value| chart.x.place(value)).collect();
    let (low, counts) = count(&places, bins.max(1));
    let highest = counts.iter().copied().max().unwrap_or(0);
    let y = chart.y.layout(&chart.title, [0.0, highest as f64].into_iter())?.starting_at_zero();
    render(&chart, &x, &y, false, |canvas| {
        let bars = counts.iter().enumerate().map(|(index, &count)| {
            let (left, right) = (low.0 + low.1 * index as f64, low.0 + low.1 * (index + 1) as f64);
            [(left, 0.0), (right, count as f64)]
        });
        canvas.draw_series(bars.clone().map(|bar| Rectangle::new(bar, colour(0).filled())))?;
        canvas.draw_series(bars.map(|bar| Rectangle::new(bar, WHITE)))?;
        Ok(())
    })
}

/// The lower end and width of the bins, and how many places fall into each.
fn count(places: &[f64], bins: usize) -> ((f64, f64), Vec<usize>) {
    let low = places.iter().copied().fold(f64::INFINITY, f64::min);
    let high = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let width = if high > low { (high - low) / bins as f64 } else { 1.0 / bins as f64 };
    let mut counts = vec![0; bins];
    for &place in places {
        // The greatest number belongs to the last bin.
        let bin = ((place - low) / width) as usize;
        counts[bin.min(bins - 1)] += 1;
    }
    ((low, width), counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_counted_once() {
        let (_, counts) = count(&[0.0, 0.1, 0.9, 1.0, 2.0], 2);
        assert_eq!(counts, [3, 2]);
        let (_, counts) = count(&[5.0, 5.0], 3);
        assert_eq!(counts, [2, 0, 0]);
    }
}
