//! The settings and their ranges.

use crate::errors::{Answer, error};
use crate::protocol::{ErrorCode, Settings};
use std::collections::BTreeMap;

/// The settings of a first start with these threads and MiB.
pub(crate) fn default_settings((threads, hash_mb): (u32, u32)) -> Settings {
    Settings { threads, hash_mb, multi_pv: 3, analysis_ms: 500, page: BTreeMap::new() }
}

/// Checks every value against its range.
pub(crate) fn check_settings(settings: &Settings) -> Answer<()> {
    in_range("threads", settings.threads, 1, 512)?;
    in_range("hash_mb", settings.hash_mb, 16, 65_536)?;
    in_range("multi_pv", settings.multi_pv, 1, 10)?;
    in_range("analysis_ms", settings.analysis_ms, 10, 600_000)?;
    let long = |(name, text): (&String, &String)| name.len() > 64 || text.len() > 4_096;
    if settings.page.len() > 100 || settings.page.iter().any(long) {
        let message = "page holds at most 100 entries of 64 bytes of name and 4096 of text";
        return Err(error(ErrorCode::TooLarge, message));
    }
    Ok(())
}

/// Checks one value.
pub(crate) fn in_range(name: &str, value: u32, least: u32, most: u32) -> Answer<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    let message = format!("{name} is {value}, but must be from {least} to {most}");
    Err(error(ErrorCode::BadValue, message))
}
