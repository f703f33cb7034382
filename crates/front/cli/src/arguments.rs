//! Value parsers shared by the options of several commands.

use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use zenpuku_params::PROFILES;

/// Reads a number of seconds from 0.001 to a thousand million.
///
/// # Errors
/// Names the expected form.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|number| (0.001..=1e9).contains(number));
    let expected = || "a number of seconds from 0.001 is expected".to_owned();
    seconds.map(Duration::from_secs_f64).ok_or_else(expected)
}

/// Reads a number of milliseconds from 1 to a million million.
///
/// # Errors
/// Names the expected form.
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<u64>().ok().filter(|number| (1..=1_000_000_000_000).contains(number));
    let expected = || "a number of milliseconds from 1 is expected".to_owned();
    number.map(Duration::from_millis).ok_or_else(expected)
}

/// Reads a time with its unit, such as `500ms`, `1.5s` or `10m`, in milliseconds; a number without a unit is in
/// milliseconds.
///
/// # Errors
/// Names the expected form.
pub fn time_with_unit(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, f64); 3] = [("ms", 1.0), ("s", 1000.0), ("m", 60_000.0)];
    let text = text.trim();
    let with_unit = UNITS.iter().find_map(|(unit, factor)| {
        let number: f64 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
        Some(number * factor)
    });
    let time = with_unit.or_else(|| text.parse::<u32>().ok().map(f64::from));
    let time = time.filter(|time| (0.0..=1e12).contains(time)).map(|time| time.round() as u64);
    time.ok_or_else(|| format!("`{text}` is not a time: expected 500ms, 1.5s, 10m or milliseconds"))
}

/// Time as a limit: `--time` in seconds, and `--movetime`, its former name, in milliseconds.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct TimeArgs {
    /// Seconds for each move or position
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// The same in milliseconds
    #[arg(long, value_name = "MS", hide = true, conflicts_with = "time", value_parser = milliseconds)]
    movetime: Option<Duration>,
}

impl TimeArgs {
    /// The limit, if one is given.
    #[must_use]
    pub fn limit(&self) -> Option<Duration> {
        self.time.or(self.movetime)
    }

    /// The limit in milliseconds, at least 1.
    #[must_use]
    pub fn milliseconds(&self) -> Option<u64> {
        self.limit().map(whole_milliseconds)
    }
}

/// A time in milliseconds, rounded.
#[must_use]
pub fn whole_milliseconds(time: Duration) -> u64 {
    (time.as_secs_f64() * 1000.0).round() as u64
}

/// Reads the name of a profile, without regard to case; shells complete it.
pub fn profile() -> impl clap::builder::TypedValueParser<Value = String> {
    PossibleValuesParser::new(PROFILES.iter().map(|profile| profile.name)).map(|name| {
        let known = PROFILES.iter().find(|profile| profile.name.eq_ignore_ascii_case(&name));
        known.map_or(name, |profile| profile.name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_their_units() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(milliseconds("500"), Ok(Duration::from_millis(500)));
        assert_eq!(whole_milliseconds(Duration::from_secs_f64(0.0289)), 29);
        for bad in ["0", "-1", "x", "inf", "NaN", ""] {
            assert!(seconds(bad).is_err() && milliseconds(bad).is_err(), "{bad}");
        }
        let times = ["0", "250", "500ms", "1.5s", "10m", "2 s"].map(time_with_unit);
        assert_eq!(times, [0, 250, 500, 1_500, 600_000, 2_000].map(Ok));
        for bad in ["", "s", "1h", "-1s", "NaNs", "infs", "1.5"] {
            assert!(time_with_unit(bad).is_err(), "{bad}");
        }
    }
}
