//! The clock of a game. Times come from outside, so that it can be tested.

use crate::protocol::{ClockSetting, ClockState};
use serde::{Deserialize, Serialize};
use std::time::Instant;
use zenpuku_shogi::Color;

/// What is left of a Canadian period, at the beginning of a turn.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Period {
    ms: u64,
    moves: u32,
}

impl Period {
    /// A new period; empty for other clocks.
    fn new(setting: ClockSetting) -> Self {
        match setting {
            ClockSetting::Canadian { period_ms, moves, .. } => {
                Self { ms: u64::from(period_ms), moves }
            }
            _ => Self::default(),
        }
    }
}

/// Both clocks. At most one runs.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    settings: [ClockSetting; 2],
    /// Main time left in milliseconds, without the time used in the current turn.
    main: [u64; 2],
    periods: [Period; 2],
    /// Used in this turn before the clock was last halted.
    banked: u64,
    since: Option<Instant>,
}

impl Clock {
    /// Black's and White's clock.
    pub(crate) fn new(settings: [ClockSetting; 2]) -> Self {
        let main = settings.map(|setting| match setting {
            ClockSetting::None => 0,
            ClockSetting::Byoyomi { main_ms, .. }
            | ClockSetting::Fischer { main_ms, .. }
            | ClockSetting::Canadian { main_ms, .. } => u64::from(main_ms),
        });
        Self { settings, main, periods: settings.map(Period::new), banked: 0, since: None }
    }

    /// A clock that was stored; older versions stored no periods.
    pub(crate) fn restore(
        settings: [ClockSetting; 2],
        main: [u64; 2],
        periods: Option<[Period; 2]>,
        banked: u64,
    ) -> Self {
        let fresh = Self::new(settings);
        Self { main, periods: periods.unwrap_or(fresh.periods), banked, ..fresh }
    }

    pub(crate) fn settings(&self) -> [ClockSetting; 2] {
        self.settings
    }

    pub(crate) fn periods(&self) -> [Period; 2] {
        self.periods
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

    /// What `side` has for a move after its main time.
    fn extra(&self, side: Color) -> u64 {
        match self.settings[side.to_index()] {
            ClockSetting::Byoyomi { byoyomi_ms, .. } => u64::from(byoyomi_ms),
            ClockSetting::Canadian { .. } => self.periods[side.to_index()].ms,
            _ => 0,
        }
    }

    /// Has `side`, which is to move, run out of time?
    pub(crate) fn is_over(&self, side: Color, now: Instant) -> bool {
        let at = side.to_index();
        let limited = !matches!(self.settings[at], ClockSetting::None);
        limited && self.used(now) >= self.main[at].saturating_add(self.extra(side)).max(1)
    }

    /// `side` has moved: takes its time off, halts the clock, and gives the time used.
    pub(crate) fn press(&mut self, side: Color, now: Instant) -> u64 {
        let used = self.used(now);
        let at = side.to_index();
        let main = &mut self.main[at];
        let over = used.checked_sub(*main);
        *main = main.saturating_sub(used);
        match (self.settings[at], over) {
            (ClockSetting::Fischer { increment_ms, .. }, _) => {
                *main = main.saturating_add(u64::from(increment_ms));
            }
            (ClockSetting::Canadian { .. }, Some(over)) => self.use_period(at, over),
            _ => {}
        }
        self.banked = 0;
        self.since = None;
        used
    }

    /// A move in a Canadian period that took `over` of it; after its last move a new one begins.
    fn use_period(&mut self, at: usize, over: u64) {
        let Period { ms, moves } = self.periods[at];
        self.periods[at] = if moves <= 1 {
            Period::new(self.settings[at])
        } else {
            Period { ms: ms.saturating_sub(over), moves: moves - 1 }
        };
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
            byoyomi_ms: self.extra(side).saturating_sub(over),
            moves: self.periods[side.to_index()].moves,
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
        let mut clock = Clock::new([ClockSetting::Byoyomi { main_ms: 1_000, byoyomi_ms: 500 }; 2]);
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
        let mut clock =
            Clock::new([ClockSetting::Fischer { main_ms: 1_000, increment_ms: 300 }; 2]);
        clock.start(start);
        clock.press(Color::White, after(start, 400));
        assert_eq!(clock.state(Color::White, false, start).main_ms, 900);
        clock.start(start);
        assert!(clock.is_over(Color::White, after(start, 900)));
    }

    #[test]
    fn a_halted_clock_stands_still() {
        let start = Instant::now();
        let mut clock = Clock::new([ClockSetting::Byoyomi { main_ms: 100, byoyomi_ms: 0 }; 2]);
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
        let mut clock = Clock::new([ClockSetting::None; 2]);
        clock.start(start);
        assert!(!clock.is_over(Color::Black, after(start, u64::from(u32::MAX))));
    }

    #[test]
    fn a_canadian_period_holds_several_moves_and_renews() {
        let start = Instant::now();
        let canadian = ClockSetting::Canadian { main_ms: 100, period_ms: 1_000, moves: 2 };
        let mut clock = Clock::new([canadian; 2]);
        let left = |clock: &Clock| {
            let state = clock.state(Color::Black, false, start);
            (state.main_ms, state.byoyomi_ms, state.moves)
        };
        let play = |clock: &mut Clock, ms| {
            clock.start(start);
            clock.press(Color::Black, after(start, ms));
        };
        play(&mut clock, 40);
        assert_eq!(left(&clock), (60, 1_000, 2));
        play(&mut clock, 360);
        assert_eq!(left(&clock), (0, 700, 1));
        clock.start(start);
        assert!(!clock.is_over(Color::Black, after(start, 699)));
        assert!(clock.is_over(Color::Black, after(start, 700)));
        play(&mut clock, 600);
        assert_eq!(left(&clock), (0, 1_000, 2));
    }

    #[test]
    fn each_side_has_its_own_clock() {
        let start = Instant::now();
        let white = ClockSetting::Fischer { main_ms: 5_000, increment_ms: 0 };
        let mut clock = Clock::new([ClockSetting::Byoyomi { main_ms: 0, byoyomi_ms: 300 }, white]);
        clock.start(start);
        assert!(clock.is_over(Color::Black, after(start, 300)));
        assert!(!clock.is_over(Color::White, after(start, 4_999)));
        assert!(clock.is_over(Color::White, after(start, 5_000)));
    }
}
