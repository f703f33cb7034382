//! The mistakes and threats of analysed games, read from their analyses and reviews.

use super::{go, threats};
use crate::analysis_model::MISSED_MATE;
use crate::mate::key;
use crate::position::position;
use crate::protocol::{
    Explained, GameKind, GamePhase, GamePhases, GameReport, MistakeClass, MoveReport, Side,
};
use crate::state::AppState;
use crate::storage::StorageError;
use rusqlite::{Connection, OptionalExtension as _, Transaction, params};
use serde::{Deserialize, Serialize};
use zenpuku_shogi::Position;
use zenpuku_shogi_reasons::Reason;

/// The motif of a mistake without a proved reason.
const NO_MOTIF: &str = "none";

/// A stored mistake, as text in the database.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Mistake {
    /// The move played, in USI.
    pub(super) usi: String,
    /// The better line, in USI.
    pub(super) pv: Vec<String>,
    /// The line that answers the move played.
    pub(super) answer: Vec<String>,
    pub(super) loss: f64,
    pub(super) class: Option<MistakeClass>,
    pub(super) reasons: Vec<Explained>,
}

/// A mistake or a threat with its columns.
pub(super) struct Row {
    pub(super) ply: u32,
    /// Whose mistake it is, or against whom the threat is.
    pub(super) side: Side,
    pub(super) sfen: String,
    pub(super) phase: GamePhase,
    pub(super) motif: String,
    pub(super) missed: Option<u32>,
    /// A [`Mistake`], a [`threats::Threat`] or a [`go::GoMistake`].
    pub(super) body: String,
}

/// Makes the rows of a game.
type ReadRows = fn(&Analysed) -> Result<Vec<Row>, serde_json::Error>;

/// What is read from analyses.
struct Reading {
    /// The column `kind` of the rows.
    kind: &'static str,
    /// The kind of games that have them.
    of: GameKind,
    /// The table of the games that were read.
    games: &'static str,
    /// The column with the analysis.
    body: &'static str,
    read: ReadRows,
}

const READ_MISTAKES: Reading = Reading {
    kind: "mistake",
    of: GameKind::Shogi,
    games: "mistake_games",
    body: "analyses.body",
    read: |found| mistakes(&found.start, &found.moves, &found.report()?.moves),
};
const READ_THREATS: Reading = Reading {
    kind: "threat",
    games: "threat_games",
    read: |found| threats::threats(&found.start, &found.moves, &found.report()?.moves),
    ..READ_MISTAKES
};
const READ_GO: Reading = Reading {
    kind: "go",
    of: GameKind::Go,
    games: "go_games",
    // The review is part of the game.
    body: "games.body",
    read: |found| go::mistakes(&found.body),
};

/// Games whose threats are searched for one list: it takes up to a second each.
const THREATS_AT_ONCE: u32 = 2;
/// No limit of SQL.
const ALL: i64 = -1;

/// Reads the analyses that are new since the last time; of the threats those of some games, the
/// latest of these players first.
pub(super) fn refresh(state: &AppState, names: &[String]) -> Result<(), StorageError> {
    READ_MISTAKES.refresh(state, names, ALL)?;
    READ_GO.refresh(state, names, ALL)?;
    READ_THREATS.refresh(state, names, i64::from(THREATS_AT_ONCE))
}

/// A game and its analysis.
struct Analysed {
    game: i64,
    start: String,
    moves: String,
    body: String,
}

impl Analysed {
    fn report(&self) -> Result<GameReport, serde_json::Error> {
        serde_json::from_str(&self.body)
    }
}

impl Reading {
    fn refresh(&self, state: &AppState, names: &[String], most: i64) -> Result<(), StorageError> {
        // Each statement gives its reader back: there may be no other.
        let games = self.unread(&state.storage.reader(), names, most)?;
        for game in games {
            let found = self.analysed(&state.storage.reader(), game)?;
            let Some(found) = found else { continue };
            let rows = self.rows(&found);
            state.storage.write(|db| self.put(db, &found, &rows))?;
        }
        Ok(())
    }

    fn unread(
        &self,
        db: &Connection,
        names: &[String],
        most: i64,
    ) -> Result<Vec<i64>, StorageError> {
        let sql = format!(
            "SELECT analyses.game FROM analyses JOIN games ON games.id = analyses.game
             WHERE kind = ?3 AND analyses.game NOT IN (SELECT game FROM {})
             ORDER BY black IN (SELECT value FROM json_each(?1))
               OR white IN (SELECT value FROM json_each(?1)) DESC, date DESC LIMIT ?2",
            self.games
        );
        let names = serde_json::to_string(names)?;
        let mut query = db.prepare_cached(&sql)?;
        let games = query.query_map(params![names, most, self.of.name()], |row| row.get(0))?;
        Ok(games.collect::<Result<_, _>>()?)
    }

