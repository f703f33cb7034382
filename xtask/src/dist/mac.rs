//! A zip for macOS, made on a Mac: Apple's libraries may not be copied to other systems.

use std::path::{Path, PathBuf};

use anyhow::ensure;

use super::archive::{self, Entry, VERSION};
use super::session::{self, Subject};
use super::summary::Checks;
use super::{build, folder};
use crate::process;

/// Builds the program for this Mac and packs it.
pub(super) fn make(root: &Path) -> anyhow::Result<()> {
    ensure!(cfg!(target_os = "macos"), "downloads for macOS are made on a Mac");
    process::run(&mut build(root, "build", "dist-mac"))?;
    let text = |name, path| Entry::text(name, root, path);
    let entries = [
        Entry::program("zenpuku", &root.join("target/dist-mac/dist/zenpuku"))?,
        text("README.txt", "xtask/src/dist/mac.txt")?,
        text("LICENSE-MIT.txt", "LICENSE-MIT")?,
        text("LICENSE-APACHE.txt", "LICENSE-APACHE")?,
        text("LICENCES.txt", crate::licences::FILE)?,
    ];
    archive::zip(&zip_path(root), &name(), &entries)
}

/// Tests the contents of the zip.
pub(super) fn test(root: &Path) -> anyhow::Result<Checks> {
    let folder = super::test_folder(root, &name())?;
    archive::unzip(&zip_path(root), &folder)?;
    let program = folder.join(name()).join("zenpuku");
    let (emulator, environment) = (Vec::new(), Vec::new());
    session::test(&Subject { emulator, environment, program, folder, drive: "" }, root)
}

/// The name of the folder in the zip, and of the zip.
fn name() -> String {
    let machine = if cfg!(target_arch = "aarch64") { "arm64" } else { "x86-64" };
    format!("zenpuku-{VERSION}-macos-{machine}")
}

pub(super) fn zip_path(root: &Path) -> PathBuf {
    folder(root).join(format!("{}.zip", name()))
}
