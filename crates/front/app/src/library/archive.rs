//! Games of the library as one ZIP file of records.

use crate::document::{Document, ExportFormat, ExportOptions, export};
use crate::errors::{AppResult, error};
use crate::protocol::{ErrorBody, ErrorCode};
use crate::storage::Storage;
use std::collections::HashSet;
use std::io::{Cursor, Write as _};
use zenpuku_shogi_record::{Encoding, Format};
use zip::ZipWriter;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;

/// Games of one file, and bytes of their records: it is made in memory.
const MAX_GAMES: usize = 10_000;
const MAX_BYTES: usize = 500_000_000;
/// The longest name of a record, in characters, without its extension: file systems take 255 bytes.
const MAX_NAME: usize = 80;
/// The member that names the games left out.
const LEFT_OUT: &str = "not-exported.txt";

/// The ZIP file: shogi as KIF, go as SGF, each named after its date and players. A game that no
/// record can hold is named in a text file.
pub(crate) fn archive(storage: &Storage, games: &[i64]) -> AppResult<Vec<u8>> {
    check_count(games)?;
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let (mut names, mut left_out, mut bytes) = (HashSet::new(), String::new(), 0);
    for &game in games {
        match record(storage, game)? {
            Ok(record) => {
                let name = unique(&mut names, &record.name, record.extension);
                add(&mut zip, &name, &record.bytes).map_err(not_written)?;
                bytes += record.bytes.len();
            }
            Err(why) => left_out.push_str(&format!("{why}\n")),
        }
        if bytes > MAX_BYTES {
            let message = "the file would be too large: export fewer games at once";
            return Err(error(ErrorCode::TooLarge, message));
        }
    }
    if !left_out.is_empty() {
        add(&mut zip, LEFT_OUT, left_out.as_bytes()).map_err(not_written)?;
    }
    Ok(zip.finish().map_err(not_written)?.into_inner())
}

/// Checks the number of games of one file.
pub(super) fn check_count(games: &[i64]) -> AppResult<()> {
    if games.is_empty() || games.len() > MAX_GAMES {
        let message = format!("from 1 to {MAX_GAMES} games are exported at once");
        return Err(error(ErrorCode::BadValue, message));
    }
    Ok(())
}

/// Adds a member. The time of all is the first that the format knows, so the same games make the same file.
fn add(zip: &mut ZipWriter<Cursor<Vec<u8>>>, name: &str, bytes: &[u8]) -> Result<(), ZipError> {
    zip.start_file(name, SimpleFileOptions::default())?;
    Ok(zip.write_all(bytes)?)
}

fn not_written(why: ZipError) -> ErrorBody {
    error(ErrorCode::Storage, format!("the ZIP file cannot be written: {why}"))
}

struct Record {
    name: String,
    extension: &'static str,
    bytes: Vec<u8>,
}

/// A game as a record, or why there is no record of it.
fn record(storage: &Storage, game: i64) -> AppResult<Result<Record, String>> {
    let Some(stored) = storage.library_game(game)? else {
        return Ok(Err(format!("{game}: there is no such game")));
    };
    let Some(document) = Document::restore(0, &stored.body) else {
        return Ok(Err(format!("{game}: the stored game cannot be read")));
    };
    let info = document.info();
    let name = file_name(&[&info.date, &info.black, &info.white]);
    Ok(match written(&document) {
        Ok((bytes, extension)) => Ok(Record { name, extension, bytes }),
        Err(why) => Err(format!("{name}: {why}")),
    })
}

fn written(document: &Document) -> Result<(Vec<u8>, &'static str), String> {
    if let Ok(game) = document.go() {
        let sgf = game.sgf().ok_or("a position without moves has no record")?;
        return Ok((sgf.as_bytes().to_vec(), "sgf"));
    }
    let tree = document.tree().map_err(|error| error.to_string())?;
    let format = ExportFormat::Record(Format::Kif);
    let options = ExportOptions { format, encoding: Encoding::Utf8, annotate: false };
    export(tree, &document.title, None, options).map_err(|error| error.to_string())
}

/// A name that every file system takes.
fn file_name(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    let plain = |c: char| {
        let allowed = !c.is_control() && !r#"\/:*?"<>|"#.contains(c);
        if allowed { c } else { '-' }
    };
    let name: String = parts.join(" ").chars().map(plain).take(MAX_NAME).collect();
    let name = name.trim_matches([' ', '.']);
    if name.is_empty() { "game".to_owned() } else { name.to_owned() }
}

/// The name with its extension, numbered if it is taken.
fn unique(taken: &mut HashSet<String>, name: &str, extension: &str) -> String {
    let numbered = |number: u32| match number {
        1 => format!("{name}.{extension}"),
        number => format!("{name} ({number}).{extension}"),
    };
    // Some file systems do not distinguish case.
    let free = (1..).map(numbered).find(|name| taken.insert(name.to_lowercase()));
    free.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_unique() {
        assert_eq!(file_name(&["2024/05/01", "甲", "乙"]), "2024-05-01 甲 乙");
        assert_eq!(file_name(&["", "../..", ""]), "-");
        assert_eq!(file_name(&["", "", ""]), "game");
        assert_eq!(file_name(&["x".repeat(500).as_str()]).len(), MAX_NAME);
        let mut taken = HashSet::new();
        assert_eq!(unique(&mut taken, "A", "kif"), "A.kif");
        assert_eq!(unique(&mut taken, "a", "kif"), "a (2).kif");
    }
}
