//! An error of a file of weights.

use crate::nnue::WeightError;
use std::path::PathBuf;

/// The version of the envelope that is written and read.
pub(crate) const VERSION: u32 = 1;

/// A file of a network or of other weights that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("weights {}: {cause}", path.display())]
pub struct NetworkError {
    /// The file.
    pub path: PathBuf,
    /// The error.
    #[source]
    pub cause: FormatError,
}

/// An error in the bytes of a network file.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The file ends too early.
    #[error("truncated: {what} at byte {offset} needs {needed} bytes, {left} are left")]
    Truncated {
        /// The item being read.
        what: &'static str,
        /// Where it begins.
        offset: usize,
        /// Its length.
        needed: usize,
        /// The remaining length of the file.
        left: usize,
    },
    /// The file continues after its expected end.
    #[error("{count} bytes too many after the last weight (byte {offset})")]
    Trailing {
        /// Where the network ends.
        offset: usize,
        /// How many bytes follow.
        count: usize,
    },
    /// Neither of the formats.
    #[error("no network: it begins with {0:02x?}, neither our format nor YaneuraOu's nn.bin")]
    Foreign(Vec<u8>),
    /// Our format of another version.
    #[error("format version {found}, this program reads {}", VERSION)]
    Version {
        /// The version found.
        found: u32,
    },
    /// A line of the description is wrong.
    #[error("description, line {line}: {problem}")]
    Description {
        /// The line, 1 is the first.
        line: usize,
        /// The error.
        problem: String,
    },
    /// A network of another shape.
    #[error(
        "architecture `{0}`; known: the features K-P, HalfKP, HalfKP_vm, HalfKPE9, HalfKA2 or \
         HalfKA_hm2, with layers as 256x2-32-32, or SFNN with one, 9 (k3k3) or 81 (k9k9) stacks"
    )]
    Architecture(String),
    /// A list that should be packed and is not.
    #[error("{what} should begin with COMPRESSED_LEB128, not `{found}`")]
    Packing {
        /// Which list.
        what: &'static str,
        /// The value there.
        found: String,
    },
    /// A packed list ends too early.
    #[error("{what}: {found} numbers, {expected} expected")]
    PackedEnd {
        /// Which list.
        what: &'static str,
        /// Numbers that are there.
        found: usize,
        /// Numbers that the shape needs.
        expected: usize,
    },
    /// A packed list continues after its expected end.
    #[error("{what}: {left} bytes are left after the last number")]
    PackedRest {
        /// Which list.
        what: &'static str,
        /// Bytes after the last number.
        left: usize,
    },
    /// The weights are not those that were written.
    #[error("checksum of the weights is {found:08x}, the description says {expected:08x}")]
    Checksum {
        /// As described.
        expected: u32,
        /// As computed.
        found: u32,
    },
    /// Weights that do not fit together.
    #[error(transparent)]
    Weights(#[from] WeightError),
}
