//! USI lines of both directions: what is read is written as a line that can be
//! read, and writing settles. Control characters, which no line may hold and
//! writers blank out, must only not panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zenpuku_protocol::usi::{EngineMessage, GuiCommand};

fuzz_target!(|line: &str| {
    settles(line, |line| GuiCommand::parse(line).ok().map(|command| command.to_string()));
    settles(line, |line| EngineMessage::parse(line).ok().map(|message| message.to_string()));
});

fn settles(line: &str, rewrite: impl Fn(&str) -> Option<String>) {
    let Some(first) = rewrite(line) else { return };
    assert!(!first.contains(['\n', '\r']), "one line stays one line");
    if line.contains(char::is_control) {
        return;
    }
    let second = rewrite(&first).expect("what was written is read");
    assert_eq!(rewrite(&second).as_ref(), Some(&second));
}
