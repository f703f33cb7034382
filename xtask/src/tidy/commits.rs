//! Commits: a short subject, and the effect of a change of the search on its nodes.
//!
//! Invariant: Commit subjects are short; commits that change the search state its node count.

use super::Finding;
use crate::process::capture;
use std::path::Path;
use std::process::Command;

/// Commits since then keep the rule. A date, because numbers of commits do not outlive a rebase.
const SINCE: &str = "2026-11-28T19:00:00Z";
/// Longest subject, in characters.
const SUBJECT: usize = 72;
/// A commit that changes one of these changes the search.
const SEARCH: &str = "crates/shogi/engine/src/";
/// Markers before each commit and before the names of its files.
const BEGIN: char = '\u{1}';
const NAMES: char = '\u{2}';

/// Checks the commits since [`SINCE`]. Without git the check is skipped.
pub(super) fn check(root: &Path) -> anyhow::Result<Vec<Finding>> {
    let git = || {
        let mut command = Command::new("git");
        command.arg("-C").arg(root);
        command
    };
    let known = git().args(["rev-parse", "--verify", "--quiet", "HEAD"]).output();
    if !known.is_ok_and(|output| output.status.success()) {
        return Ok(Vec::new());
    }
    let format = format!("--format={BEGIN}%h %B{NAMES}");
    let since = format!("--since={SINCE}");
    let log = capture(git().args(["log", "--no-merges", "--name-only", &format, &since, "HEAD"]))?;
    Ok(log.split(BEGIN).skip(1).flat_map(of_commit).collect())
}

/// The errors of a commit: its number, its message, and after [`NAMES`] its files.
fn of_commit(text: &str) -> Vec<Finding> {
    let (message, files) = text.split_once(NAMES).unwrap_or((text, ""));
    let (commit, message) = message.split_once(' ').unwrap_or((message, ""));
    let finding = |message: String| Finding::new(&format!("commit {commit}"), 0, message);
    let mut findings = Vec::new();
    let subject = message.lines().next().unwrap_or_default();
    let length = subject.chars().count();
    if length > SUBJECT {
        findings.push(finding(format!("a subject of {length} characters, {SUBJECT} are allowed")));
    }
    let searches = files.lines().any(|file| file.starts_with(SEARCH));
    if searches && !message.lines().any(says_nodes) {
        let wanted = "`Bench: N` or `No functional change`";
        findings.push(finding(format!("changes the search, but says neither {wanted}")));
    }
    findings
}

/// `Bench: 1234567`, possibly with a remark, or `No functional change`.
fn says_nodes(line: &str) -> bool {
    let nodes = line.strip_prefix("Bench: ").unwrap_or_default();
    nodes.starts_with(|c: char| c.is_ascii_digit()) || line.starts_with("No functional change")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Vec<String> {
        of_commit(text).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn subjects_are_short() {
        let subject = "詰".repeat(SUBJECT);
        assert!(messages(&format!("1234567 {subject}\n\nWhy.\n{NAMES}\n\nREADME.md\n")).is_empty());
        let found = messages(&format!("1234567 {subject}x\n{NAMES}\n\nREADME.md\n"));
        assert_eq!(found, ["a subject of 73 characters, 72 are allowed"]);
    }

    #[test]
    fn a_change_of_the_search_says_what_it_does_to_the_nodes() {
        let commit = |end: &str| {
            let file = "crates/shogi/engine/src/search/node.rs";
            messages(&format!("1234567 Prune\n\n{end}\n{NAMES}\n\nREADME.md\n{file}\n"))
        };
        assert_eq!(commit("Faster.").len(), 1);
        assert_eq!(commit("Bench: soon").len(), 1);
        assert!(commit("Bench: 1234567").is_empty());
        assert!(commit("No functional change").is_empty());
    }
}
