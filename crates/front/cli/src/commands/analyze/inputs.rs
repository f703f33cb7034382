//! Which records to work on.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use zenpuku_shogi_record::Format;

use crate::files::STANDARD;

/// Part of the names of our own results, which are not input.
pub(super) const MARK: &str = ".zenpuku.";

/// Folders below a given folder that are looked into.
const MAX_DEPTH: usize = 32;

/// A record and where its results go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::commands) struct Input {
    /// The record.
    pub(in crate::commands) path: PathBuf,
    /// Folder of the results.
    pub(super) folder: PathBuf,
    /// The prefix of the result files.
    pub(super) name: OsString,
}

impl Input {
    /// Does the record come from stdin?
    pub(super) fn is_standard(&self) -> bool {
        self.path.as_os_str() == STANDARD
    }

    /// A record whose results are written next to it.
    pub(in crate::commands) fn beside(path: PathBuf) -> Self {
        let folder = parent(&path).to_path_buf();
        Self::new(path, folder)
    }

    fn new(path: PathBuf, folder: PathBuf) -> Self {
        let name = path.file_stem().map_or_else(OsString::new, OsString::from);
        Self { path, folder, name }
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// Leaves out records that are named twice. A record with a neighbour of the same name and another
/// extension, such as `game.kif` and `game.csa`, keeps its extension in the names of its results.
pub(super) fn tell_apart(mut inputs: Vec<Input>) -> Vec<Input> {
    let mut seen = HashSet::new();
    inputs.retain(|input| {
        let folder = parent(&input.path).canonicalize();
        let folder = folder.unwrap_or_else(|_| parent(&input.path).to_path_buf());
        seen.insert((folder, input.path.file_name().map(OsString::from)))
    });
    let mut folders: HashMap<PathBuf, HashMap<OsString, usize>> = HashMap::new();
    for input in &mut inputs {
        let folder = parent(&input.path);
        let stems = folders.entry(folder.to_path_buf()).or_insert_with(|| stems(folder));
        if stems.get(&input.name).is_some_and(|&records| records > 1)
            && let Some(name) = input.path.file_name()
        {
            input.name = name.to_owned();
        }
    }
    inputs
}

/// The number of records with each name without extension in a folder.
fn stems(folder: &Path) -> HashMap<OsString, usize> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut found = HashMap::new();
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for path in paths.filter(|path| is_record(path)) {
        *found.entry(path.file_stem().unwrap_or_default().to_owned()).or_default() += 1;
    }
    found
}

/// The files named, [`STANDARD`] for stdin, and the records in the folders named, in order. With
/// `out`, a folder's structure is kept below it.
pub(in crate::commands) fn collect(
    paths: &[PathBuf],
    out: Option<&Path>,
) -> anyhow::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.as_os_str() == STANDARD {
            let folder = out.unwrap_or(Path::new("")).to_path_buf();
            inputs.push(Input { path: path.clone(), folder, name: "stdin".into() });
            continue;
        }
        let meta = fs::metadata(path).with_context(|| path.display().to_string())?;
        if meta.is_dir() {
            let before = inputs.len();
            walk(path, out.map(Path::to_path_buf), MAX_DEPTH, &mut inputs)?;
            anyhow::ensure!(inputs.len() > before, "{}: no record in this folder", path.display());
        } else {
            let input = Input::beside(path.clone());
            let folder = out.map_or_else(|| input.folder.clone(), Path::to_path_buf);
            inputs.push(Input { folder, ..input });
        }
    }
    Ok(inputs)
}

fn walk(
    folder: &Path,
    out: Option<PathBuf>,
    depth: usize,
    inputs: &mut Vec<Input>,
) -> anyhow::Result<()> {
    let context = || folder.display().to_string();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .with_context(context)?;
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.is_symlink() && depth > 0 {
            let below = out.as_ref().zip(path.file_name()).map(|(out, name)| out.join(name));
            walk(&path, below, depth - 1, inputs)?;
        } else if path.is_file() && is_record(&path) {
            let folder = out.clone().unwrap_or_else(|| folder.to_path_buf());
            inputs.push(Input::new(path, folder));
        }
    }
    Ok(())
}

/// A record by its extension; JSON only as `.jkf`, since any program writes `.json`.
fn is_record(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let format = Format::from_extension(&extension);
    let game =
        matches!(format, Some(Format::Kif | Format::Ki2 | Format::Csa | Format::Jkf | Format::Usi));
    game && extension != "json" && !name.contains(MARK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_results_and_foreign_json_are_no_input() {
        assert!(is_record(Path::new("a/b.KIF")));
        assert!(is_record(Path::new("a.jkf")));
        assert!(!is_record(Path::new("a.zenpuku.kif")));
        assert!(!is_record(Path::new("package.json")));
        assert!(!is_record(Path::new("README")));
    }
}
