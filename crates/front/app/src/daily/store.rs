//! Mistakes, threats, and attempts at them, in the database.

use super::go::GoMistake;
use super::index::Mistake;
use super::threats::Threat;
use super::{DailyChoice, DailyChoices, DailyFilter, DailyGo, DailyKind, DailyOrigin};
use crate::protocol::{GamePhase, Side};
use crate::storage::{Storage, StorageError, spellings};
use rusqlite::{OptionalExtension as _, ToSql, params};
use serde::de::DeserializeOwned;

/// Players that are offered.
const MOST_PLAYERS: u32 = 200;
/// Repetitions nearer together than this are those of one evening: they say little of memory.
const APART_MS: i64 = 12 * 3_600_000;

impl GamePhase {
    pub(super) const fn column(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::Endgame => "endgame",
        }
    }

    fn of_column(column: &str) -> Self {
        match column {
            "opening" => Self::Opening,
            "middle" => Self::Middle,
            _ => Self::Endgame,
        }
    }
}

impl DailyKind {
    const fn column(self) -> &'static str {
        match self {
            Self::Mistake => "mistake",
            Self::Threat => "threat",
            Self::Go => "go",
            Self::Opening => "opening",
        }
    }

    fn of_column(column: &str) -> Self {
        let of = |kind: &Self| kind.column() == column;
        [Self::Threat, Self::Go].into_iter().find(of).unwrap_or(Self::Mistake)
    }
}

/// A position of a mistake or a threat in the schedule, or not yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// Number of the mistake.
    pub(super) id: i64,
    pub(super) sfen: String,
    pub(super) kind: DailyKind,
    /// Length of the mate that was missed, if it was one.
    pub(super) missed: Option<u32>,
    pub(super) due_ms: Option<i64>,
    pub(super) tried: bool,
}

/// The mistakes of the players of `?1`, a JSON list of names; `?2` to `?5` are the other filters.
const CHOSEN: &str = "FROM mistakes JOIN games ON games.id = mistakes.game
    WHERE CASE side WHEN 0 THEN black ELSE white END IN (SELECT value FROM json_each(?1))
      AND ?2 IN ('', phase) AND ?3 IN ('', motif) AND ?4 IN ('', opening_black, opening_white)
      AND ?5 IN ('', mistakes.kind)";

/// The values of [`CHOSEN`].
struct Chosen([String; 5]);

impl Chosen {
    fn of(names: &[String], filter: &DailyFilter) -> Result<Self, StorageError> {
        let phase = filter.phase.map_or("", GamePhase::column).to_owned();
        let motif = filter.motif.clone().unwrap_or_default();
        let opening = filter.opening.clone().unwrap_or_default();
        let kind = filter.kind.map_or("", DailyKind::column).to_owned();
        Ok(Self([serde_json::to_string(names)?, phase, motif, opening, kind]))
    }

    fn values(&self) -> [&dyn ToSql; 5] {
        self.0.each_ref().map(|value| value as &dyn ToSql)
    }
}

impl Storage {
    /// The names of the library that are spellings of these.
    pub(super) fn spellings(&self, names: &[String]) -> Result<Vec<String>, StorageError> {
        Ok(spellings(&self.reader(), names, None)?)
    }

