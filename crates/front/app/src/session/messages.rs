//! The session and the state of the server.

use crate::protocol::{
    DocumentInfo, HandicapInfo, JobInfo, LevelInfo, PlayState, SampleInfo, Settings, Styles,
};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Requests about the session and the server. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SessionRequest {
    /// First message of every connection (`welcome`).
    Hello {
        /// [`crate::protocol::PROTOCOL_VERSION`] of the client.
        protocol: u32,
        /// The session to resume.
        #[serde(default)]
        session: Option<String>,
        /// Documents the client still has, with their revisions; others come as events.
        #[serde(default)]
        known: Vec<KnownDocument>,
    },
    /// State of the server (`status`).
    Status,
    /// Stops the client's running search; its reply has the results so far (`ok`).
    WorkStop,
}

/// A document that a client has kept over a lost connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct KnownDocument {
    /// Its id.
    pub document: u32,
    /// The revision the client has.
    pub revision: u32,
}

/// The server's first message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Welcome {
    /// Version of the server's protocol.
    pub protocol: u32,
    /// Version of the program.
    pub version: String,
    /// The session: keep it (one per tab) and say it in the next `hello`.
    pub session: String,
    /// Was the session known, so that its state is back?
    pub resumed: bool,
    /// Documents open in this session, and every running game.
    pub documents: Vec<DocumentInfo>,
    /// Running games, and the last one of this session.
    pub games: Vec<PlayState>,
    /// Jobs that wait, run or ended lately.
    pub jobs: Vec<JobInfo>,
    /// The settings.
    pub settings: Settings,
    /// Built-in samples.
    pub samples: Vec<SampleInfo>,
    /// Strength levels, weakest first.
    pub levels: Vec<LevelInfo>,
    /// What a level can like to play.
    pub styles: Styles,
    /// Customary start positions.
    pub handicaps: Vec<HandicapInfo>,
    /// Something the user must know, as a rebuilt library; in English.
    pub notice: Option<String>,
    /// Data that the disk currently refuses.
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
    /// Running games.
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
