//! Exchange evaluation against the same law played out on the board.

use crate::common::{Random, legal, random_game, values};
use proptest::prelude::*;
use zenpuku_shogi::{ExchangeValues, HandPiece, Move, PieceType, Position, Square};

/// The best gain of the side to move by legal captures on `target`, by brute force.
fn exchange(position: &mut Position, target: Square, values: &ExchangeValues) -> i32 {
    let mut best = 0;
    for &mv in &legal(position) {
        if mv.to() == target && !mv.is_drop() {
            let gain = position.material_change(mv, values);
            position.do_move(mv);
            best = best.max(gain - exchange(position, target, values));
            position.undo_move(mv);
        }
    }
    best
}

fn brute_force(position: &mut Position, mv: Move, values: &ExchangeValues) -> i32 {
    let gain = position.material_change(mv, values);
    position.do_move(mv);
    let value = gain - exchange(position, mv.to(), values);
    position.undo_move(mv);
    value
}

/// Values in which some promotions lose and hand and board differ.
fn odd_values(seed: u64) -> ExchangeValues {
    let roll = |index: usize| 50 + (Random(seed ^ (index as u64) << 32).next() % 900) as i32;
    ExchangeValues::new(
        |kind: PieceType| roll(kind.to_index()),
        |kind: HandPiece| roll(20 + kind.to_index()),
    )
}

fn check(position: &Position, values: &ExchangeValues) {
    let mut played = position.clone();
    for &mv in &legal(position) {
        let expected = brute_force(&mut played, mv, values);
        assert_eq!(position.see(mv, values), expected, "{position:?} {mv}");
        for offset in [-500, -1, 0, 1, 500] {
            let threshold = expected + offset;
            let at_least = position.see_ge(mv, threshold, values);
            assert_eq!(at_least, offset <= 0, "{position:?} {mv} >= {threshold}");
        }
        for threshold in [-90, 0, 90] {
            assert_eq!(position.see_ge(mv, threshold, values), expected >= threshold);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn equals_the_exchange_played_out(seed: u64) {
        for position in random_game(seed, 120).iter().step_by(9) {
            check(position, &values());
        }
    }

    #[test]
    fn holds_for_any_table_of_values(seed: u64) {
        for position in random_game(seed, 120).iter().step_by(23) {
            check(position, &odd_values(seed));
        }
    }
}

#[track_caller]
fn see(sfen: &str, usi: &str) -> i32 {
    let position = Position::from_sfen(sfen).unwrap();
    position.see(position.read_usi(usi).unwrap(), &values())
}

#[test]
fn a_pinned_protector_does_not_take_back() {
    assert_eq!(see("4k4/4s4/5p3/5S3/9/9/9/4R4/4K4 b - 1", "4d4c"), 180);
    assert_eq!(see("4k4/4s4/5p3/5S3/9/9/9/9/4K4 b - 1", "4d4c"), 180 - 990);
}

#[test]
fn x_rays_take_part() {
    assert_eq!(see("4k4/9/2n6/9/1p7/9/1L7/9/4K4 b - 1", "8g8e"), 180 - 630);
    assert_eq!(see("4k4/9/2n6/9/1p7/9/1L7/1L7/4K4 b - 1", "8g8e"), 180);
}
