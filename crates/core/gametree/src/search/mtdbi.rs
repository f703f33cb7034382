//! MTD(bi): null windows that halve an interval. [kakeme] uses -64..64 and tries 0
//! first.
//!
//! An interval that does not hold the value would give a wrong answer, so the interval
//! is only believed until a bound contradicts it; then it grows, twice as far each time.

use super::Searcher;
use super::mtdf::Proved;
use super::node::greatest_value;
use crate::game::{Evaluator, Game};
use crate::observer::SearchObserver;
use zenpuku_core::Score;
use zenpuku_core::StopReason;

/// The interval in which the value is expected.
struct Expected {
    low: Score,
    high: Score,
    growth: Score,
}

impl Expected {
    fn new(a: Score, b: Score) -> Expected {
        let (low, high) = (a.min(b), a.max(b));
        Expected { low, high, growth: (high - low).max(Score::new(1)) }
    }

    /// Grows towards a proved bound that lies outside.
    fn follow(&mut self, proved: &Proved) {
        if self.low > proved.upper {
            self.low = proved.upper - self.growth;
            self.growth += self.growth;
        } else if self.high < proved.lower {
            self.high = proved.lower + self.growth;
            self.growth += self.growth;
        }
    }

    /// The next value to test, above the proved lower bound and not above the upper.
    fn next_test(&self, proved: &Proved) -> Score {
        let low = self.low.max(proved.lower);
        let high = self.high.min(proved.upper);
        if low < high {
            // The width may saturate, its half cannot; rounding up stays above `low`.
            low + Score::new((high.value() - low.value() + 1) / 2)
        } else if proved.lower < low {
            low
        } else {
            low + Score::new(1)
        }
    }
}

pub(super) fn search<G: Game, E: Evaluator<G>, O: SearchObserver<G::Move>>(
    searcher: &mut Searcher<'_, G, E, O>,
    depth: u32,
    (low, high): (Score, Score),
    guess: Score,
) -> Result<Score, StopReason> {
    let mut proved = Proved::nothing();
    let mut expected = Expected::new(low, high);
    let least = proved.lower + Score::new(1);
    let mut value = proved.test(searcher, depth, guess.clamp(least, greatest_value()))?;
    while proved.is_open() {
        expected.follow(&proved);
        value = proved.test(searcher, depth, expected.next_test(&proved))?;
    }
    Ok(value)
}
