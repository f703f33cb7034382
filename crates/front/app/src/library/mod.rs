//! The library of games: searching it, what was played in a position, importing.

mod archive;
mod handler;
pub(crate) mod import;
pub(crate) mod messages;
mod queue;
mod zip;

pub(crate) use archive::archive;
pub(crate) use handler::{carry_out, folder, take_uploads};
pub(crate) use import::{files, folder as import_folder};
