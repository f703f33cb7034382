//! Tests that cargo would skip, because their crate declares none of their kind.
//!
//! Invariant: No crate contains tests of a kind that its manifest disables.

use super::Finding;
use crate::workspace::{Files, Source};

/// Checks the crates whose library has `test = false` or `doctest = false`, which saves building or reading it
/// once more.
pub(super) fn check(files: &Files) -> Vec<Finding> {
    let manifests = files.sources.iter().filter(|source| source.path.ends_with("/Cargo.toml"));
    manifests.flat_map(|manifest| check_crate(files, manifest)).collect()
}

fn check_crate(files: &Files, manifest: &Source) -> Vec<Finding> {
    let library = library(&manifest.text);
    let folder = manifest.path.trim_end_matches("Cargo.toml");
    let sources = format!("{folder}src/");
    let inside = files.rust().filter(|source| source.path.starts_with(&sources));
    inside
        .flat_map(|source| {
            let mut lines = Vec::new();
            if library.contains(&"test = false") {
                lines.extend(unit_tests(&source.text));
            }
            if library.contains(&"doctest = false") {
                lines.extend(examples(&source.text));
            }
            lines.into_iter().map(move |line| {
                let text = "cargo does not run this test, see [lib] in the crate's Cargo.toml";
                Finding::new(&source.path, line, text)
            })
        })
        .collect()
}

/// The lines of the section `[lib]`.
fn library(manifest: &str) -> Vec<&str> {
    let lines = manifest.lines().skip_while(|line| *line != "[lib]").skip(1);
    lines.take_while(|line| !line.starts_with('[')).collect()
}

fn unit_tests(text: &str) -> Vec<usize> {
    numbered(text).filter(|(_, line)| *line == "#[test]").map(|(number, _)| number).collect()
}

/// Where a code block of the documentation begins that is Rust.
fn examples(text: &str) -> Vec<usize> {
    let mut is_inside = false;
    let mut found = Vec::new();
    for (number, line) in numbered(text) {
        let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        let Some(language) = comment.and_then(|text| text.trim().strip_prefix("```")) else {
            continue;
        };
        if !is_inside && language != "text" {
            found.push(number);
        }
        is_inside = !is_inside;
    }
    found
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()))
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    const CODE: &str = "//! ```text\n//! no code\n//! ```\n//! ```\n//! f();\n//! ```\n\
        #[cfg(test)]\nmod tests {\n    #[test]\n    fn f() {}\n}\n";

    fn lines(library: &str) -> Vec<usize> {
        let manifest = format!("[package]\nname = \"x\"\n\n{library}\n[dependencies]\n");
        let files =
            fixture(&[("crates/a/x/Cargo.toml", &manifest), ("crates/a/x/src/lib.rs", CODE)]);
        check(&files).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn what_cargo_would_not_run_is_found() {
        assert_eq!(lines(""), [0_usize; 0]);
        assert_eq!(lines("[lib]\ndoctest = false\n"), [4]);
        assert_eq!(lines("[lib]\ntest = false\n"), [9]);
    }
}
