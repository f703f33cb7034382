//! Books in files: read into memory, or searched in the file where that is large and sorted.

use super::{Book, BookChoice, BookEntry, BookError, BookFileError, BookFormat, BookMove, db, ybb};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use zenpuku_shogi::Position;

/// Larger files are searched, not read into memory, in bytes.
const IN_MEMORY: u64 = 64 << 20;
/// A part of a text that is read line by line instead of halved again, in bytes.
const NEAR: u64 = 4_096;

/// A book of a file. Large ones are not read into memory if the format has an order to search by: binary
/// books of YaneuraOu, and its texts if they are sorted.
#[derive(Debug)]
pub struct BookFile {
    path: PathBuf,
    place: Storage,
    positions: u64,
    skipped: Vec<BookError>,
}

#[derive(Debug)]
enum Storage {
    Memory(Book),
    /// A sorted text of this size.
    Text(Mutex<BufReader<File>>, u64),
    /// A binary book of this size.
    Ybb(Mutex<File>, u64, ybb::Header),
}

impl From<Book> for BookFile {
    fn from(book: Book) -> Self {
        let positions = book.len() as u64;
        Self { path: PathBuf::new(), place: Storage::Memory(book), positions, skipped: Vec::new() }
    }
}

impl BookFile {
    /// Opens a book.
    ///
    /// # Errors
    /// [`BookFileError`] if the file cannot be read or is not a book.
    pub fn open(path: &Path) -> Result<Self, BookFileError> {
        Self::open_from(path, IN_MEMORY)
    }

    /// Opens a book that is searched in its file if that has more than `limit` bytes.
    ///
    /// # Errors
    /// Those of [`BookFile::open`].
    pub fn open_from(path: &Path, limit: u64) -> Result<Self, BookFileError> {
        Self::open_within(path, limit, u64::MAX)
    }

    /// Opens a book that is searched in its file if that has more than `limit` bytes. One that would have to
    /// be read into memory may have `most` bytes.
    ///
    /// # Errors
    /// Those of [`BookFile::open`], and [`BookFileError::TooLarge`].
    pub fn open_within(path: &Path, limit: u64, most: u64) -> Result<Self, BookFileError> {
        let failed = |source| BookFileError::File { path: path.to_owned(), source };
        let mut file = File::open(path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        // Devices and pipes may have no end.
        if !metadata.is_file() && !metadata.is_dir() {
            return Err(failed(io::Error::other("a file was expected")));
        }
        let size = metadata.len();
        let hint = BookFormat::from_path(path);
        if size > limit {
            let mut head = Vec::new();
            file.by_ref().take(ybb::HEADER as u64).read_to_end(&mut head).map_err(failed)?;
            let large = match BookFormat::of(&head, hint) {
                BookFormat::Ybb => {
                    let header = ybb::Header::read(&head, size);
                    let header = header.map_err(|source| content(path, source))?;
                    Some((
                        Storage::Ybb(Mutex::new(file.try_clone().map_err(failed)?), size, header),
                        header.rows,
                    ))
                }
                BookFormat::Db => sorted_text(path, size).map_err(failed)?,
                BookFormat::Sbk => None,
            };
            if let Some((place, positions)) = large {
                return Ok(Self { path: path.to_owned(), place, positions, skipped: Vec::new() });
            }
        }
        if size > most {
            return Err(BookFileError::TooLarge { path: path.to_owned(), size, most });
        }
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let (book, skipped) =
            Book::from_bytes(&bytes, hint).map_err(|source| content(path, source))?;
        Ok(Self { path: path.to_owned(), skipped, ..Self::from(book) })
    }

    /// Number of positions.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.positions
    }

    /// Is it empty?
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.positions == 0
    }

    /// The parts that were skipped. Those of a book that is searched in its file are found when they are
    /// needed.
    #[must_use]
    pub fn skipped(&self) -> &[BookError] {
        &self.skipped
    }

    /// The book, unless it is searched in its file.
    #[must_use]
    pub fn in_memory(&self) -> Option<&Book> {
        match &self.place {
            Storage::Memory(book) => Some(book),
            _ => None,
        }
    }

    /// The book, or this again if it is searched in its file.
    ///
    /// # Errors
    /// The book that is searched in its file.
    pub fn into_memory(self) -> Result<Book, Box<Self>> {
        match self.place {
            Storage::Memory(book) => Ok(book),
            place => Err(Box::new(Self { place, ..self })),
        }
    }

    /// Its entry for a position.
    ///
    /// # Errors
    /// [`BookFileError`] if the file cannot be read.
    pub fn entry(&self, position: &Position) -> Result<Option<BookEntry>, BookFileError> {
        let failed = |source| BookFileError::File { path: self.path.clone(), source };
        match &self.place {
            Storage::Memory(book) => Ok(book.entry(position).cloned()),
            Storage::Text(file, size) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                entry_of_text(&mut file, *size, position).map_err(failed)
            }
            Storage::Ybb(file, size, header) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                entry_of_ybb(&mut file, *size, *header, position).map_err(failed)
            }
        }
    }

    /// A random move for the position, as [`BookEntry::choose`]; none where the file cannot be read.
    #[must_use]
    pub fn choose(&self, position: &Position, choice: &BookChoice) -> Option<BookMove> {
        match &self.place {
            Storage::Memory(book) => book.choose(position, choice).cloned(),
            // Nothing is read from the file after the last ply of the book.
            _ if !choice.reaches(position) => None,
            _ => self.entry(position).ok()??.choose(position, choice).cloned(),
        }
    }
}

