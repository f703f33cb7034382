//! Values as people write them: the one place that reads them, for the table, the engine's other
//! options, USI and the command line.

use core::ops::RangeInclusive;

/// A switch: `true` or `on`, `false` or `off`, without regard to case.
#[must_use]
pub fn read_switch(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" => Some(true),
        "false" | "off" => Some(false),
        _ => None,
    }
}

/// A whole number within `range`.
#[must_use]
pub fn read_number(text: &str, range: RangeInclusive<i64>) -> Option<i64> {
    text.parse().ok().filter(|number| range.contains(number))
}
