//! Training positions of 40 bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zenpuku_fuzz::record_survives;
use zenpuku_shogi_record::Format;

fuzz_target!(|bytes: &[u8]| record_survives(bytes, Format::Psv));
