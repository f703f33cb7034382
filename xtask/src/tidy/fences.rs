//! Things only named places may use: ARCHITECTURE.md's table `fence | where`.
//!
//! A fence is one of the words below, or the name of a dependency, which then
//! may be named only in the sources of the listed crates.
//!
//! Invariant: Unsafe code, standard streams, sockets, processes and fenced dependencies stay in the
//!   places that ARCHITECTURE.md names.

use super::{Finding, broken};
use crate::markdown;
use crate::tokens::{self, Token};
use crate::workspace::{Files, Source, crate_folder};

const DOCUMENT: &str = "ARCHITECTURE.md";

/// One row of the table.
struct Fence {
    name: String,
    /// Crates (`shogi/engine`) or path prefixes from the root (`xtask/`).
    places: Vec<String>,
}

impl Fence {
    fn allows(&self, source: &Source) -> bool {
        self.places.iter().any(|place| {
            source.crate_name() == Some(place)
                || (place.contains('/') && source.path.starts_with(place.as_str()))
        })
    }

    /// The lines where the fenced thing is used.
    fn uses(&self, source: &Source, tokens: &[Token]) -> Vec<usize> {
        match self.name.as_str() {
            "unsafe" => tokens::find(tokens, &["unsafe"]),
            "standard streams" | "sockets" | "child processes" if source.is_test() => Vec::new(),
            "standard streams" => streams(tokens),
            "sockets" => any_word(tokens, &SOCKETS),
            "child processes" => processes(tokens),
            dependency => tokens::find(tokens, &[&dependency.replace('-', "_")]),
        }
    }
}

const SOCKETS: [&str; 6] =
    ["TcpListener", "TcpStream", "UdpSocket", "UnixListener", "UnixStream", "SocketAddr"];

/// Checks every Rust file against every fence.
pub(super) fn check(files: &Files) -> Vec<Finding> {
    let document = files.text(DOCUMENT).unwrap_or_default();
    let Some(rows) = markdown::table(document, &["fence", "where"]) else {
        return vec![Finding::new(DOCUMENT, 0, "the table `fence | where` is missing")];
    };
    let fences: Vec<Fence> = rows.iter().map(|row| fence(&row.cells)).collect();
    let mut findings = Vec::new();
    for source in files.rust() {
        findings.extend(unsealed(source, &fences));
        match tokens::scan(&source.text) {
            Ok(tokens) => findings.extend(check_file(source, &tokens, &fences)),
            Err(error) => findings.push(broken(source, &error)),
        }
    }
    findings
}

fn fence(cells: &[String]) -> Fence {
    let name = cells[0].trim_matches('`').to_owned();
    let places = markdown::code_spans(&cells[1]).iter().map(ToString::to_string).collect();
    Fence { name, places }
}

fn check_file(source: &Source, tokens: &[Token], fences: &[Fence]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for fence in fences.iter().filter(|fence| !fence.allows(source)) {
        let text = format!("{} is not allowed here, see the fences of {DOCUMENT}", fence.name);
        let lines = fence.uses(source, tokens).into_iter();
        findings.extend(lines.map(|line| Finding::new(&source.path, line, text.clone())));
    }
    findings
}

fn streams(tokens: &[Token]) -> Vec<usize> {
    let mut lines = Vec::new();
    for name in ["print", "println", "eprint", "eprintln"] {
        lines.extend(tokens::find(tokens, &[name, "!"]));
    }
    // `io::stdin()` or an imported `stdin()`, but not `child.stdin(...)`.
    for name in ["stdin", "stdout", "stderr"] {
        lines.extend(
            tokens
                .windows(4)
                .filter(|window| {
                    !matches!(window[0].text.as_str(), "." | "fn")
                        && window[1].text == name
                        && window[2].text == "("
                        && window[3].text == ")"
                })
                .map(|window| window[1].line),
        );
    }
    lines
}

