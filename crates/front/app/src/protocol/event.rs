//! Updates that the server sends without a request.

use super::{
    BookInfo, DocumentChange, DocumentState, GameReport, GoEngine, JobInfo, LiveUpdate,
    MatchLiveGame, MatchState, PlayState, RegisteredEngine, Settings, Unsaved, WatchedFolder,
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
    /// A job began, progressed or ended; at most ten a second for each job.
    Job {
        /// The job.
        job: JobInfo,
    },
    /// A match began, progressed or ended.
    Match {
        /// The current state of the match.
        state: Box<MatchState>,
    },
    /// A game of the match that this client watches; at most ten a second for each game.
    MatchLive {
        /// Its current state.
        game: Box<MatchLiveGame>,
    },
    /// A game changed: a move, a clock, its end.
    Play {
        /// The current state of the game.
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
    /// The watched folders changed.
    Folders {
        /// All of them.
        folders: Vec<WatchedFolder>,
        /// The one that has vanished or is back; absent after a change by a client.
        found: Option<i64>,
    },
    /// The Go engine for second opinions changed.
    GoEngine {
        /// The engine, if one is kept.
        engine: Option<GoEngine>,
    },
    /// Another client changed the opening books.
    Books {
        /// All of them.
        books: Vec<BookInfo>,
    },
    /// Progress of the client's running search; at most five a second.
    Work {
        /// Depth just finished, in plies.
        depth: u32,
        /// Positions visited.
        nodes: u64,
    },
    /// The length of the problem that this client has checked; other solutions are being searched.
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
        /// Unsaved data.
        unsaved: Unsaved,
    },
    /// Events were dropped because this client reads too slowly: request the displayed data again.
    Missed {
        /// How many.
        events: u32,
    },
    /// The server ends.
    Goodbye,
}
