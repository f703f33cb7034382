//! The definition of a run of self-play: everything that decides its games.

use super::opening::OpeningSet;
use crate::shard::ShardError;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::openings::Opening;
use zenpuku_core::files;
use zenpuku_core::hash::fnv1a;

/// Name of the plan's file in its folder.
const FILE: &str = "selfplay.json";

/// Why self-play cannot begin or continue.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// A file of the run.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The folder belongs to another plan.
    #[error(
        "{}: the folder holds games of another plan: {field} is {there}, asked for {asked}",
        path.display()
    )]
    OtherPlan {
        /// The plan's file.
        path: PathBuf,
        /// What differs.
        field: String,
        /// As in the folder.
        there: String,
        /// As asked for.
        asked: String,
    },
    /// The plan's file is damaged.
    #[error("{}: {cause}", path.display())]
    PlanFile {
        /// The plan's file.
        path: PathBuf,
        /// The problem.
        #[source]
        cause: serde_json::Error,
    },
    /// The engine failed in a game.
    #[error("game {number}: {cause}")]
    Engine {
        /// The game.
        number: u64,
        /// What happened.
        cause: String,
    },
    /// The thread cannot be created.
    #[error("no thread for self-play: {0}")]
    Thread(#[from] std::io::Error),
    /// A worker died.
    #[error("a worker of the self-play ended without a result")]
    Worker,
}

/// Everything that decides the games of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Seed of all openings.
    pub seed: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Fewest and most random plies after the prefix of a line of the openings.
    pub random_plies: (u16, u16),
    /// Openings whose value is beyond this many centipawns for either side are drawn again.
    pub opening_limit: i32,
    /// A game of this many plies is a draw.
    pub max_plies: usize,
    /// When agreement on the score ends a game.
    pub adjudication: Adjudication,
    /// Games of a full shard.
    pub games_per_shard: u32,
    /// Table size in MiB; it affects replacements, and so the games.
    pub hash: usize,
    /// The engine's settings in words.
    pub engine: String,
    /// FNV-1a of the openings, 0 without any.
    pub openings: u64,
}

impl Plan {
    /// The fingerprint of openings for [`Plan::openings`].
    #[must_use]
    pub fn fingerprint(sets: &[OpeningSet]) -> u64 {
        match sets {
            [] => 0,
            [set] if set.limit.is_none() => fnv1a(words(&set.lines).as_bytes()),
            sets => {
                let sets = sets.iter().map(|set| {
                    format!("share {} limit {:?}\n{}", set.share, set.limit, words(&set.lines))
                });
                fnv1a(sets.collect::<Vec<_>>().join("\n").as_bytes())
            }
        }
    }

    /// Writes the plan into a new folder, or checks that the folder's plan is the same.
    ///
    /// # Errors
    /// [`SelfPlayError::OtherPlan`] names what differs.
    pub(crate) fn claim(&self, folder: &Path) -> Result<(), SelfPlayError> {
        fs::create_dir_all(folder).map_err(ShardError::io(folder))?;
        let path = folder.join(FILE);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(_) => return self.write(&path),
        };
        let there: serde_json::Value = serde_json::from_slice(&text)
            .map_err(|cause| SelfPlayError::PlanFile { path: path.clone(), cause })?;
        let asked = self.json();
        for (field, value) in asked.as_object().into_iter().flatten() {
            let found = there.get(field).unwrap_or(&serde_json::Value::Null);
            if found != value {
                let (there, asked) = (found.to_string(), value.to_string());
                return Err(SelfPlayError::OtherPlan { path, field: field.clone(), there, asked });
            }
        }
        Ok(())
    }

    fn write(&self, path: &Path) -> Result<(), SelfPlayError> {
        let text = format!("{:#}\n", self.json());
        let temporary = path.with_extension("tmp");
        fs::write(&temporary, text)
            .and_then(|()| files::rename(&temporary, path))
            .map_err(|cause| ShardError::io(path)(cause).into())
    }

    pub(super) fn json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

fn words(lines: &[Opening]) -> String {
    let lines = lines.iter().map(|line| {
        let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
        format!("{} {}", line.start.to_sfen(), moves.join(" "))
    });
    lines.collect::<Vec<_>>().join("\n")
}
