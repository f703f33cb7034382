//! News that the server sends by itself.

use super::{
    DocumentChange, DocumentState, GameReport, JobInfo, LiveUpdate, MatchState, PlayState,
    RegisteredEngine, Settings, Unsaved,
};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// An event. Documents, games and reports reach only the clients that have the document open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A document changed, by this client or another one.
    DocumentChanged {
        /// How.
        change: DocumentChange,
    },
    /// A whole document: before `welcome` for every document whose revision the client does not
    /// have, and after changes that a slow client has missed.
    Document {
        /// The document.
        document: DocumentState,
    },
    /// The document is gone.
    DocumentRemoved {
        /// Its id.
        document: u32,
    },
    /// News of this connection's live analysis.
    Live {
        /// The news.
        update: LiveUpdate,
    },
    /// Moves that whole-game analysis has judged.
    Report {
        /// New moves only.
        report: GameReport,
    },
    /// A job began, went on or ended; at most ten a second for each job.
    Job {
        /// The job.
        job: JobInfo,
    },
    /// A match began, went on or ended.
    Match {
        /// The match as it stands.
        state: Box<MatchState>,
    },
    /// A game changed: a move, a clock, its end.
    Play {
        /// The game as it stands.
        game: PlayState,
    },
    /// Another client changed the settings.
    Settings {
        /// The settings.
        settings: Settings,
    },
    /// The registered engines changed: by another client, or one has failed.
    Engines {
        /// All of them.
        engines: Vec<RegisteredEngine>,
    },
    /// How far the search is that this client waits for; at most five a second.
    Work {
        /// Depth just finished, in plies.
        depth: u32,
        /// Positions visited.
        nodes: u64,
    },
    /// The length of the problem that this client has checked; other solutions are looked for now.
    MateLength {
        /// The position.
        sfen: String,
        /// `mate`, `nomate` or `unknown`.
        verdict: String,
        /// Plies to mate, as composers count them.
        plies: Option<u32>,
    },
    /// The disk refuses changes, or takes them again: then `unsaved.documents` is 0.
    Unsaved {
        /// What is not saved.
        unsaved: Unsaved,
    },
    /// Events were dropped because this client reads too slowly: ask again for what is shown.
    Missed {
        /// How many.
        events: u32,
    },
    /// The server ends.
    Goodbye,
}
