//! Games in standard notation: what is read is written, in both alphabets, as
//! a text that means the same game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zenpuku_cgt::{Limits, Notation, Universe};

fuzz_target!(|text: &str| {
    // Small limits: a text of a few bytes can name a very large game.
    let mut universe = Universe::new(Limits { entries: 20_000, depth: 200 });
    let Ok(game) = universe.parse(text) else { return };
    for notation in [Notation::Ascii, Notation::Unicode] {
        let Ok(written) = universe.format(game, notation) else { return };
        // Reading may meet the limits that writing stayed below.
        if let Ok(again) = universe.parse(&written) {
            assert_eq!(game, again, "{written}");
        }
    }
});
