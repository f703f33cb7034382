//! When a problem comes again: by FSRS, the free spaced repetition scheduler [fsrs].
//!
//! A card holds how long a problem is remembered (stability: the days after which nine of ten such
//! problems would still be solved) and how hard it is (difficulty, 1 to 10). Each review moves both
//! by the formulas of FSRS with their published weights, of the crate `rs-fsrs`; the problem is due
//! again when the chance to solve it has fallen to nine in ten.
//!
//! Only problems that were not solved alone at the first try enter the
//! schedule, so that a set of a thousand easy problems is not repeated.

use super::MateOutcome;
use rs_fsrs::{Parameters, Rating};

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// Tolerance for daily training times.
const EARLY_MS: i64 = 6 * HOUR_MS;

/// Reviews closer than this belong to one day, for which FSRS has a separate formula.
const ONE_DAY_MS: i64 = 12 * HOUR_MS;

/// Milliseconds per attacker's move above which a problem solved alone counts
/// as known, but not well.
const SLOW_MS: u32 = 30_000;

/// Bounds of stored values: stability in days, difficulty.
const STABILITIES: (f64, f64) = (0.01, 36_500.0);
const DIFFICULTIES: (f64, f64) = (1.0, 10.0);

/// A problem in the schedule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Card {
    /// Days after which it is remembered with a probability of 0.9.
    pub(super) stability: f64,
    /// From 1, the easiest, to 10.
    pub(super) difficulty: f64,
    /// When it was tried last, in ms since 1970.
    pub(super) reviewed_ms: i64,
    /// When it is due, in ms since 1970.
    pub(super) due_ms: i64,
}

impl Card {
    /// Is it to be repeated?
    pub(super) fn is_due(self, now_ms: i64) -> bool {
        self.due_ms <= now_ms
    }

    fn reviewed(stability: f64, difficulty: f64, grade: Rating, now_ms: i64) -> Self {
        let fsrs = Parameters::default();
        // A failed problem is repeated immediately, after those already due.
        let wait = match grade {
            Rating::Again => 0,
            _ => fsrs.next_interval(stability, 0) as i64 * DAY_MS - EARLY_MS,
        };
        let due_ms = now_ms.saturating_add(wait);
        Self { stability, difficulty, reviewed_ms: now_ms, due_ms }
    }

    /// The card after a review.
    fn next(self, grade: Rating, now_ms: i64) -> Self {
        let fsrs = Parameters::default();
        let stability = self.stability.clamp(STABILITIES.0, STABILITIES.1);
        let difficulty = self.difficulty.clamp(DIFFICULTIES.0, DIFFICULTIES.1);
        let elapsed_ms = now_ms.saturating_sub(self.reviewed_ms).max(0);
        let elapsed = elapsed_ms as f64 / DAY_MS as f64;
        let recall = Parameters::forgetting_curve(elapsed, stability);
        let next = match grade {
            _ if elapsed_ms < ONE_DAY_MS => fsrs.short_term_stability(stability, grade),
            // Forgetting never strengthens.
            Rating::Again => {
                fsrs.next_forget_stability(difficulty, stability, recall).min(stability)
            }
            _ => fsrs.next_recall_stability(difficulty, stability, recall, grade),
        };
        let next = next.clamp(STABILITIES.0, STABILITIES.1);
        Self::reviewed(next, fsrs.next_difficulty(difficulty, grade), grade, now_ms)
    }
}

/// The grade of an attempt: wrong, with help or slowly, alone.
pub(super) fn grade(outcome: MateOutcome, slow: bool) -> Rating {
    match outcome {
        MateOutcome::Failed => Rating::Again,
        MateOutcome::Helped => Rating::Hard,
        MateOutcome::Solved if slow => Rating::Hard,
        MateOutcome::Solved => Rating::Good,
    }
}

/// Was a mate in `plies` solved slowly?
pub(super) fn is_slow(ms: u32, plies: usize) -> bool {
    ms / SLOW_MS >= u32::try_from(plies.div_ceil(2)).unwrap_or(u32::MAX)
}

