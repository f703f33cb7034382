//! The games in memory.

use super::game::{Game, StoredGame};
use crate::errors::{AppResult, not_found};
use crate::protocol::PlayState;
use crate::state::{AppState, lock};
use crate::storage::StorageError;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Running games, and ended ones whose document is open.
pub(crate) struct Games {
    pub(super) state: Arc<AppState>,
    pub(super) all: Mutex<HashMap<u32, Arc<Mutex<Game>>>>,
}

impl Games {
    /// The games of the last run.
    pub(crate) fn open(state: Arc<AppState>) -> Result<Self, StorageError> {
        let mut all = HashMap::new();
        for row in state.storage.plays()? {
            let Ok(stored) = serde_json::from_str::<StoredGame>(&row.body) else { continue };
            let Ok(document) = state.document(row.document) else { continue };
            let mut document = lock(&document);
            let Ok(start) = document.tree().map(|tree| tree.start.clone()) else { continue };
            if let Some(mut game) = Game::restore(row.id, row.document, &start, stored) {
                game.paused = game.result.is_none();
                document.playing = game.result.is_none();
                all.insert(row.id, Arc::new(Mutex::new(game)));
            }
        }
        Ok(Self { state, all: Mutex::new(all) })
    }

    pub(super) fn game(&self, id: u32) -> AppResult<Arc<Mutex<Game>>> {
        lock(&self.all).get(&id).cloned().ok_or_else(|| not_found("game", id))
    }

    pub(super) fn each(&self) -> Vec<Arc<Mutex<Game>>> {
        lock(&self.all).values().cloned().collect()
    }

    /// The document is gone, and with it the game that it records.
    pub(crate) fn forget(&self, document: u32) {
        lock(&self.all).retain(|_, game| {
            let game = lock(game);
            let stays = game.document != document;
            if !stays {
                game.dismiss_engines();
            }
            stays
        });
    }

    /// Running games, and those whose document is among `documents`.
    pub(crate) fn states(&self, documents: &[u32]) -> Vec<PlayState> {
        let mut states: Vec<PlayState> =
            self.each().iter().map(|game| lock(game).state()).collect();
        states.retain(|game| game.result.is_none() || documents.contains(&game.document));
        states.sort_by_key(|game| game.game);
        states
    }

    /// Running games.
    pub(crate) fn going(&self) -> usize {
        self.each().iter().filter(|game| lock(game).result.is_none()).count()
    }
}
