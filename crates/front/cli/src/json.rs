//! Results as JSON, each with the version of its form.

use anyhow::Context as _;
use serde::Serialize;

#[cfg(test)]
mod page;

/// The version of all results. It changes when a field is renamed, is left out or changes its meaning; new
/// fields do not change it. `docs/json.md` describes the results.
pub const SCHEMA: u32 = 1;

/// A result with its version in front.
#[derive(Serialize)]
struct Versioned<'a, T> {
    schema: u32,
    #[serde(flatten)]
    result: &'a T,
}

/// One line of JSON, without a line feed.
///
/// # Errors
/// If `result` is not an object with text as keys.
pub fn encode(result: &impl Serialize) -> anyhow::Result<String> {
    serde_json::to_string(&versioned(result)).context("cannot encode the result as JSON")
}

/// The same over several lines, for files that people open.
///
/// # Errors
/// As [`encode`].
pub fn encode_pretty(result: &impl Serialize) -> anyhow::Result<String> {
    serde_json::to_string_pretty(&versioned(result)).context("cannot encode the result as JSON")
}

const fn versioned<T>(result: &T) -> Versioned<'_, T> {
    Versioned { schema: SCHEMA, result }
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn the_version_comes_first() {
        let result = serde_json::json!({"nodes": 3, "line": ["7g7f"]});
        assert_eq!(encode(&result).unwrap(), r#"{"schema":1,"nodes":3,"line":["7g7f"]}"#);
        assert!(encode(&[1]).is_err(), "a list has no place for the version");
    }
}
