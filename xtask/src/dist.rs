//! `cargo xtask dist`: what people download, made and tested.
//!
//! - `host`: the bare program for this machine, with profile-guided optimization.
//! - `windows`: zips with `zenpuku.exe` and an installer, tested under Wine.
//! - `windows-tests`: the unit tests of every crate, under Wine.
//! - `linux`, `linux-arm64`: tar.gz and .deb for glibc 2.17 and later.
//! - `mac`: a zip for the Mac it is made on.
//! - `wheel`, `windows-wheel`, `crates`: what registries take.
//! - `release`: components, notes, checksums.
//!
//! `--all` makes and tests everything that this machine can make.
//!
//! Invariant: Downloads are complete and run: bench signature, USI, analysis,
//!   app and library (before a release: `cargo xtask dist --test`).

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};

use crate::process;
use crate::workspace;
use archive::VERSION;
use package::Package;
use summary::{Checks, Summary};

mod archive;
mod installer;
mod linux;
mod mac;
mod package;
mod profile;
mod registry;
mod release;
mod session;
mod summary;
mod unit_tests;
mod windows;
mod wine;

/// Arguments of `cargo xtask dist`.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cargo xtask dist --level v1 --level v3\n  \
    cargo xtask dist --plain --level v1\n  \
    cargo xtask dist --target windows --test\n  \
    cargo xtask dist --all\n\n\
    A profile needs `rustup component add llvm-tools`. Everything is written to target/dist, and a \
    table of files, sizes, signatures and results to target/dist-summary.txt.")]
pub(crate) struct Args {
    /// What to make; may be repeated
    #[arg(long, value_enum, default_value = "host")]
    target: Vec<Target>,
    /// Everything that people download and this machine can make, tested
    #[arg(long, conflicts_with_all = ["target", "only_test"])]
    all: bool,
    /// Only this level; may be repeated [default: all that the target has]
    #[arg(long, value_enum)]
    level: Vec<Level>,
    /// Host: without a profile, which builds in half the time and searches a tenth slower
    #[arg(long)]
    plain: bool,
    /// Test the packages that were made
    #[arg(long)]
    test: bool,
    /// Test the packages in target/dist without building
    #[arg(long, conflicts_with = "test")]
    only_test: bool,
}

/// The targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Target {
    /// The program alone, for this machine
    Host,
    /// Zips and an installer for Windows on x86-64
    Windows,
    /// The unit tests of every crate for Windows; `--test` runs them under Wine
    WindowsTests,
    /// tar.gz and .deb for Linux on x86-64
    Linux,
    /// tar.gz and .deb for Linux on 64-bit ARM
    LinuxArm64,
    /// A zip for this Mac
    Mac,
    /// The Python package for Linux on x86-64
    Wheel,
    /// The Python package for Windows on x86-64
    WindowsWheel,
    /// The packages of all crates, each built alone; their test installs the program from them
    Crates,
    /// Components (CycloneDX), notes from the changelog, checksums of the files in target/dist
    Release,
}

impl Target {
    /// Those that this machine can make, in dependency order.
    fn here() -> &'static [Self] {
        if cfg!(target_os = "macos") {
            return &[Self::Mac, Self::Release];
        }
        &[
            Self::Windows,
            Self::Linux,
            Self::LinuxArm64,
            Self::Wheel,
            Self::WindowsWheel,
            Self::Crates,
            Self::Release,
        ]
    }
}

/// x86-64 levels as the psABI names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Level {
    /// Every x86-64 CPU
    V1,
    /// AVX2, BMI2, FMA (2013 and later)
    V3,
    /// AVX-512
    V4,
}

impl Level {
    const ALL: [Self; 3] = [Self::V1, Self::V3, Self::V4];
    /// Those of the packages: the usual one, and the one for older machines.
    const PACKAGED: [Self; 2] = [Self::V3, Self::V1];

    fn name(self) -> &'static str {
        match self {
            Self::V1 => "v1",
            Self::V3 => "v3",
            Self::V4 => "v4",
        }
    }

    /// What rustc calls it.
    fn target_cpu(self) -> &'static str {
        match self {
            Self::V1 => "x86-64",
            Self::V3 => "x86-64-v3",
            Self::V4 => "x86-64-v4",
        }
    }

    /// The end of a package's name: the level most machines have goes without saying.
    fn suffix(self) -> String {
        if self == Self::V3 { String::new() } else { format!("-{}", self.name()) }
    }
}

/// Makes or tests the requested packages. A package that fails does not stop the others.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let root = workspace::root();
    let folder = folder(&root);
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make {}", folder.display()))?;
    let targets = if args.all { Target::here() } else { &args.target };
    let mut summary = Summary::default();
    for package in targets.iter().flat_map(|&target| Package::of(target, args)) {
        match work(package, &root, args) {
            Ok((files, checks)) => summary.add(&root, &package.name(), &files, checks),
            Err(error) => summary.fail(&package.name(), &error),
        }
    }
    summary.finish(&root)
}

