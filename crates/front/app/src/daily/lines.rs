//! Opening lines in the database: adding, deleting, listing.

use super::store::Listed;
use super::{DailyFilter, DailyKind, NewOpeningLine, OpeningLine};
use crate::errors::{AppResult, error, in_range};
use crate::mate::{key, now_ms};
use crate::position::position;
use crate::protocol::{ErrorCode, GamePhase, Reply, Side};
use crate::state::AppState;
use crate::storage::{Storage, StorageError};
use rusqlite::{OptionalExtension as _, Row, params};

/// Longest line, in moves of both sides.
pub(super) const MAX_MOVES: u32 = 200;
/// Most lines.
const MAX_LINES: u32 = 1_000;
/// Longest name, in characters.
const MAX_NAME: u32 = 100;

/// The line of a row of [`LINES`].
fn of_row(row: &Row<'_>) -> rusqlite::Result<OpeningLine> {
    let moves: String = row.get(3)?;
    let line = NewOpeningLine {
        side: if row.get::<_, i64>(1)? == 0 { Side::Black } else { Side::White },
        start: row.get(2)?,
        moves: moves.split(' ').map(str::to_owned).collect(),
        name: row.get(4)?,
    };
    Ok(OpeningLine { id: row.get(0)?, line, due_ms: row.get(5)? })
}

/// Lines with the same beginning are next to each other.
const LINES: &str = "SELECT id, side, start, moves, name,
      (SELECT due FROM mate_cards WHERE mate_cards.sfen = key)
    FROM opening_lines";
const ORDER: &str = "ORDER BY start, side, moves";

/// The key of a line in the schedule; its name does not count. It differs from every SFEN.
pub(super) fn key_of(line: &NewOpeningLine) -> String {
    let side = if line.side == Side::Black { 'b' } else { 'w' };
    format!("opening {side} {} {}", line.start, line.moves.join(" "))
}

/// Adds a line; one that is there already gets the new name.
pub(super) fn add(state: &AppState, line: NewOpeningLine) -> AppResult<Reply> {
    let line = checked(line)?;
    let lines = state.storage.opening_lines()?;
    let known = lines.iter().any(|known| key_of(&known.line) == key_of(&line));
    if !known {
        in_range("number of lines", lines.len() as u32 + 1, 1, MAX_LINES)?;
    }
    state.storage.add_opening_line(&line)?;
    list(state)
}

/// Deletes a line; its attempts are kept.
pub(super) fn remove(state: &AppState, id: i64) -> AppResult<Reply> {
    let sql = "DELETE FROM opening_lines WHERE id = ?1";
    state.storage.write(|db| Ok(db.execute(sql, [id])?))?;
    list(state)
}

/// Gives all lines.
pub(super) fn list(state: &AppState) -> AppResult<Reply> {
    Ok(Reply::Openings { lines: state.storage.opening_lines()? })
}

/// The line as it is stored, if its moves can be played and one of them is the side's.
fn checked(line: NewOpeningLine) -> AppResult<NewOpeningLine> {
    in_range("number of moves", line.moves.len() as u32, 1, MAX_MOVES)?;
    in_range("length of the name", line.name.chars().count() as u32, 0, MAX_NAME)?;
    let mut at = position(&line.start)?;
    let start = key(&at);
    let (mut moves, mut own) = (Vec::with_capacity(line.moves.len()), false);
    for usi in &line.moves {
        own |= Side::from(at.side_to_move()) == line.side;
        let mv = at.read_usi(usi)?;
        at.try_do_move(mv)?;
        moves.push(mv.to_string());
    }
    if !own {
        return Err(error(ErrorCode::BadValue, "the side to learn the line has no move in it"));
    }
    Ok(NewOpeningLine { start, moves, ..line })
}

impl Storage {
    /// All lines, those with the same beginning next to each other.
    pub(super) fn opening_lines(&self) -> Result<Vec<OpeningLine>, StorageError> {
        let reader = self.reader();
        let mut query = reader.prepare_cached(&format!("{LINES} {ORDER}"))?;
        let rows = query.query_map([], of_row)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A line by its number.
    pub(super) fn opening_line(&self, id: i64) -> Result<Option<OpeningLine>, StorageError> {
        let sql = format!("{LINES} WHERE id = ?1");
        Ok(self.reader().query_row(&sql, [id], of_row).optional()?)
    }

    fn add_opening_line(&self, line: &NewOpeningLine) -> Result<(), StorageError> {
        let NewOpeningLine { side, start, moves, name } = line;
        let side = i64::from(*side == Side::White);
        self.write(|db| {
            db.execute(
                "INSERT INTO opening_lines (key, side, start, moves, name, added)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (key) DO UPDATE SET name = excluded.name",
                params![key_of(line), side, start, moves.join(" "), name, now_ms()],
            )?;
            Ok(())
        })
    }

    /// The lines as problems, the oldest first; they belong to the user and to no game.
    pub(super) fn listed_lines(&self, filter: &DailyFilter) -> Result<Vec<Listed>, StorageError> {
        let kind = filter.kind.is_none_or(|kind| kind == DailyKind::Opening);
        let phase = filter.phase.is_none_or(|phase| phase == GamePhase::Opening);
        let others = [&filter.motif, &filter.opening, &filter.player];
        if !kind || !phase || others.iter().any(|value| value.is_some()) {
            return Ok(Vec::new());
        }
        let reader = self.reader();
        let mut query = reader.prepare_cached(
            "SELECT id, key, (SELECT due FROM mate_cards WHERE mate_cards.sfen = key),
               EXISTS (SELECT 1 FROM mate_attempts WHERE mate_attempts.sfen = key)
             FROM opening_lines ORDER BY id",
        )?;
        let rows = query.query_map([], |row| {
            let (id, sfen, due_ms, tried) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            Ok(Listed { id, sfen, kind: DailyKind::Opening, missed: None, due_ms, tried })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
