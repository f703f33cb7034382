//! Words of an old dialect of this project, which the usual technical English replaces.
//!
//! Invariant: Documents and comments avoid the words that made readers stumble.

use super::Finding;
use crate::markdown;
use crate::workspace::{Files, Source};

/// A phrase and its usual replacement. Only phrases without a good use are listed; others, such as
/// `beside`, are left to the reader.
const PHRASES: [(&str, &str); 13] = [
    ("anew", "again"),
    ("afresh", "from scratch"),
    ("for ever", "forever"),
    ("one's own", "your own, the user's"),
    ("says of itself", "reports"),
    ("goes on where it", "resumes"),
    ("told apart", "distinguished"),
    ("tells apart", "distinguishes"),
    ("stands beside", "is next to"),
    ("as far as it tells", "if it is reported"),
    ("in a hurry", "urgent"),
    ("by hand of", "by"),
    ("known by heart", "memorized"),
];

/// Folders with generated files.
const GENERATED: [&str; 2] = ["/results/", "/bundle/"];

/// Checks documents and the comments of Rust, TypeScript and Svelte.
pub(super) fn check(files: &Files) -> Vec<Finding> {
    let sources = files.sources.iter();
    sources
        .filter(|source| !GENERATED.iter().any(|part| source.path.contains(part)))
        .flat_map(phrases)
        .collect()
}

fn phrases(source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, line) in prose(source) {
        let text = without_code(line).to_lowercase();
        for (phrase, better) in PHRASES.iter().filter(|(phrase, _)| has_phrase(&text, phrase)) {
            let message = format!("`{phrase}`: write `{better}` or another usual word");
            findings.push(Finding::new(&source.path, number, message));
        }
    }
    findings
}

/// The lines of prose with their numbers.
fn prose(source: &Source) -> Vec<(usize, &str)> {
    let path = &source.path;
    if source.is_markdown() {
        return markdown::prose(&source.text).collect();
    }
    if !(source.is_rust() || path.ends_with(".ts") || path.ends_with(".svelte")) {
        return Vec::new();
    }
    let lines = source.text.lines().enumerate();
    lines.filter_map(|(index, line)| Some((index + 1, comment(line)?))).collect()
}

/// The text of a line that is a comment and nothing else.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let starts = ["//", "/*", "* ", "<!--"];
    starts.iter().find_map(|start| line.strip_prefix(start))
}

/// A line without its code spans.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// Whether the phrase occurs as whole words.
fn has_phrase(text: &str, phrase: &str) -> bool {
    let is_letter = |character: char| character.is_alphanumeric();
    text.match_indices(phrase).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + phrase.len()..].chars().next();
        !before.is_some_and(is_letter) && !after.is_some_and(is_letter)
    })
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        check(&fixture(&[(path, text)])).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn phrases_are_found_in_prose_and_comments() {
        let phrase = PHRASES[0].0;
        assert_eq!(lines("README.md", &format!("# A\n\nSearch {phrase}.\n")), [3]);
        assert_eq!(lines("a.rs", &format!("/// Searches {phrase}.\nfn f() {{}}\n")), [1]);
        assert_eq!(lines("a.svelte", &format!("<p>\n// {phrase}\n")), [2]);
    }

    #[test]
    fn code_and_parts_of_words_are_left_alone() {
        let phrase = PHRASES[0].0;
        assert_eq!(lines("README.md", &format!("`{phrase}` and x{phrase}\n")), [0; 0]);
        assert_eq!(lines("README.md", &format!("```\n{phrase}\n```\n")), [0; 0]);
        assert_eq!(lines("a.rs", &format!("let a = \"{phrase}\";\n")), [0; 0]);
        assert_eq!(lines("experiments/a/results/a.md", phrase), [0; 0]);
    }
}
