//! The messages between server and browser, typed and versioned.
//!
//! A client sends [`ClientMessage`]s and gets exactly one reply or error for
//! each, in any order; events come by themselves. Everything is JSON, one
//! message per WebSocket text frame. `PROTOCOL.md` in this crate describes
//! requests and replies; the TypeScript side is generated from these types.

mod error;
mod event;
mod reply;
mod request;
#[cfg(test)]
mod typescript;

pub use crate::analysis::messages::*;
pub use crate::books::messages::*;
pub use crate::daily::messages::*;
pub use crate::document::messages::*;
pub use crate::engines::messages::*;
pub use crate::go::messages::*;
pub use crate::goals::messages::*;
pub use crate::jobs::messages::*;
pub use crate::lab::messages::*;
pub use crate::lens::messages::*;
pub use crate::library::messages::*;
pub use crate::matches::messages::*;
pub use crate::mate::messages::*;
pub use crate::play::messages::*;
pub use crate::player::messages::*;
pub use crate::position::messages::*;
pub use crate::session::messages::*;
pub use crate::settings::messages::*;
pub use error::*;
pub use event::*;
pub use reply::*;
pub use request::*;
pub use zenpuku_analysis::Side;

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Version of the protocol. A client of another version must reload the page.
pub const PROTOCOL_VERSION: u32 = 1;

/// Largest message that a client may send, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 1_000_000;

/// Largest record file that can be uploaded, in bytes.
pub const MAX_RECORD_BYTES: usize = 10_000_000;

/// Most moves in one record, variations included.
pub const MAX_RECORD_MOVES: usize = 50_000;

/// What a client sends.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ClientMessage {
    /// Chosen by the client; the reply repeats it.
    pub id: u32,
    /// The request.
    pub request: Request,
}

/// What the server sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to a request that was carried out.
    Reply {
        /// The request's id.
        id: u32,
        /// The answer.
        reply: Reply,
    },
    /// The answer to a failed request; the state is unchanged.
    Error {
        /// The request's id; absent when the message could not be read that far.
        id: Option<u32>,
        /// The error.
        error: ErrorBody,
    },
    /// Events without a request.
    Event {
        /// The news.
        event: Event,
    },
}
