//! Shards: the files that games are kept in.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | magic `ZPGAMES1` |
//! | 4 + 4 | length and checksum of the header |
//! | ... | header: JSON, see [`Header`] |
//! | 4 + 4 | length and checksum of a game |
//! | ... | the game, see [`Game::encode`] |
//! | | ... and so on to the end of the file |
//!
//! Numbers are little-endian. A shard that is being written is `games-NNNNNN.part`, plain and
//! only appended to, so that a killed process loses at most the game it was writing. A full
//! one is `games-NNNNNN.zst`: the same bytes, compressed, put in place by renaming.

use crate::bytes::{Reader, checksum};
use crate::game::{Game, GameError};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"ZPGAMES1";
/// Compression level of full shards; higher ones gain little.
const LEVEL: i32 = 19;
/// Length and checksum before each piece.
const FRAME: usize = 8;

/// Why a shard cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The system failed.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Its error.
        #[source]
        cause: io::Error,
    },
    /// Not one of our files.
    #[error("{}: not a file of self-play games (it begins otherwise)", .0.display())]
    Foreign(PathBuf),
    /// An unfinished file without a complete header: no game has been played yet.
    #[error("{}: no game has been written yet", .0.display())]
    Empty(PathBuf),
    /// Bytes are damaged or missing.
    #[error("{}: offset {offset} (decompressed): {cause}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where, in the uncompressed bytes.
        offset: usize,
        /// The problem.
        cause: String,
    },
    /// A stored game makes no sense.
    #[error("{}: game {number} at offset {offset} (decompressed): {cause}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// Its place in the file, 0 for the first.
        number: usize,
        /// Where, in the uncompressed bytes.
        offset: usize,
        /// The problem.
        #[source]
        cause: GameError,
    },
}

impl ShardError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::Io { path: path.to_owned(), cause }
    }
}

/// The header of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Number of the shard in its run.
    pub shard: u32,
    /// Number of its first game.
    pub first_game: u64,
    /// Version of the program that wrote it.
    pub program: String,
    /// The plan of the run, as JSON.
    pub plan: serde_json::Value,
}

/// A shard that was read.
#[derive(Clone, Debug)]
pub struct Shard {
    /// Its header.
    pub header: Header,
    /// Its games, in order.
    pub games: Vec<Game>,
    /// Uncompressed bytes up to the end of the last whole game.
    end: usize,
}

/// Name of the full shard `number`.
#[must_use]
pub(crate) fn full_name(number: u32) -> String {
    format!("games-{number:06}.zst")
}

/// Name of the unfinished shard `number`.
#[must_use]
pub fn part_name(number: u32) -> String {
    format!("games-{number:06}.part")
}

/// Reads a shard; an unfinished one (`.part`) may end within a game, which is left out.
///
/// # Errors
/// [`ShardError`] names file, offset and cause.
pub fn read(path: &Path) -> Result<Shard, ShardError> {
    let is_part = path.extension().is_some_and(|extension| extension == "part");
    let raw = match fs::read(path) {
        Ok(raw) => raw,
        // It may have become full since it was listed.
        Err(_) if is_part && path.with_extension("zst").exists() => {
            return read(&path.with_extension("zst"));
        }
        Err(cause) => return Err(ShardError::io(path)(cause)),
    };
    if is_part {
        return parse(path, &raw, true);
    }
    let bytes = zstd::decode_all(raw.as_slice()).map_err(ShardError::io(path))?;
    parse(path, &bytes, false)
}

fn parse(path: &Path, bytes: &[u8], unfinished: bool) -> Result<Shard, ShardError> {
    let mut reader = Reader::new(bytes);
    if unfinished && MAGIC.starts_with(bytes) {
        return Err(ShardError::Empty(path.to_owned()));
    }
    if reader.array().as_ref() != Some(MAGIC) {
        return Err(ShardError::Foreign(path.to_owned()));
    }
    let damaged = |offset, cause: String| {
        let path = path.to_owned();
        ShardError::Damaged { path, offset, cause }
    };
    let header = match frame(&mut reader) {
        Ok(header) => header,
        Err(Torn::Short | Torn::Last) if unfinished => {
            return Err(ShardError::Empty(path.to_owned()));
        }
        Err(torn) => return Err(damaged(MAGIC.len(), torn.to_string())),
    };
    let header = serde_json::from_slice(header)
        .map_err(|error| damaged(MAGIC.len() + FRAME, format!("header: {error}")))?;
    let mut shard = Shard { header, games: Vec::new(), end: reader.offset() };
    while reader.left() > 0 {
        let offset = reader.offset();
        let payload = match frame(&mut reader) {
            Ok(payload) => payload,
            // The game that was being written when the process ended.
            Err(Torn::Short | Torn::Last) if unfinished => break,
            Err(torn) => return Err(damaged(offset, torn.to_string())),
        };
        let number = shard.games.len();
        let game = Game::decode(payload).map_err(|cause| ShardError::Game {
            path: path.to_owned(),
            number,
            offset,
            cause,
        })?;
        shard.games.push(game);
        shard.end = reader.offset();
    }
    Ok(shard)
}

