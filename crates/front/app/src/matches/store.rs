//! Matches on disk: one file each, with the plan in the first line and then a line for every pair of
//! games.

use crate::errors::{AppResult, error};
use crate::protocol::{ErrorCode, MatchSetup, RegisteredEngine};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use zenpuku_arena::tournament::Played;

/// Name of the folder in the data folder.
const FOLDER: &str = "matches";

/// The plan of a match. It does not change when a registered engine is changed or removed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) setup: MatchSetup,
    pub(super) players: Vec<Entrant>,
    /// The user's start lines in USI notation; absent for those of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) openings: Option<String>,
    /// The day, `YYYY-MM-DD`.
    pub(super) created: String,
}

/// A player.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entrant {
    pub(super) name: String,
    /// The registered engine; absent for the built-in one.
    pub(super) engine: Option<RegisteredEngine>,
}

/// The folder of the matches.
pub(super) struct Store(PathBuf);

fn failed(path: &Path, failed: &io::Error) -> crate::protocol::ErrorBody {
    error(ErrorCode::Storage, format!("{}: {failed}", path.display()))
}

impl Store {
    pub(super) fn new(data: &Path) -> Self {
        Self(data.join(FOLDER))
    }

    fn path(&self, id: u32) -> PathBuf {
        self.0.join(format!("{id}.jsonl"))
    }

    /// All matches with their games. Files that cannot be read are skipped with a warning.
    pub(super) fn read_all(&self) -> Vec<(u32, Plan, Vec<Played>)> {
        let Ok(entries) = std::fs::read_dir(&self.0) else { return Vec::new() };
        let numbers = entries.flatten().filter_map(|entry| {
            let path = entry.path();
            let number = path.file_stem()?.to_str()?.parse().ok()?;
            (path.extension()? == "jsonl").then_some(number)
        });
        let read = numbers.filter_map(|id: u32| match self.read(id) {
            Ok((plan, played)) => Some((id, plan, played)),
            Err(failed) => {
                tracing::warn!("a match is skipped: {}", failed.message);
                None
            }
        });
        read.collect()
    }

    /// A match with its games, up to a line that was cut off by a crash.
    pub(super) fn read(&self, id: u32) -> AppResult<(Plan, Vec<Played>)> {
        let path = self.path(id);
        let file = File::open(&path).map_err(|cause| failed(&path, &cause))?;
        let mut lines = BufReader::new(file).lines();
        let first = lines.next().transpose().map_err(|cause| failed(&path, &cause))?;
        let plan = serde_json::from_str(&first.unwrap_or_default());
        let plan = plan.map_err(|cause| {
            error(ErrorCode::Storage, format!("{}, line 1: {cause}", path.display()))
        })?;
        let played = lines.map_while(Result::ok);
        let played = played.map_while(|line| serde_json::from_str(&line).ok()).collect();
        Ok((plan, played))
    }

    /// Creates the file of a match.
    pub(super) fn begin(&self, id: u32, plan: &Plan) -> AppResult<()> {
        let path = self.path(id);
        self.write_line(&path, true, plan).map_err(|cause| failed(&path, &cause))
    }

    /// Rewrites plan and games without a line that was cut off, so that games can be appended.
    pub(super) fn restart(&self, id: u32, plan: &Plan, played: &[Played]) -> AppResult<()> {
        let path = self.path(id);
        let new = path.with_extension("new");
        let write = || {
            self.write_line(&new, true, plan)?;
            played.iter().try_for_each(|played| self.write_line(&new, false, played))?;
            zenpuku_core::files::rename(&new, &path)
        };
        write().map_err(|cause| failed(&path, &cause))
    }

    /// Adds a pair of games.
    pub(super) fn append(&self, id: u32, played: &Played) -> AppResult<()> {
        let path = self.path(id);
        self.write_line(&path, false, played).map_err(|cause| failed(&path, &cause))
    }

    fn write_line(&self, path: &Path, new: bool, line: &impl Serialize) -> io::Result<()> {
        std::fs::create_dir_all(&self.0)?;
        let mut options = OpenOptions::new();
        let mut file = if new {
            options.write(true).create(true).truncate(true).open(path)?
        } else {
            options.append(true).open(path)?
        };
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        file.write_all(text.as_bytes())
    }

    pub(super) fn delete(&self, id: u32) -> AppResult<()> {
        let path = self.path(id);
        std::fs::remove_file(&path).map_err(|cause| failed(&path, &cause))
    }
}
