//! A side's clock, kept the way the server keeps it.

use std::time::Duration;

use super::TimeRules;

/// The time one side has left. The server's times are used, never local measurements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideClock {
    rules: TimeRules,
    /// In units; `None` is unlimited.
    left: Option<u64>,
}

impl SideClock {
    /// The clock at the start of the game.
    pub fn new(rules: TimeRules) -> Self {
        let left = rules.total;
        Self { rules, left }
    }

    /// The rules by which this clock runs.
    pub fn rules(&self) -> &TimeRules {
        &self.rules
    }

    /// Adds the increment: to be called before each of the side's moves, the first one included.
    pub fn begin_move(&mut self) {
        self.left = self.left.map(|left| left.saturating_add(self.rules.increment));
    }

    /// Charges a move with the units that the server reported for it.
    pub fn charge(&mut self, units: u64) {
        self.left = self.left.map(|left| left.saturating_sub(units));
    }

    /// The time left without byoyomi; `None` is unlimited.
    pub fn left(&self) -> Option<Duration> {
        self.left.map(|left| self.rules.duration(left))
    }

    /// The longest the next move may take, byoyomi and delay included; `None` is unlimited.
    pub fn longest_move(&self) -> Option<Duration> {
        let extra = self.rules.byoyomi.saturating_add(self.rules.delay);
        self.left.map(|left| self.rules.duration(left.saturating_add(extra)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(total: Option<u64>, byoyomi: u64, increment: u64) -> SideClock {
        SideClock::new(TimeRules { total, byoyomi, increment, ..TimeRules::default() })
    }

    fn seconds(count: u64) -> Option<Duration> {
        Some(Duration::from_secs(count))
    }

    #[test]
    fn increment_comes_before_the_move() {
        let mut clock = clock(Some(10), 0, 5);
        clock.begin_move();
        assert_eq!(clock.longest_move(), seconds(15));
        clock.charge(12);
        assert_eq!(clock.left(), seconds(3));
    }

    #[test]
    fn byoyomi_is_given_anew_each_move() {
        let mut clock = clock(Some(3), 10, 0);
        clock.charge(9);
        assert_eq!((clock.left(), clock.longest_move()), (seconds(0), seconds(10)));
        clock.charge(10);
        assert_eq!(clock.longest_move(), seconds(10));
    }

    #[test]
    fn unlimited_stays_unlimited() {
        let mut clock = clock(None, 0, 5);
        clock.begin_move();
        clock.charge(u64::MAX);
        assert_eq!((clock.left(), clock.longest_move()), (None, None));
    }
}
