//! Reading and writing of files, with care for what is there already.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::Context as _;
use zenpuku_shogi_record::{Document, Format, Limits, read};

/// The name that means stdin or stdout.
pub const STANDARD: &str = "-";

/// Reads a game record of any format; [`STANDARD`] reads stdin. The error does
/// not name the file.
///
/// # Errors
/// If the file cannot be read, is too large, or is no record.
pub fn read_record(path: &Path) -> anyhow::Result<Document> {
    let limit = Limits::default().bytes as u64;
    let bytes = if path.as_os_str() == STANDARD {
        let mut bytes = Vec::new();
        io::stdin().lock().take(limit + 1).read_to_end(&mut bytes)?;
        bytes
    } else {
        // The size is looked at first: a file beyond the limit is not even loaded.
        let meta = fs::metadata(path)?;
        anyhow::ensure!(!meta.is_dir(), "is a folder, a record is expected");
        let size = meta.len();
        anyhow::ensure!(size <= limit, "{size} bytes, more than the limit of {limit}");
        fs::read(path)?
    };
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    Ok(read(&bytes, Format::from_extension(&extension))?)
}

/// Writes beside the target and renames, so that neither a crash nor a full
/// disk leaves half a file.
///
/// # Errors
/// If the folder or the file cannot be written; the error names the target.
pub fn replace(target: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut part = OsString::from(target);
    part.push(".part");
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, target));
    if written.is_err() {
        // Nothing is left behind; the first error is the one that matters.
        let _ = fs::remove_file(&part);
    }
    written.with_context(|| target.display().to_string())
}
