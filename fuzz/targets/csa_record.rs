//! CSA records (2.2 and 3.0).
#![no_main]

use libfuzzer_sys::fuzz_target;
use zenpuku_fuzz::record_survives;
use zenpuku_shogi_record::Format;

fuzz_target!(|bytes: &[u8]| record_survives(bytes, Format::Csa));