/// `process::Command`, also as one of `process::{...}`.
fn processes(tokens: &[Token]) -> Vec<usize> {
    let mut lines = tokens::find(tokens, &["process", ":", ":", "Command"]);
    for (index, window) in tokens.windows(4).enumerate() {
        let words = window.iter().map(|token| token.text.as_str());
        if words.eq(["process", ":", ":", "{"]) {
            let group = tokens[index..].iter().take_while(|token| token.text != "}");
            lines.extend(group.filter(|token| token.text == "Command").map(|token| token.line));
        }
    }
    lines
}

fn any_word(tokens: &[Token], words: &[&str]) -> Vec<usize> {
    words.iter().flat_map(|word| tokens::find(tokens, &[word])).collect()
}

/// The root of a crate without unsafe code must forbid it.
fn unsealed(source: &Source, fences: &[Fence]) -> Option<Finding> {
    let name = source.crate_name()?;
    let folder = crate_folder(name);
    let root = ["lib.rs", "main.rs"].map(|file| format!("{folder}src/{file}"));
    let named = fences
        .iter()
        .filter(|fence| fence.name == "unsafe")
        .any(|fence| fence.places.iter().any(|place| place.starts_with(&folder)));
    let sealed = source.text.contains("#![forbid(unsafe_code)]");
    (root.contains(&source.path) && !named && !sealed)
        .then(|| Finding::new(&source.path, 1, "`#![forbid(unsafe_code)]` is missing"))
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    const TABLE: &str = "| fence | where | why |\n|---|---|---|\n\
        | unsafe | `crates/w/a/src/simd/` | |\n\
        | standard streams | `w/bin`, `xtask/` | |\n\
        | sockets | `w/bin` | |\n\
        | child processes | `w/bin` | |\n\
        | `rs-shogi` | `w/a` | |\n";

    fn lines(path: &str, code: &str) -> Vec<usize> {
        let found = check(&fixture(&[(DOCUMENT, TABLE), (path, code)]));
        found.iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn printing_is_for_the_binary() {
        let code = "fn f() {\n    println!();\n    std::io::stdin();\n    child.stdin();\n}\n";
        assert_eq!(lines("crates/w/lib/src/x.rs", code), [2, 3]);
        assert_eq!(lines("crates/w/bin/src/x.rs", code), [0; 0]);
        assert_eq!(lines("xtask/src/x.rs", code), [0; 0]);
        assert_eq!(lines("crates/w/lib/tests/x.rs", code), [0; 0]);
    }

    #[test]
    fn unsafe_needs_a_named_place() {
        let code = "fn f() { unsafe { g() } }\n";
        assert_eq!(lines("crates/w/a/src/simd/x.rs", code), [0; 0]);
        assert_eq!(lines("crates/w/a/src/x.rs", code), [1]);
    }

    #[test]
    fn crates_without_unsafe_forbid_it() {
        assert_eq!(lines("crates/w/b/src/lib.rs", "//! b\n"), [1]);
        assert_eq!(lines("crates/w/b/src/lib.rs", "#![forbid(unsafe_code)]\n"), [0; 0]);
        assert_eq!(lines("crates/w/a/src/lib.rs", "//! a\n"), [0; 0]);
    }

    #[test]
    fn dependencies_stay_behind_their_fence() {
        let code = "use rs_shogi::Board;\n";
        assert_eq!(lines("crates/w/a/src/x.rs", code), [0; 0]);
        assert_eq!(lines("crates/w/b/src/x.rs", code), [1]);
    }

    #[test]
    fn sockets_stay_behind_their_fence() {
        assert_eq!(lines("crates/w/lib/src/x.rs", "use std::net::TcpStream;\n"), [1]);
        assert_eq!(lines("crates/w/bin/src/x.rs", "use std::net::TcpStream;\n"), [0; 0]);
    }

    #[test]
    fn processes_stay_behind_their_fence() {
        let path = "crates/w/lib/src/x.rs";
        assert_eq!(lines(path, "use std::process::Command;\nuse clap::Command;\n"), [1]);
        assert_eq!(lines(path, "use std::process::{Child, Command};\n"), [1]);
        assert_eq!(lines(path, "use std::process::{Child, ExitCode};\n"), [0; 0]);
    }

    #[test]
    fn a_missing_table_is_found() {
        assert_eq!(check(&fixture(&[(DOCUMENT, "# none")])).len(), 1);
    }
}
