//! Proofs of Go endgame results: whatever the text, the checker ends with an answer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zenpuku_go_certificate::Certificate;

fuzz_target!(|text: &str| {
    let Ok(certificates) = Certificate::parse_all(text) else { return };
    let written: String = certificates.iter().map(ToString::to_string).collect();
    let again = Certificate::parse_all(&written).expect("what was written is read");
    assert_eq!(certificates, again);
    for certificate in &certificates {
        // Most prove nothing; none may panic.
        let _ = certificate.verify();
    }
});
