//! The session, the server's jobs, settings and state.

use super::{DocumentInfo, HandicapInfo, ImportReport, LevelInfo, PlayState, SampleInfo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
#[cfg(test)]
use ts_rs::TS;

/// What the server says first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Welcome {
    /// Version of the protocol the server speaks.
    pub protocol: u32,
    /// Version of the program.
    pub version: String,
    /// The session: keep it (one per tab) and say it in the next `hello`.
    pub session: String,
    /// Was the session known, so that its state is back?
    pub resumed: bool,
    /// Documents open in this session, and every game that goes on.
    pub documents: Vec<DocumentInfo>,
    /// Games that go on, and the last one of this session.
    pub games: Vec<PlayState>,
    /// Jobs that wait, run or ended lately.
    pub jobs: Vec<JobInfo>,
    /// The settings.
    pub settings: Settings,
    /// Built-in samples.
    pub samples: Vec<SampleInfo>,
    /// Strength levels, weakest first.
    pub levels: Vec<LevelInfo>,
    /// Customary start positions.
    pub handicaps: Vec<HandicapInfo>,
    /// Something the user must know, as a rebuilt library; in English.
    pub notice: Option<String>,
    /// What the disk does not take now.
    pub unsaved: Unsaved,
}

/// Changed documents that the disk does not take. They stay in memory and are tried again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Unsaved {
    /// How many; 0: all is saved.
    pub documents: u32,
    /// Why, in English; empty when all is saved.
    pub reason: String,
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
    /// An experiment of the laboratory; `title` is its name.
    Lab,
}

/// How far a job is.
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
    /// Done.
    Done,
    /// Cancelled; what was finished is kept, `job_resume` goes on.
    Cancelled,
    /// Failed; `message` says why.
    Failed,
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct JobInfo {
    /// Its id.
    pub job: u32,
    /// What it does.
    pub kind: JobKind,
    /// Document or folder it works on, for people.
    pub title: String,
    /// The document analysed.
    pub document: Option<u32>,
    /// How far it is.
    pub state: JobState,
    /// Moves or files done.
    pub done: u32,
    /// Moves or files in all; 0 while unknown.
    pub total: u32,
    /// Milliseconds at work.
    pub elapsed_ms: u64,
    /// Milliseconds still needed, as far as can be said.
    pub remaining_ms: Option<u64>,
    /// Why it failed, in English; of a running experiment: what was just finished.
    pub message: String,
    /// Of an import: how it went so far.
    pub import: Option<ImportReport>,
}

/// What the user chose; kept on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Settings {
    /// Search threads, 1 to 512.
    pub threads: u32,
    /// Memory for the engine's tables in MiB, 16 to 65,536.
    pub hash_mb: u32,
    /// Lines of live analysis, 1 to 10.
    pub multi_pv: u32,
    /// Milliseconds a move for whole-game analysis, 10 to 600,000.
    pub analysis_ms: u32,
    /// What belongs to the page alone (language, theme, pieces ...): at most 100 entries of at
    /// most 64 bytes of name and 4,096 bytes of text.
    pub page: BTreeMap<String, String>,
}

/// The state of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ServerStatus {
    /// Version of the program.
    pub version: String,
    /// Milliseconds since its start.
    pub uptime_ms: u64,
    /// Connected clients.
    pub connections: u32,
    /// Live analyses that run.
    pub live: u32,
    /// Jobs that wait or run.
    pub jobs: u32,
    /// Games that go on.
    pub games: u32,
    /// Search threads.
    pub threads: u32,
    /// Memory for tables in MiB.
    pub hash_mb: u32,
    /// Folder of library and settings.
    pub data_folder: String,
    /// Games in the library.
    pub library_games: u32,
    /// May folders of this machine be imported? Only when the server listens on loopback.
    pub folder_import: bool,
}
