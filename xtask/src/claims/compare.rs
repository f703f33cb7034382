//! Comparing stated figures with the results.

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;

/// Fields of JSON objects and columns of CSV that no two runs share.
const VOLATILE: [&str; 15] = [
    "commit",
    "dirty",
    "seconds",
    "time",
    "time_ms",
    "nps",
    "date",
    "identity",
    "compiler",
    "flags",
    "machine",
    "cpu",
    "threads_available",
    "version",
    "elapsed",
];

/// Compares output with a code block, where a line `...` matches any lines and
/// a line that ends in ` ...` any line that begins so.
pub(super) fn block(stated: &str, found: &str) -> anyhow::Result<()> {
    let found: Vec<&str> = found.lines().map(str::trim_end).collect();
    let mut at = 0;
    let mut anywhere = false;
    for line in stated.lines().map(str::trim_end) {
        if line == "..." {
            anywhere = true;
            continue;
        }
        let offset =
            if anywhere { found[at..].iter().position(|f| fits(line, f)) } else { Some(0) };
        let Some(offset) = offset else { bail!("no line `{line}` in the output") };
        let actual = found.get(at + offset).context(format!("the output ends before `{line}`"))?;
        ensure!(fits(line, actual), "the output has `{actual}`, the document `{line}`");
        at += offset + 1;
        anywhere = false;
    }
    ensure!(anywhere || at == found.len(), "the output continues: `{}`", found[at]);
    Ok(())
}

fn fits(stated: &str, found: &str) -> bool {
    stated.strip_suffix(" ...").map_or(stated == found, |head| found.starts_with(head))
}

/// Compares two texts of a file of the given name.
pub(super) fn file(name: &str, stated: &str, found: &str) -> anyhow::Result<()> {
    let (stated, found) = if name.ends_with(".json") {
        (json(stated)?, json(found)?)
    } else if name.ends_with(".csv") {
        (csv(stated), csv(found))
    } else {
        (stated.replace("\r\n", "\n"), found.replace("\r\n", "\n"))
    };
    for (index, (old, new)) in stated.lines().zip(found.lines()).enumerate() {
        ensure!(old == new, "{name}, line {}: now `{new}`, committed `{old}`", index + 1);
    }
    let (old, new) = (stated.lines().count(), found.lines().count());
    ensure!(old == new, "{name} has {new} lines now, {old} are committed");
    Ok(())
}

fn json(text: &str) -> anyhow::Result<String> {
    let mut value = serde_json::from_str(text).context("not JSON")?;
    remove_volatile(&mut value);
    serde_json::to_string_pretty(&value).context("JSON")
}

fn remove_volatile(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !VOLATILE.contains(&name.as_str()));
            fields.values_mut().for_each(remove_volatile);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_volatile),
        _ => {}
    }
}

/// The table without its volatile columns; lines of `#` are comments on the
/// run (commit, machine) and left out too.
fn csv(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.starts_with('#')).peekable();
    let header: Vec<String> =
        lines.peek().map(|line| line.split(',').map(str::to_owned).collect()).unwrap_or_default();
    let kept = lines.map(|line| {
        let cells = line.split(',').enumerate();
        let cells = cells.filter(|(column, _)| {
            header.get(*column).is_none_or(|name| !VOLATILE.contains(&name.trim()))
        });
        cells.map(|(_, cell)| cell).collect::<Vec<_>>().join(",")
    });
    kept.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_match_exactly_or_around_dots() {
        assert!(block("a\nb", "a\nb\n").is_ok());
        assert!(block("a\n...\nd", "a\nb\nc\nd\n").is_ok());
        assert!(block("a\n...", "a\nb\n").is_ok());
        assert!(block("a b ...\n...\nd ...", "a b c\nb\nd e\n").is_ok());
        assert!(block("a c ...", "a b c\n").is_err());
        for (stated, found) in
            [("a", "a\nb\n"), ("a\nb", "a\n"), ("a\nx", "a\nb\n"), ("...\nx", "a\nb\n")]
        {
            assert!(block(stated, found).is_err(), "{stated:?} {found:?}");
        }
    }

    #[test]
    fn json_is_compared_without_times_and_commit() {
        let old = r#"{"commit": "a", "rows": [{"nodes": 3, "seconds": 1.0}]}"#;
        let new = r#"{"commit": "b", "rows": [{"nodes": 3, "seconds": 2.0}]}"#;
        assert!(file("x.json", old, new).is_ok());
        assert!(file("x.json", old, &new.replace('3', "4")).is_err());
    }

    #[test]
    fn csv_is_compared_without_times() {
        let old = "# commit a\nnodes,seconds,b\n1,2,3\n";
        assert!(file("x.csv", old, "# commit b\nnodes,seconds,b\n1,9,3\n").is_ok());
        assert!(file("x.csv", old, "nodes,seconds,b\n2,2,3\n").is_err());
        assert!(file("x.csv", old, "nodes,seconds,b\n1,2,3\n4,5,6\n").is_err());
    }

    #[test]
    fn other_files_are_compared_as_they_are() {
        assert!(file("x.svg", "<svg/>\n", "<svg/>\r\n").is_ok());
        assert!(file("x.svg", "<svg/>", "<svg>").is_err());
    }
}
