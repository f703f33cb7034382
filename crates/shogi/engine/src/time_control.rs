//! How long to think. Pure functions of the clocks and the options; no function reads a real clock.
//!
//! The option names and their meaning are YaneuraOu's, which GUIs know. Two things are our own:
//! a delay option is a cap (the margin taken is at most a fifth of the byoyomi, or of what is
//! left without byoyomi), and the minimum thinking time never exceeds half of the usual time of a
//! move, so that fast games can also save time on easy moves. A byoyomi of 0.1 s is neither
//! overstepped nor wasted.

use core::time::Duration;
use zenpuku_shogi::Color;

/// Clocks as in USI's `go`, indexed by [`Color::to_index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left, without the increment of this move.
    pub time: [Duration; 2],
    /// Fischer increment per move.
    pub increment: [Duration; 2],
    /// Byoyomi per move, after the time is used up.
    pub byoyomi: Duration,
}

/// The engine's options about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOptions {
    /// Usual delay of the connection, subtracted from full seconds. Milliseconds.
    pub network_delay: u64,
    /// Maximum delay of the connection, subtracted from the maximum time. Milliseconds.
    pub network_delay2: u64,
    /// Think at least this long when the budget allows it. Milliseconds.
    pub minimum_thinking_time: u64,
    /// Share of the usual thinking time, in percent.
    pub slow_mover: u64,
    /// Servers count started seconds as unused: think up to the next full second.
    pub round_up_to_full_second: bool,
    /// The game ends after this many moves; 0: it does not.
    pub max_moves: u32,
}

impl Default for TimeOptions {
    fn default() -> Self {
        Self {
            network_delay: 120,
            network_delay2: 1120,
            minimum_thinking_time: 2000,
            slow_mover: 100,
            round_up_to_full_second: true,
            max_moves: 0,
        }
    }
}

const SECOND: u64 = 1000;

/// How long to think about one move, in milliseconds from the start of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePlan {
    /// Minimum time before a move, unless there is no choice.
    pub minimum: u64,
    /// Begin no new iteration after.
    pub optimum: u64,
    /// Stop at the latest.
    pub maximum: u64,
    /// Subtracted from full seconds when rounding up; `None`: no rounding.
    rounding: Option<u64>,
}

impl TimePlan {
    /// Use exactly `time`.
    #[must_use]
    pub fn fixed(time: Duration) -> Self {
        let time = milliseconds(time);
        Self { minimum: time, optimum: time, maximum: time, rounding: None }
    }

    /// The plan for the move number `ply` (1 at the start of a game) of `side`.
    #[must_use]
    pub fn new(clock: &Clock, side: Color, ply: u16, options: &TimeOptions) -> Self {
        let time = milliseconds(clock.time[side.to_index()]);
        let increment = milliseconds(clock.increment[side.to_index()]);
        let byoyomi = milliseconds(clock.byoyomi);
        let renewed = byoyomi.saturating_add(increment);
        let available = time.saturating_add(renewed);
        let cap = if byoyomi > 0 { byoyomi } else { available } / 5;
        let delay = options.network_delay.min(cap);
        let limit = available.saturating_sub(options.network_delay2.min(cap)).max(1);
        let rounds = options.round_up_to_full_second;
        if byoyomi > 0 && time < byoyomi + byoyomi / 5 {
            // The main time is as good as gone, and what byoyomi leaves over is lost.
            return Self { minimum: limit, optimum: limit, maximum: limit, rounding: None };
        }
        // The network delay of every move reduces the increment: without this
        // the reserve would shrink to zero.
        let steady = renewed - options.network_delay.min(increment / 5);
        let share = time / moves_to_go(ply, options.max_moves) + steady * 9 / 10;
        let share = share.saturating_mul(options.slow_mover) / 100;
        let optimum = share.clamp(1, limit);
        let maximum = (optimum.saturating_mul(4)).min(time / 4 + steady).clamp(optimum, limit);
        Self {
            minimum: options.minimum_thinking_time.min(optimum.div_ceil(2)),
            optimum,
            maximum,
            // Below a second a move, rounding up would multiply the time used.
            rounding: (rounds && optimum >= SECOND).then_some(delay),
        }
    }

    /// When to move, if the search is done after `elapsed` milliseconds: not before the minimum,
    /// and with the rest of a second that a second-counting clock takes anyway.
    #[must_use]
    pub fn finish(&self, elapsed: u64) -> u64 {
        let wanted = elapsed.max(self.minimum);
        match self.rounding {
            Some(delay) => {
                let full = (wanted + delay).div_ceil(SECOND).saturating_mul(SECOND) - delay;
                full.min(self.maximum).max(wanted.min(self.maximum))
            }
            None => wanted.min(self.maximum),
        }
    }
}

