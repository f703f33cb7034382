//! Parameter assignments: no text panics, and what is accepted reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zenpuku_params::Params;

fuzz_target!(|text: &str| {
    let mut params = Params::default();
    // As a profile file, then as a list of assignments.
    let by_lines = params.assign_file(text).is_ok();
    if params.assign_all(text).is_err() && !by_lines {
        return;
    }
    let mut again = Params::default();
    for (row, value) in params.values() {
        again.set(row.name, &value).expect("a value that was printed is read");
    }
    assert_eq!(params, again);
});