/// Where a problem is after an attempt; `None`: it need not be repeated.
pub(super) fn after(card: Option<Card>, grade: Rating, now_ms: i64) -> Option<Card> {
    match (card, grade) {
        (None, Rating::Good | Rating::Easy) => None,
        (None, grade) => Some(first(grade, now_ms)),
        (Some(card), grade) => Some(card.next(grade, now_ms)),
    }
}

/// The card after a first attempt.
pub(super) fn first(grade: Rating, now_ms: i64) -> Card {
    let fsrs = Parameters::default();
    let (stability, difficulty) = (fsrs.init_stability(grade), fsrs.init_difficulty(grade));
    Card::reviewed(stability, difficulty, grade, now_ms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use MateOutcome::{Failed, Helped, Solved};
    use Rating::{Again, Good, Hard};

    /// Days that a card waits; a quarter less is what evenings allow.
    fn days(card: Card) -> i64 {
        (card.due_ms - card.reviewed_ms + EARLY_MS) / DAY_MS
    }

    #[test]
    fn only_what_was_not_solved_alone_and_at_once_is_repeated() {
        let of = |outcome, slow| after(None, grade(outcome, slow), 5);
        assert_eq!(of(Solved, false), None);
        assert_eq!(of(Failed, false).unwrap().due_ms, 5);
        assert_eq!(of(Helped, false), of(Solved, true));
        assert_eq!(days(of(Helped, false).unwrap()), 1);
        assert!(!is_slow(59_999, 3) && is_slow(60_000, 3));
        assert!(!is_slow(u32::MAX, usize::MAX));
    }

    #[test]
    fn intervals_grow_as_fsrs_has_them() {
        // By the formulas of the documentation, computed by hand: after a failure stability is
        // w0 = 0.4072, the same evening it is times exp(w17 w18) = 1.3917.
        let failed = after(None, Again, 0).unwrap();
        assert_eq!((failed.stability, failed.due_ms), (0.4072, 0));
        let mut card = after(Some(failed), Good, HOUR_MS).unwrap();
        assert!((card.stability - 0.5667).abs() < 1e-3, "{card:?}");
        let mut waits = vec![days(card)];
        while waits.len() < 6 {
            card = after(Some(card), Good, card.due_ms).unwrap();
            waits.push(days(card));
        }
        assert_eq!(waits[0], 1);
        assert!(waits.windows(2).all(|pair| pair[0] < pair[1]), "{waits:?}");
        // Recalled exactly when due, at nine in ten.
        let at = |days: f64| Parameters::forgetting_curve(days, card.stability);
        assert!((at(card.stability) - 0.9).abs() < 1e-9);
    }

    #[test]
    fn a_failure_shortens_and_help_grows_less() {
        let card = Card { stability: 30.0, difficulty: 6.0, reviewed_ms: 0, due_ms: 30 * DAY_MS };
        let now = card.due_ms;
        let [failed, helped, solved] = [Again, Hard, Good].map(|g| card.next(g, now));
        assert!(failed.stability < 10.0 && failed.is_due(now), "{failed:?}");
        assert!(card.stability < helped.stability && helped.stability < solved.stability);
        assert!(failed.difficulty > helped.difficulty && helped.difficulty > card.difficulty);
    }

    #[test]
    fn solved_before_it_is_due_it_grows_less_than_when_it_is() {
        let card = Card { stability: 30.0, difficulty: 6.0, reviewed_ms: 0, due_ms: 30 * DAY_MS };
        let (early, due) = (card.next(Good, 2 * DAY_MS), card.next(Good, 30 * DAY_MS));
        assert!(card.stability < early.stability && early.stability < due.stability);
    }

    #[test]
    fn what_a_damaged_database_holds_harms_nothing() {
        for odd in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
            let card = Card { stability: odd, difficulty: odd, reviewed_ms: i64::MAX, due_ms: 0 };
            for grade in [Again, Hard, Good] {
                let next = card.next(grade, 7);
                assert!(next.due_ms >= 7 || odd.is_nan(), "{next:?}");
            }
        }
    }
}
