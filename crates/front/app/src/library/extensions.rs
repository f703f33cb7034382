//! What a file is, by its name.

use std::path::Path;

/// Extensions of records.
const RECORDS: [&str; 10] =
    ["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "json", "sfen", "usi", "sgf"];

/// Is it a record?
pub(crate) fn is_record(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|e| RECORDS.contains(&e.to_ascii_lowercase().as_str()))
}

/// Is it a record, or may it contain some?
pub(super) fn is_wanted(path: &Path) -> bool {
    is_record(path) || is_zip(path)
}

/// Is it a ZIP file?
pub(super) fn is_zip(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}
