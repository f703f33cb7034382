//! A folder of shards.

use crate::shard::{self, ShardError};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The shards of a folder, by number. Where a full and an unfinished file have the same number
/// (the process ended between renaming and removing), the full one counts.
///
/// # Errors
/// [`ShardError::Io`] when the folder cannot be listed.
pub fn list(folder: &Path) -> Result<BTreeMap<u32, PathBuf>, ShardError> {
    let mut shards = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(ShardError::io(folder))? {
        let path = entry.map_err(ShardError::io(folder))?.path();
        let Some(number) = number(&path) else { continue };
        if is_full(&path) || !shards.contains_key(&number) {
            shards.insert(number, path);
        }
    }
    Ok(shards)
}

/// Is this the name of a full shard?
#[must_use]
pub fn is_full(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "zst")
}

fn number(path: &Path) -> Option<u32> {
    let name = path.file_name()?.to_str()?;
    let number = name.strip_prefix("games-")?.split('.').next()?.parse().ok()?;
    let ours = [shard::full_name(number), shard::part_name(number)];
    ours.iter().any(|known| known == name).then_some(number)
}

/// The shards that `paths` name: files, and the shards that [`list`] finds in folders.
///
/// # Errors
/// [`ShardError::Io`] when a folder cannot be listed.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ShardError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(list(path)?.into_values());
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}
