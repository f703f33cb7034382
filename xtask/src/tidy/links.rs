//! Links between the documents: the file and the heading must exist.

use std::collections::BTreeSet;

use super::Finding;
use crate::markdown;
use crate::workspace::{Files, Source};

/// Checks every relative link of every Markdown file.
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
    fn broken_links_are_found() {
        let text = "[a](gone.md)\n[b](b.md#gone)\n";
        let found = check(&fixture(&[("a.md", text), ("b.md", "# One")]));
        let lines: Vec<_> = found.iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [1, 2]);
    }
}
