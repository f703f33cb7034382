//! Runs work on a separate thread, so that Ctrl-C ends the wait even if the
//! work seldom checks its token.

use std::time::Duration;

use zenpuku_core::{Handle, StopToken};
use zenpuku_shogi_engine::STACK_BYTES;

/// Starts `work`, which ends early at a stop.
///
/// # Errors
/// If the thread cannot be created.
pub(crate) fn start<T: Send + 'static>(
    stop: &StopToken,
    work: impl FnOnce(&StopToken) -> T + Send + 'static,
) -> anyhow::Result<Handle<T>> {
    Ok(Handle::start("work", stop, STACK_BYTES, work)?)
}

/// What finished work answers.
///
/// # Errors
/// If the thread died.
pub(crate) fn answer<T>(work: Handle<T>) -> anyhow::Result<T> {
    work.join().map_err(|_| anyhow::anyhow!("the working thread died"))
}

/// Does `work`; `None` as soon as the user wants to stop, and the thread is left behind.
///
/// # Errors
/// If the thread cannot be had or dies.
pub(crate) fn until_stopped<T: Send + 'static>(
    stop: &StopToken,
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<Option<T>> {
    let work = start(stop, |_| work())?;
    if !work.wait_or_stop(Duration::MAX) {
        return Ok(None);
    }
    answer(work).map(Some)
}
