//! Test data: every file is covered by a README.md that names its source and
//! its licence.
//!
//! Invariant: Every data file has its source and licence in the README of its folder.

use std::collections::BTreeMap;

use super::Finding;
use crate::workspace::Files;

/// Checks every file below `testdata/`.
pub(super) fn check(files: &Files) -> Vec<Finding> {
    let data = files.paths.iter().filter(|path| path.starts_with("testdata/"));
    let mut findings = Vec::new();
    let mut uncovered: BTreeMap<&str, usize> = BTreeMap::new();
    for path in data {
        if path.ends_with("/README.md") {
            findings.extend(incomplete(path, files.text(path).unwrap_or_default()));
        } else if !parents(path).any(|readme| files.paths.contains(&readme)) {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            *uncovered.entry(folder).or_default() += 1;
        }
    }
    findings.extend(uncovered.iter().map(|(folder, count)| {
        Finding::new(folder, 0, format!("{count} files, but no README.md here or above"))
    }));
    findings
}

/// The places for a README.md: the file's folder and its parents below
/// `testdata/`. One in `testdata/` itself would be too general.
fn parents(path: &str) -> impl Iterator<Item = String> {
    path.match_indices('/')
        .map(|(end, _)| &path[..end])
        .filter(|folder| *folder != "testdata")
        .map(|folder| format!("{folder}/README.md"))
}

fn incomplete(path: &str, text: &str) -> Vec<Finding> {
    let lower = text.to_lowercase();
    let named = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let licence_name = ["MIT", "Apache-2.0", "CC0"].iter().any(|name| text.contains(name));
    let mut findings = Vec::new();
    if !named(&["source", "from ", "made by", "made for", "written by", "written for"]) {
        findings.push(Finding::new(path, 0, "does not name the source of the data"));
    }
    if !licence_name && !named(&["licence", "license", "public domain"]) {
        findings.push(Finding::new(path, 0, "does not name the licence of the data"));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn a_readme_covers_its_folder_and_those_below() {
        let good = ("testdata/a/README.md", "Source: x. Licence: MIT.");
        assert!(check(&fixture(&[good, ("testdata/a/b/c.kif", "")])).is_empty());
        assert_eq!(check(&fixture(&[good, ("testdata/b/c.kif", "")])).len(), 1);
    }

    #[test]
    fn the_root_readme_is_too_far_away() {
        let root = ("testdata/README.md", "Source: x. Licence: MIT.");
        assert_eq!(check(&fixture(&[root, ("testdata/b/c.kif", "")])).len(), 1);
    }

    #[test]
    fn a_readme_names_source_and_licence() {
        let found = |text| check(&fixture(&[("testdata/a/README.md", text)])).len();
        assert_eq!(found("things we permit"), 2);
        assert_eq!(found("`a.sfen`: from x, MIT"), 0);
    }
}
