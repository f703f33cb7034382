//! What registries take: crates and Python wheels.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};

use super::linux::Machine;
use super::session::{self, Subject};
use super::summary::Checks;
use super::{Level, VERSION, archive, folder, need_library, need_program, windows};
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

/// What crates.io takes at most, in bytes.
const LARGEST: u64 = 10 * 1024 * 1024;
/// The systems in the wheels' names; a wheel for Linux names two, in no fixed order.
pub(super) const LINUX: &str = "manylinux2014_x86_64";
pub(super) const WINDOWS: &str = "win_amd64";

/// Packages every crate and builds each from its package alone.
pub(super) fn crates(root: &Path) -> anyhow::Result<()> {
    let target = package_folder(root)?;
    if let Some(all) = target.parent().filter(|all| all.is_dir() && !target.is_dir()) {
        std::fs::remove_dir_all(all).with_context(|| all.display().to_string())?;
    }
    let mut cargo = process::cargo();
    cargo.current_dir(root).args(["package", "--workspace", "--locked", "--target-dir"]);
    cargo.arg(target);
    cargo.args(PRIVATE.iter().flat_map(|name| ["--exclude", name]));
    process::run(&mut cargo)?;
    for path in crate_files(root)? {
        let size = std::fs::metadata(&path)?.len();
        ensure!(size <= LARGEST, "{} has {size} bytes, crates.io takes {LARGEST}", path.display());
    }
    Ok(())
}

/// Where the packages of this commit are made. Cargo unpacks them into its home by name, version and this path, and does
/// not look at them again, so that one path for all commits would build today's crates with those of before.
fn package_folder(root: &Path) -> anyhow::Result<PathBuf> {
    let mut git = Command::new("git");
    let commit = process::capture(git.current_dir(root).args(["rev-parse", "--short=12", "HEAD"]))?;
    Ok(root.join("target/dist-crates").join(commit.trim()))
}

/// The packages of the crates.
pub(super) fn crate_files(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let end = format!("-{VERSION}.crate");
    let mut files = named(&package_folder(root)?.join("package"), "zenpuku", &end)?;
    files.sort();
    Ok(files)
}

/// Installs the program from the packages, as `cargo install zenpuku` would from crates.io.
pub(super) fn test_crates(root: &Path) -> anyhow::Result<Checks> {
    // Not in the repository, whose workspace and settings a user does not have.
    let folder = tempfile::tempdir()?;
    let files = crate_files(root)?;
    let mut patches = String::from("[patch.crates-io]\n");
    for file in &files {
        let mut tar = Command::new("tar");
        tar.arg("--extract").arg("--file").arg(file);
        process::run(tar.arg("--directory").arg(folder.path()))?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let name = stem.trim_end_matches(VERSION).trim_end_matches('-');
        let path = folder.path().join(&*stem);
        patches.push_str(&format!("{name} = {{ path = {:?} }}\n", path.display().to_string()));
    }
    let settings = archive::Entry::new(".cargo/config.toml", patches);
    archive::write(folder.path(), [&settings])?;
    let mut cargo = process::cargo();
    cargo.current_dir(folder.path()).arg("install").arg("--root").arg(folder.path());
    cargo.arg("--path").arg(format!("zenpuku-{VERSION}"));
    process::run(cargo.arg("--target-dir").arg(root.join("target/dist-install")))?;
    let program =
        folder.path().join("bin").join(format!("zenpuku{}", std::env::consts::EXE_SUFFIX));
    let (emulator, environment) = (Vec::new(), Vec::new());
    let folder = super::test_folder(root, "crates")?;
    let subject = Subject { emulator, environment, program, folder, drive: "" };
    println!("ok             {}", session::version(&subject, root)?);
    println!("ok             {}", session::bench(&subject, root)?);
    Ok(Checks { passed: files.len() + 2, signature: Some(super::signature(root)?) })
}

/// Builds the wheel for Linux with glibc 2.17 and later.
pub(super) fn wheel(root: &Path) -> anyhow::Result<()> {
    let machine = Machine::X86(Level::V3);
    let mut maturin = maturin(root, &machine.target_folder(), machine.triple())?;
    process::run(maturin.args(["--zig", "--compatibility", "manylinux2014"]))
}

/// Builds the wheel for Windows.
pub(super) fn windows_wheel(root: &Path) -> anyhow::Result<()> {
    need_library(windows::TRIPLE)?;
    process::run(&mut maturin(root, &windows::target_folder(Level::V3), windows::TRIPLE)?)
}

