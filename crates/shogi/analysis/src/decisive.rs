//! The moves that decided a game.

use crate::model::MoveAnalysis;
use zenpuku_shogi::Color;

/// Most moments that are named.
const MOST: usize = 3;
/// The least win rate for good that counts.
const LEAST: f64 = 0.05;

/// The numbers of the moves that decided the game, at most three: the largest losses of win rate
/// that were not given back. `start` is Black's win rate before the first move.
#[must_use]
pub fn decisive_plies<'a>(
    start: f64,
    moves: impl IntoIterator<Item = &'a MoveAnalysis>,
) -> Vec<u32> {
    let rate = |mv: &MoveAnalysis| {
        (Color::from(mv.side) == Color::Black, mv.eval.win_rate, mv.class.is_some())
    };
    let (plies, rates): (Vec<_>, Vec<_>) = moves.into_iter().map(|mv| (mv.ply, rate(mv))).unzip();
    decisive_moments(start, &rates).into_iter().map(|index| plies[index]).collect()
}

/// Indexes of the moves that cost their side most win rate that it never got back, at most three,
/// in the order of the game. `start` is Black's win rate before the first move; each move has
/// whether Black played it, Black's win rate after it, and whether it is a mistake of some class.
fn decisive_moments(start: f64, moves: &[(bool, f64, bool)]) -> Vec<usize> {
    let mut swings: Vec<(f64, usize)> = Vec::new();
    // The best that each side still reaches, from the end of the game backwards.
    let (mut black_best, mut white_best) = (0.0_f64, 0.0_f64);
    for (index, &(black, after, classed)) in moves.iter().enumerate().rev() {
        black_best = black_best.max(after);
        white_best = white_best.max(1.0 - after);
        let before = index.checked_sub(1).map_or(start, |last| moves[last].1);
        let lost = if black { before - black_best } else { 1.0 - before - white_best };
        if classed && lost >= LEAST {
            swings.push((lost, index));
        }
    }
    swings.sort_by(|one, two| two.0.total_cmp(&one.0).then(one.1.cmp(&two.1)));
    let mut decisive: Vec<usize> = swings.into_iter().take(MOST).map(|swing| swing.1).collect();
    decisive.sort_unstable();
    decisive
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_that_is_given_back_decides_nothing() {
        // Black blunders and White gives it back: Black's loss is not decisive;
        // White's loss remains, and White blunders again.
        let moves =
            [(true, 0.1, true), (false, 0.6, true), (true, 0.6, false), (false, 0.95, true)];
        assert_eq!(decisive_moments(0.5, &moves), [1, 3]);
    }

    #[test]
    fn three_at_most_in_the_order_of_the_game() {
        let rates = [0.6, 0.7, 0.8, 0.9, 0.99];
        let moves: Vec<_> = rates.map(|rate| (false, rate, true)).to_vec();
        assert_eq!(decisive_moments(0.3, &moves), [0, 1, 2]);
        assert_eq!(decisive_moments(0.5, &[]), [] as [usize; 0]);
    }
}
