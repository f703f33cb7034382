//! Packages for Linux: a tar.gz and a .deb whose program runs with glibc 2.17 of 2012 and later.
//!
//! `cargo-zigbuild` links against the symbols of that version, regardless of the building system.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};

use super::archive::{self, Entry, VERSION};
use super::session::{self, Subject};
use super::summary::Checks;
use super::{Level, build, folder, need_library, need_program};
use crate::process;

/// The oldest glibc that the program runs with.
const GLIBC: (u32, u32) = (2, 17);
/// Where Debian has the libraries of 64-bit ARM on other machines.
const ARM_LIBRARIES: &str = "/usr/aarch64-linux-gnu";
/// The desktop entry.
const DESKTOP: &str = "xtask/src/dist/zenpuku.desktop";
const ICON: &str = "web/public/icon.svg";
const SHELLS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/zenpuku"),
    ("zsh", "share/zsh/vendor-completions/_zenpuku"),
    ("fish", "share/fish/vendor_completions.d/zenpuku.fish"),
];

/// A machine that a package is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Machine {
    X86(Level),
    Arm,
}

impl Machine {
    pub(super) fn triple(self) -> &'static str {
        match self {
            Self::X86(_) => "x86_64-unknown-linux-gnu",
            Self::Arm => "aarch64-unknown-linux-gnu",
        }
    }

    /// Where it is built, in target/.
    pub(super) fn target_folder(self) -> String {
        format!("dist-{}", self.name())
    }

    /// The end of the package's name.
    pub(super) fn name(self) -> String {
        match self {
            Self::X86(level) => format!("linux-x86-64{}", level.suffix()),
            Self::Arm => "linux-arm64".to_owned(),
        }
    }

    /// What Debian calls it.
    fn debian(self) -> &'static str {
        match self {
            Self::X86(_) => "amd64",
            Self::Arm => "arm64",
        }
    }

    /// What starts its programs here.
    fn emulator(self) -> &'static [&'static str] {
        match self {
            Self::Arm if cfg!(target_arch = "x86_64") => &["qemu-aarch64", "-L", ARM_LIBRARIES],
            _ => &[],
        }
    }

    fn subject(self, program: &Path, folder: &Path) -> Subject {
        let emulator = self.emulator().iter().map(Into::into).collect();
        let (program, folder) = (program.to_owned(), folder.to_owned());
        Subject { emulator, environment: Vec::new(), program, folder, drive: "" }
    }
}

/// Builds the program and packs it.
pub(super) fn make(root: &Path, machine: Machine) -> anyhow::Result<()> {
    need_library(machine.triple())?;
    need_program(
        "cargo-zigbuild",
        "`pip install ziglang cargo-zigbuild`, in a virtual environment",
    )?;
    need_emulator(machine)?;
    let target = machine.target_folder();
    let mut cargo = build(root, "zigbuild", &target);
    cargo.arg("--target").arg(format!("{}.{}.{}", machine.triple(), GLIBC.0, GLIBC.1));
    if let Machine::X86(level) = machine {
        cargo.env("RUSTFLAGS", format!("-C target-cpu={}", level.target_cpu()));
    }
    process::run(&mut cargo)?;
    let built = root.join("target").join(target).join(machine.triple()).join("dist/zenpuku");
    glibc(&built)?;
    let made = made_by(&machine.subject(&built, root))?;
    tarball(root, machine, &built, &made)?;
    deb(root, machine, &built, &made)
}