/// How many own moves the main time should last for.
fn moves_to_go(ply: u16, max_moves: u32) -> u64 {
    let usual = 140_u64.saturating_sub(u64::from(ply)) / 2;
    let usual = usual.max(25);
    if max_moves == 0 {
        return usual;
    }
    let left = u64::from(max_moves.saturating_sub(u32::from(ply))) / 2 + 1;
    usual.min(left)
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX / 64).min(u64::MAX / 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(time: u64, byoyomi: u64, increment: u64, ply: u16) -> TimePlan {
        let ms = Duration::from_millis;
        let clock =
            Clock { time: [ms(time); 2], increment: [ms(increment); 2], byoyomi: ms(byoyomi) };
        TimePlan::new(&clock, Color::BLACK, ply, &TimeOptions::default())
    }

    #[test]
    fn short_byoyomi_is_neither_lost_nor_wasted() {
        for byoyomi in [100, 500, 1000, 3000] {
            let plan = plan(0, byoyomi, 0, 40);
            for done in [0, plan.minimum, plan.maximum] {
                assert_eq!(plan.finish(done), byoyomi * 4 / 5, "byoyomi {byoyomi}");
            }
        }
        assert_eq!(plan(0, 10_000, 0, 40).maximum, 10_000 - 1120);
        assert_eq!(plan(0, 60_000, 0, 40).minimum, 60_000 - 1120);
    }

    #[test]
    fn main_time_before_byoyomi_is_spread() {
        let plan = plan(600_000, 10_000, 0, 1);
        assert!(plan.optimum > 15_000 && plan.optimum < 30_000);
        assert!(plan.maximum <= 160_000 && plan.maximum > plan.optimum);
    }

    #[test]
    fn rounding_fills_the_second_that_is_counted_anyway() {
        let plan = plan(600_000, 0, 0, 1);
        assert_eq!(plan.finish(0), 2880);
        assert_eq!(plan.finish(2880), 2880);
        assert_eq!(plan.finish(2881), 3880);
        assert_eq!(plan.finish(u64::MAX / 4), plan.maximum);
    }

    #[test]
    fn fast_fischer_games_do_not_burn_the_clock() {
        let plan = plan(10_000, 0, 100, 1);
        assert!(plan.finish(0) < 300 && plan.maximum < 1500, "{plan:?}");
        let mut time = 10_000;
        for ply in 1..300 {
            let plan = self::plan(time, 0, 100, ply);
            assert!(plan.maximum < time + 100, "ply {ply} {plan:?}");
            time = time + 100 - plan.maximum;
        }
    }

    /// Every move as long as allowed, and 8 ms lost on the way each time.
    #[test]
    fn an_increment_keeps_a_reserve() {
        let mut time = 3000;
        for ply in 1..500 {
            time = time + 50 - self::plan(time, 0, 50, ply).maximum - 8;
            assert!(time >= 8, "ply {ply}: {time}");
        }
    }

    #[test]
    fn an_easy_move_of_a_fast_game_saves_at_most_half_of_its_time() {
        for (time, increment) in [(2000, 20), (30_000, 0), (0, 200), (2000, 100)] {
            let plan = plan(time, 0, increment, 40);
            assert!(plan.finish(plan.optimum * 6 / 10) < plan.optimum * 7 / 10, "{plan:?}");
            assert_eq!(plan.finish(0), plan.optimum.div_ceil(2), "{plan:?}");
        }
    }

    #[test]
    fn sudden_death_never_runs_out() {
        let mut time = 60_000;
        for ply in (1..400).step_by(2) {
            let plan = plan(time, 0, 0, ply);
            assert!(plan.maximum <= time.max(1));
            time = time.saturating_sub(plan.finish(plan.optimum));
        }
        assert!(time > 5);
    }

    #[test]
    fn nothing_on_the_clock_still_gives_a_plan() {
        let plan = plan(0, 0, 0, u16::MAX);
        assert_eq!((plan.minimum, plan.optimum, plan.maximum), (1, 1, 1));
        let huge = TimePlan::fixed(Duration::MAX);
        assert_eq!(huge.finish(5), huge.maximum);
    }

    #[test]
    fn the_last_moves_before_the_limit_get_the_time_left() {
        let clock = Clock { time: [Duration::from_secs(100); 2], ..Clock::default() };
        let options = TimeOptions { max_moves: 320, ..TimeOptions::default() };
        let late = TimePlan::new(&clock, Color::WHITE, 310, &options);
        let early = TimePlan::new(&clock, Color::WHITE, 200, &options);
        assert!(late.optimum > 2 * early.optimum);
    }
}
