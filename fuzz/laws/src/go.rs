//! Go: diagrams, SGF, certificates, and games of combinatorial game theory.

use zenpuku_cgt::{Limits, Notation, Universe};
use zenpuku_go::Setup;
use zenpuku_go::sgf::{SgfCollection, SgfTree, decode};
use zenpuku_go_certificate::Certificate;

/// Games in standard notation: a game is written, in both alphabets, as a text with the same value.
///
/// # Panics
/// If the written text has another value.
pub fn cgt(bytes: &[u8]) {
    // Small limits: a text of a few bytes can name a very large game.
    let mut universe = Universe::new(Limits { entries: 20_000, depth: 200 });
    let Ok(game) = universe.parse(crate::text(bytes)) else { return };
    for notation in [Notation::Ascii, Notation::Unicode] {
        let Ok(written) = universe.format(game, notation) else { return };
        // Reading may meet the limits that writing stayed below.
        if let Ok(again) = universe.parse(&written) {
            assert_eq!(game, again, "{written}");
        }
    }
}

/// Proofs of Go endgame results: the checker ends with an answer for any text.
///
/// # Panics
/// If the written text is not read as the same certificates.
pub fn certificate(bytes: &[u8]) {
    let Ok(certificates) = Certificate::parse_all(crate::text(bytes)) else { return };
    let written: String = certificates.iter().map(ToString::to_string).collect();
    let again = Certificate::parse_all(&written).expect("what was written is read");
    assert_eq!(certificates, again);
    for certificate in &certificates {
        // Most are not proofs; none may panic.
        let _ = certificate.verify();
    }
}

/// Go boards as diagrams.
///
/// # Panics
/// If the written text is another board.
pub fn diagram(bytes: &[u8]) {
    if let Ok(setup) = Setup::from_diagram(crate::text(bytes)) {
        let again = Setup::from_diagram(&setup.to_diagram()).expect("what was written is read");
        assert_eq!(setup.to_diagram(), again.to_diagram());
    }
}

/// SGF files as bytes: trees, games, the rules they name, and every position of a game.
pub fn sgf(bytes: &[u8]) {
    let _ = SgfTree::parse_collection(&decode(bytes));
    let Ok(found) = SgfCollection::parse_bytes(bytes) else { return };
    for game in found.games.iter().flatten() {
        let _ = (game.rules_or(None), game.warning_lines());
        let _ = game.position(game.steps.len());
    }
}
