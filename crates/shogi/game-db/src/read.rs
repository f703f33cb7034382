//! Reading of games.

use crate::verdict::verdict;
use crate::{GameDbError, GameResult, StoredGame, StoredResult, schema, value};
use rusqlite::{Connection, Row};
use std::path::Path;
use zenpuku_shogi::{Move, Position, Setup, SetupRules};
use zenpuku_shogi_record::{Ending, Evaluation, EvaluationStyle, NodeId, Record, Step, Time};

const GAME: &str = "game";
const MOVE: &str = "game_move";

/// Bits of the row behind the last move (`rsshogi`'s end of a game).
pub(crate) const END: u16 = 516;

/// What marks a move of the opening.
pub(crate) const BOOK: &str = "book";

/// How all games of a file ended, in their order.
///
/// # Errors
/// If the file is not a database of ShogiArena or is damaged; the error names table and row.
pub fn results(path: &Path) -> Result<Vec<StoredResult>, GameDbError> {
    let db = schema::open(path)?;
    heads(&db)?.into_iter().map(Head::result).collect()
}

/// All games of a file, in their order.
///
/// # Errors
/// If the file is not a database of ShogiArena or is damaged, or a move is illegal; the error names
/// table and row.
pub fn games(path: &Path) -> Result<Vec<StoredGame>, GameDbError> {
    let db = schema::open(path)?;
    let moves = Moves::new(&db)?;
    heads(&db)?.into_iter().map(|head| moves.game(&head)).collect()
}

/// A row of `game` with its players.
struct Head {
    row: i64,
    name: String,
    players: [Option<String>; 2],
    result: String,
    moves: i64,
    start: String,
    dates: [Option<String>; 2],
    end: Remark,
}

/// Time and comment of a move or of the end.
struct Remark {
    time_ms: Option<i64>,
    comment: Option<String>,
}

impl Remark {
    /// Puts them to a node.
    fn put(&self, record: &mut Record, at: NodeId) {
        let node = record.node_mut(at);
        if let Some(spent_ms) = self.time_ms.and_then(|ms| u64::try_from(ms).ok()) {
            node.time = Some(Time { spent_ms, total_ms: None });
        }
        if let Some(text) = self.comment.as_deref().filter(|text| !text.is_empty()) {
            node.add_comment(text);
        }
    }
}

fn heads(db: &Connection) -> Result<Vec<Head>, GameDbError> {
    let sql = "SELECT game.id, game_name, black.player_name, white.player_name, game_result, \
               num_moves, initial_position_sfen, start_date, end_date, end_time_ms, end_comment \
               FROM game LEFT JOIN player black ON black.id = black_player_id \
               LEFT JOIN player white ON white.id = white_player_id ORDER BY game.id";
    let mut query = db.prepare(sql).map_err(GameDbError::at(GAME))?;
    let mut rows = query.query([]).map_err(GameDbError::at(GAME))?;
    let mut heads = Vec::new();
    while let Some(row) = rows.next().map_err(GameDbError::at(GAME))? {
        let id: i64 = row.get(0).map_err(GameDbError::at(GAME))?;
        heads.push(head(row, id).map_err(wrong(GAME, id))?);
    }
    Ok(heads)
}

fn head(row: &Row<'_>, id: i64) -> rusqlite::Result<Head> {
    Ok(Head {
        row: id,
        name: row.get(1)?,
        players: [row.get(2)?, row.get(3)?],
        result: row.get(4)?,
        moves: row.get(5)?,
        start: row.get(6)?,
        dates: [row.get(7)?, row.get(8)?],
        end: Remark { time_ms: row.get(9)?, comment: row.get(10)? },
    })
}

/// A value of another type than the column's.
fn wrong(table: &'static str, row: i64) -> impl Fn(rusqlite::Error) -> GameDbError {
    move |error| GameDbError::Row { table, row, what: error.to_string() }
}

impl Head {
    fn fault(&self, what: String) -> GameDbError {
        GameDbError::Row { table: GAME, row: self.row, what }
    }

    fn result(self) -> Result<StoredResult, GameDbError> {
        let (result, players) = (self.outcome()?, self.names()?);
        Ok(StoredResult { row: self.row, name: self.name, players, result, start: self.start })
    }

    fn outcome(&self) -> Result<GameResult, GameDbError> {
        let unknown = || self.fault(format!("game_result {:?} is not a known result", self.result));
        GameResult::from_word(&self.result).ok_or_else(unknown)
    }

    fn names(&self) -> Result<[String; 2], GameDbError> {
        let missing = |side: &str| self.fault(format!("{side}_player_id names no row of player"));
        let [black, white] = &self.players;
        let black = black.clone().ok_or_else(|| missing("black"))?;
        Ok([black, white.clone().ok_or_else(|| missing("white"))?])
    }

    fn record(&self) -> Result<(Record, Position), GameDbError> {
        let start = |error: &dyn std::fmt::Display| {
            self.fault(format!("initial_position_sfen {:?}: {error}", self.start))
        };
        let setup = Setup::from_sfen(&self.start).map_err(|error| start(&error))?;
        let position = setup.position(SetupRules::Play).map_err(|error| start(&error))?;
        let mut record = Record::new(setup);
        for (key, date) in ["開始日時", "終了日時"].into_iter().zip(&self.dates) {
            if let Some(date) = date {
                record.set_field(key, &date_of_record(date));
            }
        }
        for (key, name) in ["先手", "後手"].into_iter().zip(self.names()?) {
            record.set_field(key, &name);
        }
        Ok((record, position))
    }
}

