//! `cargo xtask fuzz`: libFuzzer on the stable toolchain.
//!
//! Coverage feedback comes from LLVM's own pass, which stable rustc passes
//! through; there is no sanitizer, so only panics, overflows and time-outs
//! are found. That is what safe parsers can do wrong. No part of `cargo xtask ci`: an ordinary test
//! replays the corpora (`fuzz/targets`), this searches new faults before a release.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, anyhow, bail, ensure};

use crate::process;
use crate::workspace;

/// Arguments of `cargo xtask fuzz`.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cargo xtask fuzz --seconds 60 kif\n  \
    cargo xtask fuzz --runs 10000 --seed 1\n\n\
    New inputs go to target/fuzz/corpus/<target>, crashes to target/fuzz/artifacts.")]
pub(crate) struct Args {
    /// How long each target runs
    #[arg(long, default_value_t = 10, conflicts_with = "runs")]
    pub(crate) seconds: u32,
    /// How many inputs each target tries, instead of a time: with a seed and without grown corpora
    /// the same ones on every machine
    #[arg(long)]
    pub(crate) runs: Option<u32>,
    /// Start of the random numbers, to repeat a run
    #[arg(long)]
    pub(crate) seed: Option<u32>,
    /// Targets to run; all by default
    pub(crate) targets: Vec<String>,
}

impl Args {
    /// How much each target does, in words.
    fn budget(&self) -> String {
        self.runs.map_or_else(|| format!("{} s", self.seconds), |runs| format!("{runs} inputs"))
    }

    /// The same for libFuzzer.
    fn limit(&self) -> String {
        self.runs.map_or_else(
            || format!("-max_total_time={}", self.seconds),
            |runs| format!("-runs={runs}"),
        )
    }
}

/// Counters at every edge and the operands of comparisons, for libFuzzer.
const FLAGS: [&str; 9] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
    "-Cdebug-assertions=on",
    "-Coverflow-checks=on",
    "--cfg=fuzzing",
];

/// Builds all targets and runs the chosen ones.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let fuzz = workspace::root().join("fuzz");
    let known = targets(&fuzz)?;
    if let Some(wrong) = args.targets.iter().find(|target| !known.contains(target)) {
        bail!("no target `{wrong}`; there are {}", known.join(", "));
    }
    let binaries = build(&fuzz)?;
    let chosen = if args.targets.is_empty() { &known } else { &args.targets };
    let width = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut failed = 0;
    for group in chosen.chunks(width) {
        failed += run_together(&fuzz, &binaries, group, args);
    }
    ensure!(failed == 0, "fuzz: {failed} of {} targets failed", chosen.len());
    println!("fuzz: {} targets, {} each, no crash", chosen.len(), args.budget());
    Ok(())
}

/// Runs targets side by side and returns how many failed.
fn run_together(fuzz: &Path, binaries: &Path, group: &[String], args: &Args) -> usize {
    std::thread::scope(|scope| {
        let runs: Vec<_> = group
            .iter()
            .map(|target| scope.spawn(|| run_target(fuzz, binaries, target, args)))
            .collect();
        let results = runs.into_iter().zip(group).map(|(run, target)| {
            let result = run.join().unwrap_or_else(|_| Err(anyhow!("the runner panicked")));
            result.inspect_err(|error| println!("fuzz: {target}: {error:#}")).is_err()
        });
        results.filter(|failed| *failed).count()
    })
}

/// The names of `fuzz/targets/*.rs`.
fn targets(fuzz: &Path) -> anyhow::Result<Vec<String>> {
    let folder = fuzz.join("targets");
    let mut names = Vec::new();
    for entry in folder.read_dir().with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "rs") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

fn build(fuzz: &Path) -> anyhow::Result<PathBuf> {
    let host = host()?;
    let target = workspace::root().join("target").join("fuzz");
    let mut cargo = process::cargo();
    cargo.current_dir(fuzz).args(["build", "--release", "--bins", "--target", &host]);
    // Naming the target keeps the flags away from build scripts and macros.
    cargo.arg("--target-dir").arg(&target).env("RUSTFLAGS", FLAGS.join(" "));
    process::run(&mut cargo)?;
    Ok(target.join(host).join("release"))
}

fn host() -> anyhow::Result<String> {
    let version = process::capture(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}

fn run_target(fuzz: &Path, binaries: &Path, target: &str, args: &Args) -> anyhow::Result<()> {
    let work = workspace::root().join("target").join("fuzz");
    let (grown, artifacts) =
        (work.join("corpus").join(target), work.join("artifacts").join(target));
    for folder in [&grown, &artifacts] {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let committed = fuzz.join("corpus").join(target);
    ensure!(committed.is_dir(), "no corpus at fuzz/corpus/{target}");
    let log = work.join(format!("{target}.log"));
    let file =
        std::fs::File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
    let mut command = Command::new(binaries.join(target));
    command.arg(grown).arg(committed).stderr(file).args([
        args.limit(),
        format!("-seed={}", args.seed.unwrap_or(0)),
        format!("-artifact_prefix={}/", artifacts.display()),
        "-timeout=10".to_owned(),
        "-rss_limit_mb=2048".to_owned(),
        "-print_final_stats=1".to_owned(),
    ]);
    let result = process::run(&mut command);
    let report = std::fs::read(&log).unwrap_or_default();
    let report = String::from_utf8_lossy(&report);
    if result.is_err() {
        println!("{report}");
    }
    println!("fuzz: {target}: {}", executed(&report));
    result
}

/// How many inputs ran, out of libFuzzer's final statistics.
fn executed(report: &str) -> String {
    let number = report
        .lines()
        .find_map(|line| line.strip_prefix("stat::number_of_executed_units:"))
        .map_or("unknown number of", str::trim);
    format!("{number} inputs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_the_statistics() {
        let report = "INFO: x\nstat::number_of_executed_units: 349301\nstat::y: 2\n";
        assert_eq!(executed(report), "349301 inputs");
        assert_eq!(executed(""), "unknown number of inputs");
    }

    #[test]
    fn every_target_has_a_corpus_and_a_manifest_entry() {
        let fuzz = workspace::root().join("fuzz");
        let manifest = std::fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
        for target in targets(&fuzz).unwrap() {
            assert!(fuzz.join("corpus").join(&target).is_dir(), "no corpus for {target}");
            assert!(manifest.contains(&format!("targets/{target}.rs")), "{target} not in manifest");
        }
    }
}
