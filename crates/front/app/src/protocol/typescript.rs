//! Writes the TypeScript side of the protocol and checks that the committed file is current.
//!
//! `ZENPUKU_WRITE=1 cargo test -p zenpuku-app protocol_in_typescript` writes it again.

use super::{
    ClientMessage, MAX_MESSAGE_BYTES, MAX_RECORD_BYTES, MAX_RECORD_MOVES, PROTOCOL_VERSION,
    ServerMessage,
};
use std::collections::BTreeMap;
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web/src/lib/protocol.ts");

/// Collects the declarations of a type and of all it mentions.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // A type of the language has no declaration, and asking for its name panics.
        if T::output_path().is_none() {
            T::visit_generics(self);
            return;
        }
        // Without its parameters: a generic type is declared once.
        let name = T::ident(&self.config);
        if self.found.contains_key(&name) {
            T::visit_generics(self);
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let text = format!("{docs}export {}\n", T::decl(&self.config));
        self.found.insert(name, text);
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn generated() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config, found: BTreeMap::new() };
    all.visit::<ClientMessage>();
    all.visit::<ServerMessage>();
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
    for declaration in all.found.values() {
        text.push('\n');
        text.push_str(declaration);
    }
    // ts-rs leaves blanks at the ends of lines.
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
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
