//! What steers a running search: stop, ponderhit, deadlines.

use crate::limits::{SearchLimits, Timer};
use crate::time_control::{Clock, TimeOptions, TimePlan};
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use zenpuku_core::StopToken;
use zenpuku_shogi::Color;

/// What whoever steers a search and the search itself share. Clones share one state.
#[derive(Clone, Debug)]
pub(crate) struct SearchControl {
    state: Arc<State>,
    /// Whoever wants the result now.
    asked: StopToken,
    /// Also stopped by the search itself when it ends.
    ended: StopToken,
}

#[derive(Debug)]
struct State {
    timer: Timer,
    /// The timer's reading at the start.
    started: Duration,
    /// Deadline in milliseconds since `started`; `u64::MAX` without.
    deadline: AtomicU64,
    turn: Mutex<Turn>,
    changed: Condvar,
}

/// The inputs of the time for a turn.
#[derive(Debug)]
struct Turn {
    /// Waiting for stop (or ponderhit): the result must not be given out.
    held: bool,
    clock: Option<Clock>,
    movetime: Option<Duration>,
    side: Color,
    ply: u16,
    options: TimeOptions,
    /// The plan in force and when its turn began, in milliseconds since `started`.
    plan: Option<(u64, TimePlan)>,
}

impl Turn {
    fn make_plan(&mut self, now: u64) -> u64 {
        let clocked = |clock: &Clock| TimePlan::new(clock, self.side, self.ply, &self.options);
        let plan = self.movetime.map(TimePlan::fixed).or_else(|| self.clock.as_ref().map(clocked));
        self.plan = plan.map(|plan| (now, plan));
        plan.map_or(u64::MAX, |plan| now.saturating_add(plan.maximum))
    }
}

impl State {
    fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SearchControl {
    /// A control for a search that starts now, for `side` at move number `ply`.
    pub(crate) fn new(
        limits: &SearchLimits,
        stop: &StopToken,
        (side, ply): (Color, u16),
        options: &TimeOptions,
    ) -> Self {
        let mut turn = Turn {
            held: limits.infinite || limits.ponder,
            clock: limits.clock,
            movetime: limits.movetime,
            side,
            ply,
            options: *options,
            plan: None,
        };
        let deadline = if turn.held { u64::MAX } else { turn.make_plan(0) };
        let state = State {
            timer: limits.timer,
            started: limits.timer.now(),
            deadline: AtomicU64::new(deadline),
            turn: Mutex::new(turn),
            changed: Condvar::new(),
        };
        let asked = stop.child();
        let ended = asked.child();
        Self { state: Arc::new(state), asked, ended }
    }

    /// A control for another search of the same turn, with these limits alone.
    pub(crate) fn without_stop(&self, limits: &SearchLimits) -> Self {
        self.again(limits, &StopToken::new())
    }

    /// The same, ended by whoever ends this one.
    pub(crate) fn once_more(&self, limits: &SearchLimits) -> Self {
        self.again(limits, &self.asked)
    }

    fn again(&self, limits: &SearchLimits, stop: &StopToken) -> Self {
        let Turn { side, ply, options, .. } = *self.state.turn();
        Self::new(limits, stop, (side, ply), &options)
    }

    /// Ends the search as soon as possible; it still gives its result.
    pub(crate) fn stop(&self) {
        self.asked.stop();
    }

    /// The expected move was played: the search continues as the search of the
    /// own turn. Budgets begin now; `clock`, when given, replaces the one given
    /// at the start.
    pub(crate) fn ponderhit(&self, clock: Option<Clock>) {
        let mut turn = self.state.turn();
        turn.held = false;
        turn.clock = clock.or(turn.clock);
        let now = self.elapsed_ms();
        self.state.deadline.store(turn.make_plan(now), Ordering::Relaxed);
        self.state.changed.notify_all();
    }

    /// Is the search stopped, from outside or by itself?
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.ended.is_stopped()
    }

    /// Time since the start of the search.
    pub(crate) fn elapsed(&self) -> Duration {
        self.state.timer.now().saturating_sub(self.state.started)
    }

    fn elapsed_ms(&self) -> u64 {
        self.elapsed().as_millis() as u64
    }

    /// Stops the search when its time is up; asked by the first thread between nodes.
    pub(crate) fn check_deadline(&self) {
        let deadline = self.state.deadline.load(Ordering::Relaxed);
        if deadline != u64::MAX && self.elapsed_ms() >= deadline {
            self.ended.stop();
        }
    }

    /// Is it a search of the own turn against a game clock?
    pub(crate) fn is_clocked(&self) -> bool {
        let turn = self.state.turn();
        !turn.held && turn.clock.is_some() && turn.movetime.is_none()
    }

    /// An iteration is complete: may the next one begin? `scale` stretches or shrinks the usual
    /// thinking time, 1.0 leaves it.
    pub(crate) fn may_go_on(&self, scale: f64) -> bool {
        let turn = self.state.turn();
        let Some((begun, plan)) = turn.plan.filter(|_| turn.movetime.is_none()) else {
            return !self.is_stopped();
        };
        let elapsed = self.elapsed_ms() - begun;
        let wanted = (plan.optimum as f64 * scale) as u64;
        if elapsed < wanted.min(plan.maximum) {
            return !self.is_stopped();
        }
        // Enough time used; continue only to the minimum, or to the end of a started second.
        let end = plan.finish(elapsed);
        self.state.deadline.fetch_min(begun + end, Ordering::Relaxed);
        end > elapsed && !self.is_stopped()
    }

    /// Waits while the result must not be given out yet.
    pub(crate) fn wait_until_released(&self) {
        let state = Arc::clone(&self.state);
        let _released = self.asked.on_stop(move || {
            state.turn().held = false;
            state.changed.notify_all();
        });
        let mut turn = self.state.turn();
        while turn.held {
            turn = self.state.changed.wait(turn).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Makes the threads that still search stop, without giving up a hold.
    pub(crate) fn finish(&self) {
        self.ended.stop();
    }
}
