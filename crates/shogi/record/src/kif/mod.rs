//! KIF: one numbered move per line, with origin square and time [kif].

mod line;
mod read;
mod write;

pub(crate) use read::read;
pub use write::kif_text;
pub(crate) use write::{is_variation, push_comments, push_notes, push_unreadable, write};
