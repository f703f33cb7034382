//! Writing of games.

use crate::read::{BOOK, END};
use crate::{GameDbError, StoredGame, schema, value};
use rusqlite::{Connection, OptionalExtension as _, Transaction, params};
use std::path::Path;
use zenpuku_shogi::{Color, Position, SetupRules};
use zenpuku_shogi_record::{Node, NodeId, Record};

/// The kind of games that ShogiArena's tournaments are.
const KIND: &str = "arena";

/// What marks a move that a player chose.
const SEARCH: &str = "search";

/// A database to which games are added.
#[derive(Debug)]
pub struct Writer {
    db: Connection,
}

impl Writer {
    /// Opens a database, or makes it.
    ///
    /// # Errors
    /// If the file is another one, or cannot be written.
    pub fn open(path: &Path) -> Result<Self, GameDbError> {
        let mut db = Connection::open(path).map_err(GameDbError::Open)?;
        let foreign = |error: rusqlite::Error| GameDbError::Foreign(error.to_string());
        db.pragma_update(None, "foreign_keys", true).map_err(foreign)?;
        let count = "SELECT count(*) FROM sqlite_schema";
        let entries: i64 = db.query_row(count, [], |row| row.get(0)).map_err(foreign)?;
        if entries > 0 {
            schema::check(&db)?;
        } else {
            // Atomic: a partial file would be left over.
            let made = db.transaction().and_then(|transaction| {
                transaction.execute_batch(schema::CREATE)?;
                transaction.pragma_update(None, "user_version", schema::VERSION)?;
                transaction.commit()
            });
            made.map_err(GameDbError::Open)?;
        }
        Ok(Self { db })
    }

    /// Returns the names of all games.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn names(&self) -> Result<Vec<String>, GameDbError> {
        let at = GameDbError::at("game");
        let mut query = self.db.prepare_cached("SELECT game_name FROM game").map_err(at)?;
        let names = query.query_map([], |row| row.get(0)).map_err(at)?;
        names.collect::<Result<_, _>>().map_err(at)
    }

    /// Returns whether there is a game of this name.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn holds(&self, name: &str) -> Result<bool, GameDbError> {
        let at = GameDbError::at("game");
        let mut query =
            self.db.prepare_cached("SELECT 1 FROM game WHERE game_name = ?1").map_err(at)?;
        query.exists([name]).map_err(at)
    }

    /// Adds games, all or none. A game of the same name is replaced.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, games: &[StoredGame]) -> Result<(), GameDbError> {
        let transaction = self.db.transaction().map_err(GameDbError::at("game"))?;
        games.iter().try_for_each(|game| add(&transaction, game))?;
        transaction.commit().map_err(GameDbError::at("game"))
    }
}

fn add(db: &Transaction<'_>, game: &StoredGame) -> Result<(), GameDbError> {
    let at = GameDbError::at("game");
    let record = &game.record;
    // Their moves go with them.
    db.execute("DELETE FROM game WHERE game_name = ?1", [&game.name]).map_err(at)?;
    let players = [Color::Black, Color::White].map(|side| record.player(side).unwrap_or("?"));
    let [black, white] = [player(db, players[0])?, player(db, players[1])?];
    let end = record.main_line().find(|&id| record.node(id).ending().is_some());
    let (time, comment) = end.map_or((None, None), |id| remark(record.node(id)));
    let moves = line(record).count();
    let sql = "INSERT INTO game (game_type, game_name, start_date, end_date, game_result, \
               num_moves, black_player_id, white_player_id, initial_position_sfen, end_time_ms, \
               end_comment, updated_date) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, datetime('now'))";
    let start = record.start().to_sfen();
    let dates = ["開始日時", "終了日時"].map(|key| record.field(key).and_then(date_of_database));
    let values = params![
        KIND,
        game.name,
        dates[0],
        dates[1],
        game.result.word(),
        i64::try_from(moves).unwrap_or(i64::MAX),
        black,
        white,
        start,
        time,
        comment
    ];
    db.execute(sql, values).map_err(at)?;
    let row = db.last_insert_rowid();
    add_moves(db, row, game, time, comment.as_deref())
}

