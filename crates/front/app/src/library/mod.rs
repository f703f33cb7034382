//! The library of games: search, moves played in a position, import.

mod archive;
pub(crate) mod extensions;
mod handler;
pub(crate) mod import;
pub(crate) mod messages;
mod queue;
mod table;
mod unzip;
mod watch;
#[cfg(test)]
mod watch_tests;

pub(crate) use archive::archive;
pub(crate) use handler::{carry_out, checked, folder, take_uploads};
pub(crate) use import::{files, folder as import_folder};
pub(crate) use table::as_table;
pub(crate) use watch::{import_watched, keep_watching};
