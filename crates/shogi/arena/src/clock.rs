//! How much an engine may think, and the clock that says so.

use serde::{Deserialize, Serialize};
use std::time::Duration;
use ts_rs::TS;
use zenpuku_shogi::Color;

/// The budget of each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TimeControl {
    /// Exactly this many nodes a move.
    Nodes(u64),
    /// Exactly this depth, in plies.
    Depth(u32),
    /// This many milliseconds a move.
    MoveTime(u64),
    /// Main time with byoyomi or increment, in milliseconds.
    Clock {
        /// Main time of each side.
        main: u64,
        /// Byoyomi a move after the main time.
        byoyomi: u64,
        /// Fischer increment a move.
        increment: u64,
    },
}

impl TimeControl {
    /// The longest a move may take before the engine counts as hanging, when
    /// the control itself sets no limit on time.
    const UNTIMED_LIMIT: Duration = Duration::from_secs(600);

    /// Overhead that a fixed move time forgives: processes, pipes, scheduling.
    const MOVE_TIME_GRACE_MS: u64 = 1_000;

    /// Does time limit a move?
    #[must_use]
    pub const fn is_timed(self) -> bool {
        matches!(self, Self::MoveTime(_) | Self::Clock { .. })
    }
}

/// Time left on both sides, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: [TimeControl; 2],
    left: [u64; 2],
    margin_ms: u64,
}

impl Clock {
    /// A clock at the start of a game with equal times and no margin.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        Self::uneven([control; 2], 0)
    }

    /// A clock at the start of a game, with the controls of Black and White; up to `margin_ms`
    /// milliseconds over the limit are not lost.
    #[must_use]
    pub fn uneven(control: [TimeControl; 2], margin_ms: u64) -> Self {
        let main = |control| if let TimeControl::Clock { main, .. } = control { main } else { 0 };
        Self { control, left: control.map(main), margin_ms }
    }

    /// The control that `color` plays under.
    #[must_use]
    pub fn control(&self, color: Color) -> TimeControl {
        self.control[color.to_index()]
    }

    /// Main time of `color` left before its move, in milliseconds.
    #[must_use]
    pub fn left(&self, color: Color) -> u64 {
        self.left[color.to_index()]
    }

    /// How long `color` may think before it has lost on time, the margin left aside.
    #[must_use]
    pub fn limit(&self, color: Color) -> Duration {
        match self.control(color) {
            TimeControl::Nodes(_) | TimeControl::Depth(_) => TimeControl::UNTIMED_LIMIT,
            TimeControl::MoveTime(ms) => {
                Duration::from_millis(ms + TimeControl::MOVE_TIME_GRACE_MS)
            }
            TimeControl::Clock { byoyomi, increment, .. } => {
                Duration::from_millis(self.left(color) + byoyomi + increment)
            }
        }
    }

    /// Takes the time of a move off; `false` when it was too late.
    pub fn spend(&mut self, color: Color, spent: Duration) -> bool {
        if spent > self.limit(color) + Duration::from_millis(self.margin_ms) {
            return false;
        }
        if let TimeControl::Clock { increment, .. } = self.control(color) {
            let spent = u64::try_from(spent.as_millis()).unwrap_or(u64::MAX);
            let left = &mut self.left[color.to_index()];
            *left = (*left + increment).saturating_sub(spent);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(value: u64) -> Duration {
        Duration::from_millis(value)
    }

    #[test]
    fn byoyomi_starts_when_the_main_time_is_gone() {
        let control = TimeControl::Clock { main: 1000, byoyomi: 100, increment: 0 };
        let mut clock = Clock::new(control);
        assert!(clock.spend(Color::BLACK, ms(1050)));
        assert_eq!(clock.left(Color::BLACK), 0);
        assert!(clock.spend(Color::BLACK, ms(100)));
        assert!(!clock.spend(Color::BLACK, ms(101)));
        assert_eq!(clock.left(Color::WHITE), 1000);
    }

    #[test]
    fn the_increment_comes_before_the_move() {
        let control = TimeControl::Clock { main: 100, byoyomi: 0, increment: 50 };
        let mut clock = Clock::new(control);
        assert!(clock.spend(Color::WHITE, ms(150)));
        assert_eq!(clock.left(Color::WHITE), 0);
        assert!(!clock.spend(Color::WHITE, ms(51)));
    }

    #[test]
    fn sides_may_differ_and_the_margin_forgives() {
        let slow = TimeControl::Clock { main: 1000, byoyomi: 0, increment: 0 };
        let mut clock = Clock::uneven([slow, TimeControl::MoveTime(100)], 30);
        assert_eq!((clock.left(Color::BLACK), clock.left(Color::WHITE)), (1000, 0));
        assert_eq!(clock.limit(Color::WHITE), ms(1100));
        assert!(clock.spend(Color::BLACK, ms(1020)));
        assert_eq!(clock.left(Color::BLACK), 0);
        assert!(!clock.spend(Color::BLACK, ms(31)));
    }

    #[test]
    fn fixed_nodes_never_lose_on_time_by_thinking() {
        let mut clock = Clock::new(TimeControl::Nodes(1000));
        assert!(clock.spend(Color::BLACK, ms(60_000)));
    }
}
