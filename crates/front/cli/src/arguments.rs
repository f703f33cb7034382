//! What the options of several commands take.

use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use zenpuku_params::PROFILES;

/// Reads a number of seconds from 0.001 to a thousand million.
///
/// # Errors
/// Says what is expected.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|number| (0.001..=1e9).contains(number));
    let expected = || "a number of seconds from 0.001 is expected".to_owned();
    seconds.map(Duration::from_secs_f64).ok_or_else(expected)
}

/// Reads a number of milliseconds from 1 to a million million.
///
/// # Errors
/// Says what is expected.
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<u64>().ok().filter(|number| (1..=1_000_000_000_000).contains(number));
    let expected = || "a number of milliseconds from 1 is expected".to_owned();
    number.map(Duration::from_millis).ok_or_else(expected)
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
    }
}
