//! Game records: KIF, KI2, CSA, JKF, SFEN lines, USEN and training positions, read
//! into one document tree and written from it.
//!
//! The law of this crate: no information is lost when a record is written back
//! in the same format. Unknown fields, remarks, bookmarks, blank lines, the
//! spelling of every move and even text that could not be read come back; a
//! file that was not changed comes back byte for byte in nearly all cases.
//! Information that another format cannot express is listed
//! ([`Written::losses`]).
//!
//! ```
//! use zenpuku_shogi_record::{Format, read, write};
//!
//! let text = "手合割：平手\n1 ７六歩(77)\n*角道を開ける\n2 投了\n";
//! let document = read(text.as_bytes(), Some(Format::Kif))?;
//! let csa = write(&document, Format::Csa, None)?;
//! assert!(csa.losses.is_empty());
//! let expected = "'CSA encoding=UTF-8\nV2.2\nPI\n+\n+7776FU\n'*角道を開ける\n%TORYO\n";
//! assert_eq!(csa.bytes, expected.as_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`read()`] detects format, encoding and line ends. An illegal or
//!   unreadable move ends its line of play: the moves before it are kept, the
//!   rest is kept as text, and [`Document::faults`] names place, ply and rule.
//! - [`Record`] is the tree, [`Replay`] gives the positions of its nodes in
//!   linear time, [`Node::evaluations`] reads engines' comments as data.
//! - [`write()`] and [`write_with`] never replace a character silently.
//!
//! Files of 100 MB are refused unless [`Limits`] say otherwise; reading and
//! writing take linear time and no stack, however deep variations nest.
#![forbid(unsafe_code)]

/// The code of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod builder;
mod csa;
mod decode;
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
mod lines;
mod loss;
mod notation;
mod packed;
mod place;
mod replay;
mod resolve;
mod rule;
mod same;
mod tree;
mod usen;
mod usi;
mod usi_move;
mod visible;
mod written;

pub use builder::Limits;
pub use document::{
    CsaVersion, Document, WriteOptions, Written, read, read_with, write, write_with,
};
pub use encoding::{Encoding, Newline};
pub use ending::Ending;
pub use error::{Fault, ReadError, Warning, WarningKind, WriteError};
pub use evaluation::{Bound, Evaluation, EvaluationStyle, Score};
pub use format::Format;
pub use ki2::ki2_text;
pub use kif::kif_text;
pub use loss::{Loss, LossKind};
pub use packed::{position_from_hcp, position_to_hcp};
pub use place::Place;
pub use replay::Replay;
pub use rule::Rule;
pub use tree::{Broken, Header, Lines, Node, NodeId, Note, Record, Step, Time};
pub use visible::{steers, visible};
