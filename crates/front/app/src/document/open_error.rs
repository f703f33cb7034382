//! Why a record cannot be opened.

use zenpuku_go::sgf::SgfError;
use zenpuku_shogi::SetupError;
use zenpuku_shogi_record::{ReadError, Rule};

/// Why a record cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    /// The file cannot be read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// The game of go cannot be read.
    #[error("{0}")]
    Sgf(#[from] SgfError),
    /// The position is impossible.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// There is no such game in the file.
    #[error("the file has {0} games")]
    NoSuchGame(usize),
    /// A move of the record is illegal; readers reject such moves.
    #[error("move {0}: {1}")]
    Illegal(u32, Rule),
}
