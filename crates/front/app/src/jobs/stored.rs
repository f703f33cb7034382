//! Jobs on disk: the next start goes on with those that the last one did not end.

use super::{Job, Jobs, Work, new_info};
use crate::state::{AppState, lock};
use crate::storage::{StorageError, StoredJob};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A job as text; the files of an import are stored beside it.
#[derive(Serialize, Deserialize)]
struct Stored {
    title: String,
    work: Work,
    done: u32,
    total: u32,
}

fn text(job: &Job) -> Option<String> {
    let (done, total) = (job.info.done, job.info.total);
    let (title, work) = (job.info.title.clone(), job.work.clone());
    serde_json::to_string(&Stored { title, work, done, total }).ok()
}

fn restored(stored: StoredJob) -> Option<Job> {
    let Stored { title, mut work, done, total } = serde_json::from_str(&stored.body).ok()?;
    if let Work::Files { files } = &mut work {
        *files = Arc::new(stored.files);
    }
    let mut info = new_info(stored.id, &work, title);
    (info.done, info.total) = (done, total);
    Some(Job::new(info, work))
}

/// The jobs of the last start, which wait again.
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

    /// Keeps how far it is.
    pub(super) fn note(&self, id: u32) {
        let body = lock(&self.all).get(&id).and_then(text);
        told(body.map_or(Ok(()), |body| self.state.storage.update_job(id, &body)));
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
