//! Files of books: opened once, read again when they have changed, written whole.

use crate::errors::{AppResult, error};
use crate::protocol::{ErrorBody, ErrorCode};
use crate::state::{AppState, lock};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;
use zenpuku_shogi_engine::book::{Book, BookFile, BookFileError, BookFormat};

/// Larger files are searched where they are, in bytes.
const IN_MEMORY: u64 = 8 << 20;
/// Largest file that is read into memory, and so the largest that can be changed, in bytes.
pub(super) const READABLE: u64 = 128 << 20;
/// Files that are kept open.
const KEPT: usize = 4;

/// What tells one state of a file from another: its size and the time of its last change.
type Stamp = (u64, Option<SystemTime>);

/// Files in use, the last used one at the end.
#[derive(Default)]
pub(super) struct Files(Mutex<Vec<(PathBuf, Stamp, Arc<BookFile>)>>);

impl Files {
    /// The book in a file, read again if the file has changed.
    pub(super) fn open(&self, path: &Path) -> AppResult<Arc<BookFile>> {
        let stamp = stamp(path)?;
        let mut kept = lock(&self.0);
        if let Some(at) = kept.iter().position(|(known, ..)| known == path) {
            let found = kept.remove(at);
            if found.1 == stamp {
                let file = Arc::clone(&found.2);
                kept.push(found);
                return Ok(file);
            }
        }
        drop(kept);
        let file = BookFile::open_within(path, IN_MEMORY, READABLE).map_err(|e| unreadable(&e))?;
        let file = Arc::new(file);
        let mut kept = lock(&self.0);
        kept.push((path.to_owned(), stamp, Arc::clone(&file)));
        if kept.len() > KEPT {
            kept.remove(0);
        }
        Ok(file)
    }

    /// Closes a file, so that it can be replaced.
    pub(super) fn close(&self, path: &Path) {
        lock(&self.0).retain(|(known, ..)| known != path);
    }
}

/// The path of a file of this machine, from the text of a client.
pub(super) fn path_of(state: &AppState, text: &str) -> AppResult<PathBuf> {
    if !state.loopback {
        let message = "books are opened and saved only when the server listens on loopback";
        return Err(error(ErrorCode::Forbidden, message));
    }
    // Windows copies paths in quotes.
    let text = text.trim();
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let path = Path::new(text);
    if !path.is_absolute() {
        return Err(error(ErrorCode::BadValue, format!("{text} is not the full path of a file")));
    }
    // A file has one path: that without links. A new file is not there yet, but its folder is.
    let folder = || Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
    let real = path.canonicalize().ok().or_else(folder);
    Ok(real.map_or_else(|| path.to_owned(), without_prefix))
}

/// The path without the prefix `\\?\` of Windows, which people do not write.
fn without_prefix(path: PathBuf) -> PathBuf {
    let plain = path.to_str().and_then(|text| text.strip_prefix(r"\\?\"));
    plain.filter(|plain| !plain.starts_with("UNC")).map(PathBuf::from).unwrap_or(path)
}

/// The format that the name of a file asks for.
pub(super) fn format_of(path: &Path) -> AppResult<BookFormat> {
    BookFormat::from_path(path).ok_or_else(|| {
        let message = format!("{}: the name must end with .db, .sbk or .ybb", path.display());
        error(ErrorCode::BadValue, message)
    })
}

fn stamp(path: &Path) -> AppResult<Stamp> {
    let metadata = path.metadata().map_err(|source| unusable(path, &source))?;
    if metadata.is_dir() {
        let message = format!("{} is a folder; the file of a book was expected", path.display());
        return Err(error(ErrorCode::BadValue, message));
    }
    Ok((metadata.len(), metadata.modified().ok()))
}

/// Why a file cannot be used, without opening it; else its size in bytes.
pub(super) fn size(path: &Path) -> AppResult<u64> {
    stamp(path).map(|(size, _)| size)
}

/// The whole book in a file, and how many parts of the file cannot be read.
pub(super) fn read_whole(path: &Path) -> AppResult<(Book, usize)> {
    stamp(path)?;
    let file = BookFile::open_within(path, u64::MAX, READABLE).map_err(|e| unreadable(&e))?;
    let skipped = file.skipped().len();
    Ok((file.into_memory().map_err(|_| too_large(path))?, skipped))
}

/// A book of this size can be looked into, but not changed.
pub(super) fn too_large(path: &Path) -> ErrorBody {
    let message = format!(
        "{}: a book of more than {} MiB can be looked into, but not changed",
        path.display(),
        READABLE >> 20
    );
    error(ErrorCode::TooLarge, message)
}

fn unreadable(failed: &BookFileError) -> ErrorBody {
    match failed {
        BookFileError::File { path, source } => unusable(path, source),
        BookFileError::Content { path, source } => {
            let message = format!("{} is not an opening book: {source}", path.display());
            error(ErrorCode::BadRecord, message)
        }
        BookFileError::TooLarge { path, most, .. } => {
            let message = format!(
                "{}: a book that is not sorted has at most {} MiB",
                path.display(),
                most >> 20
            );
            error(ErrorCode::TooLarge, message)
        }
    }
}

/// Why a file cannot be read.
fn unusable(path: &Path, source: &io::Error) -> ErrorBody {
    let path = path.display();
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            error(ErrorCode::NotFound, format!("there is no file {path}"))
        }
        io::ErrorKind::PermissionDenied => {
            error(ErrorCode::Forbidden, format!("{path}: no permission to read it"))
        }
        _ => error(ErrorCode::Storage, format!("{path} cannot be read: {source}")),
    }
}

/// Replaces a file in one step: a failure leaves the old one whole.
pub(super) fn write(path: &Path, bytes: &[u8]) -> AppResult<()> {
    let mut part = OsString::from(path);
    part.push(".part");
    let part = PathBuf::from(part);
    let written = std::fs::write(&part, bytes)
        .and_then(|()| keep_permissions(path, &part))
        .and_then(|()| zenpuku_core::files::rename(&part, path));
    written.map_err(|source| {
        // The first error is the one to report.
        let _ = std::fs::remove_file(&part);
        unwritable(path, &source)
    })
}

/// A file that is replaced keeps its permissions; one that may not be written is not replaced.
fn keep_permissions(old: &Path, new: &Path) -> io::Result<()> {
    match old.metadata() {
        Ok(metadata) if metadata.permissions().readonly() => {
            Err(io::ErrorKind::PermissionDenied.into())
        }
        Ok(metadata) => std::fs::set_permissions(new, metadata.permissions()),
        Err(_) => Ok(()),
    }
}

fn unwritable(path: &Path, source: &io::Error) -> ErrorBody {
    let path = path.display();
    let message = match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            format!("there is no folder for {path}; nothing was written")
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            format!("{path}: no permission to write it; nothing was written")
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            format!("the disk is full; {path} was not written")
        }
        _ => format!("{path} was not written: {source}"),
    };
    error(ErrorCode::Storage, message)
}