/// An error of a frame.
#[derive(Clone, Copy, Debug, thiserror::Error)]
enum Torn {
    #[error("the file ends within a piece")]
    Short,
    #[error("the checksum of the last piece does not fit its bytes")]
    Last,
    #[error("the checksum does not fit the bytes")]
    Checksum,
}

fn frame<'a>(reader: &mut Reader<'a>) -> Result<&'a [u8], Torn> {
    let length = reader.u32().ok_or(Torn::Short)?;
    let expected = reader.u32().ok_or(Torn::Short)?;
    let payload = reader.take(length as usize).ok_or(Torn::Short)?;
    match checksum(payload) == expected {
        true => Ok(payload),
        false if reader.left() == 0 => Err(Torn::Last),
        false => Err(Torn::Checksum),
    }
}

fn push_frame(out: &mut Vec<u8>, payload: &[u8]) {
    out.extend_from_slice(&(payload.len() as u32).to_le_bytes());
    out.extend_from_slice(&checksum(payload).to_le_bytes());
    out.extend_from_slice(payload);
}

/// Appends games to an unfinished shard.
#[derive(Debug)]
pub struct Writer {
    part: PathBuf,
    full: PathBuf,
    file: File,
    games: usize,
    buffer: Vec<u8>,
}

impl Writer {
    /// Starts the shard described by `header` in `folder`, or resumes it after
    /// a killed process: an incomplete game is removed.
    ///
    /// # Errors
    /// [`ShardError`] if the file cannot be written, or the existing one is damaged.
    pub fn open(folder: &Path, header: &Header) -> Result<Self, ShardError> {
        let part = folder.join(part_name(header.shard));
        let full = folder.join(full_name(header.shard));
        let mut options = OpenOptions::new();
        let open = |options: &OpenOptions| options.open(&part).map_err(ShardError::io(&part));
        let found = if part.exists() { read(&part).map(Some) } else { Ok(None) };
        let found = match found {
            Err(ShardError::Empty(_)) => None,
            other => other?,
        };
        let file = open(options.create(true).append(true))?;
        let (games, end) = found.as_ref().map_or((0, 0), |shard| (shard.games.len(), shard.end));
        file.set_len(end as u64).map_err(ShardError::io(&part))?;
        let mut writer = Self { part, full, file, games, buffer: Vec::new() };
        if found.is_none() {
            writer.start(header)?;
        }
        Ok(writer)
    }

    fn start(&mut self, header: &Header) -> Result<(), ShardError> {
        let json = serde_json::to_vec(header)
            .map_err(|error| ShardError::Io { path: self.part.clone(), cause: error.into() })?;
        let mut bytes = MAGIC.to_vec();
        push_frame(&mut bytes, &json);
        self.file.write_all(&bytes).map_err(ShardError::io(&self.part))
    }

    /// Games in the file.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }

    /// Appends a game; once this returns, a killed process does not lose it.
    ///
    /// # Errors
    /// [`ShardError::Io`].
    pub fn append(&mut self, game: &Game) -> Result<(), ShardError> {
        self.buffer.clear();
        game.encode(&mut self.buffer);
        let mut bytes = Vec::with_capacity(self.buffer.len() + FRAME);
        push_frame(&mut bytes, &self.buffer);
        self.file.write_all(&bytes).map_err(ShardError::io(&self.part))?;
        self.games += 1;
        Ok(())
    }

    /// Compresses the full shard, puts it in place and removes the unfinished one.
    ///
    /// # Errors
    /// [`ShardError::Io`].
    pub fn finish(self) -> Result<PathBuf, ShardError> {
        let bytes = fs::read(&self.part).map_err(ShardError::io(&self.part))?;
        let temporary = self.full.with_extension("tmp");
        compress(&bytes)
            .and_then(|packed| fs::write(&temporary, packed))
            .and_then(|()| zenpuku_core::files::rename(&temporary, &self.full))
            .map_err(ShardError::io(&self.full))?;
        fs::remove_file(&self.part).map_err(ShardError::io(&self.part))?;
        Ok(self.full)
    }
}

fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL)?;
    encoder.include_checksum(true)?;
    encoder.write_all(bytes)?;
    encoder.finish()
}
