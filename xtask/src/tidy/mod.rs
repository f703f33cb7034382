//! `cargo xtask tidy`: the rules of the repository as checks that can fail.

mod circles;
mod claims;
mod commits;
mod data;
mod fences;
mod invariants;
mod layers;
mod licences;
mod links;
mod markers;
mod packages;
mod references;
mod sizes;
mod untested;
mod uses;
mod words;

use std::fmt;

use anyhow::bail;

use crate::workspace::{self, Files, Source};

/// Arguments of `cargo xtask tidy`.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cargo xtask tidy\n  cargo xtask tidy --list")]
pub(crate) struct Args {
    /// Show warnings (files that grow long) as well
    #[arg(long)]
    warnings: bool,
    /// List the invariants and the files that check them, without checking
    #[arg(long)]
    list: bool,
}

/// A broken rule and where.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    path: String,
    /// Counted from 1; 0 if it is about the whole file.
    line: usize,
    message: String,
}

impl Finding {
    fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}

/// Runs every check and prints the errors.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let root = workspace::root();
    let files = workspace::read(&root)?;
    if args.list {
        invariants::list(&files).iter().for_each(|line| println!("{line}"));
        return Ok(());
    }
    let mut findings = scan_all(&files);
    let metadata = layers::metadata(&root)?;
    findings.extend(layers::check(&files, &layers::manifests(&metadata)));
    findings.extend(packages::manifests(&metadata));
    findings.extend(packages::copies(&files, &root));
    findings.extend(licences::check(&files, &root)?);
    findings.extend(commits::check(&root)?);
    findings.sort();
    findings.dedup();
    if args.warnings {
        sizes::warnings(&files).iter().for_each(|warning| println!("warning: {warning}"));
    }
    findings.iter().for_each(|finding| println!("{finding}"));
    if !findings.is_empty() {
        bail!("tidy: {} rules broken", findings.len());
    }
    println!("tidy: {} files, {} of Rust, all rules kept", files.paths.len(), files.rust().count());
    Ok(())
}

/// The checks that need only the files.
fn scan_all(files: &Files) -> Vec<Finding> {
    let checks = [
        circles::check,
        claims::check,
        fences::check,
        sizes::check,
        markers::check,
        data::check,
        references::check,
        links::check,
        untested::check,
        packages::check,
        words::check,
    ];
    checks.iter().flat_map(|check| check(files)).collect()
}

/// For tests: a repository of the given files.
#[cfg(test)]
fn fixture(files: &[(&str, &str)]) -> Files {
    let sources: Vec<Source> =
        files.iter().map(|(path, text)| Source::fixture(path, text)).collect();
    let paths = sources.iter().map(|source| source.path.clone()).collect();
    Files { paths, sources }
}

/// A finding for a file that cannot be read as Rust.
fn broken(source: &Source, error: &str) -> Finding {
    Finding::new(&source.path, 0, format!("not Rust: {error}"))
}
