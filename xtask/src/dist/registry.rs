//! What registries take: crates and Python wheels.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};

use super::{VERSION, folder, need_program};
use crate::process;

/// Not for others.
const PRIVATE: [&str; 3] = ["xtask", "zenpuku-py", "zenpuku-fuzz-targets"];
/// The lines of its README that a wheel must run.
const SESSION: &str = "\
import zenpuku
position = zenpuku.Position()
position.do_move('7g7f')
engine = zenpuku.Engine(hash=16)
print(engine.search(position, depth=6))
print(zenpuku.mate('9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1').line)
";

/// Packages every crate and builds each from its package alone.
pub(super) fn crates(root: &Path) -> anyhow::Result<()> {
    let mut cargo = process::cargo();
    cargo.current_dir(root).args(["package", "--workspace", "--locked", "--target-dir"]);
    cargo.arg(root.join("target/dist-crates"));
    cargo.args(PRIVATE.iter().flat_map(|name| ["--exclude", name]));
    process::run(&mut cargo)
}

/// Builds the wheel for Linux with glibc 2.17 and later.
pub(super) fn wheel(root: &Path) -> anyhow::Result<PathBuf> {
    need_program("maturin", "`pip install maturin ziglang`, in a virtual environment")?;
    let mut maturin = Command::new("maturin");
    maturin.current_dir(root).args(["build", "--locked", "--profile", "dist"]);
    maturin.args(["--zig", "--compatibility", "manylinux2014", "--target-dir"]);
    maturin.arg(root.join("target/dist-wheel")).arg("--out").arg(folder(root));
    process::run(maturin.args(["--manifest-path", "crates/front/python/Cargo.toml"]))?;
    find_wheel(root)
}

/// Installs the wheel into an empty environment and runs the lines of its README.
pub(super) fn test_wheel(root: &Path) -> anyhow::Result<()> {
    let wheel = find_wheel(root)?;
    let environment = super::test_folder(root, "wheel")?;
    process::run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    let program = |name: &str| Command::new(environment.join("bin").join(name));
    process::run(program("pip").args(["install", "--quiet", "--no-index"]).arg(&wheel))?;
    let said = process::capture(program("python").arg("-c").arg(SESSION))?;
    ensure!(said.contains("1d2c"), "it prints {said:?}");
    let version = process::capture(program("zenpuku").arg("--version"))?;
    ensure!(version.contains(VERSION), "it prints {version:?}");
    println!("ok             {}", wheel.display());
    Ok(())
}

fn find_wheel(root: &Path) -> anyhow::Result<PathBuf> {
    let folder = folder(root);
    let files = std::fs::read_dir(&folder)?.filter_map(Result::ok).map(|entry| entry.path());
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let start = format!("zenpuku-{VERSION}-");
    let is_wheel = |path: &PathBuf| {
        name(path).is_some_and(|name| name.starts_with(&start) && name.ends_with(".whl"))
    };
    files.filter(is_wheel).max().with_context(|| format!("no wheel in {}", folder.display()))
}
