//! The moves played in a position, with results.

use super::position_key::position_key;
use super::search::Wanted;
use crate::protocol::{ExplorerMove, ExplorerPage, LibraryQuery};
use crate::storage::{Storage, StorageError};
use rusqlite::params_from_iter;
use rusqlite::types::Value;
use zenpuku_analysis::line_text;
use zenpuku_shogi::Position;

/// Most moves shown.
const MOST: u32 = 50;

impl Storage {
    /// The moves played at `position` in the games that match `query`, most frequent first.
    pub(crate) fn explore(
        &self,
        position: &Position,
        query: LibraryQuery,
    ) -> Result<ExplorerPage, StorageError> {
        let sfen = position.to_sfen();
        let db = self.reader();
        let others = LibraryQuery { sfen: None, moves: None, ..query };
        let mut wanted = Wanted::of(&db, &others)?.conditions;
        let place = wanted.values.len() + 1;
        wanted.values.push(Value::Integer(position_key(&sfen)));
        let from = format!(
            "FROM positions JOIN games ON games.id = positions.game \
             WHERE position = ?{place} AND {}",
            wanted.text()
        );
        let counted = format!("SELECT count(DISTINCT game) {from}");
        let games = db
            .prepare_cached(&counted)?
            .query_row(params_from_iter(&wanted.values), |row| row.get(0))?;
        let mut query = db.prepare_cached(&format!(
            "SELECT move, count(DISTINCT game), \
             count(DISTINCT CASE outcome WHEN 0 THEN game END), \
             count(DISTINCT CASE outcome WHEN 1 THEN game END), \
             count(DISTINCT CASE outcome WHEN 2 THEN game END), max(date) \
             {from} AND move <> '' GROUP BY move ORDER BY 2 DESC, 1 LIMIT {MOST}"
        ))?;
        let rows = query.query_map(params_from_iter(&wanted.values), |row| {
            Ok(ExplorerMove {
                usi: row.get(0)?,
                kif: String::new(),
                sfen: String::new(),
                games: row.get(1)?,
                black_wins: row.get(2)?,
                white_wins: row.get(3)?,
                draws: row.get(4)?,
                last: row.get(5)?,
            })
        })?;
        let moves: Vec<ExplorerMove> = rows.collect::<Result<_, _>>()?;
        let moves = moves.into_iter().filter_map(|mv| name(position, mv)).collect();
        Ok(ExplorerPage { sfen, games, moves })
    }
}

/// Adds the text of the move and the position after it; `None` for a move that is not legal.
fn name(position: &Position, mut found: ExplorerMove) -> Option<ExplorerMove> {
    let mv = position.parse_usi(&found.usi)?;
    found.kif = line_text(position, None, &[mv]).pop()?;
    let mut after = position.clone();
    after.try_do_move(mv).ok()?;
    found.sfen = after.to_sfen();
    Some(found)
}
