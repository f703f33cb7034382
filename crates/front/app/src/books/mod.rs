//! Opening books: files of `.db`, `.sbk` and `.ybb`, looked into by position, changed, merged, built from
//! the library, and saved.
//!
//! A file is never changed before it is saved. Changes until then are in the database, so that they survive
//! a restart; each can be taken back.

mod build;
mod change;
mod content;
mod files;
mod handler;
pub(crate) mod messages;
mod save;
mod store;
mod stored;
#[cfg(test)]
mod tests;

pub(crate) use handler::carry_out;

use crate::state::AppState;
use files::Files;
use std::sync::{Arc, Mutex};

/// The opening books.
pub(crate) struct Books {
    state: Arc<AppState>,
    files: Files,
    /// Held while a book changes: a change is made from what the book has.
    changing: Mutex<()>,
}

impl Books {
    /// The books of the data folder. Files are opened when they are needed.
    pub(crate) fn new(state: Arc<AppState>) -> Self {
        Self { state, files: Files::default(), changing: Mutex::default() }
    }
}
