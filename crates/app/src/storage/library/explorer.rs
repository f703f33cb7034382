//! The moves played in a position, with results.

use super::position_key::position_key;
use crate::protocol::{ExplorerMove, ExplorerPage};
use crate::storage::{Storage, StorageError};
use zenpuku_analysis::line_text;
use zenpuku_shogi::Position;

/// Most moves shown.
const MOST: u32 = 50;

impl Storage {
    /// The moves played at `position`, most frequent first.
    pub(crate) fn explore(&self, position: &Position) -> Result<ExplorerPage, StorageError> {
        let sfen = position.to_sfen();
        let key = position_key(&sfen);
        let db = self.reader();
        let counted = "SELECT count(DISTINCT game) FROM positions WHERE position = ?1";
        let games = db.prepare_cached(counted)?.query_row([key], |row| row.get(0))?;
        let mut query = db.prepare_cached(
            "SELECT move, count(DISTINCT game), \
             count(DISTINCT CASE outcome WHEN 0 THEN game END), \
             count(DISTINCT CASE outcome WHEN 1 THEN game END), \
             count(DISTINCT CASE outcome WHEN 2 THEN game END), max(date) \
             FROM positions JOIN games ON games.id = positions.game \
             WHERE position = ?1 AND move <> '' GROUP BY move ORDER BY 2 DESC, 1 LIMIT ?2",
        )?;
        let rows = query.query_map([key, i64::from(MOST)], |row| {
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
