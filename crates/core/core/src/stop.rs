//! Stopping long work.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// A shared switch that requests work to stop. A stop is final; clones share one switch.
///
/// Work that counts nodes calls [`StopToken::is_stopped`], one atomic load, between nodes. A thread
/// waits on the token ([`StopToken::wait`]) or is woken by it ([`StopToken::on_stop`]), so that no
/// code polls by time. Part of a larger task gets a [`StopToken::child`].
///
/// A stop first makes [`StopToken::is_stopped`] true; then the functions of [`StopToken::on_stop`]
/// run, in the order of their registration.
#[derive(Clone, Default)]
pub struct StopToken(Arc<Inner>);

#[derive(Default)]
struct Inner {
    stopped: AtomicBool,
    listeners: Mutex<Listeners>,
    changed: Condvar,
    /// The registration of a child with its parent, dropped with the child.
    parent: OnceLock<Subscription>,
}

#[derive(Default)]
struct Listeners {
    next: u64,
    waiting: Vec<(u64, Listener)>,
}

type Listener = Box<dyn FnOnce() + Send>;

impl Inner {
    fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self) {
        let waiting = {
            // Under the lock, so that who begins to wait or to listen cannot miss it.
            let mut listeners = self.listeners();
            self.stopped.store(true, Ordering::Relaxed);
            self.changed.notify_all();
            std::mem::take(&mut listeners.waiting)
        };
        for (_, listener) in waiting {
            listener();
        }
    }
}

impl StopToken {
    /// Returns a token that is not stopped.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a token that is already stopped.
    #[must_use]
    pub fn stopped() -> Self {
        let token = Self::new();
        token.stop();
        token
    }

    /// Returns a token that stops when this one does, and can also be stopped alone.
    #[must_use]
    pub fn child(&self) -> Self {
        let child = Arc::new(Inner::default());
        let weak = Arc::downgrade(&child);
        let stop = move || {
            if let Some(child) = weak.upgrade() {
                child.stop();
            }
        };
        // The first value of a new cell cannot be refused.
        let _ = child.parent.set(self.on_stop(stop));
        Self(child)
    }

    /// Stops this token when `other` stops, unless the subscription is dropped before.
    #[must_use = "dropping the subscription parts the two"]
    pub fn stop_with(&self, other: &StopToken) -> Subscription {
        let this = self.clone();
        other.on_stop(move || this.stop())
    }

    /// Requests all work that shares this token to stop. A second call has no effect.
    pub fn stop(&self) {
        self.0.stop();
    }