/// The command that builds a wheel in the target folder of the program, with the crates that are compiled there.
fn maturin(root: &Path, target: &str, triple: &str) -> anyhow::Result<Command> {
    need_program("maturin", "`pip install maturin ziglang`, in a virtual environment")?;
    let mut maturin = Command::new("maturin");
    maturin.current_dir(root).args(["build", "--locked", "--profile", "dist", "--target-dir"]);
    maturin.arg(root.join("target").join(target)).arg("--out").arg(folder(root));
    maturin.args(["--manifest-path", "crates/front/python/Cargo.toml", "--target", triple]);
    maturin.env("RUSTFLAGS", format!("-C target-cpu={}", Level::V3.target_cpu()));
    Ok(maturin)
}

/// Installs the wheel into empty environments: the lines of its README without any other package, then those of the
/// documents with what they need.
pub(super) fn test_wheel(root: &Path) -> anyhow::Result<Checks> {
    let wheel = find_wheel(root, LINUX)?;
    println!("{}", wheel.display());
    contents(&wheel)?;
    let environment = super::test_folder(root, "wheel")?;
    process::run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    let program = |name: &str| Command::new(environment.join("bin").join(name));
    process::run(program("python").args(PIP).arg("--no-index").arg(&wheel))?;
    let said = process::capture(program("python").arg("-c").arg(SESSION))?;
    ensure!(said.contains("1d2c"), "it prints {said:?}");
    let version = process::capture(program("zenpuku").arg("--version"))?;
    ensure!(version.contains(VERSION), "it prints {version:?}");
    println!("ok             alone: search, mate, command line");
    let tests = root.join("crates/front/python/tests");
    let extras = format!("{}[arrays,pandas,polars,cluster]", wheel.display());
    let mut pip = program("python");
    pip.args(PIP).arg(extras).arg("--requirement").arg(tests.join("requirements.txt"));
    process::run(&mut pip)?;
    let mut pytest = program("python");
    pytest.current_dir(root).args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]);
    process::run(pytest.arg(tests.join("test_readme.py")))?;
    println!("ok             the Python lines of the documents");
    Ok(Checks { passed: 4, signature: None })
}

const PIP: [&str; 5] = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];

/// Looks into the wheel for Windows; a Python for Windows that could import it would have to be downloaded.
pub(super) fn test_windows_wheel(root: &Path) -> anyhow::Result<Checks> {
    contents(&find_wheel(root, WINDOWS)?)?;
    Ok(Checks { passed: 1, signature: None })
}

/// The wheel contains the PyPI description and the required licences.
fn contents(wheel: &Path) -> anyhow::Result<()> {
    let stage = tempfile::tempdir()?;
    archive::unzip(wheel, stage.path())?;
    let information = stage.path().join(format!("zenpuku-{VERSION}.dist-info"));
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "LICENCES.txt"] {
        let path = information.join("licenses").join(name);
        ensure!(path.is_file(), "{} lacks {name}", wheel.display());
    }
    let metadata = std::fs::read_to_string(information.join("METADATA")).context("METADATA")?;
    for field in ["Author:", "Project-URL:", "Classifier:", "License-Expression:", "import zenpuku"]
    {
        ensure!(metadata.contains(field), "{}: METADATA lacks {field}", wheel.display());
    }
    let tags = std::fs::read_to_string(information.join("WHEEL")).context("WHEEL")?;
    ensure!(tags.contains("abi3"), "{} is for one Python only", wheel.display());
    println!("ok             licences, authors, addresses, abi3");
    Ok(())
}

/// The wheel for this system.
pub(super) fn find_wheel(root: &Path, system: &str) -> anyhow::Result<PathBuf> {
    let folder = folder(root);
    let wheels = named(&folder, &format!("zenpuku-{VERSION}-"), ".whl")?;
    let is_for = |path: &PathBuf| path.to_string_lossy().contains(system);
    let found = wheels.into_iter().filter(is_for).max();
    found.with_context(|| format!("no wheel in {}", folder.display()))
}

/// The files of `folder` whose names begin and end so.
fn named(folder: &Path, begin: &str, end: &str) -> anyhow::Result<Vec<PathBuf>> {
    let files = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let paths = files.filter_map(Result::ok).map(|entry| entry.path());
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let fits = |name: String| name.starts_with(begin) && name.ends_with(end);
    Ok(paths.filter(|path| name(path).is_some_and(fits)).collect())
}
