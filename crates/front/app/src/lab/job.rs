//! The quick version of an experiment as a job.

use super::{Kept, Lab, findings_of};
use crate::jobs::{End, Running};
use crate::state::lock;
use std::time::Instant;
use zenpuku_lab::{LabError, Progress, RunOptions, Session};

impl Lab {
    /// Runs the quick version of an experiment. Finished parts are kept after a
    /// cancel, so that a resumed run continues there.
    pub(crate) fn run(&self, running: &Running<'_>, name: &str) -> End {
        let Some(experiment) = zenpuku_lab::find(name) else {
            return End::Failed(format!("there is no experiment {name}"));
        };
        let stop = running.stop.clone();
        let options = RunOptions { quick: true, stop, ..RunOptions::default() };
        let begun = Instant::now();
        let report = |now: Progress<'_>| {
            let count = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
            let what = now.what.to_owned();
            running.update(|info| {
                (info.done, info.total, info.message) = (count(now.done), count(now.total), what);
            });
        };
        let mut session = Session::new(report, Kept::of(self, name));
        let result = experiment.run(&options, &mut session);
        drop(session);
        running.update(|info| info.message.clear());
        match result {
            Ok(findings) => {
                let seconds = begun.elapsed().as_secs_f64();
                let findings = findings_of(name, &options, &findings, seconds);
                lock(&self.findings).insert(name.to_owned(), findings);
                End::Done
            }
            Err(LabError::Stopped(_)) => End::Cancelled,
            Err(failed) => End::Failed(failed.to_string()),
        }
    }
}
