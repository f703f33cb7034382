//! Game records.
#![forbid(unsafe_code)]

mod builder;
mod csa;
mod diagram;
mod document;
mod encoding;
mod ending;
mod error;
mod evaluation;
mod format;
mod header;
mod jkf;
mod json;
mod ki2;
mod kif;
mod loss;
mod notation;
mod packed;
mod place;
mod replay;
mod resolve;
mod rule;
mod same;
mod tree;
mod usi;

pub use builder::Limits;
pub use document::{
    CsaVersion, Document, WriteOptions, Written, read, read_with, write, write_with,
};
pub use encoding::{Encoding, Newline};
pub use ending::Ending;
pub use error::{Fault, ReadError, Warning, WarningKind, WriteError};
pub use evaluation::{Bound, Evaluation, EvaluationStyle, Score};
pub use format::Format;
pub use kif::kif_text;
pub use loss::{Loss, LossKind};
pub use place::Place;
pub use replay::Replay;
pub use rule::Rule;
pub use tree::{Broken, Header, Lines, Node, NodeId, Note, Record, Step, Time};
