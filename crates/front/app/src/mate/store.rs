//! Attempts, the schedule and the user's sets, on disk.

use super::schedule::{self, Card};
use super::{MateOutcome, MateResult};
use crate::document::changed_now;
use crate::state::{AppState, MateEntry, lock};
use crate::storage::{Storage, StorageError};
use rusqlite::{Connection, OptionalExtension as _, Transaction, params};
use std::collections::HashMap;
use zenpuku_shogi::Position;

/// The set of mistakes of the user's games, where the task is to find a better move, not a mate.
pub(crate) const MISTAKES: &str = "mistakes";
/// The set of the threats in games, which have no mates either.
pub(crate) const THREATS: &str = "threats";
/// The set of mistakes in reviewed games of go.
pub(crate) const GO: &str = "go";
/// The set of opening lines.
pub(crate) const OPENINGS: &str = "openings";
/// The sets of the daily list that have no mates.
const OWN: [&str; 4] = [MISTAKES, THREATS, GO, OPENINGS];

/// The time, in ms since 1970.
pub(crate) fn now_ms() -> i64 {
    i64::try_from(changed_now()).unwrap_or(i64::MAX)
}

/// A position as problems are known by: its move number does not matter.
pub(crate) fn key(position: &Position) -> String {
    let sfen = position.to_sfen();
    let board = sfen.rsplit_once(' ').map_or(sfen.as_str(), |(board, _)| board);
    format!("{board} 1")
}

impl MateOutcome {
    fn column(self) -> i64 {
        match self {
            Self::Solved => 0,
            Self::Helped => 1,
            Self::Failed => 2,
        }
    }

    fn of_column(column: i64) -> Self {
        match column {
            0 => Self::Solved,
            1 => Self::Helped,
            _ => Self::Failed,
        }
    }
}

impl AppState {
    /// Keeps an attempt, on disk or, when that fails, in memory until the disk takes it.
    pub(crate) fn record(&self, entry: MateEntry) -> MateResult {
        let MateEntry { sfen, outcome, ms, .. } = entry.clone();
        lock(&self.unrecorded.0).push(entry);
        let saved = self.record_attempts().is_ok();
        // Data that cannot be read now is read when the room is entered again.
        let card = self.storage.card(&sfen).unwrap_or_default();
        let streak = self.storage.streaks().unwrap_or_default().0;
        MateResult { outcome, ms, streak, due_ms: card.map(|card| card.due_ms), saved }
    }

    /// Writes the attempts that are not on disk.
    pub(crate) fn record_attempts(&self) -> Result<(), StorageError> {
        let mut waiting = lock(&self.unrecorded.0);
        if waiting.is_empty() {
            return Ok(());
        }
        self.storage.write(|db| waiting.iter().try_for_each(|entry| keep(db, entry)))?;
        waiting.clear();
        Ok(())
    }
}

/// Keeps an attempt; its first news moves the problem in the schedule, later ones only if worse.
fn keep(db: &Transaction<'_>, entry: &MateEntry) -> Result<(), StorageError> {
    let MateEntry { token, set, sfen, at_ms, ms, wrong, hints, outcome, mated, slow } = entry;
    let known: Option<i64> = db
        .query_row("SELECT outcome FROM mate_attempts WHERE token = ?1", [token], |row| row.get(0))
        .optional()?;
    db.execute(
        "INSERT INTO mate_attempts
           (token, collection, sfen, at, ms, wrong, hints, outcome, mated)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (token) DO UPDATE SET ms = max(ms, excluded.ms),
           wrong = max(wrong, excluded.wrong), hints = max(hints, excluded.hints),
           outcome = max(outcome, excluded.outcome), mated = max(mated, excluded.mated)",
        params![token, set, sfen, at_ms, ms, wrong, hints, outcome.column(), mated],
    )?;
    if known.is_some_and(|known| known >= outcome.column()) {
        return Ok(());
    }
    let grade = schedule::grade(*outcome, *slow);
    let is_own = OWN.contains(&set.as_str());
    // A mistake of a game is repeated even if it is now solved at the first try.
    let first = || is_own.then(|| schedule::first(grade, *at_ms));
    if let Some(card) = schedule::after(card(db, sfen)?, grade, *at_ms).or_else(first) {
        let Card { stability, difficulty, reviewed_ms, due_ms } = card;
        let kind = if is_own { "mistake" } else { "mate" };
        db.execute(
            "INSERT OR REPLACE INTO mate_cards
               (sfen, stability, difficulty, reviewed, due, kind)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![sfen, stability, difficulty, reviewed_ms, due_ms, kind],
        )?;
    }
    Ok(())
}

