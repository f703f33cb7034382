//! `cargo xtask dist`: release binaries per instruction set level, laid out by a profile of what the
//! program does.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::process;
use crate::workspace;

mod profile;

/// Arguments of `cargo xtask dist`.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cargo xtask dist --level v1 --level v3\n  \
    cargo xtask dist --plain --level v1\n\n\
    A profile needs `rustup component add llvm-tools`.")]
pub(crate) struct Args {
    /// Only this level; may be repeated
    #[arg(long, value_enum)]
    level: Vec<Level>,
    /// Without a profile: builds in half the time, searches a tenth slower
    #[arg(long)]
    plain: bool,
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
}

/// Builds `target/dist/zenpuku-x86-64-<level>` for each level.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let root = workspace::root();
    let levels = if args.level.is_empty() { &Level::ALL[..] } else { &args.level };
    let profile = if args.plain { None } else { Some(profile::gather(&root)?) };
    for level in levels {
        let binary = build(&root, *level, profile.as_deref())?;
        let folder = root.join("target").join("dist");
        let target = folder.join(file_name(*level));
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::copy(&binary, &target))
            .with_context(|| format!("cannot write {}", target.display()))?;
        println!("{}", target.strip_prefix(&root).unwrap_or(&target).display());
    }
    Ok(())
}

fn file_name(level: Level) -> String {
    format!("zenpuku-x86-64-{}{}", level.name(), std::env::consts::EXE_SUFFIX)
}

fn build(root: &Path, level: Level, profile: Option<&Path>) -> anyhow::Result<PathBuf> {
    let profile = profile.map(|profile| format!("-C profile-use={}", profile.display()));
    compile(root, &format!("dist-{}", level.name()), level, &profile.unwrap_or_default())
}

/// One target folder per level, so that a level is not rebuilt because another one was. Returns the
/// binary.
fn compile(root: &Path, folder: &str, level: Level, flags: &str) -> anyhow::Result<PathBuf> {
    let target = root.join("target").join(folder);
    let mut cargo = process::cargo();
    cargo.current_dir(root);
    cargo.args(["build", "--profile", "dist", "--package", "zenpuku", "--target-dir"]).arg(&target);
    // The variable replaces the flags of .cargo/config.toml.
    cargo.env("RUSTFLAGS", format!("-C target-cpu={} {flags}", level.target_cpu()));
    process::run(&mut cargo)?;
    Ok(target.join("dist").join(format!("zenpuku{}", std::env::consts::EXE_SUFFIX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_the_binary_tells_people() {
        assert!(file_name(Level::V1).starts_with("zenpuku-x86-64-v1"));
        assert_eq!(Level::V4.target_cpu(), "x86-64-v4");
    }
}
