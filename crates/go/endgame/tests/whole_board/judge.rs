//! A guess, learned while the search runs, whether Black is seen to win: it orders moves and says when to give up.
//!
//! The weights of the patterns are added up, and every position that was searched corrects them by one step of logistic
//! regression. Estimates never decide a proof: a wrong pruning can only miss one.

use crate::board::Position;
use crate::patterns::Patterns;

/// The learning rate of a position.
const STEP: f32 = 0.05;
/// The initial share of wins at one depth that may be pruned for speed.
const LOSS: f32 = 0.03;
/// By so much less at every deepening.
const CARE: f32 = 0.7;
/// The number of wins at a depth before pruning begins there.
const FEW: f32 = 300.0;
/// The number of wins beyond which older ones count half.
const MANY: f32 = 20_000.0;
/// Bins of the guess from -20 to 20.
const BINS: usize = 80;
/// More plies than are ever searched.
const PLIES: usize = 64;

/// The wins at one depth by the guess that had been made.
#[derive(Clone, Copy)]
struct Wins {
    bins: [f32; BINS],
    total: f32,
    count: u32,
    /// Positions with a lower estimate are pruned.
    limit: f32,
}

impl Wins {
    const NONE: Self = Self { bins: [0.0; BINS], total: 0.0, count: 0, limit: f32::NEG_INFINITY };

    fn add(&mut self, guess: f32, weight: f32, loss: f32) {
        let bin = ((guess + 20.0) * 2.0).clamp(0.0, BINS as f32 - 1.0);
        self.bins[bin as usize] += weight;
        self.total += weight;
        if self.total > MANY {
            self.bins.iter_mut().for_each(|wins| *wins /= 2.0);
            self.total /= 2.0;
        }
        self.count += 1;
        if self.count.is_multiple_of(256) {
            self.draw_limit(loss);
        }
    }

    /// Sets the limit so that it prunes at most the share of wins.
    fn draw_limit(&mut self, loss: f32) {
        if self.total < FEW {
            return;
        }
        let mut below = 0.0;
        let kept = self.bins.iter().position(|wins| {
            below += wins;
            below > loss * self.total
        });
        self.limit = kept.map_or(f32::NEG_INFINITY, |bin| bin as f32 / 2.0 - 20.0);
    }
}

pub(crate) struct Judge {
    patterns: Patterns,
    weights: Vec<f32>,
    /// By side to move and plies left.
    bias: [[f32; PLIES]; 2],
    wins: Vec<Wins>,
    /// The share of wins that is given up.
    loss: f32,
}

impl Judge {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        let patterns = Patterns::new(width, height);
        let weights = vec![0.0; patterns.count()];
        Self {
            patterns,
            weights,
            bias: [[0.0; PLIES]; 2],
            wins: vec![Wins::NONE; PLIES],
            loss: LOSS,
        }
    }

    /// Black's estimate, independent of the remaining plies.
    pub(crate) fn value(&self, at: &Position) -> f32 {
        let mut value = 0.0;
        self.patterns.each(at, |pattern| value += self.weights[pattern]);
        value
    }

    /// The logarithm of the odds that a win of Black is found within this number of plies.
    fn guess(&self, at: &Position, plies: u8) -> f32 {
        self.value(at) + self.bias[usize::from(at.white)][usize::from(plies)]
    }

    /// Whether hardly any position that looked so was won.
    pub(crate) fn gives_up(&self, at: &Position, plies: u8) -> bool {
        let limit = self.wins[usize::from(plies)].limit;
        limit > f32::NEG_INFINITY && self.guess(at, plies) < limit
    }

    /// Of the prunable positions one in `tried` was searched.
    pub(crate) fn learn(&mut self, at: &Position, plies: u8, won: bool, tried: u64) {
        let guess = self.guess(at, plies);
        let step = STEP * (f32::from(u8::from(won)) - 1.0 / (1.0 + (-guess).exp()));
        self.bias[usize::from(at.white)][usize::from(plies)] += step;
        let Self { patterns, weights, .. } = self;
        patterns.each_with_mirrored(at, |pattern| weights[pattern] += step);
        if won {
            let wins = &mut self.wins[usize::from(plies)];
            let weight = if guess < wins.limit { tried as f32 } else { 1.0 };
            wins.add(guess, weight, self.loss);
        }
    }

    /// Prunes less from here on.
    pub(crate) fn take_care(&mut self) {
        self.loss *= CARE;
        self.wins.iter_mut().for_each(|wins| wins.draw_limit(self.loss));
    }
}
