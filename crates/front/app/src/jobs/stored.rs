//! Jobs on disk: the next start resumes unfinished ones.

use super::{Job, Jobs, Work, new_info};
use crate::protocol::JobState;
use crate::state::{AppState, lock};
use crate::storage::{StorageError, StoredJob};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A job as text; the files of an import are stored separately.
#[derive(Serialize, Deserialize)]
struct Stored {
    title: String,
    work: Work,
    done: u32,
    total: u32,
    /// Its place in the queue; jobs of older versions are in the order of their numbers.
    #[serde(default)]
    order: Option<u32>,
    /// Has the user paused it?
    #[serde(default)]
    held: bool,
}

fn text(job: &Job) -> Option<String> {
    let (done, total) = (job.info.done, job.info.total);
    let (title, work) = (job.info.title.clone(), job.work.clone());
    let (order, held) = (Some(job.info.order), job.held);
    serde_json::to_string(&Stored { title, work, done, total, order, held }).ok()
}

fn restored(stored: StoredJob) -> Option<Job> {
    let Stored { title, mut work, done, total, order, held } =
        serde_json::from_str(&stored.body).ok()?;
    if let Work::Files { files } = &mut work {
        *files = Arc::new(stored.files);
    }
    let mut info = new_info(stored.id, &work, title);
    (info.done, info.total) = (done, total);
    info.order = order.unwrap_or(stored.id);
    if held {
        info.state = JobState::Held;
    }
    Some(Job { held, ..Job::new(info, work) })
}

/// The jobs of the last start, which wait again, or until they are resumed.
pub(super) fn all(state: &AppState) -> Result<BTreeMap<u32, Job>, StorageError> {
    let jobs = state.storage.stored_jobs()?.into_iter().filter_map(restored);
    Ok(jobs.map(|job| (job.info.job, job)).collect())
}

impl Jobs {
    /// Keeps a job that waits.
    pub(super) fn keep(&self, job: &Job) {
        let files = match &job.work {
            Work::Files { files } => files.as_slice(),
            _ => &[],
        };
        let Some(body) = text(job).filter(|_| job.is_waiting()) else { return };
        told(self.state.storage.save_job(job.info.job, &body, files));
    }

    /// Stores its progress.
    pub(super) fn note(&self, id: u32) {
        let body = lock(&self.all).get(&id).and_then(text);
        told(body.map_or(Ok(()), |body| self.state.storage.update_job(id, &body)));
    }

    /// Keeps the places and the pauses of jobs as they are now.
    pub(super) fn note_all(&self, ids: &[u32]) {
        ids.iter().for_each(|&id| self.note(id));
    }

    /// It has ended.
    pub(super) fn forget(&self, id: u32) {
        told(self.state.storage.delete_job(id));
    }
}

/// A job that cannot be stored is done all the same.
fn told(outcome: Result<(), StorageError>) {
    if let Err(error) = outcome {
        tracing::warn!("a job is not stored: {error}");
    }
}
