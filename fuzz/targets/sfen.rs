//! SFEN and USI moves: the first line is a position, every word of the others
//! a move. What is read is written and read back; illegal moves are refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zenpuku_shogi::{Setup, SetupRules};

fuzz_target!(|text: &str| {
    let (sfen, moves) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(setup) = Setup::from_sfen(sfen) else { return };
    let again = Setup::from_sfen(&setup.to_sfen()).expect("what was written is read");
    assert_eq!(setup, again);
    for rules in [SetupRules::Play, SetupRules::Mate] {
        let Ok(mut position) = setup.position(rules) else { continue };
        for word in moves.split_whitespace() {
            if let Ok(mv) = position.read_usi(word) {
                position.try_do_move(mv).expect("a legal move can be played");
            }
        }
    }
});
