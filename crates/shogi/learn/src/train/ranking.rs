//! Ranking: the quiet leaf of the move that was played must be worth more to its mover than the
//! quiet leaves of two other moves of the same position, taken at random.
//!
//! A search chooses between moves of one position. The value loss says little about their order,
//! because such positions are worth nearly the same. Positions of a game have one move played, so
//! only one position of [`EVERY`] is ranked: with three leaves each, ranking costs less than the
//! values do.

use super::beside::Beside;
use super::model::{Features, Seen};
use super::quiet_leaf::leaf;
use super::scale::sigmoid;
use crate::leaf::LeafSearch;
use zenpuku_core::random::SplitMix64;
use zenpuku_shogi::{Move, MoveList, Position};
use zenpuku_shogi_eval::AnyEvaluator;

/// One in this number of positions is ranked.
pub(crate) const EVERY: u64 = 4;
/// Leaves of a ranked position: of the move played and of two others.
pub(crate) const LEAVES: usize = 3;
/// By so much the move played must be ahead, as a chance to win.
const MARGIN: f64 = 0.02;
/// Centipawns for odds of e to 1 in that chance.
const SCALE: f64 = 600.0;

/// The quiet leaf of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedLeaf<F> {
    /// The model's inputs.
    pub features: F,
    /// Is it the mover's turn there?
    pub ours: bool,
    /// Its value by the fixed evaluation.
    pub beside: Beside,
}

impl<F> RankedLeaf<F> {
    /// The sign that converts a value for the side to move there to one for the mover.
    const fn sign(&self) -> f64 {
        if self.ours { 1.0 } else { -1.0 }
    }
}

/// The leaves of a position's moves, that of the move played first.
pub(crate) type Ranked<F> = [RankedLeaf<F>; LEAVES];

/// Finds the leaves.
pub struct Ranker {
    search: LeafSearch<AnyEvaluator>,
    random: SplitMix64,
    list: MoveList,
}

impl Ranker {
    /// A ranker that follows `search` to leaves and chooses positions and moves by `seed`.
    #[must_use]
    pub fn new(search: LeafSearch<AnyEvaluator>, seed: u64) -> Self {
        Self { search, random: SplitMix64::new(seed), list: MoveList::new() }
    }

    /// The leaves of `played` and of two other moves of `position`, and their
    /// values by the fixed evaluation `beside`; `None` for most positions, see
    /// [`EVERY`], for those with fewer than three moves, and where a leaf is in
    /// check.
    pub(super) fn ranked<F: Features>(
        &mut self,
        position: &Position,
        played: Move,
        mut beside: Option<&mut AnyEvaluator>,
    ) -> Option<Ranked<F>> {
        if self.random.below(EVERY) != 0 {
            return None;
        }
        position.legal_moves(&mut self.list);
        let mut others: Vec<Move> = self.list.iter().copied().filter(|&mv| mv != played).collect();
        let mut other = || {
            let last = (others.len() as u64).checked_sub(1)?;
            Some(others.swap_remove(self.random.below(last + 1) as usize))
        };
        let moves = [played, other()?, other()?];
        let [first, second, third] = moves.map(|mv| {
            let mut after = position.clone();
            after.do_move(mv);
            let leaf = leaf(&mut self.search, &after)?;
            let beside = Beside::of(beside.as_deref_mut(), &leaf.position);
            Some(RankedLeaf { features: F::of(&leaf.position), ours: leaf.turned, beside })
        });
        Some([first?, second?, third?])
    }
}

/// The leaves as they are shown to a model.
pub(super) fn seen<F>(ranked: &Ranked<F>, mirrored: bool) -> [Seen<'_, F>; LEAVES] {
    ranked.each_ref().map(|leaf| Seen { features: &leaf.features, mirrored })
}

/// The chances of the mover at the leaves whose outputs, for the side to move there, are
/// `outputs`; `scale` centipawns are an output of 1.
fn chances<F>(ranked: &Ranked<F>, outputs: &[f32], scale: f64) -> [f64; LEAVES] {
    core::array::from_fn(|index| {
        let leaf = &ranked[index];
        sigmoid(leaf.sign() * leaf.beside.mean(outputs[index].into(), scale) * scale / SCALE)
    })
}

/// Is the leaf of the move played ahead of both others?
pub(super) fn is_first<F>(ranked: &Ranked<F>, outputs: &[f32], scale: f64) -> bool {
    let [played, others @ ..] = chances(ranked, outputs, scale);
    others.iter().all(|&other| played > other)
}

/// The hinge losses of both other moves and its derivatives by the outputs.
pub(super) fn loss<F>(ranked: &Ranked<F>, outputs: &[f32], scale: f64) -> (f64, [f64; LEAVES]) {
    let chances = chances(ranked, outputs, scale);
    let (mut loss, mut slopes) = (0.0, [0.0; LEAVES]);
    for other in 1..LEAVES {
        let behind = MARGIN - (chances[0] - chances[other]);
        if behind > 0.0 {
            loss += behind;
            slopes[0] -= 1.0;
            slopes[other] += 1.0;
        }
    }
    for ((slope, chance), leaf) in slopes.iter_mut().zip(chances).zip(ranked) {
        *slope *= leaf.sign() * leaf.beside.slope() * chance * (1.0 - chance) * scale / SCALE;
    }
    (loss, slopes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(ours: [bool; LEAVES]) -> Ranked<()> {
        ours.map(|ours| RankedLeaf { features: (), ours, beside: Beside::default() })
    }

    #[test]
    fn a_played_move_behind_is_pushed_up_and_the_others_down() {
        let ours = [true; LEAVES];
        let (_, slopes) = loss(&ranked(ours), &[0.0, 0.3, -0.3], 300.0);
        assert!(slopes[0] < 0.0 && slopes[1] > 0.0 && slopes[2] == 0.0, "{slopes:?}");
        // At the other side's turn an output counts against the mover.
        let (_, slopes) = loss(&ranked([false; LEAVES]), &[0.0, -0.3, 0.3], 300.0);
        assert!(slopes[0] > 0.0 && slopes[1] < 0.0 && slopes[2] == 0.0, "{slopes:?}");
        let ahead = [1.0, 0.1, 0.2];
        assert_eq!(loss(&ranked(ours), &ahead, 300.0), (0.0, [0.0; LEAVES]));
        assert!(is_first(&ranked(ours), &ahead, 300.0));
        assert!(!is_first(&ranked([false; LEAVES]), &ahead, 300.0));
    }

    #[test]
    fn the_slopes_are_those_of_finite_differences() {
        let ranked = ranked([true, false, true]);
        let outputs = [0.2f32, -0.4, 0.5];
        let (_, slopes) = loss(&ranked, &outputs, 450.0);
        for index in 0..LEAVES {
            let at = |step: f32| {
                let mut outputs = outputs;
                outputs[index] += step;
                loss(&ranked, &outputs, 450.0).0
            };
            let expected = (at(1e-3) - at(-1e-3)) / 2e-3;
            assert!((slopes[index] - expected).abs() < 1e-4, "{index}: {slopes:?}, {expected}");
        }
    }
}
