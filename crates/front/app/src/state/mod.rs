//! What all features share: connections, documents, settings, engines, the store.

mod connection;
mod documents;
mod go_player;
mod live_game;
mod mate;
mod outbox;
mod token;
mod uploads;
mod work;

pub(crate) use connection::{Connection, MAX_CONNECTIONS};
pub(crate) use go_player::{GoPlayer, GoSeat};
pub(crate) use live_game::LiveGame;
pub(crate) use mate::{MateEntry, MatePlace, MateState, ShownProof, Unrecorded};
pub(crate) use outbox::{News, Outbox};
pub(crate) use token::{random_key, random_seed, random_token};
pub(crate) use uploads::{UploadError, Uploads};
pub(crate) use work::WorkPlace;

use crate::engine::EnginePool;
use crate::engines::Registry;
use crate::protocol::{Event, ServerMessage, Settings, Unsaved};
use crate::settings::{Budget, default_settings};
use crate::storage::{DataFolder, Storage, StorageError};
use documents::Documents;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use zenpuku_core::StopToken;

/// Takes a lock; a thread that panicked while it held it leaves data that are still whole,
/// because every change is made in one step.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The shared state.
pub(crate) struct AppState {
    pub(crate) storage: Storage,
    pub(crate) folder: DataFolder,
    pub(crate) pool: EnginePool,
    /// Engines that the user has registered.
    pub(crate) engines: Registry,
    /// The Go engine that plays.
    pub(crate) go_seat: GoSeat,
    /// Attempts at mate problems that are not on disk yet.
    pub(crate) unrecorded: Unrecorded,
    pub(crate) uploads: Uploads,
    pub(crate) started: Instant,
    /// Does the server listen on loopback only?
    pub(crate) loopback: bool,
    pub(crate) stopping: StopToken,
    documents: Documents,
    settings: Mutex<Settings>,
    /// What could not be written to disk; empty while all is saved.
    unsaved: Mutex<Unsaved>,
    connections: Mutex<HashMap<u64, Arc<Connection>>>,
    next_connection: AtomicU64,
    /// Searches of rooms that run.
    working: AtomicUsize,
}

impl AppState {
    pub(crate) fn new(
        folder: DataFolder,
        budget: Budget,
        loopback: bool,
    ) -> Result<Arc<Self>, StorageError> {
        let storage = Storage::open(folder.path())?;
        let settings = storage.settings()?.unwrap_or_else(default_settings).under(budget);
        let engines = Registry::open(&storage)?;
        let pool = EnginePool::new(settings.threads as usize, settings.hash_mb as usize);
        let state = Arc::new(Self {
            storage,
            folder,
            pool,
            engines,
            go_seat: GoSeat::default(),
            unrecorded: Unrecorded::default(),
            uploads: Uploads::default(),
            started: Instant::now(),
            loopback,
            stopping: StopToken::new(),
            documents: Documents::default(),
            settings: Mutex::new(settings),
            unsaved: Mutex::default(),
            connections: Mutex::default(),
            next_connection: AtomicU64::new(1),
            working: AtomicUsize::new(0),
        });
        state.forget_old_sessions()?;
        Ok(state)
    }

    /// The state over a folder of a test.
    #[cfg(test)]
    pub(crate) fn for_test(folder: &std::path::Path) -> Arc<Self> {
        let folder = DataFolder::open(folder).unwrap();
        Self::new(folder, Budget { threads: Some(1), hash_mb: Some(16) }, true).unwrap()
    }

    /// The settings in force.
    pub(crate) fn settings(&self) -> Settings {
        lock(&self.settings).clone()
    }

    pub(crate) fn set_settings(&self, settings: &Settings) -> Result<(), StorageError> {
        self.storage.save_settings(settings)?;
        self.pool.set(settings.threads as usize, settings.hash_mb as usize);
        lock(&self.settings).clone_from(settings);
        Ok(())
    }

    /// Records the failure of a registered engine, and notifies every client.
    pub(crate) fn engine_failed(&self, engine: u32, fault: &str) {
        match self.engines.note(&self.storage, engine, Some(fault)) {
            Ok(true) => {
                self.publish(Event::Engines { engines: self.engines.all() }, |_| true);
            }
            Ok(false) => {}
            Err(error) => tracing::warn!("{fault}; not noted: {}", error.message),
        }
    }

    /// Sends an event to every connection that `to` picks.
    pub(crate) fn publish(&self, event: Event, to: impl Fn(&Connection) -> bool) {
        let chosen: Vec<Arc<Connection>> =
            lock(&self.connections).values().filter(|one| to(one)).cloned().collect();
        if chosen.is_empty() {
            return;
        }
        let text: Arc<str> = message_text(&ServerMessage::Event { event }).into();
        for connection in chosen {
            connection.outbox.event(&text);
        }
    }

    /// Sends an event to one connection, if it still exists.
    pub(crate) fn publish_to(&self, event: Event, connection: &Connection) {
        self.publish(event, |other| std::ptr::eq(other, connection));
    }

    /// Sends an event to the connections that have a document open.
    pub(crate) fn publish_document(&self, document: u32, event: Event) {
        self.publish(event, |connection| connection.has(document));
    }

    /// Sends the newest state of a game to the connections that watch its match.
    pub(crate) fn publish_game(&self, game: &LiveGame) {
        let connections = lock(&self.connections);
        for connection in connections.values().filter(|one| one.watches(game.of_match())) {
            connection.outbox.newest(News::Game(game.clone()));
        }
    }

    /// Does any connection have the document open?
    pub(crate) fn is_watched(&self, document: u32) -> bool {
        lock(&self.connections).values().any(|connection| connection.has(document))
    }

    pub(crate) fn connection_count(&self) -> usize {
        lock(&self.connections).len()
    }
}

/// A message as text.
pub(crate) fn message_text(message: &ServerMessage) -> String {
    // Plain data with finite numbers: this cannot fail, and an empty text would
    // be noticed immediately.
    serde_json::to_string(message).unwrap_or_default()
}
