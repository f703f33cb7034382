//! Game records.
#![forbid(unsafe_code)]

mod encoding;
mod ending;
mod error;
mod format;
mod notation;
mod place;
mod replay;
mod resolve;
mod rule;
mod tree;

pub use encoding::{Encoding, Newline};
pub use ending::Ending;
pub use error::{Fault, ReadError, Warning, WarningKind, WriteError};
pub use format::Format;
pub use place::Place;
pub use replay::Replay;
pub use rule::Rule;
pub use tree::{Broken, Header, Lines, Node, NodeId, Note, Record, Step, Time};
