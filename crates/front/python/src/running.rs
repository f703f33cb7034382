//! The search that an engine carries out, seen from the functions of Python that it calls.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use zenpuku_core::StopToken;

/// How to stop the search under way, and the first exception of a function that it called.
#[derive(Default)]
pub(crate) struct Running {
    stop: Mutex<Option<StopToken>>,
    raised: Mutex<Option<PyErr>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    /// A search has begun, which this token stops.
    pub(crate) fn begin(&self, stop: &StopToken) {
        *lock(&self.stop) = Some(stop.clone());
    }

    /// Stops the search; does nothing without one.
    pub(crate) fn stop(&self) {
        if let Some(stop) = lock(&self.stop).as_ref() {
            stop.stop();
        }
    }

    /// Keeps an exception, unless there is one, and stops the search.
    pub(crate) fn fail(&self, error: PyErr) {
        lock(&self.raised).get_or_insert(error);
        self.stop();
    }

    /// Returns whether there is an exception.
    pub(crate) fn has_failed(&self) -> bool {
        lock(&self.raised).is_some()
    }

    /// The search, or other work with the engine, has ended.
    ///
    /// # Errors
    /// Returns the exception of a function that it called.
    pub(crate) fn end(&self) -> PyResult<()> {
        *lock(&self.stop) = None;
        lock(&self.raised).take().map_or(Ok(()), Err)
    }
}
