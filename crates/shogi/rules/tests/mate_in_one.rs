//! Mate in one against the rules: the test that comes first rules no mate out.

use crate::common::{legal, random_game};
use zenpuku_shogi::Position;

fn mates(position: &Position) -> bool {
    legal(position).iter().any(|&mv| {
        let mut next = position.clone();
        next.do_move(mv);
        next.in_check() && !next.has_legal_move()
    })
}

#[test]
fn no_mate_in_one_is_missed() {
    let mut found = 0;
    for seed in 0..400 {
        for position in random_game(seed, 150) {
            let expected = mates(&position);
            let mate = position.clone().mate_in_one();
            assert_eq!(mate.is_some(), expected, "{position:?}");
            found += u32::from(expected);
        }
    }
    assert!(found > 500, "{found} mates");
}
