//! Go boards as diagrams.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zenpuku_go::Setup;

fuzz_target!(|text: &str| {
    if let Ok(setup) = Setup::from_diagram(text) {
        let again = Setup::from_diagram(&setup.to_diagram()).expect("what was written is read");
        assert_eq!(setup.to_diagram(), again.to_diagram());
    }
});
