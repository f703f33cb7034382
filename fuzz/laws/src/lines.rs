//! Lines of the protocols between programs.

use zenpuku_protocol::csa::{ClientLine, ServerReader};
use zenpuku_protocol::gtp::{Command, Request, Response};
use zenpuku_protocol::usi::{EngineMessage, GuiCommand};

/// A session of the CSA server protocol: every line is read by one reader of the server's lines,
/// and as a line a client sends.
///
/// # Panics
/// If a written line is invalid, or a different one.
pub fn csa(bytes: &[u8]) {
    let mut server = ServerReader::new();
    for line in crate::text(bytes).split('\n') {
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
}

/// GTP lines: requests, the commands they mean, answers, analysis requests.
///
/// # Panics
/// If a written request is invalid, or a different one.
pub fn gtp(bytes: &[u8]) {
    let line = crate::text(bytes);
    if let Some(request) = Request::parse(line) {
        let again = Request::parse(&request.to_string()).expect("what was written is read");
        assert_eq!(request, again);
        let _ = Command::read(&request);
    }
    let _ = Response::parse(line);
}

/// USI lines of both directions: a line is written in a readable form, and
/// writing it again does not change it. Control characters, which no line may
/// hold and writers blank out, must only not panic.
///
/// # Panics
/// If a written line is invalid, or changes again.
pub fn usi(bytes: &[u8]) {
    let line = crate::text(bytes);
    settles(line, |line| GuiCommand::parse(line).ok().map(|command| command.to_string()));
    settles(line, |line| EngineMessage::parse(line).ok().map(|message| message.to_string()));
}

fn settles(line: &str, rewrite: impl Fn(&str) -> Option<String>) {
    let Some(first) = rewrite(line) else { return };
    assert!(!first.contains(['\n', '\r']), "one line stays one line");
    if line.contains(char::is_control) {
        return;
    }
    let second = rewrite(&first).expect("what was written is read");
    assert_eq!(rewrite(&second).as_ref(), Some(&second));
}
