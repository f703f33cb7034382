//! Solving within the time, and until Ctrl-C.

use std::time::{Duration, Instant};

use zenpuku_go_endgame::SolveOptions;
use zenpuku_go_endgame::outcome::{Outcome, outcome, unsolved};

use super::input::Problem;
use crate::background;
use crate::context::Context;

/// How long a stopped solver may take to return its results so far.
const GRACE: Duration = Duration::from_secs(5);
/// How much later than asked it may answer.
const LATE: Duration = Duration::from_millis(100);

/// Solves, at most for `time`. Then the results so far are returned; `None`
/// after Ctrl-C if that takes too long.
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
    let start = Instant::now();
    let options = match time {
        Some(time) => options.until(start + time),
        None => options,
    };
    let (setup, rules) = (problem.setup, problem.rules);
    let _progress = context.progress(None, "solving");
    let work = background::start(&stop, move |stop| {
        outcome(&setup, &rules, &options.stopped_by(stop.clone()))
    })?;
    if !work.wait_or_stop(time.unwrap_or(Duration::MAX)) {
        work.stop();
        let interrupted = stop.is_stopped();
        let late = time.map_or(GRACE, |time| LATE.min(time / 10));
        // Some work on large games does not check the stop token; its thread is left behind.
        if !work.wait_timeout(if interrupted { GRACE } else { late }) {
            let answer = || unsolved(&problem.setup, &problem.rules, "out of time");
            return if interrupted { Ok(None) } else { Ok(Some(answer()?)) };
        }
    }
    Ok(Some(background::answer(work)??))
}
