//! Records of shogi games in every format.

use zenpuku_shogi_record::{Format, read, write};

/// CSA records (2.2 and 3.0). Like all here: see [`survives`].
pub fn csa_record(bytes: &[u8]) {
    survives(bytes, Format::Csa);
}

/// Logs of clients of the CSA server protocol, which are only read.
pub fn csa_log(bytes: &[u8]) {
    survives(bytes, Format::CsaLog);
}

/// Result files of ShogiArena, in a folder.
///
/// # Panics
/// If no file can be written.
pub fn game_db(bytes: &[u8]) {
    let folder = tempfile::TempDir::new().expect("a folder for temporary files");
    let path = folder.path().join(zenpuku_game_db::FILE_NAME);
    std::fs::write(&path, bytes).expect("a temporary file");
    // Its content is checked elsewhere; here only that it is not empty.
    let (results, games) = (zenpuku_game_db::results(&path), zenpuku_game_db::games(&path));
    assert!(results.is_ok() || games.is_err(), "games without results: {games:?}");
}

/// Training positions of 38 bytes.
pub fn hcpe(bytes: &[u8]) {
    survives(bytes, Format::Hcpe);
}

/// JSON Kifu Format files.
pub fn jkf(bytes: &[u8]) {
    survives(bytes, Format::Jkf);
}

/// KI2 files in any encoding.
pub fn ki2(bytes: &[u8]) {
    survives(bytes, Format::Ki2);
}

/// KIF files in any encoding.
pub fn kif(bytes: &[u8]) {
    survives(bytes, Format::Kif);
}

/// Training positions of 40 bytes.
pub fn psv(bytes: &[u8]) {
    survives(bytes, Format::Psv);
}

/// Lines of SFEN and USI moves.
pub fn usi_record(bytes: &[u8]) {
    survives(bytes, Format::Usi);
}

/// Reads a record of the format `hint` and writes it back in its own format. A clean file, one read
/// without a warning and written without a loss, must come back unchanged; others must only not
/// panic.
///
/// # Panics
/// If a clean file does not come back.
pub fn survives(bytes: &[u8], hint: Format) {
    let Ok(document) = read(bytes, Some(hint)) else { return };
    if document.format != hint {
        return;
    }
    let Ok(written) = write(&document, document.format, None) else { return };
    let again = read(&written.bytes, Some(document.format));
    if !document.warnings.is_empty() || !written.losses.is_empty() {
        return;
    }
    let again = again.expect("what was written is read");
    // Few bytes can be text in several encodings; then the reader guesses.
    if document.encoding != again.encoding {
        return;
    }
    assert_eq!(document.records.len(), again.records.len());
    for (old, new) in document.records.iter().zip(&again.records) {
        assert_eq!(old.first_difference(new), None);
    }
}
