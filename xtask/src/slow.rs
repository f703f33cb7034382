//! `cargo xtask slow-tests`: which tests take longest.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Context as _;
use serde_json::Value;

use crate::process;
use crate::workspace;

/// Arguments of `cargo xtask slow-tests`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask slow-tests --most 10 --package zenpuku-app")]
pub(crate) struct Args {
    /// How many to list
    #[arg(long, default_value_t = 30)]
    most: usize,
    /// Only this package; may be repeated
    #[arg(long)]
    package: Vec<String>,
}

/// A test program and the folder in which cargo would run it.
#[derive(Debug, PartialEq, Eq)]
struct Program {
    path: PathBuf,
    folder: PathBuf,
    package: String,
}

/// Runs every test program and lists the slowest tests by wall time, when run in parallel.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut build = process::cargo();
    build.current_dir(workspace::root());
    build.args(["test", "--no-run", "--message-format=json"]);
    if args.package.is_empty() {
        build.arg("--workspace");
    }
    build.args(args.package.iter().flat_map(|package| ["--package", package]));
    let mut times = Vec::new();
    for program in process::capture(&mut build)?.lines().filter_map(program) {
        let mut tests = Command::new(&program.path);
        // The times are not stable output; the harness gives them to whoever asks so.
        tests.env("RUSTC_BOOTSTRAP", "1").args(["-Zunstable-options", "--report-time"]);
        tests.current_dir(&program.folder).stdin(Stdio::null()).stderr(Stdio::null());
        let shown = program.path.display();
        let output = tests.output().with_context(|| format!("cannot start {shown}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        times.extend(
            text.lines()
                .filter_map(time)
                .map(|(name, seconds)| (seconds, format!("{} {name}", program.package))),
        );
    }
    times.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("{:9.1} s  all {} tests", times.iter().map(|test| test.0).sum::<f64>(), times.len());
    for (seconds, name) in times.iter().take(args.most) {
        println!("{seconds:9.1} s  {name}");
    }
    Ok(())
}

/// The test program that a message of cargo names.
fn program(line: &str) -> Option<Program> {
    let message: Value = serde_json::from_str(line).ok()?;
    let is_test = message["profile"]["test"].as_bool()?;
    let path = message["executable"].as_str().filter(|_| is_test)?.into();
    let folder = PathBuf::from(message["manifest_path"].as_str()?).parent()?.to_owned();
    let package = folder.file_name()?.to_string_lossy().into_owned();
    Some(Program { path, folder, package })
}

/// Name and seconds of `test NAME ... ok <1.234s>`.
fn time(line: &str) -> Option<(&str, f64)> {
    let (name, rest) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let seconds = rest.split_once('<')?.1.strip_suffix("s>")?;
    Some((name, seconds.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_and_times_are_read() {
        let line = r#"{"profile": {"test": true}, "executable": "/t/a-1", "manifest_path": "/w/crates/a/Cargo.toml"}"#;
        let found = program(line).unwrap();
        assert_eq!((found.path, found.folder), ("/t/a-1".into(), "/w/crates/a".into()));
        assert_eq!(found.package, "a");
        assert_eq!(program(&line.replace("true", "false")), None);
        assert_eq!(program("{\"reason\": \"build-finished\"}"), None);
        assert_eq!(time("test laws::a ... ok <1.250s>"), Some(("laws::a", 1.25)));
        assert_eq!(time("test laws::a ... ignored"), None);
        assert_eq!(time("running 2 tests"), None);
    }
}
