//! The settings and their ranges.

mod handler;
pub(crate) mod messages;

pub(crate) use handler::carry_out;

use crate::errors::{AppResult, error, in_range};
use crate::protocol::{ErrorCode, Settings};
use std::collections::BTreeMap;

/// Threads and memory named at the start; they override the settings only when given.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    pub(crate) threads: Option<u32>,
    pub(crate) hash_mb: Option<u32>,
}

/// Names of one player, and their length in characters.
const MAX_NAMES: usize = 20;
const MAX_NAME: usize = 200;

/// Memory of a first start, MiB.
const USUAL_HASH: u32 = 512;

/// The settings of a first start: all cores but one.
pub(crate) fn default_settings() -> Settings {
    let threads = most_threads().saturating_sub(1).max(1);
    let hash_mb = USUAL_HASH.min(most_hash());
    let (my_names, page) = (Vec::new(), BTreeMap::new());
    Settings { threads, hash_mb, multi_pv: 3, analysis_ms: 500, my_names, page }
}

impl Settings {
    /// These settings with the options of the command line, limited to this
    /// machine: the settings may come from a larger one.
    pub(crate) fn under(mut self, budget: Budget) -> Self {
        self.threads = budget.threads.unwrap_or(self.threads.clamp(1, most_threads()));
        self.hash_mb = budget.hash_mb.unwrap_or(self.hash_mb.clamp(16, most_hash()));
        self
    }
}

/// Most search threads: as many as the machine has cores.
pub(crate) fn most_threads() -> u32 {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    u32::try_from(cores).unwrap_or(512).clamp(1, 512)
}

/// Most memory for tables in MiB: three quarters of the machine's, if the
/// operating system reports it.
pub(crate) fn most_hash() -> u32 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kib = line.and_then(|line| line.split_ascii_whitespace().next()?.parse::<u64>().ok());
    let most = kib.map_or(65_536, |kib| kib / 1_024 * 3 / 4);
    u32::try_from(most).unwrap_or(65_536).clamp(16, 65_536)
}

/// Checks every value against its range; threads and memory against this machine.
fn check_settings(settings: &Settings) -> AppResult<()> {
    in_range("threads (cores of this machine)", settings.threads, 1, most_threads())?;
    in_range("hash_mb (memory of this machine)", settings.hash_mb, 16, most_hash())?;
    in_range("multi_pv", settings.multi_pv, 1, 10)?;
    in_range("analysis_ms", settings.analysis_ms, 10, 600_000)?;
    check_names(&settings.my_names)?;
    let long = |(name, text): (&String, &String)| name.len() > 64 || text.len() > 4_096;
    if settings.page.len() > 100 || settings.page.iter().any(long) {
        let message = "page holds at most 100 entries of 64 bytes of name and 4096 of text";
        return Err(error(ErrorCode::TooLarge, message));
    }
    Ok(())
}

/// Checks the number and the length of a player's names.
pub(crate) fn check_names(names: &[String]) -> AppResult<()> {
    let fits = |name: &String| name.chars().count() <= MAX_NAME;
    if names.len() <= MAX_NAMES && names.iter().all(fits) {
        return Ok(());
    }
    let message =
        format!("a player has at most {MAX_NAMES} names of at most {MAX_NAME} characters");
    Err(error(ErrorCode::TooLarge, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_overrides_only_when_given() {
        let stored = Settings { threads: 1, hash_mb: 24, ..default_settings() };
        assert_eq!(stored.clone().under(Budget::default()), stored);
        let named = Budget { threads: Some(2), hash_mb: None };
        assert_eq!(stored.clone().under(named), Settings { threads: 2, ..stored });
    }

    #[test]
    fn settings_end_where_the_machine_ends() {
        let default = default_settings();
        assert!(check_settings(&default).is_ok());
        let threads = Settings { threads: most_threads() + 1, ..default.clone() };
        assert!(check_settings(&threads).unwrap_err().message.contains("cores of this machine"));
        let hash = Settings { hash_mb: most_hash() + 1, ..default.clone() };
        assert!(check_settings(&hash).unwrap_err().message.contains("memory of this machine"));
        let moved = Settings { threads: 512, hash_mb: 65_536, ..default };
        assert!(check_settings(&moved.under(Budget::default())).is_ok());
    }
}
