//! SGF: reading game trees and games, writing annotated trees [sgf-ff4].
//!
//! The tree is read and written here without recursion and with limits, so that hostile files (deep
//! nesting, huge point lists) neither overflow the stack nor take long; the crate `sgf-parse` gives the
//! properties their types.

mod collection;
mod detect;
mod document;
mod error;
mod game;
mod info;
mod read;
mod scan;
mod text;
mod tree;

pub use collection::SgfCollection;
pub use document::{Mark, NodeId, SgfDocument};
pub use error::{SgfError, SgfErrorKind};
pub use game::{Change, MAX_WARNINGS, SgfGame, Step};
pub use sgf_parse::go::Prop;
pub use text::{SgfText, decode, decode_text};
pub use tree::{MAX_BYTES, MAX_GAMES, MAX_NODES, Property, SgfNode, SgfTree};
