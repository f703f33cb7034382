//! Axes: range, ticks and labels, linear or logarithmic.
//!
//! Points are placed by [`Axis::place`] in linear coordinates, so one drawing routine
//! serves both scales.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;

use super::PlotError;

/// How numbers become places on an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Scale {
    /// Equal differences, equal distances.
    Linear,
    /// Equal ratios, equal distances; for positive numbers only.
    Log,
}

/// An axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// The label, with the unit.
    pub label: String,
    /// The scale.
    pub scale: Scale,
    /// The least and greatest number shown; `None`: fitted to the data.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// A linear axis fitted to the data.
    #[must_use]
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Linear, range: None }
    }

    /// A logarithmic axis fitted to the data.
    #[must_use]
    pub fn log(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Log, range: None }
    }

    /// Where a number lies.
    pub(super) fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => value,
            Scale::Log => value.log10(),
        }
    }

    /// The range to draw and the ticks with their labels.
    pub(super) fn layout(
        &self,
        title: &str,
        data: impl Iterator<Item = f64>,
    ) -> Result<Layout, PlotError> {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let fixed = self.range.map(|(low, high)| [low, high]);
        for value in data.chain(fixed.into_iter().flatten()) {
            self.check(title, value)?;
            (low, high) = (low.min(self.place(value)), high.max(self.place(value)));
        }
        if low > high {
            return Err(PlotError::NoData { title: title.to_owned() });
        }
        if let Some((from, to)) = self.range {
            (low, high) = (self.place(from.min(to)), self.place(from.max(to)));
        } else {
            let room = 0.05 * (high - low);
            (low, high) = (low - room, high + room);
        }
        if high - low < 1e-9 * high.abs().max(1.0) {
            (low, high) = (low - 0.5, high + 0.5);
        }
        Ok(Layout { low, high, ticks: self.ticks(low, high) })
    }

    fn check(&self, title: &str, value: f64) -> Result<(), PlotError> {
        if value.is_finite() && (self.scale == Scale::Linear || value > 0.0) {
            return Ok(());
        }
        Err(PlotError::OffAxis {
            title: title.to_owned(),
            axis: self.label.clone(),
            value: value.to_string(),
        })
    }

    fn ticks(&self, low: f64, high: f64) -> Vec<(f64, String)> {
        match self.scale {
            Scale::Linear => linear_ticks(low, high),
            Scale::Log if high - low < 1.0 => {
                let inside = linear_ticks(10_f64.powf(low), 10_f64.powf(high));
                inside.into_iter().map(|(value, label)| (value.log10(), label)).collect()
            }
            Scale::Log => log_ticks(low, high),
        }
    }
}

/// An axis made ready for drawing, in places.
#[derive(Clone)]
pub(super) struct Layout {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) ticks: Vec<(f64, String)>,
}

impl Layout {
    /// The same axis beginning at 0, for bars that all rise from there.
    pub(super) fn starting_at_zero(mut self) -> Layout {
        self.low = 0.0;
        self.ticks.retain(|&(place, _)| place >= 0.0);
        self
    }
}

impl Ranged for Layout {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.range()).map(place, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, _hint: Hint) -> Vec<f64> {
        self.ticks.iter().map(|&(place, _)| place).collect()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Layout {
    fn format_ext(&self, place: &f64) -> String {
        let here = self.ticks.iter().find(|(tick, _)| tick == place);
        here.map(|(_, label)| label.clone()).unwrap_or_default()
    }
}

/// Ticks at 1, 2 or 5 times a power of ten, at most eight of them.
fn linear_ticks(low: f64, high: f64) -> Vec<(f64, String)> {
    let rough = (high - low) / 8.0;
    let decade = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * decade).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(10.0 * decade);
    let decimals = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    let tick = |index: i64| {
        let value = index as f64 * step;
        (value, short(value, decimals))
    };
    (first..=last).map(tick).collect()
}

/// Ticks at powers of ten, at most about eight of them.
fn log_ticks(low: f64, high: f64) -> Vec<(f64, String)> {
    let (first, last) = (low.ceil() as i32, high.floor() as i32);
    let step = ((last - first) / 8 + 1) as usize;
    let label = |power: i32| {
        if (-3..=6).contains(&power) {
            short(10_f64.powi(power), (-power).max(0) as usize)
        } else {
            format!("1e{power}")
        }
    };
    (first..=last).step_by(step).map(|power| (f64::from(power), label(power))).collect()
}

/// A number without needless digits; thousands are set apart.
fn short(value: f64, decimals: usize) -> String {
    if value.abs() >= 1e9 {
        return format!("{value:e}");
    }
    let text = format!("{value:.decimals$}");
    let (whole, rest) = text.split_once('.').map_or((text.as_str(), None), |(w, r)| (w, Some(r)));
    let digits = whole.trim_start_matches('-');
    let mut grouped = String::from(&whole[..whole.len() - digits.len()]);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    rest.map_or(grouped.clone(), |rest| format!("{grouped}.{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, data: &[f64]) -> Vec<String> {
        let layout = axis.layout("t", data.iter().copied()).unwrap();
        layout.ticks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn linear_ticks_are_round_numbers() {
        assert_eq!(labels(&Axis::linear("x"), &[0.0, 10.0]), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(labels(&Axis::linear("x"), &[-0.1, 0.1])[0], "-0.10");
        assert_eq!(labels(&Axis::linear("x"), &[0.0, 12_000.0])[1], "2,000");
    }

    #[test]
    fn log_ticks_are_powers_of_ten() {
        assert_eq!(labels(&Axis::log("x"), &[1.0, 1e4]), ["1", "10", "100", "1,000", "10,000"]);
        assert_eq!(
            labels(&Axis::log("x"), &[200.0, 900.0]),
            ["200", "300", "400", "500", "600", "700", "800", "900"]
        );
    }

    #[test]
    fn impossible_numbers_are_named() {
        let error = Axis::log("nodes").layout("t", [0.0].into_iter()).err().unwrap();
        assert_eq!(error.to_string(), "plot 't': 0 cannot be shown on the axis 'nodes'");
        let nothing = Axis::linear("x").layout("t", [].into_iter()).err();
        assert!(matches!(nothing, Some(PlotError::NoData { .. })));
        assert!(Axis::linear("x").layout("t", [f64::NAN].into_iter()).is_err());
    }

    #[test]
    fn a_single_number_has_room_around_it() {
        let layout = Axis::linear("x").layout("t", [5.0].into_iter()).unwrap();
        assert!(layout.low < 5.0 && layout.high > 5.0 && !layout.ticks.is_empty());
    }
}
