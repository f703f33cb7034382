//! What always holds, as the checks say themselves: the `Invariant:` lines in the headers of tests and of this
//! program, which `cargo xtask tidy --list` prints.

use crate::workspace::{Files, Source};

const MARK: &str = "Invariant: ";

/// Each invariant with the file that checks it, by file.
pub(super) fn list(files: &Files) -> Vec<String> {
    let mut found: Vec<String> = files
        .sources
        .iter()
        .filter(|source| source.is_rust() || source.path.ends_with(".py"))
        .flat_map(|source| read(source).into_iter().map(|text| format!("{}: {text}", source.path)))
        .collect();
    found.sort();
    found
}

/// The invariants of a file; indented lines continue them.
fn read(source: &Source) -> Vec<String> {
    let mark = if source.is_rust() { "//! " } else { "# " };
    let mut found: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in source.text.lines() {
        let comment = line.strip_prefix(mark).unwrap_or_default();
        if let Some(text) = comment.strip_prefix(MARK) {
            found.push(text.to_owned());
            is_open = true;
        } else if is_open && comment.starts_with("  ") {
            found.last_mut().into_iter().for_each(|last| last.push_str(&comment[1..]));
        } else {
            is_open = false;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn invariants_are_listed_with_their_files() {
        let files = fixture(&[
            ("b.rs", "//! Laws.\n//!\n//! Invariant: One\n//!   and two.\n//! Invariant: Three.\n"),
            ("a.py", "# Invariant: Four.\n\"\"\"Text.\"\"\"\n"),
            ("c.md", "# Invariant: none, a heading\n"),
        ]);
        assert_eq!(list(&files), ["a.py: Four.", "b.rs: One and two.", "b.rs: Three."]);
    }
}