/// The card of a row of [`CARDS`].
fn of_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Card> {
    Ok(Card {
        stability: row.get(1)?,
        difficulty: row.get(2)?,
        reviewed_ms: row.get(3)?,
        due_ms: row.get(4)?,
    })
}

const CARDS: &str = "SELECT sfen, stability, difficulty, reviewed, due FROM mate_cards";

fn card(db: &Connection, sfen: &str) -> rusqlite::Result<Option<Card>> {
    db.query_row(&format!("{CARDS} WHERE sfen = ?1"), [sfen], of_row).optional()
}

/// How the attempts at a problem went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct History {
    pub(super) latest: MateOutcome,
    /// The shortest time without help, in ms.
    pub(super) best_ms: Option<u32>,
}

/// A stored user's set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnSet {
    pub(super) id: i64,
    /// `own` or `missed`.
    pub(super) kind: String,
    pub(super) name: String,
}

/// A problem of a user's set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnProblem {
    pub(super) name: String,
    /// Its [`key`].
    pub(super) sfen: String,
    pub(super) plies: Option<u32>,
}

impl Storage {
    fn card(&self, sfen: &str) -> Result<Option<Card>, StorageError> {
        Ok(card(&self.reader(), sfen)?)
    }

    /// All mates in the schedule, the first due first.
    pub(super) fn cards(&self) -> Result<Vec<(String, Card)>, StorageError> {
        let reader = self.reader();
        let mut query =
            reader.prepare(&format!("{CARDS} WHERE kind = 'mate' ORDER BY due, sfen"))?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, of_row(row)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Problems tried, by their keys.
    pub(super) fn histories(&self) -> Result<HashMap<String, History>, StorageError> {
        let reader = self.reader();
        let mut query = reader.prepare(
            "SELECT sfen, outcome, (SELECT min(ms) FROM mate_attempts AS solved
               WHERE solved.sfen = latest.sfen AND solved.outcome = 0)
             FROM mate_attempts AS latest
             WHERE id IN (SELECT max(id) FROM mate_attempts GROUP BY sfen)",
        )?;
        let rows = query.query_map([], |row| {
            let latest = MateOutcome::of_column(row.get(1)?);
            Ok((row.get(0)?, History { latest, best_ms: row.get(2)? }))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Times of attempts without help in ascending order, by set.
    pub(super) fn times(&self) -> Result<HashMap<String, Vec<u32>>, StorageError> {
        let reader = self.reader();
        let sql = "SELECT collection, ms FROM mate_attempts WHERE outcome = 0 ORDER BY ms";
        let mut query = reader.prepare(sql)?;
        let mut rows = query.query([])?;
        let mut times: HashMap<String, Vec<u32>> = HashMap::new();
        while let Some(row) = rows.next()? {
            times.entry(row.get(0)?).or_default().push(row.get(1)?);
        }
        Ok(times)
    }

    /// Problems solved without help in a row, up to now and at best.
    pub(super) fn streaks(&self) -> Result<(u32, u32), StorageError> {
        let reader = self.reader();
        let current = "SELECT count(*) FROM mate_attempts WHERE id >
            (SELECT coalesce(max(id), 0) FROM mate_attempts WHERE outcome <> 0)";
        let best = "SELECT coalesce(max(length), 0) FROM (SELECT count(*) AS length FROM
            (SELECT outcome, sum(outcome <> 0) OVER (ORDER BY id) AS part FROM mate_attempts)
            WHERE outcome = 0 GROUP BY part)";
        let count = |sql: &str| reader.query_row(sql, [], |row| row.get(0));
        Ok((count(current)?, count(best)?))
    }

    /// Numbers of the days on which a problem was solved and how many, the last day first;
    /// `offset_ms` takes UTC to the client's clock.
    pub(super) fn days(&self, offset_ms: i64) -> Result<Vec<(i64, u32)>, StorageError> {
        let reader = self.reader();
        let mut query = reader.prepare(
            "SELECT (at + ?1) / 86400000 AS day, count(*) FROM mate_attempts
             WHERE mated GROUP BY day ORDER BY day DESC",
        )?;
        let rows = query.query_map([offset_ms], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The set of the latest attempt at a mate.
    pub(crate) fn last_set(&self) -> Result<Option<String>, StorageError> {
        let sql = "SELECT collection FROM mate_attempts
                   WHERE collection NOT IN (SELECT value FROM json_each(?1))
                   ORDER BY id DESC LIMIT 1";
        let own = serde_json::to_string(&OWN)?;
        let found = self.reader().query_row(sql, [own], |row| row.get(0));
        Ok(found.optional()?)
    }

    /// The user's sets, in order of creation.
    pub(super) fn own_sets(&self) -> Result<Vec<OwnSet>, StorageError> {
        let reader = self.reader();
        let mut query = reader.prepare("SELECT id, kind, name FROM mate_sets ORDER BY id")?;
        let rows = query.query_map([], |row| {
            Ok(OwnSet { id: row.get(0)?, kind: row.get(1)?, name: row.get(2)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The problems of a user's set, in order.
    pub(super) fn own_problems(&self, set: i64) -> Result<Vec<OwnProblem>, StorageError> {
        let reader = self.reader();
        let sql = "SELECT name, sfen, plies FROM mate_problems WHERE collection = ?1 ORDER BY id";
        let mut query = reader.prepare(sql)?;
        let rows = query.query_map([set], |row| {
            Ok(OwnProblem { name: row.get(0)?, sfen: row.get(1)?, plies: row.get(2)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Adds problems to the set of this kind and name, made if it is not there. Gives the set and
    /// how many were new.
    pub(super) fn add_problems(
        &self,
        kind: &str,
        name: &str,
        now_ms: i64,
        problems: &[OwnProblem],
    ) -> Result<(i64, u32), StorageError> {
        self.write(|db| {
            let sql = "SELECT id FROM mate_sets WHERE kind = ?1 AND name = ?2";
            let known = db.query_row(sql, [kind, name], |row| row.get(0)).optional()?;
            let set = match known {
                Some(set) => set,
                None => {
                    let sql = "INSERT INTO mate_sets (kind, name, added) VALUES (?1, ?2, ?3)";
                    db.execute(sql, params![kind, name, now_ms])?;
                    db.last_insert_rowid()
                }
            };
            let mut insert = db.prepare_cached(
                "INSERT OR IGNORE INTO mate_problems (collection, name, sfen, plies)
                 VALUES (?1, ?2, ?3, ?4)",
            )?;
            let mut added = 0;
            for OwnProblem { name, sfen, plies } in problems {
                added += insert.execute(params![set, name, sfen, plies])? as u32;
            }
            Ok((set, added))
        })
    }

    /// Deletes a user's set; returns whether it existed.
    pub(super) fn remove_set(&self, set: i64) -> Result<bool, StorageError> {
        self.write(|db| Ok(db.execute("DELETE FROM mate_sets WHERE id = ?1", [set])? > 0))
    }
}
