//! REFERENCES.md against the code: every citation key in a comment is listed,
//! and every row of the formula index that says `done` names a function and a
//! test that exist. No numbered formula may be missing from the index.
//!
//! Invariant: Every citation key and formula is in REFERENCES.md; rows marked done name code and
//!   tests.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use crate::markdown::{self, Row};
use crate::tokens;
use crate::workspace::{Files, Source};

const DOCUMENT: &str = "REFERENCES.md";
/// The files whose strings cite sources begin so.
const PARAMETERS: &str = "crates/shogi/params/src/table";

/// The numbered formulas and steps of the five papers.
const NUMBERED: [(&str, u32); 3] = [("bonanza2006", 10), ("goals2001", 3), ("kakeme", 4)];

/// Checks citations and index.
pub(super) fn check(files: &Files) -> Vec<Finding> {
    let document = files.text(DOCUMENT).unwrap_or_default();
    let mut findings = match markdown::table(document, &["key", "reference"]) {
        Some(rows) => citations(files, &keys(&rows)),
        None => vec![Finding::new(DOCUMENT, 0, "the table `key | reference` is missing")],
    };
    match markdown::table(document, &["formula", "content", "status", "function", "test"]) {
        Some(rows) => findings.extend(index(files, &rows)),
        None => findings.push(Finding::new(DOCUMENT, 0, "the formula index is missing")),
    }
    findings
}

fn keys(rows: &[Row]) -> BTreeSet<&str> {
    rows.iter().map(|row| row.cells[0].trim_matches(['`', '[', ']'])).collect()
}

fn citations(files: &Files, keys: &BTreeSet<&str>) -> Vec<Finding> {
    let mut findings = Vec::new();
    // The checks themselves show made-up keys.
    for source in files.rust().filter(|source| source.crate_name().is_some()) {
        let mut fenced = false;
        for (index, line) in source.text.lines().enumerate() {
            let prose = prose(source, line);
            fenced ^= prose.trim_start_matches(['/', '!', ' ']).starts_with("```");
            for key in cited(&prose).filter(|key| !fenced && !keys.contains(key)) {
                let text = format!("[{key}] is not in {DOCUMENT}");
                findings.push(Finding::new(&source.path, index + 1, text));
            }
        }
    }
    findings
}

/// What of a line is written for people: its comment, and in the table of
/// parameters its strings too; without code spans.
fn prose(source: &Source, line: &str) -> String {
    let comment = line.split_once("//").map_or("", |(_, comment)| comment);
    if comment.trim_start_matches(['/', '!', ' ']).starts_with("```") {
        return comment.to_owned();
    }
    let mut text: String = comment.split('`').step_by(2).collect();
    if source.path.starts_with(PARAMETERS) && comment.is_empty() {
        line.split('"').skip(1).step_by(2).for_each(|string| text.push_str(string));
    }
    text
}

/// The citation keys of a text: `[name2006]` or `[name2006, section 4]`, lower
/// case, but no link, no array and no type such as `[u8]`.
fn cited(text: &str) -> impl Iterator<Item = &str> {
    text.split('[').skip(1).filter_map(|rest| {
        let (inside, after) = rest.split_once(']')?;
        let key = inside.split_once(',').map_or(inside, |(key, _)| key);
        (is_key(key) && !after.starts_with(['(', ':', '['])).then_some(key)
    })
}

fn is_key(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.len() > 2
        && text.chars().all(allowed)
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && !text.trim_start_matches(['i', 'u', 'f']).bytes().all(|byte| byte.is_ascii_digit())
}

fn index(files: &Files, rows: &[Row]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(row.cells[0].trim_matches('`')).or_default() += 1;
        findings.extend(check_row(files, row));
    }
    for (paper, last) in NUMBERED {
        for number in 1..=last {
            let id = format!("{paper} ({number})");
            if !counts.contains_key(id.as_str()) {
                findings.push(Finding::new(DOCUMENT, 0, format!("{id} is not in the index")));
            }
        }
    }
    for (id, _) in counts.iter().filter(|(_, count)| **count > 1) {
        findings.push(Finding::new(DOCUMENT, 0, format!("{id} is twice in the index")));
    }
    findings
}

