//! Long work on a separate thread.

use std::fmt;
use std::io;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::StopToken;

/// Work on a separate thread that returns an answer later.
///
/// Dropping the handle detaches the work: it continues until it ends or is stopped.
///
/// ```
/// use zenpuku_core::{Handle, StopToken};
///
/// let stop = StopToken::new();
/// let handle = Handle::start("waits", &stop, 1 << 20, StopToken::wait)?;
/// assert!(!handle.is_finished());
/// stop.stop();
/// assert!(handle.join().is_ok());
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Handle<A> {
    stop: StopToken,
    ended: StopToken,
    thread: JoinHandle<A>,
}

impl<A: Send + 'static> Handle<A> {
    /// Starts `work` on a thread with this name and a stack of `stack` bytes. The work receives a child of `stop`, so
    /// it ends early when `stop` stops or [`Handle::stop`] is called.
    ///
    /// # Errors
    /// Returns an error if the thread cannot be created.
    pub fn start(
        name: &str,
        stop: &StopToken,
        stack: usize,
        work: impl FnOnce(&StopToken) -> A + Send + 'static,
    ) -> io::Result<Self> {
        let (stop, ended) = (stop.child(), StopToken::new());
        let (token, end) = (stop.clone(), Ends(ended.clone()));
        let builder = thread::Builder::new().name(name.to_owned()).stack_size(stack);
        let thread = builder.spawn(move || {
            let _end = end;
            work(&token)
        })?;
        Ok(Self { stop, ended, thread })
    }
}

impl<A> Handle<A> {
    /// Requests the work to stop.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// Returns whether the work has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.ended.is_stopped()
    }

    /// Waits at most `time` for the work to end and returns whether it has.
    pub fn wait_timeout(&self, time: Duration) -> bool {
        self.ended.wait_timeout(time)
    }

    /// Waits at most `time` for the work to end or to be stopped, and returns whether it has ended.
    pub fn wait_or_stop(&self, time: Duration) -> bool {
        let either = self.stop.child();
        let _ended = either.stop_with(&self.ended);
        either.wait_timeout(time);
        self.is_finished()
    }

    /// Waits for the answer and returns it.
    ///
    /// # Errors
    /// Returns the payload if the work panicked.
    pub fn join(self) -> thread::Result<A> {
        self.thread.join()
    }
}

impl<A> fmt::Debug for Handle<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut handle = f.debug_struct("Handle");
        handle.field("stop", &self.stop).field("finished", &self.is_finished()).finish()
    }
}

/// Stops its token when dropped, also by a panic.
struct Ends(StopToken);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STACK: usize = 1 << 18;
    const LONG: Duration = Duration::from_secs(3600);

    #[test]
    fn the_answer_is_waited_for() {
        let handle = Handle::start("seven", &StopToken::new(), STACK, |_| 7).unwrap();
        assert!(handle.wait_timeout(LONG) && handle.wait_or_stop(LONG) && handle.is_finished());
        assert_eq!(handle.join().unwrap(), 7);
    }

    #[test]
    fn it_is_stopped_alone_or_from_above() {
        let stop = StopToken::new();
        let start = || Handle::start("waits", &stop, STACK, StopToken::wait).unwrap();
        let (alone, both) = (start(), start());
        assert!(!alone.wait_timeout(Duration::ZERO) && !both.wait_or_stop(Duration::ZERO));
        alone.stop();
        alone.join().unwrap();
        assert!(!stop.is_stopped() && !both.is_finished());
        stop.stop();
        both.join().unwrap();
    }

    #[test]
    fn a_stop_ends_the_wait_for_work_that_goes_on() {
        let (stop, end) = (StopToken::new(), StopToken::new());
        let deaf = end.clone();
        let handle = Handle::start("deaf", &stop, STACK, move |_| deaf.wait()).unwrap();
        stop.stop();
        assert!(!handle.wait_or_stop(LONG));
        end.stop();
        assert!(handle.wait_timeout(LONG));
    }

    #[test]
    fn a_panic_is_an_end() {
        let handle: Handle<()> =
            Handle::start("dies", &StopToken::new(), STACK, |_| panic!("as wanted")).unwrap();
        assert!(handle.wait_timeout(LONG));
        assert!(handle.join().is_err());
    }
}
