//! KI2: moves as people write them, several on a line [kif] [jsa-notation].

mod read;
mod write;

pub(crate) use read::read;
pub use write::ki2_text;
pub(crate) use write::write;