/// Makes and tests one package, as requested.
fn work(
    package: Package,
    root: &Path,
    args: &Args,
) -> anyhow::Result<(Vec<PathBuf>, Option<Checks>)> {
    if !args.only_test {
        package.make(root, args)?;
    }
    let files = package.files(root, args)?;
    let is_tested = args.test || args.only_test || args.all;
    let checks = if is_tested { Some(package.test(root)?) } else { None };
    Ok((files, checks))
}

/// Builds `target/dist/zenpuku-x86-64-<level>` for each level.
fn host(root: &Path, args: &Args) -> anyhow::Result<()> {
    let profile = if args.plain { None } else { Some(profile::gather(root)?) };
    for &level in host_levels(args) {
        let flags = profile.as_ref().map(|path| format!("-C profile-use={}", path.display()));
        let flags = flags.unwrap_or_default();
        let binary = compile(root, &format!("dist-{}", level.name()), level, &flags)?;
        let target = folder(root).join(file_name(level));
        std::fs::copy(&binary, &target)
            .with_context(|| format!("cannot write {}", target.display()))?;
    }
    Ok(())
}

fn host_levels(args: &Args) -> &[Level] {
    if args.level.is_empty() { &Level::ALL } else { &args.level }
}

fn host_files(root: &Path, args: &Args) -> Vec<PathBuf> {
    host_levels(args).iter().map(|&level| folder(root).join(file_name(level))).collect()
}

/// Where the results are.
fn folder(root: &Path) -> PathBuf {
    root.join("target").join("dist")
}

fn file_name(level: Level) -> String {
    format!("zenpuku-x86-64-{}{}", level.name(), std::env::consts::EXE_SUFFIX)
}

/// An empty folder for a test; its name has blanks and Japanese characters.
fn test_folder(root: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let folder = root.join("target").join("dist-test").join(format!("{name} 試験"));
    if folder.exists() {
        std::fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder)
}

/// The command that builds the program in a separate target folder, so that
/// building one level does not rebuild another.
fn build(root: &Path, tool: &str, folder: &str) -> Command {
    let mut cargo = process::cargo();
    cargo.current_dir(root).arg(tool);
    cargo.args(["--locked", "--profile", "dist", "--package", "zenpuku", "--target-dir"]);
    cargo.arg(root.join("target").join(folder));
    cargo
}

/// Builds for this machine; returns the binary.
fn compile(root: &Path, folder: &str, level: Level, flags: &str) -> anyhow::Result<PathBuf> {
    let mut cargo = build(root, "build", folder);
    // The variable replaces the flags of .cargo/config.toml.
    cargo.env("RUSTFLAGS", format!("-C target-cpu={} {flags}", level.target_cpu()));
    process::run(&mut cargo)?;
    let program = format!("zenpuku{}", std::env::consts::EXE_SUFFIX);
    Ok(root.join("target").join(folder).join("dist").join(program))
}

/// Fails, and says what to do, unless the standard library of `triple` is installed.
fn need_library(triple: &str) -> anyhow::Result<()> {
    let mut rustc = Command::new("rustc");
    let folder = process::capture(rustc.args(["--print", "target-libdir", "--target", triple]))?;
    ensure!(
        Path::new(folder.trim()).is_dir(),
        "the standard library for {triple} is missing: `rustup target add {triple}`"
    );
    Ok(())
}

/// Fails, and says what to do, unless `program` can be started.
fn need_program(program: &str, remedy: &str) -> anyhow::Result<()> {
    let mut command = Command::new(program);
    command.arg("--version").stdout(std::process::Stdio::null());
    let found = command.stderr(std::process::Stdio::null()).status().is_ok();
    ensure!(found, "{program} is missing: {remedy}");
    Ok(())
}

/// The signature of `zenpuku bench` that the commits state last.
fn signature(root: &Path) -> anyhow::Result<u64> {
    let mut git = Command::new("git");
    git.current_dir(root).args(["log", "--extended-regexp", "--grep=^Bench: [0-9]+$"]);
    let body = process::capture(git.args(["--max-count=1", "--format=%B"]))?;
    let line = body.lines().rev().find_map(|line| line.strip_prefix("Bench: "));
    let number = line.and_then(|number| number.trim().parse().ok());
    number.context("no commit states the signature (`Bench: N`); is the history shallow?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_the_binary_tells_people() {
        assert!(file_name(Level::V1).starts_with("zenpuku-x86-64-v1"));
        assert_eq!(Level::V4.target_cpu(), "x86-64-v4");
        assert_eq!([Level::V1.suffix(), Level::V3.suffix()], ["-v1", ""]);
    }

    #[test]
    fn what_is_missing_is_named_with_its_remedy() {
        let error = need_program("no-such-compiler", "apt-get install it").unwrap_err();
        assert_eq!(error.to_string(), "no-such-compiler is missing: apt-get install it");
    }
}