    /// Returns whether a stop was requested.
    #[must_use]
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Waits for the stop.
    pub fn wait(&self) {
        let mut listeners = self.0.listeners();
        while !self.is_stopped() {
            listeners = self.0.changed.wait(listeners).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits at most `time` for the stop and returns whether it was requested.
    pub fn wait_timeout(&self, time: Duration) -> bool {
        let Some(end) = Instant::now().checked_add(time) else {
            self.wait();
            return true;
        };
        let mut listeners = self.0.listeners();
        while !self.is_stopped() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let woken = self.0.changed.wait_timeout(listeners, left);
            listeners = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// Calls `wake` at the stop, on the stopping thread; immediately if already stopped. For threads
    /// that wait on something else, such as a channel. `wake` must be short and must not block.
    /// Dropping the subscription removes the function.
    #[must_use = "dropping the subscription takes the function back"]
    pub fn on_stop(&self, wake: impl FnOnce() + Send + 'static) -> Subscription {
        let mut listeners = self.0.listeners();
        if self.is_stopped() {
            drop(listeners);
            wake();
            return Subscription(None);
        }
        let id = listeners.next;
        listeners.next += 1;
        listeners.waiting.push((id, Box::new(wake)));
        Subscription(Some((self.clone(), id)))
    }
}

impl fmt::Debug for StopToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StopToken").field(&self.is_stopped()).finish()
    }
}

/// Keeps a function of [`StopToken::on_stop`] registered until it is dropped.
#[derive(Debug)]
pub struct Subscription(Option<(StopToken, u64)>);

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some((token, id)) = self.0.take() {
            let mut listeners = token.0.listeners();
            let place = listeners.waiting.iter().position(|(known, _)| *known == id);
            let given_back = place.map(|place| listeners.waiting.remove(place));
            // The function may own a subscription of this token, so it is dropped without the lock.
            drop(listeners);
            drop(given_back);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    const LONG: Duration = Duration::from_secs(3600);

    #[test]
    fn clones_share_one_switch() {
        let stop = StopToken::new();
        let other = stop.clone();
        assert!(!other.is_stopped() && !other.wait_timeout(Duration::ZERO));
        stop.stop();
        stop.stop();
        assert!(other.is_stopped() && other.wait_timeout(LONG));
        other.wait();
    }

    #[test]
    fn who_waits_is_woken() {
        let stop = StopToken::new();
        let waits: Vec<_> = (0..3)
            .map(|long| {
                let stop = stop.clone();
                std::thread::spawn(move || {
                    if long > 0 {
                        stop.wait_timeout(LONG)
                    } else {
                        stop.wait();
                        true
                    }
                })
            })
            .collect();
        stop.stop();
        assert!(waits.into_iter().all(|thread| thread.join().unwrap()));
        assert!(stop.wait_timeout(Duration::MAX));
    }

    #[test]
    fn a_child_stops_with_its_parent_or_alone() {
        let parent = StopToken::new();
        let (alone, both) = (parent.child(), parent.child());
        let grandchild = both.child();
        alone.stop();
        assert!(alone.is_stopped() && !parent.is_stopped() && !both.is_stopped());
        parent.stop();
        assert!(both.is_stopped() && grandchild.is_stopped());
        assert!(StopToken::stopped().child().is_stopped(), "too late for a start");
    }

    #[test]
    fn a_token_stops_with_another_until_the_two_are_parted() {
        let (first, second, other) = (StopToken::new(), StopToken::new(), StopToken::new());
        let _kept = first.stop_with(&other);
        drop(second.stop_with(&other));
        other.stop();
        assert!(first.is_stopped() && !second.is_stopped());
    }

    #[test]
    fn a_child_that_ended_leaves_nothing_with_its_parent() {
        let parent = StopToken::new();
        (0..100).for_each(|_| drop(parent.child()));
        assert!(parent.0.listeners().waiting.is_empty());
    }

    #[test]
    fn functions_run_once_in_order_unless_taken_back() {
        let stop = StopToken::new();
        let calls = Arc::new(Mutex::new(Vec::new()));
        let note = |number: usize| {
            let calls = Arc::clone(&calls);
            move || calls.lock().unwrap().push(number)
        };
        let _first = stop.on_stop(note(1));
        drop(stop.on_stop(note(2)));
        let _third = stop.on_stop(note(3));
        stop.stop();
        stop.stop();
        let _late = stop.on_stop(note(4));
        assert_eq!(*calls.lock().unwrap(), [1, 3, 4]);
    }

    #[test]
    fn a_function_may_use_the_token_that_calls_it() {
        let stop = StopToken::new();
        let seen = Arc::new(AtomicUsize::new(0));
        let (token, count) = (stop.clone(), Arc::clone(&seen));
        let _kept = stop.on_stop(move || {
            assert!(token.is_stopped());
            token.stop();
            drop(token.child());
            count.fetch_add(1, Ordering::Relaxed);
        });
        stop.stop();
        assert_eq!(seen.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn many_threads_lose_no_stop() {
        for _ in 0..200 {
            let parent = StopToken::new();
            let child = {
                let parent = parent.clone();
                std::thread::spawn(move || parent.child())
            };
            parent.stop();
            assert!(child.join().unwrap().is_stopped());
        }
    }
}
