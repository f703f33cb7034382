//! The time rules of one side.

use std::time::Duration;

use super::CsaError;
use crate::text::{excerpt, saturating_count};

/// How a side's time is counted. All counts are in `unit`s.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeRules {
    /// The length of one count (`Time_Unit`, one second unless said otherwise).
    pub unit: Duration,
    /// Time for the whole game; `None` is unlimited.
    pub total: Option<u64>,
    /// Time for each move once the total is used up.
    pub byoyomi: u64,
    /// Time gained before each move.
    pub increment: u64,
    /// Time of each move that is not charged.
    pub delay: u64,
    /// The least that a move is charged.
    pub least_per_move: u64,
    /// Whether a begun unit is charged in full.
    pub round_up: bool,
}

impl Default for TimeRules {
    fn default() -> Self {
        Self {
            unit: Duration::from_secs(1),
            total: None,
            byoyomi: 0,
            increment: 0,
            delay: 0,
            least_per_move: 0,
            round_up: false,
        }
    }
}

impl TimeRules {
    /// Takes one `key:value` of a time section. Unknown keys are skipped.
    pub(super) fn take(&mut self, key: &str, value: &str) -> Result<(), CsaError> {
        match key {
            "Time_Unit" => self.unit = parse_unit(value).ok_or_else(|| bad_unit(value))?,
            "Total_Time" => self.total = Some(count(key, value)?),
            "Byoyomi" => self.byoyomi = count(key, value)?,
            "Increment" => self.increment = count(key, value)?,
            "Delay" => self.delay = count(key, value)?,
            "Least_Time_Per_Move" => self.least_per_move = count(key, value)?,
            "Time_Roundup" => self.round_up = value == "YES",
            _ => {}
        }
        Ok(())
    }

    /// A count of units as a length of time; too long ones are cut to the longest.
    pub fn duration(&self, units: u64) -> Duration {
        let units = u32::try_from(units).unwrap_or(u32::MAX);
        self.unit.saturating_mul(units)
    }
}

fn count(key: &str, value: &str) -> Result<u64, CsaError> {
    saturating_count(value).ok_or_else(|| CsaError::BadValue {
        key: key.into(),
        expected: "a whole number",
        value: excerpt(value),
    })
}

fn bad_unit(value: &str) -> CsaError {
    CsaError::BadValue {
        key: "Time_Unit".into(),
        expected: "a length such as 1sec, 1min or 500msec",
        value: excerpt(value),
    }
}

/// `1sec`, `60sec`, `1min`, `500msec`; a missing number is 1, zero is refused.
fn parse_unit(text: &str) -> Option<Duration> {
    let letters = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, word) = text.split_at(letters);
    let number: u32 = if number.is_empty() { 1 } else { number.parse().ok()? };
    let one = match word {
        "msec" => Duration::from_millis(1),
        "sec" => Duration::from_secs(1),
        "min" => Duration::from_secs(60),
        _ => return None,
    };
    (number > 0).then(|| one.saturating_mul(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        assert_eq!(parse_unit("1sec"), Some(Duration::from_secs(1)));
        assert_eq!(parse_unit("500msec"), Some(Duration::from_millis(500)));
        assert_eq!(parse_unit("min"), Some(Duration::from_secs(60)));
        for text in ["", "1", "0sec", "sec1", "1hour", "99999999999sec"] {
            assert_eq!(parse_unit(text), None, "{text}");
        }
    }
}
