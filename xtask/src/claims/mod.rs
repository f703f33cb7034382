//! `cargo xtask verify-claims`: recomputes the figures of the documents.
//!
//! A claim is a comment on a separate line in a Markdown file:
//!
//! ```text
//! <!-- claim: cmd="zenpuku perft --depth 4 --json" json=".nodes" value="719731" -->
//! <!-- claim: cmd="zenpuku perft --depth 2" -->
//! <!-- claim: cmd="zenpuku lab tree --out {out}" files="tree.csv tree.json" -->
//! ```
//!
//! The first form compares one figure of the command's JSON, and that figure
//! (or `shown="..."`, its rounded form) must appear in the paragraph or table
//! that follows. The second compares the whole output with the code block that
//! follows, in which a line `...` matches any lines and ` ...` at the end of a
//! line matches its rest. The third compares files written by the command with
//! those next to the document, except for times, commit and machine.
//! `slow="yes"` marks claims that only `--all` checks.

mod compare;
mod parse;
mod path;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};

use crate::artefacts;
use crate::workspace::{self, Source};
use parse::{Claim, Expect};

/// Arguments of `cargo xtask verify-claims`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask verify-claims --all --release")]
pub(crate) struct Args {
    /// Check the claims marked slow as well
    #[arg(long)]
    all: bool,
    /// Use the release build (slower to build, faster to run)
    #[arg(long)]
    release: bool,
    /// Only documents whose path contains this
    filter: Option<String>,
}

/// The results of a command.
struct Outcome {
    stdout: String,
    out: tempfile::TempDir,
}

/// Runs every claimed command once and compares.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let root = workspace::root();
    let files = workspace::read(&root)?;
    let (mut claims, mut slow) = (Vec::new(), 0);
    for source in files.markdown() {
        if !args.filter.as_ref().is_none_or(|part| source.path.contains(part)) {
            continue;
        }
        for claim in parse::claims(source)? {
            if claim.slow && !args.all { slow += 1 } else { claims.push(claim) }
        }
    }
    let bad =
        if claims.is_empty() { 0 } else { verify(&root, &build(&root, args.release)?, &claims) };
    println!("verify-claims: {} checked, {bad} wrong, {slow} slow ones left out", claims.len());
    ensure!(bad == 0, "{bad} claims do not hold");
    Ok(())
}

/// Errors in the claims of a document, found before anything is run.
pub(crate) fn misread(source: &Source) -> Option<String> {
    parse::claims(source).err().map(|error| format!("{error:#}"))
}

/// Checks the claims and returns how many fail.
fn verify(root: &Path, program: &Path, claims: &[Claim]) -> usize {
    let outcomes = outcomes(root, program, claims);
    let mut bad = 0;
    for claim in claims {
        let problem = match &outcomes[claim.command.as_str()] {
            Ok(outcome) => judge(root, claim, outcome).err().map(|error| format!("{error:#}")),
            Err(error) => Some(error.clone()),
        };
        if let Some(problem) = problem {
            println!("{}:{}: {problem}", claim.path, claim.line);
            bad += 1;
        }
    }
    bad
}

/// Runs every claimed command once, as many side by side as there are processors.
fn outcomes<'a>(
    root: &Path,
    program: &Path,
    claims: &'a [Claim],
) -> HashMap<&'a str, Result<Outcome, String>> {
    let mut commands: Vec<&str> = claims.iter().map(|claim| claim.command.as_str()).collect();
    commands.sort_unstable();
    commands.dedup();
    let waiting = Mutex::new(commands.into_iter());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let done = Mutex::new(HashMap::new());
    let width = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..width {
            scope.spawn(|| {
                while let Some(command) = next() {
                    let start = Instant::now();
                    let outcome = execute(root, program, command);
                    println!("{:6.1} s  {command}", start.elapsed().as_secs_f64());
                    let outcome = outcome.map_err(|error| format!("{error:#}"));
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.insert(command, outcome);
                }
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Builds the program with the profile of the tests, so that code is not compiled twice.
fn build(root: &Path, release: bool) -> anyhow::Result<PathBuf> {
    let messages = if release {
        artefacts::messages(root, &["build", "--release", "--package", "zenpuku"])?
    } else {
        artefacts::of_tests(root)?
    };
    artefacts::program(&messages, "bin", "zenpuku").context("cargo built no `zenpuku`")
}

fn execute(root: &Path, program: &Path, command: &str) -> anyhow::Result<Outcome> {
    let out = tempfile::tempdir().context("cannot make a folder for the output")?;
    let words = parse::words(command)?;
    let Some(("zenpuku", arguments)) = words.split_first().map(|(a, b)| (a.as_str(), b)) else {
        bail!("only `zenpuku ...` can be claimed, not `{command}`");
    };
    let arguments =
        arguments.iter().map(|word| word.replace("{out}", &out.path().to_string_lossy()));
    let output = Command::new(program)
        .current_dir(root)
        .args(arguments)
        .env_remove("ZENPUKU_LOG")
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start `{command}`"))?;
    ensure!(
        output.status.success(),
        "`{command}` failed ({}): {}",
        output.status,
        String::from_utf8_lossy(&output.stderr).trim()
    );
    let stdout = String::from_utf8(output.stdout)
        .with_context(|| format!("`{command}`: the output is not UTF-8"))?;
    Ok(Outcome { stdout, out })
}

fn judge(root: &Path, claim: &Claim, outcome: &Outcome) -> anyhow::Result<()> {
    match &claim.expect {
        Expect::Figure { path, value } => {
            let json = serde_json::from_str(&outcome.stdout).context("the output is not JSON")?;
            let found = path::get(&json, path)?;
            ensure!(found == *value, "{path} is {found}, the document says {value}");
            Ok(())
        }
        Expect::Block(block) => compare::block(block, &outcome.stdout),
        Expect::Files(names) => {
            let beside = root.join(&claim.path);
            let folder = beside.parent().unwrap_or(root);
            names.iter().try_for_each(|name| {
                let read = |path: PathBuf| {
                    std::fs::read_to_string(&path)
                        .with_context(|| format!("cannot read {}", path.display()))
                };
                let (stated, found) =
                    (read(folder.join(name))?, read(outcome.out.path().join(name))?);
                compare::file(name, &stated, &found)
            })
        }
    }
}
