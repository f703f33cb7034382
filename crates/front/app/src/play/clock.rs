//! The clock of a game. Times come from outside, so that it can be tested.

use crate::protocol::{ClockSetting, ClockState};
use std::time::Instant;
use zenpuku_shogi::Color;

/// Both clocks. At most one runs.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    setting: ClockSetting,
    /// Main time left in milliseconds, without the time used in the current turn.
    main: [u64; 2],
    /// Used in this turn before the clock was last halted.
    banked: u64,
    since: Option<Instant>,
}

impl Clock {
    pub(crate) fn new(setting: ClockSetting) -> Self {
        let main = match setting {
            ClockSetting::None => 0,
            ClockSetting::Byoyomi { main_ms, .. } | ClockSetting::Fischer { main_ms, .. } => {
                u64::from(main_ms)
            }
        };
        Self { setting, main: [main; 2], banked: 0, since: None }
    }

    /// A clock that was stored.
    pub(crate) fn restore(setting: ClockSetting, main: [u64; 2], banked: u64) -> Self {
        Self { setting, main, banked, since: None }
    }

    pub(crate) fn setting(&self) -> ClockSetting {
        self.setting
    }

    /// Main times left and the time used in this turn, for storing.
    pub(crate) fn parts(&self, now: Instant) -> ([u64; 2], u64) {
        (self.main, self.used(now))
    }

    /// Does a clock run?
    pub(crate) fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// Starts or continues the clock of the side to move.
    pub(crate) fn start(&mut self, now: Instant) {
        self.since.get_or_insert(now);
    }

    /// Halts it; the time used in this turn stays used.
    pub(crate) fn halt(&mut self, now: Instant) {
        self.banked = self.used(now);
        self.since = None;
    }

    /// Milliseconds used in this turn.
    pub(crate) fn used(&self, now: Instant) -> u64 {
        let running = self.since.map_or(0, |since| {
            u64::try_from(now.saturating_duration_since(since).as_millis()).unwrap_or(u64::MAX)
        });
        self.banked.saturating_add(running)
    }

    fn extra(&self) -> u64 {
        match self.setting {
            ClockSetting::Byoyomi { byoyomi_ms, .. } => u64::from(byoyomi_ms),
            _ => 0,
        }
    }

    /// Has `side`, which is to move, run out of time?
    pub(crate) fn is_over(&self, side: Color, now: Instant) -> bool {
        let limited = !matches!(self.setting, ClockSetting::None);
        limited && self.used(now) >= self.main[side.to_index()].saturating_add(self.extra()).max(1)
    }

    /// `side` has moved: takes its time off, halts the clock, and gives the time used.
    pub(crate) fn press(&mut self, side: Color, now: Instant) -> u64 {
        let used = self.used(now);
        let main = &mut self.main[side.to_index()];
        *main = main.saturating_sub(used);
        if let ClockSetting::Fischer { increment_ms, .. } = self.setting {
            *main = main.saturating_add(u64::from(increment_ms));
        }
        self.banked = 0;
        self.since = None;
        used
    }

    /// A new turn for the side to move, with no time used.
    pub(crate) fn reset_turn(&mut self) {
        self.banked = 0;
        self.since = None;
    }

    /// What `side` has left.
    pub(crate) fn state(&self, side: Color, to_move: bool, now: Instant) -> ClockState {
        let used = if to_move { self.used(now) } else { 0 };
        let main = self.main[side.to_index()];
        let over = used.saturating_sub(main);
        ClockState {
            main_ms: main.saturating_sub(used),
            byoyomi_ms: self.extra().saturating_sub(over),
            running: to_move && self.is_running(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn after(start: Instant, ms: u64) -> Instant {
        start + Duration::from_millis(ms)
    }

    #[test]
    fn byoyomi_begins_when_the_main_time_is_used_and_renews() {
        let start = Instant::now();
        let mut clock = Clock::new(ClockSetting::Byoyomi { main_ms: 1_000, byoyomi_ms: 500 });
        clock.start(start);
        assert!(!clock.is_over(Color::Black, after(start, 1_499)));
        assert!(clock.is_over(Color::Black, after(start, 1_500)));
        let state = clock.state(Color::Black, true, after(start, 1_200));
        assert_eq!((state.main_ms, state.byoyomi_ms), (0, 300));
        assert_eq!(clock.press(Color::Black, after(start, 1_200)), 1_200);
        let state = clock.state(Color::Black, false, after(start, 9_999));
        assert_eq!((state.main_ms, state.byoyomi_ms, state.running), (0, 500, false));
    }

    #[test]
    fn fischer_adds_after_the_move() {
        let start = Instant::now();
        let mut clock = Clock::new(ClockSetting::Fischer { main_ms: 1_000, increment_ms: 300 });
        clock.start(start);
        clock.press(Color::White, after(start, 400));
        assert_eq!(clock.state(Color::White, false, start).main_ms, 900);
        clock.start(start);
        assert!(clock.is_over(Color::White, after(start, 900)));
    }

    #[test]
    fn a_halted_clock_stands_still() {
        let start = Instant::now();
        let mut clock = Clock::new(ClockSetting::Byoyomi { main_ms: 100, byoyomi_ms: 0 });
        clock.start(start);
        clock.halt(after(start, 60));
        assert!(!clock.is_over(Color::Black, after(start, 100_000)));
        clock.start(after(start, 100_000));
        assert!(!clock.is_over(Color::Black, after(start, 100_039)));
        assert!(clock.is_over(Color::Black, after(start, 100_040)));
    }

    #[test]
    fn without_a_clock_nobody_loses_on_time() {
        let start = Instant::now();
        let mut clock = Clock::new(ClockSetting::None);
        clock.start(start);
        assert!(!clock.is_over(Color::Black, after(start, u64::from(u32::MAX))));
    }
}