    /// The positions of the mistakes of the players with these names, those of the latest games first.
    pub(super) fn mistakes(
        &self,
        names: &[String],
        filter: &DailyFilter,
    ) -> Result<Vec<Listed>, StorageError> {
        let reader = self.reader();
        // With `max`, the other columns are those of the latest mistake in the position.
        let sql = format!(
            "SELECT max(mistakes.id), sfen, missed,
               (SELECT due FROM mate_cards WHERE mate_cards.sfen = mistakes.sfen),
               EXISTS (SELECT 1 FROM mate_attempts WHERE mate_attempts.sfen = mistakes.sfen),
               mistakes.kind
             {CHOSEN} GROUP BY sfen ORDER BY date DESC, game DESC, ply"
        );
        let mut query = reader.prepare_cached(&sql)?;
        let rows = query.query_map(&Chosen::of(names, filter)?.values()[..], |row| {
            let (id, sfen, missed) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let kind = DailyKind::of_column(&row.get::<_, String>(5)?);
            Ok(Listed { id, sfen, kind, missed, due_ms: row.get(3)?, tried: row.get(4)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The game and the move of a mistake; of one in go its board too.
    pub(super) fn origin(
        &self,
        id: i64,
    ) -> Result<Option<(DailyOrigin, Option<DailyGo>)>, StorageError> {
        let reader = self.reader();
        let mut query = reader.prepare_cached(
            "SELECT game, black, white, date, ply, side, phase, motif, mistakes.body,
               mistakes.kind
             FROM mistakes JOIN games ON games.id = mistakes.game WHERE mistakes.id = ?1",
        )?;
        let found = query.query_row([id], |row| {
            let origin = DailyOrigin {
                game: row.get(0)?,
                black: row.get(1)?,
                white: row.get(2)?,
                date: row.get(3)?,
                ply: row.get(4)?,
                side: if row.get::<_, i64>(5)? == 0 { Side::Black } else { Side::White },
                usi: String::new(),
                before: None,
                loss: 0.0,
                class: None,
                phase: GamePhase::of_column(&row.get::<_, String>(6)?),
                motif: row.get(7)?,
            };
            let kind = DailyKind::of_column(&row.get::<_, String>(9)?);
            Ok((origin, kind, row.get::<_, String>(8)?))
        });
        let Some((origin, kind, body)) = found.optional()? else { return Ok(None) };
        Ok(Some(match kind {
            DailyKind::Mistake => {
                let Mistake { usi, loss, class, .. } = serde_json::from_str(&body)?;
                (DailyOrigin { usi, loss, class, ..origin }, None)
            }
            DailyKind::Threat => {
                let Threat { usi, reason, .. } = serde_json::from_str(&body)?;
                (DailyOrigin { usi, before: Some(reason.reason.start), ..origin }, None)
            }
            DailyKind::Go => {
                let GoMistake { mv, position, rules, last, points, basis, step, .. } =
                    serde_json::from_str(&body)?;
                let go = DailyGo { position, rules, last, points, basis, step };
                (DailyOrigin { usi: mv, ..origin }, Some(go))
            }
            // Lines come from no game.
            DailyKind::Opening => return Ok(None),
        }))
    }

    /// The latest mistake that was made in a position, by its key.
    pub(super) fn mistake(&self, sfen: &str) -> Result<Option<Mistake>, StorageError> {
        self.latest(sfen, DailyKind::Mistake)
    }

    /// The latest threat in a position after a pass, by its key.
    pub(super) fn threat(&self, sfen: &str) -> Result<Option<Threat>, StorageError> {
        self.latest(sfen, DailyKind::Threat)
    }

    /// The latest mistake in a position of go, by its key.
    pub(super) fn go_mistake(&self, key: &str) -> Result<Option<GoMistake>, StorageError> {
        self.latest(key, DailyKind::Go)
    }

    fn latest<T: DeserializeOwned>(
        &self,
        sfen: &str,
        kind: DailyKind,
    ) -> Result<Option<T>, StorageError> {
        let sql = "SELECT body FROM mistakes WHERE sfen = ?1 AND kind = ?2
                   ORDER BY id DESC LIMIT 1";
        let body: Option<String> =
            self.reader().query_row(sql, [sfen, kind.column()], |row| row.get(0)).optional()?;
        body.map(|body| Ok(serde_json::from_str(&body)?)).transpose()
    }

    /// The possible filter values for the mistakes of these players.
    pub(super) fn daily_choices(&self, names: &[String]) -> Result<DailyChoices, StorageError> {
        let chosen = Chosen::of(names, &DailyFilter::default())?;
        let motifs = format!("SELECT motif AS value {CHOSEN}");
        let openings = format!(
            "SELECT opening_black AS value {CHOSEN} UNION ALL SELECT opening_white {CHOSEN}"
        );
        let players = "SELECT CASE side WHEN 0 THEN black ELSE white END AS value
                       FROM mistakes JOIN games ON games.id = mistakes.game";
        Ok(DailyChoices {
            motifs: self.counted(&motifs, &chosen.values())?,
            openings: self.counted(&openings, &chosen.values())?,
            players: self.counted(players, &[])?,
        })
    }

    /// The values of a query, the most frequent first.
    fn counted(&self, values: &str, of: &[&dyn ToSql]) -> Result<Vec<DailyChoice>, StorageError> {
        let reader = self.reader();
        let sql = format!(
            "SELECT value, count(*) FROM ({values}) WHERE value <> ''
             GROUP BY value ORDER BY 2 DESC, 1 LIMIT {MOST_PLAYERS}"
        );
        let mut query = reader.prepare_cached(&sql)?;
        let rows = query
            .query_map(of, |row| Ok(DailyChoice { value: row.get(0)?, count: row.get(1)? }))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Problems tried since `since_ms` that are not due at `now_ms`, and those of them that were never
    /// tried before.
    pub(super) fn done_since(
        &self,
        since_ms: i64,
        now_ms: i64,
    ) -> Result<(u32, u32), StorageError> {
        let sql = "SELECT
            (SELECT count(DISTINCT sfen) FROM mate_attempts WHERE at >= ?1 AND sfen NOT IN
               (SELECT sfen FROM mate_cards WHERE due <= ?2)),
            (SELECT count(DISTINCT sfen) FROM mate_attempts AS one WHERE at >= ?1 AND NOT EXISTS
               (SELECT 1 FROM mate_attempts WHERE sfen = one.sfen AND at < ?1))";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        Ok(self.reader().query_row(sql, [since_ms, now_ms], row)?)
    }

    /// Repetitions since `since_ms`, and how many of them did not fail.
    pub(super) fn repetitions(&self, since_ms: i64) -> Result<(u32, u32), StorageError> {
        // An outcome of 2 is a failure.
        let sql = "SELECT count(*), coalesce(sum(outcome < 2), 0) FROM mate_attempts AS one
                   WHERE at >= ?1 AND EXISTS (SELECT 1 FROM mate_attempts
                     WHERE sfen = one.sfen AND at < one.at)
                   AND NOT EXISTS (SELECT 1 FROM mate_attempts
                     WHERE sfen = one.sfen AND at < one.at AND at > one.at - ?2)";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        Ok(self.reader().query_row(sql, params![since_ms, APART_MS], row)?)
    }
}
