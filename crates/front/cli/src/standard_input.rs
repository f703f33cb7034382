//! Stdin as a file, for readers that open a file by its name or read it twice.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tempfile::TempDir;

use crate::files::STANDARD;

/// What `-` names, copied into a temporary file when it is first asked for and removed on drop.
#[derive(Debug, Default)]
pub(crate) struct StandardInput(Option<TempDir>);

impl StandardInput {
    /// Returns the path to read: `path` itself, or the copy of stdin if it is [`STANDARD`].
    ///
    /// # Errors
    /// If stdin cannot be read or the copy cannot be written.
    pub(crate) fn file(&mut self, path: &Path) -> anyhow::Result<PathBuf> {
        if path.as_os_str() != STANDARD {
            return Ok(path.to_owned());
        }
        let folder = match &self.0 {
            Some(folder) => folder,
            None => self.0.insert(copied().context("stdin")?),
        };
        Ok(copy_in(folder))
    }
}

fn copied() -> io::Result<TempDir> {
    let folder = TempDir::new()?;
    io::copy(&mut io::stdin().lock(), &mut File::create(copy_in(&folder))?)?;
    Ok(folder)
}

/// The name of the copy, which results and errors show.
fn copy_in(folder: &TempDir) -> PathBuf {
    folder.path().join("stdin")
}
