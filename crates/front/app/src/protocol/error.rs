//! Errors as clients see them.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// What kind of error it is; for the page's own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The message is not a message of the protocol.
    BadMessage,
    /// `hello` must come first, once, with the server's protocol version.
    BadHello,
    /// No such document, node, game, job, sample, upload or library entry.
    NotFound,
    /// The record cannot be read.
    BadRecord,
    /// The position is impossible.
    BadPosition,
    /// The move is illegal.
    IllegalMove,
    /// A value is out of its range.
    BadValue,
    /// It cannot be done in this state: not your turn, the game is over, nothing to undo.
    WrongState,
    /// The client's document, node or position is outdated.
    Stale,
    /// Too large: message, record, tree or list.
    TooLarge,
    /// Too many requests at once: try again later.
    Busy,
    /// Not allowed on this server.
    Forbidden,
    /// The disk or the database failed.
    Storage,
    /// The engine failed.
    Engine,
}

/// An error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ErrorBody {
    /// What kind it is.
    pub code: ErrorCode,
    /// What happened, where and what was expected, in English.
    pub message: String,
}
