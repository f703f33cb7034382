//! Documents: game trees that can be edited, undone, stored and sent.

mod edit;
mod export;
mod go;
mod handler;
mod info;
pub(crate) mod messages;
mod open_error;
mod read;
mod store;
#[cfg(test)]
mod tests;
mod tree;

pub(crate) use edit::{Changed, EditError, Editor};
pub(crate) use export::{ExportError, ExportFormat, ExportOptions, export};
pub(crate) use go::{GoGame, MAX_STEPS, position_of, read_go, side_of};
pub(crate) use handler::{carry_out, read_game};
pub(crate) use info::{Content, Document, changed_now};
pub(crate) use open_error::OpenError;
pub(crate) use read::{Opened, open, open_all, open_text, position_tree, tree_of};
pub(crate) use store::Stored;
pub(crate) use tree::{Step, Tree, marked, setup_position};
