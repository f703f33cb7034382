//! Analysis: the engine thinking aloud, single moves and whole games judged.

mod analyst;
mod batch;
mod handler;
mod job;
mod judge;
pub(crate) mod messages;
mod refute;

pub(crate) use handler::{add_games, carry_out};
pub(crate) use judge::judge;

use crate::jobs::Jobs;
use crate::protocol::GameReport;
use crate::state::{AppState, lock};
use crate::storage::StorageError;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Whole-game analyses: those that run, and those on disk.
pub(crate) struct Analysis {
    state: Arc<AppState>,
    jobs: Arc<Jobs>,
    /// The last sent reports of running analyses by document; the disk may be older.
    running: Mutex<HashMap<u32, GameReport>>,
}

impl Analysis {
    pub(crate) fn new(state: Arc<AppState>, jobs: Arc<Jobs>) -> Self {
        Self { state, jobs, running: Mutex::default() }
    }

    /// The analysis of a document so far.
    pub(crate) fn report(&self, document: u32) -> Result<Option<GameReport>, StorageError> {
        let running = lock(&self.running).get(&document).cloned();
        running.map_or_else(|| self.state.storage.report(document), |report| Ok(Some(report)))
    }

    /// Stores the results of a running analysis.
    fn keep_report(&self, report: &GameReport) {
        lock(&self.running).insert(report.document, report.clone());
    }

    /// Forgets it when all is on disk.
    fn drop_report(&self, document: u32) {
        lock(&self.running).remove(&document);
    }
}
