//! See `records::game_db` in `crates/fuzz-targets`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| zenpuku_fuzz_targets::records::game_db(bytes));
