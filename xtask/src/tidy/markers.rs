//! Unfinished work and paths of somebody's machine.

use super::{Finding, broken};
use crate::tokens::{self, Token};
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

/// Everybody's machine: what a form shows as an example.
const EXAMPLE: &str = concat!("/ho", "me/you/");

/// Macros that stand for work not done, and the debug macro.
const UNFINISHED: [&str; 3] = ["todo", "unimplemented", "dbg"];

/// Checks all text files.
pub(super) fn check(files: &Files) -> Vec<Finding> {
    let mut findings: Vec<Finding> = files.sources.iter().flat_map(machine_paths).collect();
    for source in files.rust() {
        match tokens::scan(&source.text) {
            Ok(tokens) => findings.extend(unfinished(source, &tokens)),
            Err(error) => findings.push(broken(source, &error)),
        }
    }
    findings
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

fn unfinished(source: &Source, tokens: &[Token]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for name in UNFINISHED {
        for line in tokens::find(tokens, &[name, "!"]) {
            findings.push(Finding::new(&source.path, line, format!("{name}! is unfinished work")));
        }
    }
    for line in tokens::find(tokens, &["#", "[", "ignore", "]"]) {
        findings.push(Finding::new(&source.path, line, "#[ignore] without a reason"));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn unfinished_work_is_found_in_code_only() {
        let code = "// todo!()\nfn f() {\n    todo!();\n    dbg!(1);\n}\n#[ignore]\nfn g() {}\n\
                    #[ignore = \"takes an hour\"]\nfn h() {}\n";
        let mut lines: Vec<_> =
            check(&fixture(&[("a.rs", code)])).iter().map(|finding| finding.line).collect();
        lines.sort_unstable();
        assert_eq!(lines, [3, 4, 6]);
    }

    #[test]
    fn machine_paths_are_found_everywhere() {
        let text = format!("{EXAMPLE}x\n{}x\n", MACHINE[0]);
        let lines: Vec<_> =
            check(&fixture(&[("README.md", &text)])).iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [2]);
    }
}
