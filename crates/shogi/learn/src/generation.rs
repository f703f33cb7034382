//! A finished generation of games in one file: a second copy that is quickly moved and checked.
//!
//! The file is Zstandard over: the magic `ZPGENER1`, the manifest, then the files in its order,
//! each piece with its length before it (`u64`, little-endian). The manifest names every file with
//! games, positions and checksum, the plan and the program that made them.

use crate::folder;
use crate::game::Game;
use crate::shard::{self, ShardError};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write as _};
use std::path::{Path, PathBuf};
use zenpuku_core::files;
use zenpuku_core::hash::fnv1a;

const MAGIC: &[u8; 8] = b"ZPGENER1";
/// The files are already compressed: the benefit is one file, not less space.
const LEVEL: i32 = 3;
/// Longest manifest and longest file that are believed, in bytes.
const LONGEST: u64 = 1 << 32;

/// Why a generation cannot be packed or unpacked.
#[derive(Debug, thiserror::Error)]
pub enum GenerationError {
    /// A file of games.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A file that is not of games.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        cause: io::Error,
    },
    /// No games are there.
    #[error("{}: no games", .0.display())]
    Nothing(PathBuf),
    /// Games are still being written.
    #[error("{}: changed while it was packed; let the run end first", .0.display())]
    Changed(PathBuf),
    /// Not such a file, or a damaged one.
    #[error("{}: {problem}", path.display())]
    Damaged {
        /// The packed file.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
}

/// One file of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name in the folder.
    pub name: String,
    /// Games in it.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
    /// Its length in bytes.
    pub bytes: u64,
    /// FNV-1a of its bytes, hexadecimal.
    pub checksum: String,
}

/// The description of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program that played, with its commit, as the first file says.
    pub program: String,
    /// The plan of the run, as the first file says.
    pub plan: serde_json::Value,
    /// Games of all files.
    pub games: u64,
    /// Their positions with a score.
    pub positions: u64,
    /// The files, in order.
    pub files: Vec<Entry>,
}

/// Reads every file of games in `folder` and describes them; the last one of a run may not be full.
///
/// # Errors
/// [`GenerationError`] if there is no file, or one is damaged.
pub fn manifest(folder: &Path) -> Result<Manifest, GenerationError> {
    let mut files = Vec::new();
    let mut first = None;
    for path in folder::list(folder)?.into_values() {
        let bytes = fs::read(&path).map_err(io_error(&path))?;
        let shard = match shard::read(&path) {
            Err(ShardError::Empty(_)) => continue,
            read => read?,
        };
        files.push(Entry {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            games: shard.games.len() as u64,
            positions: shard.games.iter().map(Game::scored).sum(),
            bytes: bytes.len() as u64,
            checksum: format!("{:016x}", fnv1a(&bytes)),
        });
        first.get_or_insert(shard.header);
    }
    let header = first.ok_or_else(|| GenerationError::Nothing(folder.to_owned()))?;
    Ok(Manifest {
        program: header.program,
        plan: header.plan,
        games: files.iter().map(|file| file.games).sum(),
        positions: files.iter().map(|file| file.positions).sum(),
        files,
    })
}

/// Packs the finished generation in `folder` into the file `packed`, put in place by renaming.
///
/// # Errors
/// As [`manifest`], and when the file cannot be written.
pub fn pack(folder: &Path, packed: &Path) -> Result<Manifest, GenerationError> {
    let manifest = manifest(folder)?;
    let mut changed = None;
    let temporary = packed.with_extension("tmp");
    let mut write = || -> Result<(), io::Error> {
        let file = BufWriter::new(File::create(&temporary)?);
        let mut encoder = zstd::Encoder::new(file, LEVEL)?;
        encoder.include_checksum(true)?;
        encoder.write_all(MAGIC)?;
        put(&mut encoder, &serde_json::to_vec(&manifest)?)?;
        for entry in &manifest.files {
            let path = folder.join(&entry.name);
            let bytes = fs::read(&path)?;
            if format!("{:016x}", fnv1a(&bytes)) != entry.checksum {
                changed = Some(path);
                return Ok(());
            }
            put(&mut encoder, &bytes)?;
        }
        encoder.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        files::rename(&temporary, packed)
    };
    write().map_err(io_error(packed))?;
    match changed {
        Some(path) => Err(GenerationError::Changed(path)),
        None => Ok(manifest),
    }
}

/// Checks every byte of a packed generation and, with a `folder`, writes its files there.
///
/// # Errors
/// [`GenerationError`] names the damaged file.
pub fn unpack(packed: &Path, folder: Option<&Path>) -> Result<Manifest, GenerationError> {
    let damaged = |problem: String| {
        let path = packed.to_owned();
        GenerationError::Damaged { path, problem }
    };
    let file = BufReader::new(File::open(packed).map_err(io_error(packed))?);
    let mut reader = zstd::Decoder::new(file).map_err(io_error(packed))?;
    let mut magic = [0; MAGIC.len()];
    let is_ours = reader.read_exact(&mut magic).is_ok() && &magic == MAGIC;
    if !is_ours {
        return Err(damaged("no packed generation (it begins otherwise)".into()));
    }
    let bytes = piece(&mut reader).map_err(|error| damaged(format!("manifest: {error}")))?;
    let manifest: Manifest =
        serde_json::from_slice(&bytes).map_err(|error| damaged(format!("manifest: {error}")))?;
    if let Some(folder) = folder {
        fs::create_dir_all(folder).map_err(io_error(folder))?;
    }
    for entry in &manifest.files {
        let name = &entry.name;
        if Path::new(name).file_name().is_none_or(|own| own != name.as_str()) {
            return Err(damaged(format!("`{name}` is not a file name")));
        }
        let bytes = piece(&mut reader).map_err(|error| damaged(format!("{name}: {error}")))?;
        let found = format!("{:016x}", fnv1a(&bytes));
        if found != entry.checksum {
            let expected = &entry.checksum;
            return Err(damaged(format!("{name}: checksum {found}, the manifest says {expected}")));
        }
        if let Some(folder) = folder {
            let path = folder.join(name);
            fs::write(&path, &bytes).map_err(io_error(&path))?;
        }
    }
    let rest = reader.read(&mut [0]).map_err(io_error(packed))?;
    if rest > 0 { Err(damaged("bytes after the last file".into())) } else { Ok(manifest) }
}

fn put(writer: &mut impl io::Write, bytes: &[u8]) -> io::Result<()> {
    writer.write_all(&(bytes.len() as u64).to_le_bytes())?;
    writer.write_all(bytes)
}

fn piece(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 8];
    reader.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    let mut bytes = Vec::new();
    reader.take(length.min(LONGEST)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> GenerationError {
    let path = path.to_owned();
    move |cause| GenerationError::Io { path, cause }
}
