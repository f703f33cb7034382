//! See `shogi::book` in `fuzz/laws`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| zenpuku_fuzz_targets::shogi::book(bytes));
