//! An experiment, and a run's dealings with the outside.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;
use zenpuku_core::panic_message;

use crate::error::LabError;
use crate::findings::Findings;
use crate::inputs::Input;
use crate::journal::{Forgetful, Journal};
use crate::options::RunOptions;

/// One experiment: the tables of one paper, or one of them, or one of your own.
///
/// `examples/own-experiment` is a crate outside the workspace with its own
/// experiment and a step-by-step README.
pub trait Experiment: Sync {
    /// Its name on the command line and in file names.
    fn name(&self) -> &'static str;

    /// Its topic, in one line.
    fn summary(&self) -> &'static str;

    /// Its words on the command line, for the manifest: the name, and what else calls it.
    fn call(&self) -> String {
        self.name().to_owned()
    }

    /// Its options in addition to size and seed; a run refuses others.
    fn inputs(&self) -> &'static [Input] {
        &[]
    }

    /// What else decides its figures and is in no option: part of a run's identity. `null`: none.
    fn settings(&self) -> Value {
        Value::Null
    }

    /// Runs it. Equal options give equal findings, regardless of the journal's contents.
    ///
    /// # Errors
    /// [`LabError`]; if it was stopped, finished units are in the session's journal.
    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError>;
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress<'a> {
    /// Units of work finished.
    pub done: u64,
    /// Units of work in all.
    pub total: u64,
    /// The unit just finished.
    pub what: &'a str,
}

/// Where a run reports its progress and keeps its results.
pub struct Session<'a> {
    report: Box<dyn FnMut(Progress<'_>) + 'a>,
    journal: Box<dyn Journal + 'a>,
    done: u64,
    total: u64,
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("done", &self.done).field("total", &self.total).finish()
    }
}

impl<'a> Session<'a> {
    /// A session that calls `report` for every finished unit of work and stores
    /// results in `journal`.
    pub fn new(report: impl FnMut(Progress<'_>) + 'a, journal: impl Journal + 'a) -> Self {
        Session { report: Box::new(report), journal: Box::new(journal), done: 0, total: 0 }
    }

    /// A session without reports and journal.
    #[must_use]
    pub fn silent() -> Self {
        Session::new(|_| {}, Forgetful)
    }

    /// Says how many units of work there are.
    pub fn expect(&mut self, total: u64) {
        (self.done, self.total) = (0, total);
    }

    /// Does one unit of work, or recalls its result from the journal; `key` names it among all units
    /// of the run.
    ///
    /// # Errors
    /// Those of the work, [`LabError::Panic`] if it panics, or [`LabError::File`] if the journal
    /// cannot be written.
    pub fn unit<T: serde::Serialize + serde::de::DeserializeOwned>(
        &mut self,
        key: &str,
        work: impl FnOnce() -> Result<T, LabError>,
    ) -> Result<T, LabError> {
        // A result that no longer fits its type is done again.
        let known = self.journal.recall(key).and_then(|value| serde_json::from_value(value).ok());
        let result = match known {
            Some(result) => result,
            None => {
                let result = guarded(key, work)?;
                // Only maps with keys other than strings cannot become JSON.
                if let Ok(value) = serde_json::to_value(&result) {
                    self.journal.keep(key, &value)?;
                }
                result
            }
        };
        self.done += 1;
        (self.report)(Progress { done: self.done, total: self.total, what: key });
        Ok(result)
    }
}

/// Does the work; a panic, as of a technique from outside, becomes an error that names the unit.
fn guarded<T>(unit: &str, work: impl FnOnce() -> Result<T, LabError>) -> Result<T, LabError> {
    // What the work borrows is not looked at again after a panic: the run ends with the error.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        Err(LabError::Panic { unit: unit.to_owned(), message: panic_message(&*panic) })
    })
}
