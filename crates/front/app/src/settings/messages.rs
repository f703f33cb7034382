//! The settings.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
#[cfg(test)]
use ts_rs::TS;

/// Requests about the settings. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SettingsRequest {
    /// Changes the settings (`settings`).
    #[serde(rename = "settings_set")]
    Set {
        /// All of them.
        settings: Settings,
    },
}

/// The user's settings; stored on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Settings {
    /// Search threads, 1 to 512.
    pub threads: u32,
    /// Memory for the engine's tables in MiB, 16 to 65,536.
    pub hash_mb: u32,
    /// Lines of live analysis, 1 to 10.
    pub multi_pv: u32,
    /// Milliseconds a move for whole-game analysis, 10 to 600,000.
    pub analysis_ms: u32,
    /// The user's names as records spell them: at most 20 of at most 200 characters.
    #[serde(default)]
    pub my_names: Vec<String>,
    /// What belongs to the page alone (language, theme, pieces ...): at most 100 entries of at
    /// most 64 bytes of name and 4,096 bytes of text.
    pub page: BTreeMap<String, String>,
}
