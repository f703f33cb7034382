//! Files of start lines for matches.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zenpuku_arena::openings;

fuzz_target!(|text: &str| {
    let _ = openings::read(text);
});
