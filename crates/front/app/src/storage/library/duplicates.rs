//! Copies: games of the library that were imported more than once in other words.

use super::search::games_of;
use crate::protocol::LibraryGame;
use crate::storage::{Storage, StorageError};
use rusqlite::Connection;
use std::collections::HashMap;

/// From this number of plies on, the same moves by the same players are one game even if the dates
/// differ: shorter ones may well have been played twice.
const LONG: u32 = 40;

/// Maximum number of groups in one answer.
const MOST: usize = 200;

/// The key for comparing games.
struct Known {
    game: i64,
    date: String,
    plies: u32,
}

impl Known {
    /// Can it be the same game as another one with its moves and players?
    fn fits(&self, other: &Self) -> bool {
        let (a, b) = (self.date.as_str(), other.date.as_str());
        self.plies >= LONG || a.starts_with(b) || b.starts_with(a)
    }
}

/// A name without what spellings differ in: blanks, width of letters, case.
pub(crate) fn name_key(name: &str) -> String {
    let narrow = |c: char| match c {
        '！'..='～' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        other => other,
    };
    name.chars().filter(|c| !c.is_whitespace()).map(narrow).flat_map(char::to_lowercase).collect()
}

/// Numbers of games that are copies of each other.
fn groups(db: &Connection) -> rusqlite::Result<Vec<Vec<i64>>> {
    let mut select = db.prepare(
        "SELECT id, start, moves, black, white, date, plies FROM games WHERE moves <> '' \
         AND (start, moves) IN \
         (SELECT start, moves FROM games GROUP BY start, moves HAVING count(*) > 1) ORDER BY id",
    )?;
    let mut same: HashMap<[String; 4], Vec<Known>> = HashMap::new();
    let mut order = Vec::new();
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let players = [row.get::<_, String>(3)?, row.get(4)?].map(|name| name_key(&name));
        let [black, white] = players;
        let key = [row.get(1)?, row.get(2)?, black, white];
        let known = Known { game: row.get(0)?, date: row.get(5)?, plies: row.get(6)? };
        let group = same.entry(key.clone()).or_default();
        if group.is_empty() {
            order.push(key);
        }
        group.push(known);
    }
    let found = order.into_iter().filter_map(|key| same.remove(&key)).flat_map(by_date);
    Ok(found.filter(|group| group.len() > 1).take(MOST).collect())
}

/// Splits games with the same moves and players into those that can be one game.
fn by_date(games: Vec<Known>) -> Vec<Vec<i64>> {
    let mut parts: Vec<Vec<Known>> = Vec::new();
    for game in games {
        match parts.iter_mut().find(|part| part.iter().all(|other| other.fits(&game))) {
            Some(part) => part.push(game),
            None => parts.push(vec![game]),
        }
    }
    parts.into_iter().map(|part| part.into_iter().map(|known| known.game).collect()).collect()
}

/// How much would be lost with a game: the copy with the most is the one to keep.
fn worth(game: &LibraryGame) -> (bool, bool, bool, usize, usize, std::cmp::Reverse<i64>) {
    let marks = &game.marks;
    let noted = !marks.note.is_empty();
    let older = std::cmp::Reverse(game.game);
    (noted, marks.star, game.analysed, marks.tags.len(), game.date.len(), older)
}

impl Storage {
    /// Games that are there more than once: the same start position, moves and players, the
    /// spelling of names apart, and dates that do not contradict. The first of each group is the
    /// one to keep. At most 200 groups.
    pub(crate) fn duplicates(&self) -> Result<Vec<Vec<LibraryGame>>, StorageError> {
        let db = self.reader();
        let mut found = Vec::new();
        for group in groups(&db)? {
            let mut games = games_of(&db, &group)?;
            games.sort_by_key(|game| std::cmp::Reverse(worth(game)));
            found.push(games);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_in_more_than_spelling() {
        assert_eq!(name_key("羽生　善治"), name_key("羽生善治"));
        assert_eq!(name_key("Ｙａｍａｄａ"), name_key("yamada "));
        assert_ne!(name_key("羽生善治"), name_key("羽生善春"));
    }

    #[test]
    fn dates_of_short_games_must_agree() {
        let known = |game, date: &str, plies| Known { game, date: date.to_owned(), plies };
        let days = vec![
            known(1, "2024-05-01", 20),
            known(2, "2024-05-02", 20),
            known(3, "2024-05", 20),
            known(4, "", 20),
        ];
        assert_eq!(by_date(days), [vec![1, 3, 4], vec![2]]);
        let long = vec![known(1, "2024-05-01", 90), known(2, "2024-05-02", 90)];
        assert_eq!(by_date(long), [vec![1, 2]]);
    }
}
