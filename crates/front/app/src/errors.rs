//! From internal errors to what clients are told.

use crate::document::{EditError, OpenError};
use crate::protocol::{ErrorBody, ErrorCode};
use crate::storage::StorageError;
use zenpuku_go::sgf::{SgfError, SgfErrorKind};
use zenpuku_shogi::{RuleViolation, SetupError};
use zenpuku_shogi_engine::EngineError;
use zenpuku_shogi_record::ReadError;

/// What every request answers.
pub(crate) type AppResult<T> = Result<T, ErrorBody>;

/// An error of this kind.
pub(crate) fn error(code: ErrorCode, message: impl Into<String>) -> ErrorBody {
    ErrorBody { code, message: message.into() }
}

/// No such thing.
pub(crate) fn not_found(what: &str, id: impl std::fmt::Display) -> ErrorBody {
    error(ErrorCode::NotFound, format!("there is no {what} {id}"))
}

/// Checks one value.
pub(crate) fn in_range(name: &str, value: u32, least: u32, most: u32) -> AppResult<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    let message = format!("{name} is {value}, but must be from {least} to {most}");
    Err(error(ErrorCode::BadValue, message))
}

impl From<EditError> for ErrorBody {
    fn from(failed: EditError) -> Self {
        let code = match failed {
            EditError::NoNode(_) => ErrorCode::NotFound,
            EditError::Illegal(_) => ErrorCode::IllegalMove,
            EditError::State(_) => ErrorCode::WrongState,
            EditError::TooLarge(_) => ErrorCode::TooLarge,
        };
        error(code, failed.to_string())
    }
}

impl From<OpenError> for ErrorBody {
    fn from(failed: OpenError) -> Self {
        let code = match failed {
            OpenError::Read(ReadError::TooLarge { .. } | ReadError::TooManyMoves { .. }) => {
                ErrorCode::TooLarge
            }
            OpenError::Setup(_) => ErrorCode::BadPosition,
            OpenError::NoSuchGame(_) => ErrorCode::NotFound,
            OpenError::Sgf(SgfError { kind: SgfErrorKind::TooLong { .. }, .. }) => {
                ErrorCode::TooLarge
            }
            _ => ErrorCode::BadRecord,
        };
        error(code, failed.to_string())
    }
}

impl From<SetupError> for ErrorBody {
    fn from(failed: SetupError) -> Self {
        error(ErrorCode::BadPosition, failed.to_string())
    }
}

impl From<RuleViolation> for ErrorBody {
    fn from(failed: RuleViolation) -> Self {
        error(ErrorCode::IllegalMove, failed.to_string())
    }
}

impl From<StorageError> for ErrorBody {
    fn from(failed: StorageError) -> Self {
        error(ErrorCode::Storage, failed.to_string())
    }
}

impl From<EngineError> for ErrorBody {
    fn from(failed: EngineError) -> Self {
        error(ErrorCode::Engine, failed.to_string())
    }
}
