//! The games of a player, with what was found by their analyses.

use super::duplicates::name_key;
use crate::player::{GameFigures, Played};
use crate::protocol::{PlayerResult, Side};
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
    /// order of their dates. Games between two of them are left out: they say nothing of a player.
    pub(crate) fn games_of_player(
        &self,
        names: &[String],
    ) -> Result<(Vec<String>, Vec<Played>), StorageError> {
        let db = self.reader();
        let names = spellings(&db, names)?;
        let mut found = games(&db, &names)?;
        let pending: Vec<i64> =
            found.iter().filter(|game| game.pending).map(|game| game.played.game).collect();
        let computed = compute(&db, &pending)?;
        drop(db);
        for game in found.iter_mut().filter(|game| game.pending) {
            game.played.analysis = computed.get(&game.played.game).cloned();
        }
        self.keep_figures(&computed);
        Ok((names, found.into_iter().map(|game| game.played).collect()))
    }

    /// Keeps the sums of analyses. They can be computed again, so that a failure does not matter.
    fn keep_figures(&self, computed: &HashMap<i64, GameFigures>) {
        if computed.is_empty() {
            return;
        }
        let kept = self.write(|db| {
            let mut keep = db.prepare("UPDATE analyses SET figures = ?2 WHERE game = ?1")?;
            for (game, figures) in computed {
                keep.execute(params![game, serde_json::to_string(figures)?])?;
            }
            Ok(())
        });
        if let Err(error) = kept {
            tracing::warn!("the figures of analyses are not kept: {error}");
        }
    }
}

/// All names of the library that differ from the given ones in spelling only.
fn spellings(db: &Connection, names: &[String]) -> rusqlite::Result<Vec<String>> {
    let wanted: HashSet<String> = names.iter().map(|name| name_key(name)).collect();
    let mut query = db.prepare(
        "SELECT black FROM games WHERE kind = 'shogi' \
         UNION SELECT white FROM games WHERE kind = 'shogi'",
    )?;
    let rows = query.query_map([], |row| row.get::<_, String>(0))?;
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
         time_control, figures, analyses.game IS NOT NULL, black IN names \
         FROM games LEFT JOIN analyses ON analyses.game = games.id \
         WHERE kind = 'shogi' AND (black IN names) <> (white IN names) ORDER BY date, id",
    )?;
    let rows = query.query_map([&list], read)?;
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
    let analysis = figures.as_deref().and_then(GameFigures::kept);
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
    let mut body = db.prepare("SELECT body FROM analyses WHERE game = ?1")?;
    let mut computed = HashMap::new();
    for &game in games {
        let body: String = body.query_row([game], |row| row.get(0))?;
        computed.extend(GameFigures::of_analysis(&body).map(|figures| (game, figures)));
    }
    Ok(computed)
}
