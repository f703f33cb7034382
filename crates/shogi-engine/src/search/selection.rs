//! The best moves of a list, one after the other, without a branch to guess for each move: scores
//! come in any order.
//!
//! A loop over eight scores at a time is compiled into a few vector instructions, so looking
//! through a list of moves again and again is cheaper than sorting it, as long as few are asked for.

use super::moves::Scored;

/// Scores compared at a time.
const BLOCK: usize = 8;

/// Swaps the best item to the front, the first one among equals.
#[inline]
pub(super) fn bring_best_to_front(items: &mut [Scored]) {
    let best = best_score(items);
    if let Some(first) = first_with(items, best) {
        items.swap(0, first);
    }
}

/// Swaps the best item to the front, among equals the one that [`sort`] puts first.
#[inline]
pub(super) fn bring_next_to_front(items: &mut [Scored]) {
    let best = best_score(items);
    let equals = items.iter().fold(0, |equals, item| equals + u32::from(item.score == best));
    let next = if equals > 1 { first_of_equals(items, best) } else { first_with(items, best) };
    if let Some(next) = next {
        items.swap(0, next);
    }
}

/// Sorts the items with at least this score, best first, equals by the bits of their moves, and
/// leaves the others behind them.
pub(super) fn sort(items: &mut [Scored], least: i32) {
    let mut end = items.len();
    if least > i32::MIN {
        end = 0;
        for index in 0..items.len() {
            if items[index].score >= least {
                items.swap(end, index);
                end += 1;
            }
        }
    }
    // One number a comparison: the score, turned round, above the bits of the move.
    items[..end].sort_unstable_by_key(|item| {
        (u64::from(!(item.score as u32 ^ (1 << 31))) << 32) | u64::from(item.mv.bits())
    });
}

#[inline]
fn best_score(items: &[Scored]) -> i32 {
    items.iter().fold(i32::MIN, |best, item| best.max(item.score))
}

/// The first item with this score.
#[inline]
fn first_with(items: &[Scored], score: i32) -> Option<usize> {
    let (blocks, rest) = items.as_chunks::<BLOCK>();
    let holds =
        |block: &[Scored; BLOCK]| block.iter().fold(false, |any, item| any | (item.score == score));
    let (from, among) = match blocks.iter().position(holds) {
        Some(block) => (block * BLOCK, &blocks[block][..]),
        None => (blocks.len() * BLOCK, rest),
    };
    among.iter().position(|item| item.score == score).map(|place| from + place)
}

/// The item with this score whose move has the least bits.
#[cold]
fn first_of_equals(items: &[Scored], score: i32) -> Option<usize> {
    let bits = |item: &Scored| if item.score == score { item.mv.bits() } else { u16::MAX };
    let least = items.iter().fold(u16::MAX, |least, item| least.min(bits(item)));
    items.iter().position(|item| item.score == score && item.mv.bits() == least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi::{Color, Move, PieceType, Square};

    /// Drops on different squares with scores from few values, the same for the same seed.
    fn items(count: usize, seed: u32) -> Vec<Scored> {
        let mut random = seed;
        let mut items = Vec::new();
        for square in Square::iter().take(count) {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let score = (random >> 24) as i32 % 40 - 20;
            items.push(Scored { mv: Move::drop(PieceType::GOLD, square, Color::Black), score });
        }
        items
    }

    #[test]
    fn the_best_comes_first_and_the_first_among_equals() {
        for count in 1..=81 {
            let before = items(count, count as u32);
            let mut after = before.clone();
            bring_best_to_front(&mut after);
            let best = before.iter().map(|item| item.score).max();
            let first = before.iter().find(|item| Some(item.score) == best);
            assert_eq!(Some(after[0].mv), first.map(|item| item.mv));
        }
    }

    #[test]
    fn choosing_one_after_the_other_sorts() {
        for count in 0..=81 {
            let mut sorted = items(count, 7 * count as u32);
            let mut chosen = sorted.clone();
            chosen.reverse();
            sort(&mut sorted, i32::MIN);
            for index in 0..count {
                bring_next_to_front(&mut chosen[index..]);
            }
            let moves = |items: &[Scored]| items.iter().map(|item| item.mv).collect::<Vec<_>>();
            assert_eq!(moves(&chosen), moves(&sorted));
            let mut upper = items(count, 7 * count as u32);
            sort(&mut upper, 0);
            let kept = sorted.iter().filter(|item| item.score >= 0).count();
            assert_eq!(moves(&upper[..kept]), moves(&sorted[..kept]));
        }
    }
}