    fn rows(&self, found: &Analysed) -> Vec<Row> {
        (self.read)(found).unwrap_or_else(|error| {
            // It cannot be shown in the other rooms either.
            tracing::warn!("the analysis of game {} cannot be read: {error}", found.game);
            Vec::new()
        })
    }

    /// Stores the rows, unless the analysis was replaced while it was read: it is read again then.
    fn put(
        &self,
        db: &Transaction<'_>,
        found: &Analysed,
        rows: &[Row],
    ) -> Result<(), StorageError> {
        let game = found.game;
        if self.analysed(db, game)?.is_none_or(|now| now.body != found.body) {
            return Ok(());
        }
        db.execute("DELETE FROM mistakes WHERE game = ?1 AND kind = ?2", params![game, self.kind])?;
        let mut insert = db.prepare_cached(
            "INSERT INTO mistakes (game, ply, side, sfen, phase, motif, missed, body, kind)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?;
        for Row { ply, side, sfen, phase, motif, missed, body } in rows {
            let (side, phase) = (i64::from(*side == Side::White), phase.column());
            insert
                .execute(params![game, ply, side, sfen, phase, motif, missed, body, self.kind])?;
        }
        let read = format!("INSERT OR IGNORE INTO {} VALUES (?1)", self.games);
        db.execute(&read, [game])?;
        Ok(())
    }

    fn analysed(&self, db: &Connection, game: i64) -> rusqlite::Result<Option<Analysed>> {
        let sql = format!(
            "SELECT start, moves, {} FROM games
             JOIN analyses ON analyses.game = games.id WHERE games.id = ?1",
            self.body
        );
        db.prepare_cached(&sql)?
            .query_row([game], |row| {
                Ok(Analysed { game, start: row.get(0)?, moves: row.get(1)?, body: row.get(2)? })
            })
            .optional()
    }
}

/// The mistakes and blunders of a game, up to the point where the analysed line leaves the game.
fn mistakes(
    start: &str,
    moves: &str,
    judged: &[MoveReport],
) -> Result<Vec<Row>, serde_json::Error> {
    let Ok(mut at) = position(start) else { return Ok(Vec::new()) };
    let (mut rows, mut phases) = (Vec::new(), GamePhases::default());
    for (index, (usi, report)) in moves.split(' ').zip(judged).enumerate() {
        let mv = at.parse_usi(usi).filter(|_| report.judged.usi == usi);
        phases.follow(index as u32, &at);
        let (before, phase) = (at.clone(), phases.at(index as u32));
        if mv.is_none_or(|mv| at.try_do_move(mv).is_err()) {
            break;
        }
        let answer = judged.get(index + 1).map_or(&[][..], |next| &next.judged.pv);
        rows.extend(mistake((index as u32 + 1, &before, phase), report, answer)?);
    }
    Ok(rows)
}

/// The mistake of a move, if it is one, with its number and the position and phase before it.
fn mistake(
    (ply, before, phase): (u32, &Position, GamePhase),
    report: &MoveReport,
    answer: &[String],
) -> Result<Option<Row>, serde_json::Error> {
    let judged = &report.judged;
    let wrong = judged.class >= Some(MistakeClass::Mistake) && judged.best != judged.usi;
    if !wrong || judged.pv.is_empty() {
        return Ok(None);
    }
    let mistake = Mistake {
        usi: judged.usi.clone(),
        pv: judged.pv.clone(),
        answer: answer.to_vec(),
        loss: judged.loss,
        class: judged.class,
        reasons: judged.reasons.clone(),
    };
    Ok(Some(Row {
        ply,
        side: judged.side,
        sfen: key(before),
        phase,
        motif: motif(judged.missed_mate, &judged.reasons),
        missed: judged.missed_mate,
        body: serde_json::to_string(&mistake)?,
    }))
}

/// The name of a mistake's kind: that of the first reason.
fn motif(missed: Option<u32>, reasons: &[Explained]) -> String {
    match (missed, reasons.first()) {
        (Some(_), _) => MISSED_MATE.to_owned(),
        (None, Some(first)) => motif_name(&first.reason),
        (None, None) => NO_MOTIF.to_owned(),
    }
}

/// The name of a reason's motif, as in its JSON.
pub(super) fn motif_name(reason: &Reason) -> String {
    let named = serde_json::to_value(reason.motif).ok();
    named.as_ref().and_then(|value| value.as_str()).unwrap_or(NO_MOTIF).to_owned()
}
