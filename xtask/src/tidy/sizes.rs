//! Sizes of files and functions.

use super::{Finding, broken};
use crate::tokens;
use crate::workspace::{Files, Source};

/// A source file may have this many lines.
const FILE: usize = 600;
/// From here on a file deserves a look.
const FILE_WARNING: usize = 400;
/// A function may have this many lines.
const FUNCTION: usize = 150;

/// Files and functions above the limits.
pub(super) fn check(files: &Files) -> Vec<Finding> {
    let mut findings = longer_than(files, FILE);
    for source in files.rust() {
        match tokens::scan(&source.text) {
            Ok(tokens) => findings.extend(
                tokens::functions(&tokens)
                    .iter()
                    .filter(|function| function.lines > FUNCTION)
                    .map(|function| long_function(source, function)),
            ),
            Err(error) => findings.push(broken(source, &error)),
        }
    }
    findings
}

/// Files that are allowed but grow long.
pub(super) fn warnings(files: &Files) -> Vec<Finding> {
    longer_than(files, FILE_WARNING)
}

fn longer_than(files: &Files, limit: usize) -> Vec<Finding> {
    let code = |source: &&Source| {
        [".rs", ".ts", ".svelte", ".css"].iter().any(|end| source.path.ends_with(end))
    };
    files
        .sources
        .iter()
        .filter(code)
        .filter(|source| !source.text.starts_with("// Generated from "))
        .map(|source| (source, source.text.lines().count()))
        .filter(|(_, lines)| *lines > limit)
        .map(|(source, lines)| {
            Finding::new(&source.path, 0, format!("{lines} lines; the limit is {limit}"))
        })
        .collect()
}

fn long_function(source: &Source, function: &tokens::Function) -> Finding {
    let text = format!("`{}` has {} lines; the limit is {FUNCTION}", function.name, function.lines);
    Finding::new(&source.path, function.line, text)
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn the_limits_are_inclusive() {
        let file = |lines: usize| fixture(&[("crates/a/src/x.rs", &"//\n".repeat(lines))]);
        assert!(check(&file(FILE)).is_empty());
        assert_eq!(check(&file(FILE + 1)).len(), 1);
        assert_eq!(warnings(&file(FILE_WARNING + 1)).len(), 1);
        let function = |lines: usize| {
            let body = "    x();\n".repeat(lines - 2);
            fixture(&[("a.rs", &format!("\nfn f() {{\n{body}}}\n"))])
        };
        assert!(check(&function(FUNCTION)).is_empty());
        let found = check(&function(FUNCTION + 1));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].line, 2);
    }

    #[test]
    fn documents_and_generated_files_may_be_long() {
        assert!(check(&fixture(&[("README.md", &"x\n".repeat(FILE + 1))])).is_empty());
        let generated = format!("// Generated from x\n{}", "\n".repeat(FILE));
        assert!(check(&fixture(&[("web/x.ts", &generated)])).is_empty());
    }
}