/// Tests the contents of the tar.gz and the .deb.
pub(super) fn test(root: &Path, machine: Machine) -> anyhow::Result<Checks> {
    let folder = super::test_folder(root, &machine.name())?;
    let tarball = tarball_path(root, machine);
    println!("{}", tarball.display());
    let mut tar = Command::new("tar");
    process::run(tar.arg("--extract").arg("--file").arg(&tarball).arg("--directory").arg(&folder))?;
    let program = folder.join(package(machine)).join("bin/zenpuku");
    let checks = session::test(&machine.subject(&program, &folder), root)?;
    let deb = deb_path(root, machine);
    let files = process::capture(Command::new("dpkg-deb").arg("--contents").arg(&deb))?;
    for file in ["./usr/bin/zenpuku", "zenpuku.desktop", "man1/zenpuku.1.gz", "zenpuku/copyright"] {
        ensure!(files.contains(file), "{} lacks {file}", deb.display());
    }
    println!("ok             {}", deb.display());
    Ok(checks)
}

/// Fails, and says what to do, unless this machine can run the program: it writes its own manual pages.
fn need_emulator(machine: Machine) -> anyhow::Result<()> {
    let Some(emulator) = machine.emulator().first() else { return Ok(()) };
    need_program(emulator, "install QEMU (Debian: qemu-user)")?;
    ensure!(
        Path::new(ARM_LIBRARIES).is_dir(),
        "{ARM_LIBRARIES} is missing: install the libraries of 64-bit ARM (Debian: libc6-arm64-cross libgcc-s1-arm64-cross)"
    );
    Ok(())
}

/// The archives.
pub(super) fn paths(root: &Path, machine: Machine) -> Vec<PathBuf> {
    vec![tarball_path(root, machine), deb_path(root, machine)]
}

/// The name of the folder in the tar.gz.
fn package(machine: Machine) -> String {
    format!("zenpuku-{VERSION}-{}", machine.name())
}

fn tarball_path(root: &Path, machine: Machine) -> PathBuf {
    folder(root).join(format!("{}.tar.gz", package(machine)))
}

fn deb_path(root: &Path, machine: Machine) -> PathBuf {
    let variant = if let Machine::X86(level) = machine { level.suffix() } else { String::new() };
    folder(root).join(format!("zenpuku{variant}_{VERSION}_{}.deb", machine.debian()))
}

/// Fails if the program requires a later glibc.
fn glibc(program: &Path) -> anyhow::Result<()> {
    let symbols = process::capture(Command::new("objdump").arg("-T").arg(program))?;
    let newest = newest_glibc(&symbols).context("no symbols of glibc")?;
    ensure!(newest <= GLIBC, "the program needs glibc {}.{}", newest.0, newest.1);
    Ok(())
}

/// The newest version among lines such as `... (GLIBC_2.14) memcpy`.
fn newest_glibc(symbols: &str) -> Option<(u32, u32)> {
    let versions = symbols.split("GLIBC_").skip(1).filter_map(|rest| {
        let number = rest.split(|c: char| !(c.is_ascii_digit() || c == '.')).next()?;
        let mut parts = number.split('.').map(str::parse);
        Some((parts.next()?.ok()?, parts.next()?.ok()?))
    });
    versions.max()
}

/// Manual pages and completions, which the program itself writes.
fn made_by(subject: &Subject) -> anyhow::Result<Vec<Entry>> {
    let pages = tempfile::tempdir()?;
    process::run(subject.command().arg("manual").arg(pages.path()))?;
    process::run(Command::new("gzip").args(["-9", "--no-name", "--recursive"]).arg(pages.path()))?;
    let mut entries = Vec::new();
    for page in std::fs::read_dir(pages.path())? {
        let page = page?;
        let name = format!("share/man/man1/{}", page.file_name().to_string_lossy());
        entries.push(Entry { name, content: std::fs::read(page.path())?, executable: false });
    }
    for (shell, name) in SHELLS {
        let script = process::capture(subject.command().args(["completions", shell]))?;
        entries.push(Entry::new(name, script));
    }
    Ok(entries)
}

