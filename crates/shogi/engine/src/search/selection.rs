//! The best moves of a list, one after the other, without a branch to guess for each move: scores
//! come in any order.
//!
//! Looking through the scores eight at a time, again and again, is cheaper than sorting them, as long
//! as few moves are asked for.

use super::lanes;
use super::moves::Part;
use zenpuku_shogi::Move;

/// Scores compared at a time. All scores of a list are in whole blocks; the last one is padded.
pub(super) const BLOCK: usize = 8;

/// Blocks whose scores have a bit each in a word.
const BLOCKS: usize = u64::BITS as usize / BLOCK;

/// Swaps the best move to the front, the first one among equals.
#[inline]
pub(super) fn bring_best_to_front(part: &mut Part<'_>) {
    let best = best_score(part);
    let first = places(part, best).first;
    part.swap(0, first);
}

/// Swaps the best move to the front, among equals the one that [`sort`] puts first.
#[inline]
pub(super) fn bring_next_to_front(part: &mut Part<'_>) {
    let best = best_score(part);
    let Places { first, several } = places(part, best);
    let next = if several { first_of_equals(part, best) } else { first };
    part.swap(0, next);
}

/// Sorts the moves with at least this score, best first, equals by their bits, and leaves the
/// others behind them. `items` is memory to work in.
pub(super) fn sort(part: &mut Part<'_>, least: i32, items: &mut Vec<(u64, Move)>) {
    let mut end = part.moves.len();
    if least > i32::MIN {
        end = 0;
        for index in 0..part.moves.len() {
            if part.scores[index] >= least {
                part.swap(end, index);
                end += 1;
            }
        }
    }
    let (moves, scores) = (&mut part.moves[..end], &mut part.scores[..end]);
    items.clear();
    items.extend(moves.iter().zip(&*scores).map(|(&mv, &score)| (sort_key(mv, score), mv)));
    items.sort_unstable_by_key(|item| item.0);
    for ((mv, score), (key, item)) in moves.iter_mut().zip(scores).zip(&*items) {
        (*mv, *score) = (*item, score_of(*key));
    }
}

/// One number a comparison: the score, turned round, above the bits of the move.
#[inline]
fn sort_key(mv: Move, score: i32) -> u64 {
    (u64::from(!(score as u32 ^ (1 << 31))) << 32) | u64::from(mv.bits())
}

/// The score in such a number.
#[inline]
fn score_of(key: u64) -> i32 {
    (!((key >> 32) as u32) ^ (1 << 31)) as i32
}

/// The blocks with the scores of the part.
#[inline(always)]
fn blocks<'a>(part: &'a Part<'_>) -> &'a [[i32; BLOCK]] {
    &part.scores.as_chunks::<BLOCK>().0[..part.moves.len().div_ceil(BLOCK)]
}

/// The best score; there is one.
#[inline(always)]
fn best_score(part: &Part<'_>) -> i32 {
    let blocks = blocks(part);
    let counting = part.moves.len() - (blocks.len() - 1) * BLOCK;
    lanes::best(blocks, counting)
}

/// The position of a score.
struct Places {
    first: usize,
    /// Does it occur more than once?
    several: bool,
}

/// The places of a score that the part has.
#[inline(always)]
fn places(part: &Part<'_>, score: i32) -> Places {
    let mut start = 0;
    for blocks in blocks(part).chunks(BLOCKS) {
        let mut equals = lanes::equals(blocks, score);
        // Scores after the part do not count.
        let count = part.moves.len() - start;
        if count < u64::BITS as usize {
            equals &= (1 << count) - 1;
        }
        if equals != 0 {
            let first = start + equals.trailing_zeros() as usize;
            let several = equals & (equals - 1) != 0 || has(part, start + BLOCKS * BLOCK, score);
            return Places { first, several };
        }
        start += u64::BITS as usize;
    }
    Places { first: 0, several: false }
}

/// Does the score occur at this index or later?
#[inline]
fn has(part: &Part<'_>, from: usize, score: i32) -> bool {
    (from..part.moves.len()).any(|place| part.scores[place] == score)
}

/// The place of the move with this score that has the least bits.
#[cold]
fn first_of_equals(part: &Part<'_>, score: i32) -> usize {
    let moves = part.moves.iter().zip(&*part.scores).enumerate();
    let equals = moves.filter(|(_, (_, other))| **other == score);
    equals.min_by_key(|(_, (mv, _))| mv.bits()).map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::moves::PADDING;
    use zenpuku_shogi::{Color, PieceType, Square};

    /// Moves and their scores.
    type Lists = (Vec<Move>, Vec<i32>);

    /// Drops on different squares with scores from few values, the same for the same seed.
    fn lists(count: usize, seed: u32) -> Lists {
        let mut random = seed;
        let (mut moves, mut scores) = (Vec::new(), Vec::new());
        for square in Square::iter().take(count) {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            moves.push(Move::drop(PieceType::GOLD, square, Color::Black));
            scores.push((random >> 24) as i32 % 40 - 20);
        }
        scores.resize(count + PADDING, 30);
        (moves, scores)
    }

    fn from(lists: &mut Lists, start: usize) -> Part<'_> {
        Part { moves: &mut lists.0[start..], scores: &mut lists.1[start..] }
    }

    #[test]
    fn the_best_comes_first_and_the_first_among_equals() {
        for count in 1..=81 {
            let before = lists(count, count as u32);
            let mut after = before.clone();
            bring_best_to_front(&mut from(&mut after, 0));
            let best = before.1[..count].iter().max().unwrap();
            let first = before.1.iter().position(|score| score == best).unwrap();
            assert_eq!((after.0[0], after.1[0]), (before.0[first], *best));
        }
    }

    #[test]
    fn choosing_one_after_the_other_sorts() {
        let mut memory = Vec::new();
        for count in 0..=81 {
            let mut sorted = lists(count, 7 * count as u32);
            let mut chosen = sorted.clone();
            chosen.0.reverse();
            chosen.1[..count].reverse();
            sort(&mut from(&mut sorted, 0), i32::MIN, &mut memory);
            for index in 0..count {
                bring_next_to_front(&mut from(&mut chosen, index));
            }
            assert_eq!(chosen, sorted);
            let mut upper = lists(count, 7 * count as u32);
            sort(&mut from(&mut upper, 0), 0, &mut memory);
            let kept = sorted.1[..count].iter().filter(|&&score| score >= 0).count();
            assert_eq!(
                (&upper.0[..kept], &upper.1[..kept]),
                (&sorted.0[..kept], &sorted.1[..kept])
            );
        }
    }

    #[test]
    fn scores_are_read_back_from_keys() {
        for score in [i32::MIN, -7, 0, 1, i32::MAX] {
            assert_eq!(score_of(sort_key(Move::RESIGN, score)), score);
        }
    }
}
