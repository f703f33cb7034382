//! `cargo xtask dist`: what people download, made and tested.
//!
//! - `host`: the bare program for this machine, laid out by a profile of what it does.
//! - `windows`: zips with `zenpuku.exe`, tested under Wine.
//! - `linux`, `linux-arm64`: tar.gz and .deb for glibc 2.17 and later.
//! - `mac`: a zip for the Mac it is made on.
//! - `wheel`, `crates`: what registries take.
//! - `release`: components, notes, checksums.
//!
//! Invariant: Downloads contain what they promise and run: bench signature, USI, analysis, app and
//!   library (before a release: `cargo xtask dist --test`).

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};

use crate::process;
use crate::workspace;
use archive::VERSION;
use linux::Machine;

mod archive;
mod linux;
mod mac;
mod profile;
mod registry;
mod release;
mod session;
mod windows;
mod wine;

/// Arguments of `cargo xtask dist`.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cargo xtask dist --level v1 --level v3\n  \
    cargo xtask dist --plain --level v1\n  \
    cargo xtask dist --target windows --test\n\n\
    A profile needs `rustup component add llvm-tools`. Everything is written to target/dist.")]
pub(crate) struct Args {
    /// What to make; may be repeated
    #[arg(long, value_enum, default_value = "host")]
    target: Vec<Target>,
    /// Only this level; may be repeated [default: all that the target has]
    #[arg(long, value_enum)]
    level: Vec<Level>,
    /// Host: without a profile, which builds in half the time and searches a tenth slower
    #[arg(long)]
    plain: bool,
    /// Test the packages that were made
    #[arg(long)]
    test: bool,
    /// Test the packages in target/dist and build nothing
    #[arg(long, conflicts_with = "test")]
    only_test: bool,
}

/// What can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Target {
    /// The program alone, for this machine
    Host,
    /// Zips for Windows on x86-64
    Windows,
    /// tar.gz and .deb for Linux on x86-64
    Linux,
    /// tar.gz and .deb for Linux on 64-bit ARM
    LinuxArm64,
    /// A zip for this Mac
    Mac,
    /// The Python package for Linux on x86-64
    Wheel,
    /// The packages of all crates, each built alone
    Crates,
    /// Components (CycloneDX), notes from the changelog, checksums of what is in target/dist
    Release,
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

/// Makes or tests what was asked for.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let root = workspace::root();
    let folder = folder(&root);
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make {}", folder.display()))?;
    for target in &args.target {
        match target {
            Target::Host => host(&root, args)?,
            Target::Windows => levels(args, |level| {
                package(
                    args,
                    || Ok(vec![windows::make(&root, level)?]),
                    || windows::test(&root, level),
                )
            })?,
            Target::Linux => levels(args, |level| linux(args, &root, Machine::X86(level)))?,
            Target::LinuxArm64 => linux(args, &root, Machine::Arm)?,
            Target::Mac => package(args, || Ok(vec![mac::make(&root)?]), || mac::test(&root))?,
            Target::Wheel => {
                let make = || Ok(vec![registry::wheel(&root)?]);
                package(args, make, || registry::test_wheel(&root))?;
            }
            Target::Crates => registry::crates(&root)?,
            Target::Release => release::make(&root)?,
        }
    }
    Ok(())
}

/// Does `work` for each level of the packages.
fn levels(args: &Args, work: impl Fn(Level) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let levels = if args.level.is_empty() { &Level::PACKAGED[..] } else { &args.level };
    levels.iter().try_for_each(|&level| work(level))
}

fn linux(args: &Args, root: &Path, machine: Machine) -> anyhow::Result<()> {
    package(args, || linux::make(root, machine), || linux::test(root, machine))
}

/// Makes and tests one package, as far as asked for.
fn package(
    args: &Args,
    make: impl FnOnce() -> anyhow::Result<Vec<PathBuf>>,
    test: impl FnOnce() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let root = workspace::root();
    if !args.only_test {
        make()?.iter().try_for_each(|path| report(&root, path))?;
    }
    if args.test || args.only_test { test() } else { Ok(()) }
}

/// Builds `target/dist/zenpuku-x86-64-<level>` for each level.
fn host(root: &Path, args: &Args) -> anyhow::Result<()> {
    ensure!(!args.only_test, "only packages are tested; name one by --target");
    let levels = if args.level.is_empty() { &Level::ALL[..] } else { &args.level };
    let profile = if args.plain { None } else { Some(profile::gather(root)?) };
    for &level in levels {
        let flags = profile.as_ref().map(|path| format!("-C profile-use={}", path.display()));
        let flags = flags.unwrap_or_default();
        let binary = compile(root, &format!("dist-{}", level.name()), level, &flags)?;
        let target = folder(root).join(file_name(level));
        std::fs::copy(&binary, &target)
            .with_context(|| format!("cannot write {}", target.display()))?;
        report(root, &target)?;
    }
    Ok(())
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

/// Prints the file's path and size.
fn report(root: &Path, path: &Path) -> anyhow::Result<()> {
    let size =
        std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?.len();
    let shown = path.strip_prefix(root).unwrap_or(path);
    println!("{}: {:.1} MB", shown.display(), size as f64 / 1e6);
    Ok(())
}

/// The command that builds the program in a target folder of its own, so that a level is not rebuilt because another
/// one was.
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
