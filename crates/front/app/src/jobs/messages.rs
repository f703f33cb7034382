//! Jobs: their state, and requests.

use crate::protocol::ImportReport;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Requests about jobs. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum JobRequest {
    /// Cancels a job; finished parts are kept (`job`).
    #[serde(rename = "job_cancel")]
    Cancel {
        /// The job.
        job: u32,
    },
    /// Pauses a job until it is resumed, also across a restart; finished parts are kept (`job`).
    #[serde(rename = "job_pause")]
    Pause {
        /// The job, waiting or at work.
        job: u32,
    },
    /// Swaps a waiting job with the next waiting one of its kind (`job`).
    #[serde(rename = "job_move")]
    Move {
        /// The job.
        job: u32,
        /// Towards the front of the queue?
        up: bool,
    },
    /// Resumes a job that was paused or cancelled or failed (`job`).
    #[serde(rename = "job_resume")]
    Resume {
        /// The job.
        job: u32,
    },
    /// Jobs that wait, run or ended lately (`jobs`).
    #[serde(rename = "job_list")]
    List,
}

/// What kind of work a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum JobKind {
    /// The analysis of a whole game.
    Analysis,
    /// An import into the library.
    Import,
    /// A match between engines; `title` names them.
    Match,
    /// An experiment of the laboratory; `title` is its name.
    Lab,
}

/// The progress of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// Waits for others.
    Queued,
    /// At work.
    Running,
    /// Waits until the engine has moved in a game.
    Paused,
    /// Waits until the user resumes it.
    Held,
    /// Done.
    Done,
    /// Cancelled; finished parts are kept, and `job_resume` continues.
    Cancelled,
    /// Failed; `message` says why.
    Failed,
}

/// How many games of a job are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GamesDone {
    /// Games analysed.
    pub done: u32,
    /// Games in all.
    pub total: u32,
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct JobInfo {
    /// Its id.
    pub job: u32,
    /// Its task.
    pub kind: JobKind,
    /// Document or folder it works on, for people; of several games the one at work.
    pub title: String,
    /// The document analysed.
    pub document: Option<u32>,
    /// Of an analysis of several games: how far it is.
    pub games: Option<GamesDone>,
    /// Its progress.
    pub state: JobState,
    /// Its place among the waiting jobs of its kind: the lowest is done first.
    pub order: u32,
    /// Moves or files done.
    pub done: u32,
    /// Moves or files in all; 0 while unknown.
    pub total: u32,
    /// Milliseconds at work.
    pub elapsed_ms: u64,
    /// Estimated milliseconds remaining, if known.
    pub remaining_ms: Option<u64>,
    /// Why it failed, in English; for a running experiment: the part just finished.
    pub message: String,
    /// Of an import: how it went so far.
    pub import: Option<ImportReport>,
}