fn check_row(files: &Files, row: &Row) -> Vec<Finding> {
    let report = |text: String| vec![Finding::new(DOCUMENT, row.line, text)];
    let [id, _, status, function, test] = row.cells.as_slice() else {
        return report("expected five cells".to_owned());
    };
    if status.starts_with("not yet (issue ") {
        return Vec::new();
    }
    if status != "done" {
        return report(format!("{id}: the status is `done` or `not yet (issue N)`"));
    }
    [function, test]
        .iter()
        .flat_map(|cell| match markdown::code_spans(cell).as_slice() {
            [] => report(format!("{id}: `done` without a place")),
            places => places
                .iter()
                .filter(|place| !exists(files, place))
                .flat_map(|place| report(format!("{id}: `{place}` does not exist")))
                .collect(),
        })
        .collect()
}

/// Whether `path/file.rs::name` names an item of that file.
fn exists(files: &Files, place: &str) -> bool {
    let Some((path, name)) = place.split_once("::") else { return false };
    let Some(tokens) = files.text(path).and_then(|text| tokens::scan(text).ok()) else {
        return false;
    };
    ["fn", "struct", "enum", "const", "trait"]
        .iter()
        .any(|kind| !tokens::find(&tokens, &[kind, name]).is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    const KEYS: &str = "| key | reference |\n|---|---|\n| `bonanza2006` | Hoki |\n\n";
    const HEAD: &str = "| formula | content | status | function | test |\n|-|-|-|-|-|\n";

    /// A document whose index has every formula, with `rows` for some.
    fn document(rows: &[(&str, &str)]) -> String {
        let mut text = format!("{KEYS}{HEAD}");
        for (paper, last) in NUMBERED {
            for number in 1..=last {
                let id = format!("{paper} ({number})");
                let given = rows.iter().find(|(row, _)| *row == id).map(|(_, rest)| *rest);
                let rest = given.unwrap_or("x | not yet (issue 3) | | ");
                text.push_str(&format!("| {id} | {rest} |\n"));
            }
        }
        text
    }

    fn messages(document: &str, code: &str) -> Vec<String> {
        let files = fixture(&[(DOCUMENT, document), ("crates/a/src/x.rs", code)]);
        check(&files).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn cited_keys_must_be_listed() {
        let code = "/// As in [bonanza2006], [Vec], [u8], [0; 4] and [nobody1999, 3].\n\
                    /// `=[id]` [link](x)\n/// ```text\n/// [sign] part\n/// ```\n\
                    /// [nothing]\nfn f() { a[index] }\n";
        let missing = ["nobody1999", "nothing"].map(|key| format!("[{key}] is not in {DOCUMENT}"));
        assert_eq!(messages(&document(&[]), code), missing);
    }

    #[test]
    fn the_table_of_parameters_cites_in_strings() {
        let text = document(&[]);
        let files = fixture(&[
            (DOCUMENT, &text),
            ("crates/shogi/params/src/table.rs", "row(\"[nobody1999] x\", a[index]);\n"),
        ]);
        assert_eq!(check(&files).len(), 1);
    }

    #[test]
    fn done_rows_must_point_to_something() {
        let done = "x | done | `crates/a/src/x.rs::f` | `crates/a/src/x.rs::g`";
        let rows = document(&[("bonanza2006 (3)", done)]);
        assert_eq!(messages(&rows, "fn f() {}\nfn g() {}\n"), [""; 0]);
        let missing = messages(&rows, "fn f() {}\n");
        assert_eq!(missing, ["bonanza2006 (3): `crates/a/src/x.rs::g` does not exist"]);
        let empty = document(&[("bonanza2006 (3)", "x | done | | ")]);
        assert_eq!(messages(&empty, "").len(), 2);
    }

    #[test]
    fn no_formula_may_be_missing_or_doubtful() {
        let lost = document(&[]).replace("| goals2001 (2) |", "| goals2001 (9) |");
        assert_eq!(messages(&lost, ""), ["goals2001 (2) is not in the index"]);
        let odd = document(&[("kakeme (1)", "x | maybe | | ")]);
        assert_eq!(messages(&odd, "").len(), 1);
    }
}
