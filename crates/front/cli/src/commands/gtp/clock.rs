//! A move's part of the time.

use std::time::Duration;

use zenpuku_protocol::gtp::GtpError;

/// The longest a move may take without a clock.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// Moves that the rest of the main time is kept for.
const MOVES_LEFT: u32 = 40;

/// The time for a move by `time_settings`: main time and a period in seconds, stones to play in a period.
pub(super) fn settings(main: u32, byoyomi: u32, stones: u32) -> Duration {
    match (byoyomi, stones) {
        // A period without stones means no limit.
        (1.., 0) => PATIENCE,
        _ if main > 0 => share(main, 0).max(share(byoyomi, stones.max(1)).min(PATIENCE)),
        _ => share(byoyomi, stones.max(1)),
    }
}

/// The time for a move by `kgs-time_settings` [kgs-gtp]: `none`, `absolute MAIN`, `byoyomi MAIN PERIOD PERIODS` or
/// `canadian MAIN PERIOD STONES`, all in seconds.
pub(super) fn kgs_settings(arguments: &[String]) -> Result<Duration, GtpError> {
    let numbers = arguments.iter().skip(1).map(|word| word.parse());
    let numbers: Vec<u32> = numbers.collect::<Result<_, _>>().map_err(|_| GtpError::SyntaxError)?;
    let system = arguments.first().map(|word| word.to_ascii_lowercase());
    match (system.as_deref(), numbers.as_slice()) {
        (Some("none"), []) => Ok(PATIENCE),
        (Some("absolute"), &[main]) => Ok(share(main, 0)),
        // Each period is one move's, and comes back if it is kept.
        (Some("byoyomi"), &[main, period, periods]) if periods > 0 => Ok(settings(main, period, 1)),
        (Some("canadian"), &[main, period, stones]) if stones > 0 => {
            Ok(settings(main, period, stones))
        }
        _ => Err(GtpError::SyntaxError),
    }
}

/// A move's part of the time that is left, with a reserve; no stones while the main time runs.
pub(super) fn share(seconds: u32, stones: u32) -> Duration {
    let moves = if stones == 0 { MOVES_LEFT } else { stones };
    (Duration::from_secs(u64::from(seconds)) * 8 / 10 / moves).min(PATIENCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_of_kgs_are_understood() {
        let read = |text: &str| {
            let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            kgs_settings(&words).map(|time| time.as_millis())
        };
        assert_eq!(read("none"), Ok(5_000));
        assert_eq!(read("absolute 100"), Ok(2_000));
        assert_eq!(read("byoyomi 0 2 5"), Ok(1_600));
        assert_eq!(read("canadian 0 50 20"), Ok(2_000));
        for bad in ["", "absolute", "none 3", "byoyomi 1 2 0", "canadian 1 2 0", "hourglass 3"] {
            assert_eq!(read(bad), Err(GtpError::SyntaxError), "{bad}");
        }
    }
}
