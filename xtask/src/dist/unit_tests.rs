//! The unit tests of every crate, compiled for Windows and run under Wine.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use serde_json::Value;

use super::summary::Checks;
use super::{need_library, windows, wine};
use crate::process;

/// One program of tests.
struct Program {
    name: String,
    path: PathBuf,
    /// The crate's folder, where `cargo test` runs it.
    folder: PathBuf,
}

/// Compiles the tests as `cargo test` does.
pub(super) fn make(root: &Path) -> anyhow::Result<()> {
    need_library(windows::TRIPLE)?;
    programs(root).map(drop)
}

/// Runs every program, even after one failed.
pub(super) fn test(root: &Path) -> anyhow::Result<Checks> {
    let prefix = wine::prefix(root)?;
    let (mut passed, mut failed) = (0, Vec::new());
    for program in programs(root)? {
        let subject = wine::subject(&prefix, program.path, program.folder);
        let output = subject.command().arg("--quiet").output().context("wine")?;
        let words = String::from_utf8_lossy(&output.stdout);
        let line = words.lines().rev().find(|line| line.starts_with("test result"));
        println!("{}: {}", program.name, line.unwrap_or("it ended without a result"));
        passed += line.and_then(passes).unwrap_or_default();
        if !output.status.success() {
            println!("{words}{}", String::from_utf8_lossy(&output.stderr));
            failed.push(program.name);
        }
    }
    ensure!(failed.is_empty(), "failed under Wine: {}", failed.join(", "));
    Ok(Checks { passed, signature: None })
}

/// Compiles changed code; returns the programs.
fn programs(root: &Path) -> anyhow::Result<Vec<Program>> {
    let mut cargo = process::cargo();
    cargo.current_dir(root).args(["test", "--workspace", "--lib", "--no-run", "--locked"]);
    cargo.args(["--message-format", "json-render-diagnostics", "--target", windows::TRIPLE]);
    // Runs on this machine, not on Windows.
    cargo.args(["--exclude", "xtask"]);
    let messages = process::capture(&mut cargo)?;
    Ok(messages.lines().filter_map(program).collect())
}

/// The program that a message of cargo is about.
fn program(message: &str) -> Option<Program> {
    let message: Value = serde_json::from_str(message).ok()?;
    let path = PathBuf::from(message["executable"].as_str()?);
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
    let name = message["target"]["name"].as_str()?.to_owned();
    Some(Program { name, path, folder })
}

/// How many tests passed, from `test result: ok. 12 passed; ...`.
fn passes(line: &str) -> Option<usize> {
    line.split(". ").nth(1)?.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_and_results_are_read() {
        let message = r#"{"reason":"compiler-artifact","manifest_path":"/a/b/Cargo.toml",
            "target":{"name":"b"},"executable":"/t/b-1.exe"}"#;
        let found = program(message).unwrap();
        assert_eq!((found.name.as_str(), found.folder.as_path()), ("b", Path::new("/a/b")));
        assert!(program(r#"{"reason":"build-finished"}"#).is_none());
        assert_eq!(passes("test result: ok. 12 passed; 0 failed; 1 ignored"), Some(12));
    }
}
