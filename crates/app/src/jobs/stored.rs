//! Jobs on disk: the next start goes on with those that the last one did not end.

use super::{Job, Work, new_info};
use crate::hub::{Hub, lock};
use crate::protocol::{Budget, JobState};
use crate::storage::{StorageError, StoredJob};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;

/// A job as text; the files of an import are stored beside it.
#[derive(Serialize, Deserialize)]
struct Stored {
    title: String,
    work: StoredWork,
    done: u32,
    total: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum StoredWork {
    Analyse { document: u32, node: u32, budget: Budget },
    Folder { path: PathBuf },
    Files,
    Lab { name: String },
}

impl StoredWork {
    fn of(work: &Work) -> Self {
        match work {
            &Work::Analyse { document, node, budget } => Self::Analyse { document, node, budget },
            Work::Folder { path } => Self::Folder { path: path.clone() },
            Work::Files { .. } => Self::Files,
            Work::Lab { name } => Self::Lab { name: (*name).to_owned() },
        }
    }

    /// The work again; `None` when this version knows no such experiment.
    fn work(self, files: Vec<(String, Vec<u8>)>) -> Option<Work> {
        Some(match self {
            Self::Analyse { document, node, budget } => Work::Analyse { document, node, budget },
            Self::Folder { path } => Work::Folder { path },
            Self::Files => Work::Files { files: Arc::new(files) },
            Self::Lab { name } => Work::Lab { name: zenpuku_lab::find(&name)?.name() },
        })
    }
}

fn text(job: &Job) -> Option<String> {
    let (done, total) = (job.info.done, job.info.total);
    let work = StoredWork::of(&job.work);
    serde_json::to_string(&Stored { title: job.info.title.clone(), work, done, total }).ok()
}

fn restored(stored: StoredJob) -> Option<Job> {
    let Stored { title, work, done, total } = serde_json::from_str(&stored.body).ok()?;
    let work = work.work(stored.files)?;
    let mut info = new_info(stored.id, &work, title);
    (info.done, info.total) = (done, total);
    Some(Job { info, work, stop: Arc::default(), told: None, begun: None })
}

impl Hub {
    /// Keeps a job that waits.
    pub(super) fn keep_job(&self, job: &Job) {
        let files = match &job.work {
            Work::Files { files } => files.as_slice(),
            _ => &[],
        };
        let Some(body) = text(job).filter(|_| job.info.state == JobState::Queued) else { return };
        told(self.storage.save_job(job.info.job, &body, files));
    }

    /// Keeps how far it is.
    pub(super) fn note_job(&self, id: u32) {
        let body = lock(&self.jobs.all).get(&id).and_then(text);
        told(body.map_or(Ok(()), |body| self.storage.update_job(id, &body)));
    }

    /// It has ended.
    pub(super) fn forget_job(&self, id: u32) {
        told(self.storage.delete_job(id));
    }

    /// Puts the jobs of the last start into the queue again.
    pub(crate) fn restore_jobs(&self) -> Result<(), StorageError> {
        let stored = self.storage.stored_jobs()?;
        let jobs = stored.into_iter().filter_map(restored);
        lock(&self.jobs.all).extend(jobs.map(|job| (job.info.job, job)));
        Ok(())
    }
}

/// A job that cannot be stored is done all the same.
fn told(outcome: Result<(), StorageError>) {
    if let Err(error) = outcome {
        tracing::warn!("a job is not stored: {error}");
    }
}
