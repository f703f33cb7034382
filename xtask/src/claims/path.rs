//! The small part of JSON paths that claims need: `.name`, `[index]`.

use anyhow::{Context as _, bail};
use serde_json::Value;

/// The value at `path` as text: strings bare, everything else as JSON.
pub(super) fn get(json: &Value, path: &str) -> anyhow::Result<String> {
    let mut value = json;
    for step in steps(path)? {
        value = match step {
            Step::Name(name) => value.get(name),
            Step::Index(index) => value.get(index),
        }
        .with_context(|| format!("{path}: no such value"))?;
    }
    Ok(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

enum Step<'a> {
    Name(&'a str),
    Index(usize),
}

fn steps(path: &str) -> anyhow::Result<Vec<Step<'_>>> {
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('.') {
            let end = after.find(['.', '[']).unwrap_or(after.len());
            steps.push(Step::Name(&after[..end]));
            rest = &after[end..];
        } else if let Some((index, after)) =
            rest.strip_prefix('[').and_then(|after| after.split_once(']'))
        {
            let index =
                index.parse().with_context(|| format!("{path}: `{index}` is not an index"))?;
            steps.push(Step::Index(index));
            rest = after;
        } else {
            bail!("{path}: expected `.name` or `[index]` at `{rest}`");
        }
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_and_indices_lead_to_values() {
        let json = json!({"nodes": 30, "moves": [{"usi": "7g7f"}, {"usi": "3c3d"}]});
        assert_eq!(get(&json, ".nodes").unwrap(), "30");
        assert_eq!(get(&json, ".moves[1].usi").unwrap(), "3c3d");
        assert_eq!(get(&json!([1, 2]), "[1]").unwrap(), "2");
    }

    #[test]
    fn wrong_paths_are_errors() {
        let json = json!({"a": [1]});
        for bad in [".b", ".a[1]", ".a[x]", "a", ".a[0"] {
            assert!(get(&json, bad).is_err(), "{bad}");
        }
    }
}
