//! GTP lines: requests, the commands they mean, answers, analysis requests.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zenpuku_protocol::gtp::{Command, Request, Response};

fuzz_target!(|line: &str| {
    if let Some(request) = Request::parse(line) {
        let again = Request::parse(&request.to_string()).expect("what was written is read");
        assert_eq!(request, again);
        let _ = Command::read(&request);
    }
    let _ = Response::parse(line);
});