fn tarball(root: &Path, machine: Machine, program: &Path, made: &[Entry]) -> anyhow::Result<()> {
    let text = |name, path| Entry::text(name, root, path);
    let own = [
        Entry::program("bin/zenpuku", program)?,
        text("README.txt", "xtask/src/dist/linux.txt")?,
        text("LICENSE-MIT", "LICENSE-MIT")?,
        text("LICENSE-APACHE", "LICENSE-APACHE")?,
        text("LICENCES.txt", crate::licences::FILE)?,
        text("share/applications/zenpuku.desktop", DESKTOP)?,
        text("share/icons/hicolor/scalable/apps/zenpuku.svg", ICON)?,
    ];
    let stage = tempfile::tempdir()?;
    let name = package(machine);
    archive::write(&stage.path().join(&name), own.iter().chain(made))?;
    let path = tarball_path(root, machine);
    let mut tar = Command::new("tar");
    tar.args(["--create", "--gzip", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--mtime=2000-01-01", "--file"]).arg(&path);
    process::run(tar.arg("--directory").arg(stage.path()).arg(name))
}

fn deb(root: &Path, machine: Machine, program: &Path, made: &[Entry]) -> anyhow::Result<()> {
    let copyright = format!(
        "Zenpuku, https://github.com/zenpuku/zenpuku\nLicence: MIT OR Apache-2.0\n\n{}\n{}",
        std::fs::read_to_string(root.join("LICENSE-MIT"))?,
        std::fs::read_to_string(root.join(crate::licences::FILE))?
    );
    let text = |name, path| Entry::text(name, root, path);
    let own = [
        Entry::program("bin/zenpuku", program)?,
        text("share/applications/zenpuku.desktop", DESKTOP)?,
        text("share/icons/hicolor/scalable/apps/zenpuku.svg", ICON)?,
        Entry::new("share/doc/zenpuku/copyright", copyright),
    ];
    let stage = tempfile::tempdir()?;
    archive::write(&stage.path().join("usr"), own.iter().chain(made))?;
    let control = Entry::new("control", control(machine, std::fs::metadata(program)?.len()));
    archive::write(&stage.path().join("DEBIAN"), [&control])?;
    let path = deb_path(root, machine);
    let mut dpkg = Command::new("dpkg-deb");
    dpkg.args(["--root-owner-group", "--build"]).arg(stage.path()).arg(&path);
    process::run(dpkg.stdout(std::process::Stdio::null()))
}

/// The control file of the Debian package; `size` is that of the program in bytes.
fn control(machine: Machine, size: u64) -> String {
    let (architecture, kibibytes) = (machine.debian(), size / 1024);
    let (major, minor) = GLIBC;
    format!(
        "Package: zenpuku\nVersion: {VERSION}\nArchitecture: {architecture}\n\
         Maintainer: The Zenpuku authors <zenpuku@users.noreply.github.com>\n\
         Installed-Size: {kibibytes}\nDepends: libc6 (>= {major}.{minor}), libgcc-s1 | libgcc1\n\
         Recommends: xdg-utils\n\
         Section: games\nPriority: optional\nHomepage: https://github.com/zenpuku/zenpuku\n\
         Description: shogi engine, game analysis, mate solver and exact Go endgames\n \
         Plays and analyses shogi in the browser or behind a shogi GUI (USI), solves mate\n \
         problems and Go endgames exactly, and reproduces papers on game-tree search.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_glibc_is_found() {
        let symbols = "0 DF *UND* 0 (GLIBC_2.2.5) read\n0 DF *UND* 0 (GLIBC_2.14) memcpy\n\
                       0 DF *UND* 0 (GLIBC_2.9) pipe2\n";
        assert_eq!(newest_glibc(symbols), Some((2, 14)));
        assert_eq!(newest_glibc("nothing"), None);
    }

    #[test]
    fn a_control_file_has_no_empty_line() {
        let text = control(Machine::Arm, 30_000_000);
        assert!(text.contains("\nArchitecture: arm64\n") && text.ends_with("search.\n"), "{text}");
        assert!(!text.contains("\n\n") && text.contains("\n Plays"), "{text}");
    }
}
