//! SGF files as bytes: trees, games, and the writer on what was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zenpuku_go::sgf::{SgfGame, SgfTree, decode};

fuzz_target!(|bytes: &[u8]| {
    let text = decode(bytes);
    let _ = SgfTree::parse_collection(&text);
    if let Ok(game) = SgfGame::parse(&text) {
        let _ = game.position(game.steps.len());
    }
});
