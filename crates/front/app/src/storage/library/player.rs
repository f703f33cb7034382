//! The games of a player, with the results of their analyses.

use super::duplicates::name_key;
use crate::player::{GameFigures, Played};
use crate::protocol::{GameKind, GamePhases, PlayerResult, Side};
use crate::storage::{Outcome, Storage, StorageError};
use rusqlite::{Connection, Row, params};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Players that are listed.
const MOST: usize = 500;

/// A game, and whether its analysis is still to be summed up.
struct Found {
    played: Played,
    pending: bool,
}

impl Storage {
    /// Players with the number of their games of shogi, most games first, at most 500.
    pub(crate) fn players(&self) -> Result<Vec<(String, u32)>, StorageError> {
        let db = self.reader();
        let mut query = db.prepare(&format!(
            "SELECT name, count(*) FROM (SELECT black AS name FROM games WHERE kind = 'shogi' \
             UNION ALL SELECT white FROM games WHERE kind = 'shogi') WHERE name <> '' \
             GROUP BY name ORDER BY 2 DESC, 1 LIMIT {MOST}"
        ))?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The spellings of these names in the library, and the games of shogi of all of them in the
    /// order of their dates. Games between two of them are left out, because they do not
    /// describe one player.
    pub(crate) fn games_of_player(
        &self,
        names: &[String],
    ) -> Result<(Vec<String>, Vec<Played>), StorageError> {
        let db = self.reader();
        let names = spellings(&db, names, Some(GameKind::Shogi))?;
        let mut found = games(&db, &names)?;
        let pending: Vec<i64> =
            found.iter().filter(|game| game.pending).map(|game| game.played.game).collect();
        let computed = compute(&db, &pending)?;
        drop(db);
        for game in found.iter_mut().filter(|game| game.pending) {
            game.played.analysis = computed.get(&game.played.game).cloned();
        }
        if let Err(error) = self.keep_figures(&computed) {
            // They can be computed again.
            tracing::warn!("the figures of analyses are not kept: {error}");
        }
        Ok((names, found.into_iter().map(|game| game.played).collect()))
    }

    /// Sums up all analyses that are not yet, for searches.
    pub(crate) fn complete_figures(&self) -> Result<(), StorageError> {
        let db = self.reader();
        let mut query = db.prepare(
            "SELECT game FROM analyses WHERE game NOT IN (SELECT game FROM figures WHERE version = ?1)",
        )?;
        let rows = query.query_map([GameFigures::VERSION], |row| row.get(0))?;
        let pending: Vec<i64> = rows.collect::<Result<_, _>>()?;
        let computed = compute(&db, &pending)?;
        drop(query);
        drop(db);
        self.keep_figures(&computed)
    }

    fn keep_figures(&self, computed: &HashMap<i64, GameFigures>) -> Result<(), StorageError> {
        if computed.is_empty() {
            return Ok(());
        }
        self.write(|db| {
            // The analysis may be gone since.
            let mut keep = db.prepare(
                "INSERT OR REPLACE INTO figures SELECT game, ?2, ?3 FROM analyses WHERE game = ?1",
            )?;
            for (game, figures) in computed {
                let body = serde_json::to_string(figures)?;
                keep.execute(params![game, GameFigures::VERSION, body])?;
            }
            Ok(())
        })
    }
}

/// All names of the library that differ from the given ones in spelling only; of one game only, if
/// `kind` says so.
pub(crate) fn spellings(
    db: &Connection,
    names: &[String],
    kind: Option<GameKind>,
) -> rusqlite::Result<Vec<String>> {
    let wanted: HashSet<String> = names.iter().map(|name| name_key(name)).collect();
    let mut query = db.prepare(
        "SELECT black FROM games WHERE kind = coalesce(?1, kind) \
         UNION SELECT white FROM games WHERE kind = coalesce(?1, kind)",
    )?;
    let rows = query.query_map([kind.map(GameKind::name)], |row| row.get::<_, String>(0))?;
    let all: Vec<String> = rows.collect::<Result<_, _>>()?;
    Ok(all
        .into_iter()
        .filter(|name| !name.is_empty() && wanted.contains(&name_key(name)))
        .collect())
}

fn games(db: &Connection, names: &[String]) -> Result<Vec<Found>, StorageError> {
    let list = serde_json::to_string(names)?;
    let mut query = db.prepare(
        "WITH names AS (SELECT value FROM json_each(?1)) \
         SELECT id, black, white, date, outcome, opening_black, opening_white, handicap, \
         time_control, figures.body, analyses.game IS NOT NULL, black IN names \
         FROM games LEFT JOIN analyses ON analyses.game = games.id \
         LEFT JOIN figures ON figures.game = games.id AND figures.version = ?2 \
         WHERE kind = 'shogi' AND (black IN names) <> (white IN names) ORDER BY date, id",
    )?;
    let rows = query.query_map(params![list, GameFigures::VERSION], read)?;
    let mut found: Vec<Found> = rows.collect::<Result<_, _>>()?;
    let mut castles = castles(db, &list)?;
    for game in &mut found {
        let key = (game.played.game, game.played.side == Side::Black);
        game.played.castles = castles.remove(&key).unwrap_or_default();
    }
    Ok(found)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Found> {
    let side = if row.get(11)? { Side::Black } else { Side::White };
    let (opponent, opening) = match side {
        Side::Black => (2, 5),
        Side::White => (1, 6),
    };
    let figures: Option<String> = row.get(9)?;
    let analysis: Option<GameFigures> = figures.and_then(|text| serde_json::from_str(&text).ok());
    let pending = row.get(10)? && analysis.is_none();
    let played = Played {
        game: row.get(0)?,
        side,
        opponent: row.get(opponent)?,
        date: row.get(3)?,
        result: result(row.get(4)?, side),
        opening: row.get(opening)?,
        castles: Vec::new(),
        handicap: row.get(7)?,
        time_control: row.get(8)?,
        analysis,
    };
    Ok(Found { played, pending })
}

/// How a game with a stored outcome ended for a side.
fn result(stored: i64, side: Side) -> PlayerResult {
    match Outcome::winner(stored) {
        Some(winner) if winner == side => PlayerResult::Won,
        Some(_) => PlayerResult::Lost,
        None if stored == Outcome::Draw as i64 => PlayerResult::Drawn,
        None => PlayerResult::Open,
    }
}

/// Castles by game and whether they are Black's.
fn castles(db: &Connection, names: &str) -> rusqlite::Result<BTreeMap<(i64, bool), Vec<String>>> {
    let mut query = db.prepare(
        "WITH names AS (SELECT value FROM json_each(?1)) \
         SELECT game, side, name FROM castles WHERE game IN \
         (SELECT id FROM games WHERE black IN names OR white IN names) ORDER BY name",
    )?;
    let mut rows = query.query([names])?;
    let mut castles: BTreeMap<(i64, bool), Vec<String>> = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let key = (row.get(0)?, row.get::<_, i64>(1)? == 0);
        castles.entry(key).or_default().push(row.get(2)?);
    }
    Ok(castles)
}

/// Sums up the analyses of these games; those that cannot be read are left out.
fn compute(db: &Connection, games: &[i64]) -> rusqlite::Result<HashMap<i64, GameFigures>> {
    let mut analysis = db.prepare(
        "SELECT analyses.body, start, moves FROM analyses JOIN games ON games.id = game WHERE game = ?1",
    )?;
    let mut computed = HashMap::new();
    for &game in games {
        let (body, start, moves): (String, String, String) =
            analysis.query_row([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let phases = GamePhases::of_usi(&start, &moves);
        computed.extend(GameFigures::of_analysis(&body, phases).map(|figures| (game, figures)));
    }
    Ok(computed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, open_all};
    use crate::protocol::LibraryQuery;
    use crate::storage::{Added, GameEntry};

    #[test]
    fn mistakes_are_found_by_kind_and_player_in_the_latest_analysis() {
        let folder = tempfile::TempDir::new().unwrap();
        let storage = Storage::open(folder.path()).unwrap();
        let text = "先手：甲\n後手：乙\n1 ７六歩(77)\n2 ３四歩(33)\n";
        let game = open_all(text.as_bytes(), "g.kif").unwrap().remove(0);
        let entry = GameEntry::of(&Document::new(0, "g.kif", game), "g.kif").unwrap();
        let Added::New(game) = storage.write(|db| entry.add(db)).unwrap() else {
            panic!("it is new")
        };
        let analyse = |class: &str| {
            let body = format!(
                r#"{{"moves": [{{"ply": 1, "side": "black", "loss": 0.3, "class": "{class}",
                "reasons": [{{"motif": "fork"}}]}}]}}"#
            );
            let sql = "INSERT OR REPLACE INTO analyses VALUES (?1, ?2)";
            storage.write(|db| Ok(db.execute(sql, params![game, body])?)).unwrap();
        };
        let found = |kind: &str, player: &str| {
            storage.complete_figures().unwrap();
            let (mistake, player) = (Some(kind.to_owned()), Some(player.to_owned()));
            let query = LibraryQuery { mistake, player, ..LibraryQuery::default() };
            storage.library_search(&query).unwrap().total
        };
        analyse("blunder");
        assert_eq!([found("blunder", ""), found("blunder", "甲"), found("fork", "甲")], [1; 3]);
        assert_eq!(
            [found("blunder", "乙"), found("mistake", ""), found("missed_mate", "")],
            [0; 3]
        );
        analyse("mistake");
        assert_eq!([found("blunder", ""), found("mistake", "甲")], [0, 1]);
        storage.delete_games(&[game], 1).unwrap();
        assert_eq!(found("mistake", ""), 0);
        storage.restore_games(&[game]).unwrap();
        assert_eq!(found("mistake", ""), 1);
        let (_, games) = storage.games_of_player(&["甲".to_owned()]).unwrap();
        assert!(games[0].analysis.is_some());
    }
}
