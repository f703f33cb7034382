//! The mistakes of analysed games, read from their analyses.

use crate::analysis_model::MISSED_MATE;
use crate::mate::key;
use crate::position::position;
use crate::protocol::{
    Explained, GamePhase, GamePhases, GameReport, MistakeClass, MoveReport, Side,
};
use crate::state::AppState;
use crate::storage::StorageError;
use rusqlite::{Connection, OptionalExtension as _, Transaction, params};
use serde::{Deserialize, Serialize};
use zenpuku_shogi::Position;

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

/// A mistake with its columns.
struct Row {
    ply: u32,
    side: Side,
    sfen: String,
    phase: GamePhase,
    motif: String,
    missed: Option<u32>,
    mistake: Mistake,
}

/// Reads the analyses that are new since the last time.
pub(super) fn refresh(state: &AppState) -> Result<(), StorageError> {
    let games = unread(&state.storage.reader())?;
    for game in games {
        // In one transaction: an analysis that is replaced meanwhile is read again.
        state.storage.write(|db| read_game(db, game))?;
    }
    Ok(())
}

fn unread(db: &Connection) -> rusqlite::Result<Vec<i64>> {
    let sql = "SELECT analyses.game FROM analyses JOIN games ON games.id = analyses.game
               WHERE kind = 'shogi' AND analyses.game NOT IN (SELECT game FROM mistake_games)";
    db.prepare_cached(sql)?.query_map([], |row| row.get(0))?.collect()
}

fn read_game(db: &Transaction<'_>, game: i64) -> Result<(), StorageError> {
    let sql = "SELECT start, moves, analyses.body FROM games
               JOIN analyses ON analyses.game = games.id WHERE games.id = ?1";
    let found: Option<(String, String, String)> = db
        .prepare_cached(sql)?
        .query_row([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some((start, moves, body)) = found else { return Ok(()) };
    db.execute("DELETE FROM mistakes WHERE game = ?1", [game])?;
    match serde_json::from_str::<GameReport>(&body) {
        Ok(report) => put(db, game, &mistakes(&start, &moves, &report.moves))?,
        // It cannot be shown in the other rooms either.
        Err(error) => tracing::warn!("the analysis of game {game} cannot be read: {error}"),
    }
    db.execute("INSERT OR IGNORE INTO mistake_games VALUES (?1)", [game])?;
    Ok(())
}

fn put(db: &Transaction<'_>, game: i64, rows: &[Row]) -> Result<(), StorageError> {
    let mut insert = db.prepare_cached(
        "INSERT INTO mistakes (game, ply, side, sfen, phase, motif, missed, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for Row { ply, side, sfen, phase, motif, missed, mistake } in rows {
        let side = i64::from(*side == Side::White);
        let body = serde_json::to_string(mistake)?;
        insert.execute(params![game, ply, side, sfen, phase.column(), motif, missed, body])?;
    }
    Ok(())
}

/// The mistakes and blunders of a game, up to the point where the analysed line leaves the game.
fn mistakes(start: &str, moves: &str, judged: &[MoveReport]) -> Vec<Row> {
    let Ok(mut at) = position(start) else { return Vec::new() };
    let (mut rows, mut phases) = (Vec::new(), GamePhases::default());
    for (index, (usi, report)) in moves.split(' ').zip(judged).enumerate() {
        let mv = at.parse_usi(usi).filter(|_| report.judged.usi == usi);
        phases.follow(index as u32, &at);
        let (before, phase) = (at.clone(), phases.at(index as u32));
        if mv.is_none_or(|mv| at.try_do_move(mv).is_err()) {
            break;
        }
        let answer = judged.get(index + 1).map_or(&[][..], |next| &next.judged.pv);
        rows.extend(mistake((index as u32 + 1, &before, phase), report, answer));
    }
    rows
}

/// The mistake of a move, if it is one, with its number and the position and phase before it.
fn mistake(
    (ply, before, phase): (u32, &Position, GamePhase),
    report: &MoveReport,
    answer: &[String],
) -> Option<Row> {
    let judged = &report.judged;
    let wrong = judged.class >= Some(MistakeClass::Mistake) && judged.best != judged.usi;
    if !wrong || judged.pv.is_empty() {
        return None;
    }
    Some(Row {
        ply,
        side: judged.side,
        sfen: key(before),
        phase,
        motif: motif(judged.missed_mate, &judged.reasons),
        missed: judged.missed_mate,
        mistake: Mistake {
            usi: judged.usi.clone(),
            pv: judged.pv.clone(),
            answer: answer.to_vec(),
            loss: judged.loss,
            class: judged.class,
            reasons: judged.reasons.clone(),
        },
    })
}

/// The name of a mistake's kind: that of the first reason, as in its JSON.
fn motif(missed: Option<u32>, reasons: &[Explained]) -> String {
    let named = || {
        let first = serde_json::to_value(reasons.first()?.reason.motif).ok()?;
        first.as_str().map(str::to_owned)
    };
    match missed {
        Some(_) => MISSED_MATE.to_owned(),
        None => named().unwrap_or_else(|| NO_MOTIF.to_owned()),
    }
}
