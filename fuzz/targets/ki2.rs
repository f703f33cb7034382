//! See `records::ki2` in `fuzz/laws`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| zenpuku_fuzz_targets::records::ki2(bytes));
