//! Profiles of typical work: counts of every branch, for the compiler.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};

use super::{Level, compile};
use crate::process;

/// The work that is counted: what people wait for. Code without a profile is
/// optimized for size, so each engine must be included.
const WORK: [&[&str]; 6] = [
    &["bench", "--depth", "14"],
    &["bench", "--depth", "6", "--profile", "bonanza2006"],
    &["analyze", "testdata/records/ryuo-2014-09-02.kif", "--nodes", "5000", "--json"],
    &["mate", "testdata/mate/generated-1-to-11.jsonl"],
    &["go", "solve", "testdata/go/ke-jie-alphago-2017.sgf", "--time", "10"],
    &["perft", "--depth", "5"],
];

/// Builds a counting program, lets it work, and returns the profile.
///
/// # Errors
/// `llvm-profdata` is missing, or a program failed.
pub(super) fn gather(root: &Path) -> anyhow::Result<PathBuf> {
    let merge = profdata()?;
    let folder = root.join("target").join("dist-profile");
    let counts = folder.join("counts");
    if counts.exists() {
        std::fs::remove_dir_all(&counts)
            .with_context(|| format!("cannot empty {}", counts.display()))?;
    }
    // The default level: its code is that of the other levels except for
    // level-specific parts of the core.
    let flags = format!("-C profile-generate={}", counts.display());
    let binary = compile(root, "dist-profile", Level::V3, &flags)?;
    for work in WORK {
        println!("profile: zenpuku {}", work.join(" "));
        let mut program = Command::new(&binary);
        process::run(program.args(work).current_dir(root).stdout(Stdio::null()))?;
    }
    let profile = folder.join("zenpuku.profdata");
    process::run(Command::new(merge).args(["merge", "-o"]).arg(&profile).arg(&counts))?;
    Ok(profile)
}

/// The tool of the compiler's own version.
fn profdata() -> anyhow::Result<PathBuf> {
    let folder = process::capture(Command::new("rustc").args(["--print", "target-libdir"]))?;
    let tools = Path::new(folder.trim()).parent().context("rustc names no folder")?.join("bin");
    let tool = tools.join(format!("llvm-profdata{}", std::env::consts::EXE_SUFFIX));
    ensure!(
        tool.is_file(),
        "llvm-profdata is missing: `rustup component add llvm-tools`, or build with --plain"
    );
    Ok(tool)
}
