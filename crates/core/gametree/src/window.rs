//! The search window (alpha, beta) [primer2012].

use std::fmt;

use zenpuku_core::Score;

/// The interval within which a search must be exact: a value `v` with
/// `alpha < v < beta` is the true value, `v <= alpha` is an upper and `v >= beta` a
/// lower bound. Invariant: `alpha < beta`.
///
/// The primer calls alpha and beta themselves inside; a value equal to either is
/// already only a bound, which is how alpha-beta computes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    alpha: Score,
    beta: Score,
}

/// Where a value lies relative to a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    /// At or below alpha: the true value is at most this.
    Low,
    /// Strictly inside: the true value.
    Inside,
    /// At or above beta: the true value is at least this.
    High,
}

impl Window {
    /// The window that holds every value.
    pub const FULL: Window = Window { alpha: Score::new(-i32::MAX), beta: Score::INFINITE };

    /// The window between two scores, `None` unless `alpha < beta`.
    #[must_use]
    pub fn new(alpha: Score, beta: Score) -> Option<Window> {
        (alpha < beta).then_some(Window { alpha, beta })
    }

    /// The null window `(beta - 1, beta)`, which asks "is the value at least `beta`?".
    ///
    /// `-INFINITE` has no score below it and is read as `-INFINITE + 1`; every value
    /// passes that test all the same.
    #[must_use]
    pub fn at_least(beta: Score) -> Window {
        let beta = beta.max(Window::FULL.alpha + Score::new(1));
        Window { alpha: beta - Score::new(1), beta }
    }

    /// The null window `(alpha, alpha + 1)`, which asks "is the value above `alpha`?".
    ///
    /// `INFINITE` has no score above it and is read as `INFINITE - 1`.
    #[must_use]
    pub fn above(alpha: Score) -> Window {
        let alpha = alpha.min(Score::INFINITE - Score::new(1));
        Window { alpha, beta: alpha + Score::new(1) }
    }

    /// An aspiration window of `margin` units on both sides of a guess [bonanza2006].
    /// A margin below 1 counts as 1; the ends saturate at the infinite scores.
    #[must_use]
    pub fn around(guess: Score, margin: Score) -> Window {
        let inner = Score::INFINITE - Score::new(1);
        let guess = guess.clamp(-inner, inner);
        let margin = margin.max(Score::new(1));
        Window { alpha: guess - margin, beta: guess + margin }
    }

    /// The lower end.
    #[must_use]
    pub const fn alpha(self) -> Score {
        self.alpha
    }

    /// The upper end.
    #[must_use]
    pub const fn beta(self) -> Score {
        self.beta
    }

    /// The same window from the other player's view.
    #[must_use]
    pub fn negate(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether no score fits between the ends.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.beta - self.alpha == Score::new(1)
    }

    /// The window after an alpha update to `alpha`; never wider, `None` if it
    /// becomes empty, which is a beta cut.
    #[must_use]
    pub fn raise_alpha(self, alpha: Score) -> Option<Window> {
        Window::new(self.alpha.max(alpha), self.beta)
    }

    /// The same window without its lower end, used after a fail low.
    #[must_use]
    pub fn open_below(self) -> Window {
        Window { alpha: Window::FULL.alpha, beta: self.beta }
    }

    /// The same window without its upper end, used after a fail high.
    #[must_use]
    pub fn open_above(self) -> Window {
        Window { alpha: self.alpha, beta: Score::INFINITE }
    }

    /// Where `value` lies.
    #[must_use]
    pub fn side(self, value: Score) -> Side {
        if value <= self.alpha {
            Side::Low
        } else if value >= self.beta {
            Side::High
        } else {
            Side::Inside
        }
    }

    /// The nearest score in `alpha..=beta`: the result of a fail-hard search.
    #[must_use]
    pub fn clamp(self, value: Score) -> Score {
        value.clamp(self.alpha, self.beta)
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.alpha, self.beta)
    }
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Window{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTREMES: [i32; 7] = [-32_767, -32_766, -1, 0, 1, 32_766, 32_767];

    #[test]
    fn every_constructor_keeps_alpha_below_beta() {
        for value in EXTREMES {
            let score = Score::new(value);
            let around = Window::around(score, Score::ZERO);
            for window in [Window::at_least(score), Window::above(score), around, Window::FULL] {
                assert!(window.alpha() < window.beta(), "{window}");
                assert_eq!(window.negate().negate(), window);
            }
        }
        assert_eq!(Window::new(Score::ZERO, Score::ZERO), None);
    }

    #[test]
    fn null_windows_ask_their_question() {
        let window = Window::at_least(Score::new(5));
        assert!(window.is_null());
        assert_eq!(window.side(Score::new(5)), Side::High);
        assert_eq!(window.side(Score::new(4)), Side::Low);
        assert_eq!(Window::above(Score::new(4)), window);
        assert!(!Window::FULL.is_null());
    }

    #[test]
    fn the_full_window_holds_every_value() {
        for score in [Score::MATE, -Score::MATE, Score::ZERO] {
            assert_eq!(Window::FULL.side(score), Side::Inside);
        }
    }

    #[test]
    fn raising_alpha_to_beta_is_a_cut() {
        let window = Window::around(Score::ZERO, Score::new(10));
        assert_eq!(window.raise_alpha(Score::new(-50)), Some(window));
        assert_eq!(window.raise_alpha(Score::new(10)), None);
    }
}
