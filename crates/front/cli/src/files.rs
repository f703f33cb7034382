//! Reading and writing of files, without damage to existing ones.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use anyhow::Context as _;
use zenpuku_core::files::rename;
use zenpuku_shogi_record::{Document, Format, Limits, read};

/// The name that means stdin or stdout.
pub const STANDARD: &str = "-";

/// Reads a game record of any format, a result file of ShogiArena too; [`STANDARD`] reads stdin. The
/// error does not name the file.
///
/// # Errors
/// If the file cannot be read, is too large, or is not a record.
pub fn read_record(path: &Path) -> anyhow::Result<Document> {
    if path.as_os_str() != STANDARD && begins_as_database(path)? {
        let games = zenpuku_game_db::games(path)?;
        return Ok(Document::new(games.into_iter().map(|game| game.record).collect()));
    }
    let bytes = read_limited(path, Limits::default().bytes as u64)?;
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    Ok(read(&bytes, Format::from_extension(&extension))?)
}

/// Is it an SQLite database by its first bytes? Only a regular file can be one.
///
/// # Errors
/// If it cannot be read.
pub fn begins_as_database(path: &Path) -> anyhow::Result<bool> {
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut head = Vec::new();
    fs::File::open(path)?.take(16).read_to_end(&mut head)?;
    Ok(zenpuku_game_db::is_database(&head))
}

/// The first bytes of zstd data.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Opens a file to read it line by line, unpacked if zstd has packed it.
///
/// # Errors
/// If it cannot be read.
pub fn unpacked(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut reader = BufReader::new(fs::File::open(path)?);
    if reader.fill_buf()?.starts_with(&ZSTD) {
        return Ok(Box::new(BufReader::new(zstd::Decoder::with_buffer(reader)?)));
    }
    Ok(Box::new(reader))
}

/// Reads a file, or stdin, of at most `limit` bytes. The bytes read are
/// counted, because the reported size of a device, a pipe or a growing file is
/// unreliable.
///
/// # Errors
/// If it cannot be read or is larger.
pub fn read_limited(path: &Path, limit: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path.as_os_str() == STANDARD {
        io::stdin().lock().take(limit + 1).read_to_end(&mut bytes)?;
    } else {
        let file = fs::File::open(path)?;
        anyhow::ensure!(!file.metadata()?.is_dir(), "is a folder, a file is expected");
        file.take(limit + 1).read_to_end(&mut bytes)?;
    }
    anyhow::ensure!(bytes.len() as u64 <= limit, "more than the limit of {limit} bytes");
    Ok(bytes)
}

/// Reads a text of at most [`Limits`]' bytes; [`STANDARD`] reads stdin. The error does not name the file.
///
/// # Errors
/// If it cannot be read, is larger, or is not UTF-8: the error then names the line.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = read_limited(path, Limits::default().bytes as u64)?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        anyhow::anyhow!("line {line}: text in UTF-8 is expected")
    })
}

/// Writes to a temporary file next to the target and renames it, so that
/// neither a crash nor a full disk leaves a partial file.
///
/// # Errors
/// If the folder or the file cannot be written; the error names the target.
pub fn replace(target: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut part = OsString::from(target);
    part.push(".part");
    let written = fs::write(&part, bytes).and_then(|()| rename(part.as_ref(), target));
    if written.is_err() {
        // The temporary file is removed; the first error is returned.
        let _ = fs::remove_file(&part);
    }
    written.with_context(|| target.display().to_string())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn files_without_an_end_are_read_to_the_limit() {
        let error = read_limited(Path::new("/dev/zero"), 1_000).unwrap_err();
        assert!(error.to_string().contains("limit of 1000 bytes"), "{error}");
        assert!(read_record(Path::new("/dev/zero")).is_err());
        assert!(read_text(Path::new("/dev/zero")).is_err());
    }
}
