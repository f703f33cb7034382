//! Where the files of mates go: records and proofs.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::inputs::Problem;
use crate::{files, output};

/// Where the files of one kind go.
#[derive(Debug)]
pub(super) enum Target {
    Standard,
    File(PathBuf),
    /// One file for each problem.
    Folder(PathBuf),
}

impl Target {
    /// `-` is stdout; of many problems each gets a file in the folder `path`, which is made.
    ///
    /// # Errors
    /// If the folder cannot be made, or files of many problems would go to stdout; `option` is then
    /// named.
    pub(super) fn new(option: &str, path: &Path, many: bool) -> anyhow::Result<Self> {
        if path.as_os_str() == files::STANDARD {
            anyhow::ensure!(!many, "{option} -: files of many problems need a folder");
            return Ok(Self::Standard);
        }
        if many || path.is_dir() {
            std::fs::create_dir_all(path).with_context(|| path.display().to_string())?;
            return Ok(Self::Folder(path.to_owned()));
        }
        Ok(Self::File(path.to_owned()))
    }

    /// Writes the file of the `number`th problem; `extension` is the end of its name in a folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(
        &self,
        number: usize,
        problem: &Problem,
        extension: &str,
        bytes: &[u8],
    ) -> anyhow::Result<()> {
        match self {
            Self::Standard => output::bytes(bytes),
            Self::File(path) => files::replace(path, bytes),
            Self::Folder(folder) => {
                files::replace(&folder.join(name(number, problem, extension)), bytes)
            }
        }
    }
}

/// A number, and the part of the problem's name that is valid in a file name.
fn name(number: usize, problem: &Problem, extension: &str) -> String {
    let id = problem.id.as_deref().unwrap_or_default();
    let safe = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let id: String = id.chars().filter(|&c| safe(c)).take(60).collect();
    let id = if id.is_empty() { id } else { format!("-{id}") };
    format!("{number:05}{id}.{extension}")
}
