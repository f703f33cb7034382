//! Progress bars on stderr.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output;

/// How often a visible bar is drawn again.
const TICK: Duration = Duration::from_millis(100);

/// A bar, or nothing if stderr is not a terminal. Removed when dropped.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// Where the thread writes that made it.
    sink: Option<output::Sink>,
}

impl Progress {
    /// See [`crate::context::Context::progress`].
    pub(crate) fn new(visible: bool, total: Option<u64>, label: &str) -> Self {
        let target =
            if visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(total, target);
        let shape = match total {
            Some(_) => "{prefix} {bar:30} {pos}/{len} {elapsed}, {eta} left {wide_msg}",
            None => "{prefix} {spinner} {pos} {elapsed} {wide_msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(shape) {
            bar.set_style(style);
        }
        bar.set_prefix(label.to_owned());
        if visible {
            // Keeps the time running while the count is unchanged.
            bar.enable_steady_tick(TICK);
        }
        Self { bar, sink: output::sink() }
    }

    /// Counts `units` more as done.
    pub fn advance(&self, units: u64) {
        self.bar.inc(units);
    }

    /// Shows `message` at the end of the bar.
    pub fn message(&self, message: impl Into<String>) {
        self.bar.set_message(message.into());
    }

    /// Takes the bar away while `work` writes to the terminal, or to where the thread writes that made
    /// the bar.
    pub fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(|| output::within(self.sink.clone(), work))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_bar_still_runs_the_work() {
        let bar = Progress::new(false, Some(2), "files");
        bar.advance(1);
        bar.message("a.kif");
        assert_eq!(bar.suspend(|| 7), 7);
    }
}
