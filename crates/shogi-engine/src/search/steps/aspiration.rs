//! Aspiration: an iteration is searched with a narrow window around the value that is expected,
//! wider until the value is inside [slate-atkin1977] [bonanza2006]. Switches: `AspirationWindow`,
//! `AspirationWidening`, `AspirationAverage`, `AspirationShift`, `AspirationShallower`.

use crate::search::root_moves::RootMove;
use zenpuku_gametree::{Score, Window};
use zenpuku_params::Params;

/// The window of one line in one iteration.
pub(in crate::search) struct Aspiration {
    pub(in crate::search) window: Window,
    /// How far beyond a value outside the window the next one reaches, in centipawns.
    step: i32,
    /// By how many plies the next attempt is shallower.
    pub(in crate::search) shallower: u32,
}

impl Aspiration {
    /// The first window of an iteration `depth` plies deep.
    pub(in crate::search) fn new(params: &Params, depth: u32, first: &RootMove) -> Self {
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

    /// The value was at most the window's lower bound; `false`: nothing is below it.
    pub(in crate::search) fn fails_low(&mut self, params: &Params, score: Score) -> bool {
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

    /// The value was at least the window's upper bound; `false`: nothing is above it.
    pub(in crate::search) fn fails_high(&mut self, params: &Params, score: Score) -> bool {
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
        self.step = (self.step * params.aspiration_growth / 100).min(2 * Score::MAX_EVAL.value());
        self.step = self.step.max(1);
    }
}
