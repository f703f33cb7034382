//! A session of the CSA server protocol: every line is read by one reader of
//! the server's lines, and as a line a client sends.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zenpuku_protocol::csa::{ClientLine, ServerReader};

fuzz_target!(|session: &str| {
    let mut server = ServerReader::new();
    for line in session.split('\n') {
        let _ = server.read(line);
        if let Some(client) = ClientLine::parse(line) {
            let written = client.wire();
            assert!(!written.contains(['\n', '\r']), "one line stays one line");
            if !line.contains(char::is_control) {
                let again = ClientLine::parse(&written).expect("what was written is read");
                assert_eq!(again.wire(), written);
            }
        }
    }
});
