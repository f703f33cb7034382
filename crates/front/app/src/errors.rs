//! From internal errors to messages for clients.

use crate::document::{EditError, OpenError};
use crate::protocol::{ErrorBody, ErrorCode};
use crate::storage::StorageError;
use rusqlite::ErrorCode as SqliteCode;
use zenpuku_go::sgf::{SgfError, SgfErrorKind};
use zenpuku_shogi::{RuleViolation, SetupError};
use zenpuku_shogi_engine::EngineError;
use zenpuku_shogi_record::ReadError;

/// The result of every request.
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

/// Returns a name that a user gave, without blanks around it; `of` says what it names.
pub(crate) fn checked_name(of: &str, name: &str, most: usize) -> AppResult<String> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > most || name.contains(char::is_control) {
        let message = format!("the name of {of} has 1 to {most} characters");
        return Err(error(ErrorCode::BadValue, message));
    }
    Ok(name.to_owned())
}

/// A position that the mate solver does not take.
pub(crate) fn no_mate_problem(failed: impl std::fmt::Display) -> ErrorBody {
    error(ErrorCode::BadPosition, format!("no mate problem: {failed}"))
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
        error(ErrorCode::Storage, storage_sentence(&failed))
    }
}

/// What happened to the disk or the library and what to do about it. Writes are
/// atomic, so nothing else is lost.
pub(crate) fn storage_sentence(failed: &StorageError) -> String {
    let StorageError::Sqlite(sqlite) = failed else { return failed.to_string() };
    let said = match sqlite.sqlite_error_code() {
        Some(SqliteCode::DiskFull) => {
            "the disk is full; the change is not saved: make room and try again"
        }
        Some(SqliteCode::ReadOnly) => {
            "the library cannot be written; the change is not saved: check the permissions of the data \
             folder"
        }
        Some(SqliteCode::DatabaseBusy | SqliteCode::DatabaseLocked) => {
            "another program uses the library; the change is not saved: end it and try again"
        }
        Some(SqliteCode::SystemIoFailure) => {
            "the disk reports an error; the change is not saved: check the disk and try again"
        }
        _ => return failed.to_string(),
    };
    said.to_owned()
}

impl From<EngineError> for ErrorBody {
    fn from(failed: EngineError) -> Self {
        error(ErrorCode::Engine, failed.to_string())
    }
}