fn content(path: &Path, source: BookError) -> BookFileError {
    BookFileError::Content { path: path.to_owned(), source }
}

/// A text with its number of positions if these are in ascending order.
fn sorted_text(path: &Path, size: u64) -> io::Result<Option<(Storage, u64)>> {
    let mut file = BufReader::new(File::open(path)?);
    let (mut before, mut positions, mut line) = (Vec::new(), 0, Vec::new());
    while file.read_until(b'\n', &mut line)? > 0 {
        let version = line.trim_ascii();
        if version.starts_with(b"#YANEURAOU-DB") && version != db::HEADER.as_bytes() {
            // Reading it whole will report that.
            return Ok(None);
        }
        if let Some(name) = position_of(&line) {
            if positions > 0 && name <= before.as_slice() {
                return Ok(None);
            }
            before.clear();
            before.extend(name);
            positions += 1;
        }
        line.clear();
    }
    Ok((positions > 0).then_some((Storage::Text(Mutex::new(file), size), positions)))
}

/// The position that a line names, without its ply.
fn position_of(line: &[u8]) -> Option<&[u8]> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let sfen = line.trim_ascii().strip_prefix(b"sfen ")?;
    let end = sfen.iter().rposition(|&byte| byte == b' ')?;
    Some(&sfen[..end])
}

fn entry_of_text(
    file: &mut BufReader<File>,
    size: u64,
    position: &Position,
) -> io::Result<Option<BookEntry>> {
    let sfen = position.to_sfen();
    let name = db::board(&sfen).as_bytes();
    // The position begins in this part of the text, at the beginning of a line, if it is there.
    let (mut begin, mut end) = (0, size);
    while end - begin > NEAR {
        let middle = begin + (end - begin) / 2;
        match next_position(file, middle, end)? {
            Some((at, found)) if found.as_slice() <= name => begin = at,
            _ => end = middle,
        }
    }
    file.seek(SeekFrom::Start(begin))?;
    let (mut text, mut line) = (Vec::new(), Vec::new());
    while file.read_until(b'\n', &mut line)? > 0 {
        match position_of(&line) {
            Some(found) if found == name => text.extend(&line),
            Some(found) if !text.is_empty() || found > name => break,
            None if !text.is_empty() => text.extend(&line),
            _ => {}
        }
        line.clear();
    }
    let book = Book::read_skipping(&String::from_utf8_lossy(&text));
    Ok(book.ok().and_then(|(mut book, _)| book.remove(position)))
}

/// The first position whose line begins in a part of a text, but not at its first byte unless that is the
/// first one of the text: where it begins, and its name.
fn next_position(
    file: &mut BufReader<File>,
    begin: u64,
    end: u64,
) -> io::Result<Option<(u64, Vec<u8>)>> {
    file.seek(SeekFrom::Start(begin))?;
    let mut line = Vec::new();
    let mut at = begin + file.read_until(b'\n', &mut line)? as u64;
    while at < end {
        line.clear();
        let length = file.read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
        if let Some(name) = position_of(&line) {
            return Ok(Some((at, name.to_vec())));
        }
        at += length as u64;
    }
    Ok(None)
}

fn entry_of_ybb(
    file: &mut File,
    size: u64,
    header: ybb::Header,
    position: &Position,
) -> io::Result<Option<BookEntry>> {
    let Ok(key) = position.to_packed() else { return Ok(None) };
    let (mut begin, mut end) = (0, header.rows);
    while begin < end {
        let middle = begin + (end - begin) / 2;
        let mut bytes = [0; ybb::ROW];
        file.seek(SeekFrom::Start(ybb::HEADER as u64 + middle * ybb::ROW as u64))?;
        file.read_exact(&mut bytes)?;
        let row = ybb::Row::read(&bytes);
        match row.key.cmp(&key) {
            core::cmp::Ordering::Less => begin = middle + 1,
            core::cmp::Ordering::Greater => end = middle,
            core::cmp::Ordering::Equal => {
                let Some((at, length)) = header.moves_of(&row, size) else { return Ok(None) };
                let mut moves = vec![0; length];
                file.seek(SeekFrom::Start(at))?;
                file.read_exact(&mut moves)?;
                return Ok(Some(ybb::entry(&row, header, position, &moves, &mut |_| {})));
            }
        }
    }
    Ok(None)
}
