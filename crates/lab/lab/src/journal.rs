//! Where finished work is kept, so that an interrupted experiment resumes.

mod file;

use serde_json::Value;

use crate::error::LabError;

pub use file::JournalFile;

/// Where finished units of work are kept.
pub trait Journal {
    /// The result kept for a unit.
    fn recall(&self, key: &str) -> Option<Value>;

    /// Keeps the result of a unit.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep(&mut self, key: &str, result: &Value) -> Result<(), LabError>;
}

/// Stores no results.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forgetful;

impl Journal for Forgetful {
    fn recall(&self, _key: &str) -> Option<Value> {
        None
    }
    fn keep(&mut self, _key: &str, _result: &Value) -> Result<(), LabError> {
        Ok(())
    }
}
