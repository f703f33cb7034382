//! Properties of every reader for any input: it does not panic, and a clean
//! input survives the round trip.
//!
//! libFuzzer searches inputs that break it (`fuzz/`, `cargo xtask fuzz`); the
//! committed corpora and small changes of them are tried by an ordinary test,
//! `tests/corpora.rs`.
#![forbid(unsafe_code)]

pub mod app;
pub mod go;
pub mod lines;
pub mod records;
pub mod shogi;

/// A fuzz target: its name, which is also that of its corpus, and its function for one input.
pub type Target = (&'static str, fn(&[u8]));

/// All targets, by name.
pub const TARGETS: [Target; 21] = [
    ("app_message", app::message),
    ("book", shogi::book),
    ("cgt", go::cgt),
    ("csa", lines::csa),
    ("csa_log", records::csa_log),
    ("csa_record", records::csa_record),
    ("game_db", records::game_db),
    ("go_certificate", go::certificate),
    ("go_diagram", go::diagram),
    ("gtp", lines::gtp),
    ("hcpe", records::hcpe),
    ("jkf", records::jkf),
    ("ki2", records::ki2),
    ("kif", records::kif),
    ("openings", shogi::openings),
    ("params", shogi::params),
    ("psv", records::psv),
    ("sfen", shogi::sfen),
    ("sgf", go::sgf),
    ("usi", lines::usi),
    ("usi_record", records::usi_record),
];

/// The text at the beginning of an input, for readers of text: up to the first invalid byte.
fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    }
}
