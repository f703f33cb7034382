//! Shogi: positions, files of openings, parameters.

use zenpuku_arena::openings;
use zenpuku_params::Params;
use zenpuku_shogi::{Setup, SetupRules};
use zenpuku_shogi_engine::book::{Book, BookFormat};

/// Opening books of every format: what is read can be written in every format and read again.
///
/// # Panics
/// If a book that was written is refused or lacks moves.
pub fn book(bytes: &[u8]) {
    for hint in BookFormat::ALL {
        let Ok((book, _)) = Book::from_bytes(bytes, Some(hint)) else { continue };
        for format in BookFormat::ALL {
            let (written, losses) = book.to_bytes(format);
            let again = Book::from_bytes(&written, Some(format));
            let (again, skipped) = again.expect("a book that was written is read");
            assert!(skipped.is_empty(), "{format:?}: {skipped:?}");
            assert!(moves(&again) == moves(&book) || losses.positions > 0, "{format:?}");
        }
    }
}

/// Number of moves in a book.
fn moves(book: &Book) -> usize {
    book.entries().map(|(_, entry)| entry.moves.len()).sum()
}

/// Files of start lines for matches.
pub fn openings(bytes: &[u8]) {
    let _ = openings::read(crate::text(bytes));
}

/// Parameter assignments: accepted values read back.
///
/// # Panics
/// If a value that was printed is refused or becomes another.
pub fn params(bytes: &[u8]) {
    let text = crate::text(bytes);
    let mut params = Params::default();
    // As a profile file, then as a list of assignments.
    let by_lines = params.assign_file(text).is_ok();
    if params.assign_all(text).is_err() && !by_lines {
        return;
    }
    let mut again = Params::default();
    for (row, value) in params.values() {
        again.set(row.name, &value).expect("a value that was printed is read");
    }
    assert_eq!(params, again);
}

/// SFEN and USI moves: the first line is a position, every word of the others a
/// move. Round trips; illegal moves are refused.
///
/// # Panics
/// If a position that was written is refused or another, or a legal move cannot be played.
pub fn sfen(bytes: &[u8]) {
    let text = crate::text(bytes);
    let (sfen, moves) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(setup) = Setup::from_sfen(sfen) else { return };
    let again = Setup::from_sfen(&setup.to_sfen()).expect("what was written is read");
    assert_eq!(setup, again);
    for rules in [SetupRules::Play, SetupRules::Mate] {
        let Ok(mut position) = setup.position(rules) else { continue };
        for word in moves.split_whitespace() {
            if let Ok(mv) = position.read_usi(word) {
                position.try_do_move(mv).expect("a legal move can be played");
            }
        }
    }
}
