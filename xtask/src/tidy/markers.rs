//! Paths of a developer's machine.
//!
//! Invariant: No unfinished code, no ignored test and no unsafe code without a reason.

use super::Finding;
use crate::workspace::{Files, Source};

/// Text that belongs to one machine, assembled so that this file passes.
const MACHINE: [&str; 7] = [
    concat!("/wo", "rk/"),
    concat!("/fa", "rm/"),
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/Us", "ers/"),
    concat!("../sha", "red"),
    concat!("bash", "_jobs"),
];

/// Example paths in forms, valid on any machine.
const EXAMPLE: &str = concat!("/ho", "me/you/");

/// Checks all text files.
pub(super) fn check(files: &Files) -> Vec<Finding> {
    files.sources.iter().flat_map(machine_paths).collect()
}

fn machine_paths(source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in source.text.lines().enumerate() {
        let line = line.replace(EXAMPLE, "");
        for mark in MACHINE.iter().filter(|mark| line.contains(**mark)) {
            let text = format!("`{mark}` is a path of one machine");
            findings.push(Finding::new(&source.path, index + 1, text));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn machine_paths_are_found_everywhere() {
        let text = format!("{EXAMPLE}x\n{}x\n", MACHINE[0]);
        let lines: Vec<_> =
            check(&fixture(&[("README.md", &text)])).iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [2]);
    }
}
