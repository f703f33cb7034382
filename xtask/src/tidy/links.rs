//! Links between the documents, and paths they name: file and heading must
//! exist.

use std::collections::BTreeSet;

use super::Finding;
use crate::markdown;
use crate::workspace::{Files, Source};

/// Folders of the root: a code span that begins with one is a path.
const FOLDERS: [&str; 7] =
    ["crates/", "experiments/", "fuzz/", "testdata/", "tools/", "web/", "xtask/"];

/// Checks every relative link of every Markdown file, and every path that one
/// names from the root on.
pub(super) fn check(files: &Files) -> Vec<Finding> {
    let folders: BTreeSet<&str> = files
        .paths
        .iter()
        .flat_map(|path| path.match_indices('/').map(move |(end, _)| &path[..end]))
        .collect();
    let mut findings = Vec::new();
    for source in files.markdown() {
        for (line, target) in markdown::links(&source.text) {
            if let Some(problem) = problem(files, &folders, source, target) {
                findings.push(Finding::new(&source.path, line, problem));
            }
        }
        findings.extend(lost_paths(files, &folders, source));
    }
    findings
}

fn lost_paths(files: &Files, folders: &BTreeSet<&str>, source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (line, text) in markdown::prose(&source.text) {
        for span in markdown::code_spans(text) {
            let path = span.split("::").next().unwrap_or_default();
            let general = path.contains(['<', '*', '{', ' ']);
            let named = FOLDERS.iter().any(|folder| path.starts_with(folder)) && !general;
            let path = path.trim_end_matches('/');
            let known = files.paths.iter().any(|known| known == path) || folders.contains(path);
            if named && !known {
                findings.push(Finding::new(&source.path, line, format!("`{span}` does not exist")));
            }
        }
    }
    findings
}

fn problem(
    files: &Files,
    folders: &BTreeSet<&str>,
    source: &Source,
    target: &str,
) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').map_or((target, None), |(p, a)| (p, Some(a)));
    let full = if path.is_empty() { source.path.clone() } else { resolve(&source.path, path) };
    if !files.paths.contains(&full) && !folders.contains(full.as_str()) {
        return Some(format!("link to `{target}`: no such file"));
    }
    let anchors = markdown::anchors(files.text(&full).unwrap_or_default());
    match anchor {
        Some(anchor) if !anchors.iter().any(|known| known == anchor) => {
            Some(format!("link to `{target}`: no such heading"))
        }
        _ => None,
    }
}

/// `path` as seen from the file `from`, without `.` and `..`.
fn resolve(from: &str, path: &str) -> String {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn links_lead_somewhere() {
        let text = "[a](b.md#one) [b](../README.md) [c](../docs) [d](https://x.org/y) [e](#two)\n\
                    # Two\n";
        let files = [("README.md", ""), ("docs/a.md", text), ("docs/b.md", "# One")];
        assert!(check(&fixture(&files)).is_empty());
    }

    #[test]
    fn paths_in_documents_exist() {
        let text = "`crates/a` `crates/a/x.rs::f` `fuzz/<name>`\n`crates/gone`, `other/gone`\n";
        let found = check(&fixture(&[("docs/a.md", text), ("crates/a/x.rs", "")]));
        let lines: Vec<_> = found.iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [2]);
    }

    #[test]
    fn broken_links_are_found() {
        let text = "[a](gone.md)\n[b](b.md#gone)\n";
        let found = check(&fixture(&[("a.md", text), ("b.md", "# One")]));
        let lines: Vec<_> = found.iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [1, 2]);
    }
}
