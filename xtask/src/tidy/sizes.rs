//! Sizes of files. Those of functions are limited by `clippy.toml`.
//!
//! Invariant: Files have up to 600 lines; functions up to 150 (`clippy.toml`).

use super::Finding;
use crate::workspace::{Files, Source};

/// A source file may have this many lines.
const FILE: usize = 600;
/// From here on a file deserves a look.
const FILE_WARNING: usize = 400;

/// Files above the limit.
pub(super) fn check(files: &Files) -> Vec<Finding> {
    longer_than(files, FILE)
}

/// Files that are allowed but grow long.
pub(super) fn warnings(files: &Files) -> Vec<Finding> {
    longer_than(files, FILE_WARNING)
}

fn longer_than(files: &Files, limit: usize) -> Vec<Finding> {
    let code = |source: &&Source| {
        [".rs", ".ts", ".svelte", ".css"].iter().any(|end| source.path.ends_with(end))
    };
    files
        .sources
        .iter()
        .filter(code)
        .filter(|source| !source.text.starts_with("// Generated from "))
        .map(|source| (source, source.text.lines().count()))
        .filter(|(_, lines)| *lines > limit)
        .map(|(source, lines)| {
            Finding::new(&source.path, 0, format!("{lines} lines; the limit is {limit}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn the_limit_is_inclusive() {
        let file = |lines: usize| fixture(&[("crates/a/src/x.rs", &"//\n".repeat(lines))]);
        assert!(check(&file(FILE)).is_empty());
        assert_eq!(check(&file(FILE + 1)).len(), 1);
        assert_eq!(warnings(&file(FILE_WARNING + 1)).len(), 1);
    }

    #[test]
    fn documents_and_generated_files_may_be_long() {
        assert!(check(&fixture(&[("README.md", &"x\n".repeat(FILE + 1))])).is_empty());
        let generated = format!("// Generated from x\n{}", "\n".repeat(FILE));
        assert!(check(&fixture(&[("web/x.ts", &generated)])).is_empty());
    }
}