/// The moves of the main line.
fn line(record: &Record) -> impl Iterator<Item = NodeId> + '_ {
    record.main_line().take_while(|&id| record.node(id).played().is_some())
}

fn player(db: &Transaction<'_>, name: &str) -> Result<i64, GameDbError> {
    let at = GameDbError::at("player");
    let sql = "SELECT id FROM player WHERE game_type = ?1 AND player_name = ?2";
    let known = db.query_row(sql, [KIND, name], |row| row.get(0)).optional().map_err(at)?;
    if let Some(id) = known {
        return Ok(id);
    }
    let sql = "INSERT INTO player (game_type, player_name) VALUES (?1, ?2)";
    db.execute(sql, [KIND, name]).map_err(at)?;
    Ok(db.last_insert_rowid())
}

fn add_moves(
    db: &Transaction<'_>,
    game_row: i64,
    game: &StoredGame,
    end_time: Option<i64>,
    end_comment: Option<&str>,
) -> Result<(), GameDbError> {
    let at = GameDbError::at("game_move");
    let record = &game.record;
    let sql = "INSERT INTO game_move (game_id, ply, next_move, next_move_time_ms, \
               next_move_comment, eval, depth, seldepth, nodes, move_source) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    let mut insert = db.prepare_cached(sql).map_err(at)?;
    let first = first_ply(record);
    let mut ply = first;
    for (index, id) in line(record).enumerate() {
        let node = record.node(id);
        let Some(mv) = node.played() else { break };
        let mover = mv.piece_after().color();
        let (time, comment) = remark(node);
        let evaluation = node.evaluations().into_iter().next();
        let evaluation = evaluation.as_ref();
        let source = if index < game.opening_plies { BOOK } else { SEARCH };
        let values = params![
            game_row,
            ply,
            mv.bits(),
            time,
            comment,
            evaluation.map(|one| value::write(one.score, mover)),
            evaluation.and_then(|one| one.depth),
            evaluation.and_then(|one| one.selective_depth),
            evaluation.and_then(|one| one.nodes).and_then(|nodes| i64::try_from(nodes).ok()),
            source
        ];
        insert.execute(values).map_err(at)?;
        ply += 1;
    }
    let nothing: Option<i64> = None;
    let values = params![
        game_row,
        ply,
        END,
        end_time,
        end_comment,
        nothing,
        nothing,
        nothing,
        nothing,
        nothing
    ];
    insert.execute(values).map_err(at)?;
    Ok(())
}

/// Plies before the first move, by the number in the start position.
fn first_ply(record: &Record) -> i64 {
    let position = record.start().position(SetupRules::Play);
    position.as_ref().map_or(0, |position: &Position| i64::from(position.ply()).saturating_sub(1))
}

/// Time and comment of a node; evaluations have separate columns.
fn remark(node: &Node) -> (Option<i64>, Option<String>) {
    let time = node.time.and_then(|time| i64::try_from(time.spent_ms).ok());
    let mut lines: Vec<&str> = node.comments().collect();
    if let Some(first) = node.evaluations().first() {
        let own = first.lines();
        lines.retain(|line| !own.iter().any(|one| one == line));
    }
    (time, (!lines.is_empty()).then(|| lines.join("\n")))
}

/// `2026-11-25 19:31:59` for `2026/11/25 19:31:59`; `None` if it is not a date with a time.
fn date_of_database(date: &str) -> Option<String> {
    let shape = "dddd/dd/dd dd:dd:dd";
    let fits = date.len() == shape.len()
        && date.bytes().zip(shape.bytes()).all(|(found, wanted)| match wanted {
            b'd' => found.is_ascii_digit(),
            other => found == other,
        });
    fits.then(|| date.replace('/', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_dates_are_stored() {
        let stored = date_of_database("2026/11/25 19:31:59");
        assert_eq!(stored.as_deref(), Some("2026-11-25 19:31:59"));
        for date in ["2026/11/25", "", "2026/11/25 19:31", "令和八年十一月"] {
            assert_eq!(date_of_database(date), None);
        }
    }
}
