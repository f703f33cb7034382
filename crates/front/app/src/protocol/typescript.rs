//! Writes the TypeScript side of the protocol and checks that the committed file is current.
//!
//! `ZENPUKU_WRITE=1 cargo test -p zenpuku-app protocol_in_typescript` writes it again.

use super::{
    ClientMessage, MAX_MESSAGE_BYTES, MAX_RECORD_BYTES, MAX_RECORD_MOVES, PROTOCOL_VERSION,
    ServerMessage,
};
use std::path::Path;
use zenpuku_report::typescript::Declarations;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web/src/lib/protocol.ts");

fn generated() -> String {
    let mut all = Declarations::default();
    all.add::<ClientMessage>();
    all.add::<ServerMessage>();
    let mut declarations = all.take();
    declarations.sort();
    let constants = [
        ("PROTOCOL_VERSION", PROTOCOL_VERSION as usize),
        ("MAX_MESSAGE_BYTES", MAX_MESSAGE_BYTES),
        ("MAX_RECORD_BYTES", MAX_RECORD_BYTES),
        ("MAX_RECORD_MOVES", MAX_RECORD_MOVES),
    ];
    let mut text = String::from(
        "// Generated from crates/front/app/src/protocol; do not edit. To write it again:\n\
         // ZENPUKU_WRITE=1 cargo test -p zenpuku-app protocol_in_typescript\n\n",
    );
    for (name, value) in constants {
        text.push_str(&format!("export const {name} = {value};\n"));
    }
    for (_, declaration) in declarations {
        text.push('\n');
        text.push_str(&declaration);
    }
    text
}

#[test]
fn protocol_in_typescript_is_current() {
    let text = generated();
    if std::env::var_os("ZENPUKU_WRITE").is_some() {
        std::fs::create_dir_all(Path::new(FILE).parent().expect("a folder")).expect("folder");
        std::fs::write(FILE, &text).expect("web/src/lib/protocol.ts is written");
    }
    let committed = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        committed == text,
        "web/src/lib/protocol.ts is not current: \
         ZENPUKU_WRITE=1 cargo test -p zenpuku-app protocol_in_typescript"
    );
}
