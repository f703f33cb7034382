//! The user's marks of the games of the library: stars, tags, notes.

use crate::protocol::{LibraryMark, LibraryMarks};
use crate::storage::{Storage, StorageError};
use rusqlite::{OptionalExtension, Row, Transaction, params};
use std::collections::{BTreeMap, BTreeSet};

/// The columns of the marks, in the order that [`read`] expects.
pub(super) const COLUMNS: &str = "star, note, tags";

/// Reads the marks from a row whose columns from `first` on are [`COLUMNS`].
pub(super) fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<LibraryMarks> {
    let tags: String = row.get(first + 2)?;
    Ok(LibraryMarks {
        star: row.get(first)?,
        note: row.get(first + 1)?,
        tags: tags.lines().filter(|tag| !tag.is_empty()).map(str::to_owned).collect(),
    })
}

/// The marks of a game; none for an unknown one.
pub(super) fn of(db: &Transaction<'_>, game: i64) -> rusqlite::Result<LibraryMarks> {
    let sql = format!("SELECT {COLUMNS} FROM games WHERE id = ?1");
    let found = db.prepare_cached(&sql)?.query_row([game], |row| read(row, 0)).optional()?;
    Ok(found.unwrap_or_default())
}

/// Replaces the marks of a game.
pub(super) fn set(db: &Transaction<'_>, game: i64, marks: &LibraryMarks) -> rusqlite::Result<()> {
    let sql = "UPDATE games SET star = ?2, note = ?3, tags = ?4 WHERE id = ?1";
    let LibraryMarks { star, note, tags } = marks;
    db.prepare_cached(sql)?.execute(params![game, star, note, stored(tags)])?;
    Ok(())
}

/// Tags as they are stored: each between two line ends, so that a search finds whole ones only.
fn stored(tags: &[String]) -> String {
    if tags.is_empty() { String::new() } else { format!("\n{}\n", tags.join("\n")) }
}

/// The form in which [`stored`] tags contain this one.
pub(super) fn within(tag: &str) -> String {
    format!("\n{tag}\n")
}

fn change(marks: &mut LibraryMarks, mark: &LibraryMark) {
    match mark {
        LibraryMark::Star { on } => marks.star = *on,
        LibraryMark::Note { text } => marks.note.clone_from(text),
        LibraryMark::Tag { name, on } => {
            let mut tags: BTreeSet<String> = std::mem::take(&mut marks.tags).into_iter().collect();
            if *on {
                tags.insert(name.clone());
            } else {
                tags.remove(name);
            }
            marks.tags = tags.into_iter().collect();
        }
    }
}

impl Storage {
    /// Changes one mark of these games; unknown numbers do not matter. Returns `false`, and changes
    /// nothing, if a game would get more than `most` tags.
    pub(crate) fn mark_games(
        &self,
        games: &[i64],
        mark: &LibraryMark,
        most: usize,
    ) -> Result<bool, StorageError> {
        self.write(|db| {
            let mut changed = Vec::with_capacity(games.len());
            for &game in games {
                let mut marks = of(db, game)?;
                let before = marks.tags.len();
                change(&mut marks, mark);
                if marks.tags.len() > most.max(before) {
                    return Ok(false);
                }
                changed.push((game, marks));
            }
            for (game, marks) in &changed {
                set(db, *game, marks)?;
            }
            Ok(true)
        })
    }

    /// All tags with the number of their games, by name.
    pub(super) fn tags(db: &rusqlite::Connection) -> rusqlite::Result<Vec<(String, u32)>> {
        let mut query = db.prepare("SELECT tags FROM games WHERE tags <> ''")?;
        let mut all: BTreeMap<String, u32> = BTreeMap::new();
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let tags = row.get_ref(0)?.as_str()?;
            for tag in tags.lines().filter(|tag| !tag.is_empty()) {
                *all.entry(tag.to_owned()).or_default() += 1;
            }
        }
        Ok(all.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::document::{Document, open_all};
    use crate::protocol::{LibraryMark, LibraryQuery};
    use crate::storage::{Added, GameEntry, Storage};

    #[test]
    fn a_game_that_goes_on_keeps_its_marks() {
        let folder = tempfile::TempDir::new().unwrap();
        let storage = Storage::open(folder.path()).unwrap();
        let put = |text: &str, before| {
            let game = open_all(text.as_bytes(), "g.kif").unwrap().remove(0);
            let entry = GameEntry::of(&Document::new(0, "g.kif", game), "g.kif").unwrap();
            storage.write(|db| entry.put(db, before)).unwrap()
        };
        let Added::New(game) = put("1 ７六歩(77)\n", None) else { panic!("it is new") };
        assert!(storage.mark_games(&[game], &LibraryMark::Star { on: true }, 20).unwrap());
        assert_eq!(put("1 ７六歩(77)\n2 ３四歩(33)\n", Some(game)), Added::New(game));
        let page = storage.library_search(&LibraryQuery::default()).unwrap();
        assert!(page.games[0].plies == 2 && page.games[0].marks.star);
    }
}
