//! One connected client.

use super::{AppState, MateState, Outbox, lock};
use crate::engine::LivePlace;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use zenpuku_core::StopToken;

/// Connections at the same time.
pub(crate) const MAX_CONNECTIONS: usize = 32;

/// The server's state of a client.
pub(crate) struct Connection {
    id: u64,
    pub(crate) outbox: Outbox,
    /// The session, from `hello` on.
    pub(crate) session: OnceLock<String>,
    documents: Mutex<HashSet<u32>>,
    /// Live analyses by the ids of their engines.
    pub(crate) live: Mutex<BTreeMap<u32, LivePlace>>,
    analyses: AtomicU32,
    /// The match whose games the client watches.
    watched: Mutex<Option<u32>>,
    /// The client's current problem in the room of mate problems.
    pub(crate) mate: MateState,
    /// Stops the search that the client waits for.
    pub(super) work: Mutex<Option<StopToken>>,
}

impl Connection {
    /// Does the client have the document open?
    pub(crate) fn has(&self, document: u32) -> bool {
        lock(&self.documents).contains(&document)
    }

    pub(crate) fn subscribe(&self, document: u32) {
        lock(&self.documents).insert(document);
    }

    pub(crate) fn unsubscribe(&self, document: u32) {
        lock(&self.documents).remove(&document);
    }

    /// The client watches the games of this match, or of none.
    pub(crate) fn watch(&self, matched: Option<u32>) {
        *lock(&self.watched) = matched;
    }

    /// Does the client watch the games of the match?
    pub(crate) fn watches(&self, matched: u32) -> bool {
        *lock(&self.watched) == Some(matched)
    }

    /// The number of a new live analysis, whichever engines take part.
    pub(crate) fn next_analysis(&self) -> u32 {
        self.analyses.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Is it the latest one?
    pub(crate) fn is_latest(&self, analysis: u32) -> bool {
        self.analyses.load(Ordering::Relaxed) == analysis
    }
}

impl AppState {
    /// A new connection; `None` when there are too many.
    pub(crate) fn connect(&self) -> Option<Arc<Connection>> {
        let mut all = lock(&self.connections);
        if all.len() >= MAX_CONNECTIONS {
            return None;
        }
        let connection = Arc::new(Connection {
            id: self.next_connection.fetch_add(1, Ordering::Relaxed),
            outbox: Outbox::default(),
            session: OnceLock::new(),
            documents: Mutex::default(),
            live: Mutex::default(),
            analyses: AtomicU32::new(0),
            watched: Mutex::default(),
            mate: MateState::default(),
            work: Mutex::default(),
        });
        all.insert(connection.id, Arc::clone(&connection));
        Some(connection)
    }

    /// The connection is gone, and its live analysis with it.
    pub(crate) fn disconnect(&self, connection: &Connection) {
        lock(&self.connections).remove(&connection.id);
        lock(&connection.live).clear();
        connection.stop_work();
    }
}
