//! Zips for Windows: `zenpuku.exe` for `x86_64-pc-windows-gnu`, built by MinGW on any system.
//!
//! There is one file to start. A double click opens the app, because the program detects
//! its own console; a shogi GUI that starts the same file uses USI. Two zips, by the CPU:
//! both programs in one would take more than 20 MB, and a program that picks one of two
//! doubles the download for everyone.

use std::path::{Path, PathBuf};

use super::archive::{self, Entry, VERSION};
use super::summary::Checks;
use super::{Level, build, folder, need_library, need_program, wine};
use crate::process;

pub(super) const TRIPLE: &str = "x86_64-pc-windows-gnu";
const COMPILER: &str = "x86_64-w64-mingw32-gcc";

/// Builds the program and packs it.
pub(super) fn make(root: &Path, level: Level) -> anyhow::Result<()> {
    need_library(TRIPLE)?;
    need_program(COMPILER, "install MinGW-w64 (Debian: gcc-mingw-w64-x86-64-posix)")?;
    let mut cargo = build(root, "build", &target_folder(level));
    cargo.args(["--target", TRIPLE]);
    cargo.env("RUSTFLAGS", format!("-C target-cpu={}", level.target_cpu()));
    process::run(&mut cargo)?;
    archive::zip(&zip_path(root, level), &name(level), &entries(root, &program(root, level))?)
}

/// Tests the zip under Wine.
pub(super) fn test(root: &Path, level: Level) -> anyhow::Result<Checks> {
    wine::test(root, &zip_path(root, level), &name(level))
}

/// Where the level is built, in target/.
pub(super) fn target_folder(level: Level) -> String {
    format!("dist-{}", level.name())
}

/// The program that was built.
pub(super) fn program(root: &Path, level: Level) -> PathBuf {
    root.join("target").join(target_folder(level)).join(TRIPLE).join("dist/zenpuku.exe")
}

/// The name of the folder in the zip, and of the zip.
fn name(level: Level) -> String {
    format!("zenpuku-{VERSION}-windows-x86-64{}", level.suffix())
}

pub(super) fn zip_path(root: &Path, level: Level) -> PathBuf {
    folder(root).join(format!("{}.zip", name(level)))
}

/// The contents of the zip and the installer.
pub(super) fn entries(root: &Path, program: &Path) -> anyhow::Result<Vec<Entry>> {
    let text = |name, path| Entry::text(name, root, path).map(Entry::for_windows);
    Ok(vec![
        Entry::program("zenpuku.exe", program)?,
        text("はじめに.txt", "xtask/src/dist/windows.ja.txt")?,
        text("README.txt", "xtask/src/dist/windows.en.txt")?,
        text("LICENSE-MIT.txt", "LICENSE-MIT")?,
        text("LICENSE-APACHE.txt", "LICENSE-APACHE")?,
        text("LICENCES.txt", crate::licences::FILE)?,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zip_holds_words_in_both_languages_and_the_licences() {
        let root = crate::workspace::root();
        let entries = entries(&root, &root.join("Cargo.toml")).unwrap();
        let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names.len(), 6);
        assert!(names.contains(&"はじめに.txt") && names.contains(&"LICENCES.txt"), "{names:?}");
        for entry in entries.iter().filter(|entry| entry.name.ends_with("t.txt")) {
            let text = String::from_utf8_lossy(&entry.content);
            assert!(text.contains(VERSION) && text.contains("zenpuku.exe"), "{}", entry.name);
        }
        assert_eq!(name(Level::V3), format!("zenpuku-{VERSION}-windows-x86-64"));
    }
}
