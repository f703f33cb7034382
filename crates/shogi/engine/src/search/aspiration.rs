//! Aspiration: an iteration is searched with a narrow window around the value that is expected,
//! wider until the value is inside [slate-atkin1977] [bonanza2006]. Switches: `AspirationWindow`,
//! `AspirationWidening`, `AspirationAverage`, `AspirationShift`, `AspirationShallower`.

use super::root_moves::RootMove;
use zenpuku_core::Score;
use zenpuku_gametree::Window;
use zenpuku_params::Params;

/// The window of one line in one iteration.
pub(super) struct Aspiration {
    pub(super) window: Window,
    /// How far beyond a value outside the window the next one reaches, in centipawns.
    step: i32,
    /// By how many plies the next attempt is shallower.
    pub(super) shallower: u32,
}

impl Aspiration {
    /// The first window of an iteration `depth` plies deep.
    pub(super) fn new(params: &Params, depth: u32, first: &RootMove) -> Self {
        let known = first.average.filter(|_| params.aspiration_average);
        let (guess, spread) = match known {
            Some(average) => (average.mean, average.spread(params)),
            None => (first.previous, 0),
        };
        let step = params.aspiration_half_width + spread;
        let narrow = params.aspiration_window
            && depth >= params.aspiration_min_depth as u32
            && !guess.is_mate()
            && guess > -Score::INFINITE;
        let window = if narrow { Window::around(guess, Score::new(step)) } else { Window::FULL };
        Self { window, step, shallower: 0 }
    }

    /// The value was at most the window's lower bound; `false` if the window
    /// cannot be extended below.
    pub(super) fn fails_low(&mut self, params: &Params, score: Score) -> bool {
        let alpha = self.window.alpha();
        if score > alpha || alpha <= Window::FULL.alpha() {
            return false;
        }
        let wider = score - Score::new(self.step);
        let beta = if params.aspiration_shift { alpha } else { self.window.beta() };
        self.window = if !params.aspiration_widening || wider < -Score::MAX_EVAL {
            self.window.open_below()
        } else {
            Window::new(wider, beta).unwrap_or(Window::FULL)
        };
        self.shallower = 0;
        self.grow(params);
        true
    }

    /// The value was at least the window's upper bound; `false` if the window
    /// cannot be extended above.
    pub(super) fn fails_high(&mut self, params: &Params, score: Score) -> bool {
        let (alpha, beta) = (self.window.alpha(), self.window.beta());
        if score < beta || beta >= Window::FULL.beta() {
            return false;
        }
        let wider = score + Score::new(self.step);
        let nearer = alpha.max(beta - Score::new(self.step));
        let alpha = if params.aspiration_shift { nearer } else { alpha };
        self.window = if !params.aspiration_widening || wider > Score::MAX_EVAL {
            self.window.open_above()
        } else {
            Window::new(alpha, wider).unwrap_or(Window::FULL)
        };
        self.shallower += u32::from(params.aspiration_shallower);
        self.grow(params);
        true
    }

    fn grow(&mut self, params: &Params) {
        // A small step must grow: if the table makes an attempt fail high and
        // the next one fail low, the two would alternate forever.
        let grown = (self.step * params.aspiration_growth / 100).max(self.step + 1);
        self.step = grown.min(2 * Score::MAX_EVAL.value());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi::Move;

    /// Attempts on either side of a gap of `gap` centipawns until the window holds both values.
    fn attempts(params: &Params, gap: i32) -> u32 {
        let mut first = RootMove::new(Move::NONE);
        first.previous = Score::ZERO;
        let mut aspiration = Aspiration::new(params, 20, &first);
        // For any window, the search finds the value outside it.
        for attempt in 0..1000 {
            let (low, high) = (Score::new(-gap / 2), Score::new(gap - gap / 2));
            if !aspiration.fails_low(params, low) && !aspiration.fails_high(params, high) {
                return attempt;
            }
        }
        panic!("the window does not grow: {:?}", aspiration.window);
    }

    #[test]
    fn a_window_grows_whatever_it_is_at_first() {
        let mut params = Params::default();
        for half_width in 1..=60 {
            for growth in [101, 133, 200] {
                (params.aspiration_half_width, params.aspiration_growth) = (half_width, growth);
                for gap in [10, 250, 4000] {
                    assert!(attempts(&params, gap) < 120, "{half_width} {growth} {gap}");
                }
            }
        }
    }
}
