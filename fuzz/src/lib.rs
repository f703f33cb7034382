//! What several fuzz targets share.
#![forbid(unsafe_code)]

use zenpuku_shogi_record::{Format, read, write};

/// Reads a record of the format `hint` and writes it back in its own format. A clean file, one read
/// without a warning and written without a loss, must come back the same; of
/// the others nothing is asked but that nobody panics.
///
/// # Panics
/// If a clean file does not come back, which is what the fuzzer looks for.
pub fn record_survives(bytes: &[u8], hint: Format) {
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
