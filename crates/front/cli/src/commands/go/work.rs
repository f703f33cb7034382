//! Solving on a thread of its own, so that Ctrl-C and the clock are heard.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use zenpuku_core::StopToken;
use zenpuku_go_endgame::SolveOptions;

use super::input::Problem;
use crate::context::Context;
use zenpuku_go_endgame::outcome::{Outcome, outcome, unsolved};

/// How long a stopped solver may take to come back with what it knows.
const GRACE: Duration = Duration::from_secs(5);
/// How much later than asked it may answer.
const LATE: Duration = Duration::from_millis(100);

/// Does `work` on a thread of its own; `None` as soon as the user wants to stop, and the thread is left
/// behind.
///
/// # Errors
/// If the thread cannot be had or dies.
pub(super) fn until_stopped<T: Send + 'static>(
    stop: &StopToken,
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<Option<T>> {
    let (send, receive) = mpsc::channel();
    std::thread::Builder::new().spawn(move || {
        // Nobody listens after Ctrl-C.
        let _ = send.send(work());
    })?;
    loop {
        match receive.recv_timeout(Duration::from_millis(10)) {
            Ok(result) => return Ok(Some(result)),
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the working thread died"),
            Err(RecvTimeoutError::Timeout) if stop.is_stopped() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Solves, at most for `time`. What is known then is given; `None` after Ctrl-C if that takes too long.
///
/// # Errors
/// If there is no position in the problem.
pub(super) fn solve(
    problem: &Problem,
    options: SolveOptions,
    time: Option<Duration>,
    context: &Context,
) -> anyhow::Result<Option<Outcome>> {
    let stop = context.stop()?;
    let flag = StopToken::new();
    let start = Instant::now();
    let mut options = options.stopped_by(flag.clone());
    if let Some(time) = time {
        options = options.until(start + time);
    }
    let (setup, rules) = (problem.setup, problem.rules);
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        // Nobody listens after a second Ctrl-C.
        let _ = send.send(outcome(&setup, &rules, &options));
    });
    let progress = context.progress(None, "solving");
    let mut stopped: Option<Instant> = None;
    loop {
        match receive.recv_timeout(Duration::from_millis(10)) {
            Ok(outcome) => return Ok(Some(outcome?)),
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the solving thread died"),
            Err(RecvTimeoutError::Timeout) => progress.advance(0),
        }
        if stop.is_stopped() || time.is_some_and(|time| start.elapsed() >= time) {
            flag.stop();
            let since = stopped.get_or_insert_with(Instant::now);
            if stop.is_stopped() && since.elapsed() > GRACE {
                return Ok(None);
            }
            // Some work on large games hears no flag; its thread is left behind.
            if time.is_some_and(|time| start.elapsed() > time + LATE.min(time / 10)) {
                return Ok(Some(unsolved(&problem.setup, &problem.rules, "out of time")?));
            }
        }
    }
}