/// `2026/11/25 19:31:59` for `2026-11-25 19:31:59.888154`; other texts as they are.
fn date_of_record(date: &str) -> String {
    let whole = date.split('.').next().unwrap_or(date);
    let (day, time) = whole.split_once([' ', 'T']).unwrap_or((whole, ""));
    format!("{} {time}", day.replace('-', "/")).trim_end().to_owned()
}

/// The moves of one game after another.
struct Moves<'a> {
    query: std::cell::RefCell<rusqlite::Statement<'a>>,
}

/// A row of `game_move`.
struct Ply {
    row: i64,
    bits: i64,
    remark: Remark,
    value: Option<i64>,
    depth: Option<i64>,
    selective_depth: Option<i64>,
    nodes: Option<i64>,
    source: Option<String>,
}

impl<'a> Moves<'a> {
    fn new(db: &'a Connection) -> Result<Self, GameDbError> {
        // Older files do not say where a move is from.
        let columns = schema::columns(db, MOVE).map_err(GameDbError::at(MOVE))?;
        let known = columns.iter().any(|name| name == "move_source");
        let source = if known { "move_source" } else { "NULL" };
        let sql = format!(
            "SELECT id, next_move, next_move_time_ms, next_move_comment, eval, depth, seldepth, \
             nodes, {source} FROM game_move WHERE game_id = ?1 ORDER BY id"
        );
        let query = db.prepare(&sql).map_err(GameDbError::at(MOVE))?;
        Ok(Self { query: query.into() })
    }

    fn plies(&self, game: i64) -> Result<Vec<Ply>, GameDbError> {
        let mut query = self.query.borrow_mut();
        let mut rows = query.query([game]).map_err(GameDbError::at(MOVE))?;
        let mut plies = Vec::new();
        while let Some(row) = rows.next().map_err(GameDbError::at(MOVE))? {
            let id: i64 = row.get(0).map_err(GameDbError::at(MOVE))?;
            plies.push(ply(row, id).map_err(wrong(MOVE, id))?);
        }
        Ok(plies)
    }

    fn game(&self, head: &Head) -> Result<StoredGame, GameDbError> {
        let (mut record, mut position) = head.record()?;
        let (mut at, mut end, mut opening_plies) = (NodeId::ROOT, None, 0);
        let mut played = 0;
        for ply in self.plies(head.row)? {
            if ply.bits == i64::from(END) {
                end = Some(ply.remark);
                break;
            }
            at = ply.add(&mut record, at, &mut position)?;
            if ply.source.as_deref() == Some(BOOK) && opening_plies == played {
                opening_plies += 1;
            }
            played += 1;
        }
        if i64::try_from(played) != Ok(head.moves) {
            let words = format!("num_moves is {}, game_move has {played} moves", head.moves);
            return Err(head.fault(words));
        }
        let result = head.outcome()?;
        let end = end.as_ref().unwrap_or(&head.end);
        add_end(&mut record, at, &position, result, end);
        Ok(StoredGame { name: head.name.clone(), result, record, opening_plies })
    }
}

fn ply(row: &Row<'_>, id: i64) -> rusqlite::Result<Ply> {
    Ok(Ply {
        row: id,
        bits: row.get(1)?,
        remark: Remark { time_ms: row.get(2)?, comment: row.get(3)? },
        value: row.get(4)?,
        depth: row.get(5)?,
        selective_depth: row.get(6)?,
        nodes: row.get(7)?,
        source: row.get(8)?,
    })
}

impl Ply {
    /// The move, if it is legal.
    fn legal(&self, position: &Position) -> Result<Move, GameDbError> {
        let bits = u16::try_from(self.bits).ok();
        let legal = bits.and_then(|bits| position.move_from_bits(bits));
        legal.ok_or_else(|| {
            let what =
                format!("next_move {} is not a legal move in {}", self.bits, position.to_sfen());
            GameDbError::Row { table: MOVE, row: self.row, what }
        })
    }

    fn add(
        &self,
        record: &mut Record,
        at: NodeId,
        position: &mut Position,
    ) -> Result<NodeId, GameDbError> {
        let (mv, mover) = (self.legal(position)?, position.side_to_move());
        position.do_move(mv);
        let at = record.add(at, Step::Move(mv));
        if let Some(score) = self.value.and_then(|value| value::read(value, mover)) {
            let depth = |plies: Option<i64>| plies.and_then(|plies| u32::try_from(plies).ok());
            record.node_mut(at).add_evaluation(&Evaluation {
                depth: depth(self.depth),
                selective_depth: depth(self.selective_depth),
                nodes: self.nodes.and_then(|nodes| u64::try_from(nodes).ok()),
                ..Evaluation::new(EvaluationStyle::ShogiHomePlayer, score)
            });
        }
        self.remark.put(record, at);
        Ok(at)
    }
}

fn add_end(
    record: &mut Record,
    at: NodeId,
    position: &Position,
    result: GameResult,
    remark: &Remark,
) {
    let side = position.side_to_move();
    let mated = result.winner() == Some(side.flip()) && !position.has_legal_move();
    let ending = result.ending(side, mated);
    let unsaid = ending.is_none();
    let end = record.add(at, Step::End(ending.unwrap_or(Ending::Interrupted)));
    // A comment that says the winner already is not said twice.
    let said = remark.comment.as_deref().unwrap_or("");
    let verdict = verdict(result.winner(), None);
    if unsaid && !said.starts_with(&verdict) {
        record.node_mut(end).add_comment(&verdict);
    }
    remark.put(record, end);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_records() {
        assert_eq!(date_of_record("2026-11-25 19:31:59.888154"), "2026/11/25 19:31:59");
        assert_eq!(date_of_record("2026-11-25T19:31:59"), "2026/11/25 19:31:59");
        assert_eq!(date_of_record("2026-11-25"), "2026/11/25");
    }
}
