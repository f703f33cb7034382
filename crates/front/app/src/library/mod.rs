//! The library of games: searching it, what was played in a position, importing.

mod handler;
pub(crate) mod import;
pub(crate) mod messages;

pub(crate) use handler::{carry_out, folder, take_uploads};
pub(crate) use import::{files, folder as import_folder};
