//! Writes that fail on purpose: every write of the app goes through one function, which asks here.

use super::StorageError;
use rusqlite::ffi;
use std::sync::Mutex;

/// Errors as reported by SQLite.
pub(crate) const ALL: [(&str, i32); 4] = [
    ("no space", ffi::SQLITE_FULL),
    ("input/output error", ffi::SQLITE_IOERR_WRITE),
    ("read-only", ffi::SQLITE_READONLY),
    ("short write", ffi::SQLITE_IOERR_FSYNC),
];

/// The fault in force.
#[derive(Default)]
pub(crate) struct Faults(Mutex<Option<i32>>);

impl Faults {
    /// Every write fails so, or none.
    pub(crate) fn set(&self, code: Option<i32>) {
        *self.0.lock().unwrap() = code;
    }

    pub(super) fn check(&self) -> Result<(), StorageError> {
        match *self.0.lock().unwrap() {
            Some(code) => Err(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None).into()),
            None => Ok(()),
        }
    }
}
