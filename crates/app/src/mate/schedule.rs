//! When a problem comes again: the boxes of Leitner [leitner1972].
//!
//! A failed problem goes into the first box. Solved without help when it is due it goes one box on,
//! failed it goes back into the first; from the last box it leaves, as learned. Each box waits longer
//! than the one before. Leitner reviews a box when it is full; days, as here, are the usual way
//! where there is a clock.

use super::MateOutcome;

/// The number of boxes.
pub(super) const BOXES: u32 = 5;

/// How long a problem waits in each box, in days. What has just failed comes again at once, after
/// what is due already.
const DAYS: [i64; BOXES as usize] = [0, 1, 3, 7, 21];

const HOUR_MS: i64 = 3_600_000;

/// Who trains every evening does not do so to the minute.
const EARLY_MS: i64 = 6 * HOUR_MS;

/// A problem in the boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Card {
    /// Its box, from 1 to [`BOXES`].
    pub(super) number: u32,
    /// When it is due, in ms since 1970.
    pub(super) due_ms: i64,
}

impl Card {
    fn in_box(number: u32, now_ms: i64) -> Self {
        let number = number.clamp(1, BOXES);
        let days = DAYS[number as usize - 1];
        let wait = (days * 24 * HOUR_MS - EARLY_MS).max(0);
        Self { number, due_ms: now_ms.saturating_add(wait) }
    }

    /// Is it to be repeated?
    pub(super) fn is_due(self, now_ms: i64) -> bool {
        self.due_ms <= now_ms
    }
}

/// Where a problem is after an attempt; `None`: it need not be repeated.
pub(super) fn after(card: Option<Card>, outcome: MateOutcome, now_ms: i64) -> Option<Card> {
    match (card, outcome) {
        (_, MateOutcome::Failed) => Some(Card::in_box(1, now_ms)),
        // Solved, but not yet known: it waits as long as before.
        (card, MateOutcome::Helped) => {
            Some(Card::in_box(card.map_or(1, |card| card.number), now_ms))
        }
        (Some(card), MateOutcome::Solved) if !card.is_due(now_ms) => Some(card),
        (Some(card), MateOutcome::Solved) if card.number < BOXES => {
            Some(Card::in_box(card.number + 1, now_ms))
        }
        (_, MateOutcome::Solved) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use MateOutcome::{Failed, Helped, Solved};

    const DAY_MS: i64 = 24 * HOUR_MS;

    #[test]
    fn only_what_failed_is_repeated() {
        assert_eq!(after(None, Solved, 5), None);
        assert_eq!(after(None, Failed, 5), Some(Card { number: 1, due_ms: 5 }));
        assert_eq!(after(None, Helped, 5), Some(Card { number: 1, due_ms: 5 }));
    }

    #[test]
    fn from_box_to_box_and_out() {
        let (mut now, mut card) = (0, after(None, Failed, 0));
        let mut waits = Vec::new();
        while let Some(here) = card {
            waits.push(here.due_ms - now);
            now = here.due_ms;
            assert!(here.is_due(now) && (now == 0 || !here.is_due(now - 1)));
            card = after(card, Solved, now);
        }
        assert_eq!(waits, DAYS.map(|days| (days * DAY_MS - EARLY_MS).max(0)));
    }

    #[test]
    fn a_failure_goes_back_to_the_first_box_and_help_stays() {
        let third = Card { number: 3, due_ms: 0 };
        assert_eq!(after(Some(third), Failed, 7), Some(Card { number: 1, due_ms: 7 }));
        let helped = after(Some(third), Helped, 0).unwrap();
        assert_eq!((helped.number, helped.due_ms), (3, 3 * DAY_MS - EARLY_MS));
    }

    #[test]
    fn solved_before_it_is_due_it_stays_where_it_is() {
        let card = Card { number: 2, due_ms: 10 };
        assert_eq!(after(Some(card), Solved, 9), Some(card));
        assert_eq!(after(Some(card), Solved, 10).unwrap().number, 3);
    }
}
