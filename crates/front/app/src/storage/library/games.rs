//! Games of the library: adding, opening, deleting.

use super::marks;
use super::position_key::{Identity, position_key};
use crate::document::{Content, Document, GoGame, Step, Stored, Tree, changed_now};
use crate::protocol::{GameKind, LibraryStats};
use crate::storage::{Outcome, Storage, StorageError, outcome};
use rusqlite::{OptionalExtension, Transaction, params};
use std::collections::BTreeSet;
use zenpuku_shogi::{Color, Handicap, Move, Setup};
use zenpuku_shogi_goals::castles::CastleLog;
use zenpuku_shogi_goals::openings::OpeningTracker;

/// Plies in which castles are searched.
const CASTLE_PLIES: usize = 120;

/// Games of fewer plies have no opening.
const LEAST_PLIES: usize = 10;

/// The columns of a game, without its number.
const COLUMNS: &str = "hash, black, white, date, event, outcome, result, plies, start, handicap, \
                       file, imported, moves, body, opening_black, opening_white, kind, star, note, \
                       tags, time_control";

/// A game as it goes into the library.
pub(crate) struct GameEntry {
    kind: GameKind,
    black: String,
    white: String,
    date: String,
    event: String,
    outcome: Outcome,
    result: String,
    start: String,
    handicap: String,
    time_control: String,
    file: String,
    plies: usize,
    moves: String,
    positions: Vec<(i64, String)>,
    openings: [&'static str; 2],
    castles: BTreeSet<(i64, &'static str)>,
    body: String,
}

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// It is new.
    New(i64),
    /// It was there already.
    Duplicate(i64),
}

/// A stored game as a document, with its analysis in JSON.
pub(crate) struct LibraryBody {
    pub(crate) body: Stored,
    pub(crate) analysis: Option<String>,
}

impl GameEntry {
    /// Data of the main line of a document; `None` if no move can be played from its start.
    pub(crate) fn of(document: &Document, file: &str) -> Option<Self> {
        match &document.content {
            Content::Shogi(editor) => Self::of_shogi(document, &editor.tree, file),
            Content::Go(game) => Self::of_go(document, game, file),
        }
    }

    /// A game of go has no positions, openings and castles in the library.
    fn of_go(document: &Document, game: &GoGame, file: &str) -> Option<Self> {
        let (record, start) = (&game.record, game.start()?);
        let moves = game.moves();
        Some(Self {
            kind: GameKind::Go,
            black: record.black.clone(),
            white: record.white.clone(),
            date: date(&record.date),
            event: if record.event.is_empty() { record.name.clone() } else { record.event.clone() },
            outcome: outcome(game.winner(), game.is_draw()),
            result: record.result.clone(),
            handicap: String::new(),
            time_control: String::new(),
            file: file.chars().take(500).collect(),
            start: format!("{} {:?} 1", start.diagram.replace('\n', "/"), start.turn),
            plies: game.plies() as usize,
            moves: moves.join(" "),
            positions: Vec::new(),
            openings: [""; 2],
            castles: BTreeSet::new(),
            body: serde_json::to_string(&document.stored()).ok()?,
        })
    }

    fn of_shogi(document: &Document, tree: &Tree, file: &str) -> Option<Self> {
        let moves = document.main_moves();
        let draw = tree.ending().is_some_and(|(ending, _)| ending.is_draw());
        let known = Known::of(&tree.start, &played(tree))?;
        let even = Handicap::of(&tree.start);
        let handicap = even.filter(|handicap| *handicap != Handicap::Even);
        Some(Self {
            kind: GameKind::Shogi,
            black: tree.header(&["先手", "下手"]).to_owned(),
            white: tree.header(&["後手", "上手"]).to_owned(),
            date: date(tree.header(&["開始日時", "対局日", "終了日時"])),
            event: tree.header(&["棋戦", "大会", "$EVENT"]).to_owned(),
            outcome: outcome(document.winner(), draw),
            result: tree.ending().map_or("", |(ending, side)| ending.kif(side)).to_owned(),
            handicap: handicap.map_or("", Handicap::name_ja).to_owned(),
            time_control: tree.header(&["持ち時間"]).chars().take(100).collect(),
            file: file.chars().take(500).collect(),
            start: tree.start.to_sfen(),
            plies: moves.len(),
            moves: moves.join(" "),
            positions: known.positions,
            openings: known.openings,
            castles: known.castles,
            body: serde_json::to_string(&document.stored()).ok()?,
        })
    }

    fn identity(&self) -> Identity<'_> {
        let Self { start, moves, black, white, date, .. } = self;
        Identity { start, moves, black, white, date }
    }

    /// Adds the game unless it is there.
    pub(crate) fn add(&self, db: &Transaction<'_>) -> Result<Added, StorageError> {
        self.put(db, None)
    }

    /// Adds the game unless it is there; it takes the place of `before`, an earlier state of it, and
    /// keeps the marks that the user gave that one.
    pub(crate) fn put(
        &self,
        db: &Transaction<'_>,
        before: Option<i64>,
    ) -> Result<Added, StorageError> {
        let marked = before.map(|before| marks::of(db, before)).transpose()?;
        db.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([before])?;
        let hash = self.identity().hash();
        let known = "SELECT id FROM games WHERE hash = ?1";
        let known: Option<i64> =
            db.prepare_cached(known)?.query_row([hash], |row| row.get(0)).optional()?;
        if let Some(game) = known {
            return Ok(Added::Duplicate(game));
        }
        db.prepare_cached(
            "INSERT INTO games (id, hash, black, white, date, event, outcome, result, plies, \
             start, handicap, file, imported, moves, body, opening_black, opening_white, kind, \
             time_control) VALUES (?17, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, \
             ?15, ?16, ?18, ?19)",
        )?
        .execute(params![
            hash,
            self.black,
            self.white,
            self.date,
            self.event,
            self.outcome as i64,
            self.result,
            self.plies as i64,
            self.start,
            self.handicap,
            self.file,
            changed_now() as i64,
            self.moves,
            self.body,
            self.openings[0],
            self.openings[1],
            before,
            self.kind.name(),
            self.time_control,
        ])?;
        let game = db.last_insert_rowid();
        if let Some(marked) = marked {
            marks::set(db, game, &marked)?;
        }
        add_positions(db, game, &self.positions)?;
        add_castles(db, game, &self.castles)?;
        Ok(Added::New(game))
    }
}

fn add_positions(
    db: &Transaction<'_>,
    game: i64,
    positions: &[(i64, String)],
) -> Result<(), StorageError> {
    let sql = "INSERT OR IGNORE INTO positions VALUES (?1, ?2, ?3, ?4)";
    let mut insert = db.prepare_cached(sql)?;
    for (ply, (key, mv)) in positions.iter().enumerate() {
        insert.execute(params![key, game, ply as i64, mv])?;
    }
    Ok(())
}

fn add_castles(
    db: &Transaction<'_>,
    game: i64,
    castles: &BTreeSet<(i64, &'static str)>,
) -> Result<(), StorageError> {
    let mut insert = db.prepare_cached("INSERT OR IGNORE INTO castles VALUES (?1, ?2, ?3)")?;
    for (side, name) in castles {
        insert.execute(params![game, side, name])?;
    }
    Ok(())
}

fn played(tree: &Tree) -> Vec<Move> {
    let line = tree.line_through(0).into_iter();
    line.map_while(|id| match tree.node(id)?.step {
        Step::Move(mv) => Some(mv),
        _ => None,
    })
    .collect()
}

/// The data collected by replaying a game.
struct Known {
    positions: Vec<(i64, String)>,
    openings: [&'static str; 2],
    castles: BTreeSet<(i64, &'static str)>,
}

impl Known {
    fn of(start: &Setup, moves: &[Move]) -> Option<Self> {
        let mut position = start.position(zenpuku_shogi::SetupRules::Mate).ok()?;
        let mut positions = Vec::with_capacity(moves.len() + 1);
        let (mut castles, mut openings) = (CastleLog::default(), OpeningTracker::default());
        for (ply, &mv) in moves.iter().enumerate() {
            positions.push((position_key(&position.to_sfen()), mv.to_string()));
            let before = position.without_history();
            if position.try_do_move(mv).is_err() {
                break;
            }
            openings.follow(&before, mv);
            if ply < CASTLE_PLIES {
                castles.follow(&position);
            }
        }
        positions.push((position_key(&position.to_sfen()), String::new()));
        let long = moves.len() >= LEAST_PLIES;
        let opening =
            |side| openings.openings(side).last().filter(|_| long).map_or("", |one| one.ja());
        let named =
            |(index, side)| castles.castles(side).into_iter().map(move |one| (index, one.ja));
        let sides = [(0, Color::Black), (1, Color::White)];
        Some(Self {
            positions,
            openings: [Color::Black, Color::White].map(opening),
            castles: sides.into_iter().flat_map(named).collect(),
        })
    }
}

/// `2024/05/01 10:00` as `2024-05-01`; an invalid date becomes empty.
fn date(text: &str) -> String {
    let head = text.split([' ', '　', 'T', '(', '（']).next().unwrap_or_default();
    let numbers = head.split(['/', '-', '.', '年', '月', '日']).filter(|part| !part.is_empty());
    let numbers: Option<Vec<u32>> = numbers.map(|part| part.parse().ok()).collect();
    match numbers.as_deref() {
        Some([y @ 1000..=9999]) => format!("{y:04}"),
        Some([y @ 1000..=9999, m @ 1..=12]) => format!("{y:04}-{m:02}"),
        Some([y @ 1000..=9999, m @ 1..=12, d @ 1..=31, ..]) => format!("{y:04}-{m:02}-{d:02}"),
        _ => String::new(),
    }
}

/// Recomputes openings and castles of all games.
pub(crate) fn classify_all(db: &Transaction<'_>) -> Result<(), StorageError> {
    db.execute("DELETE FROM castles", [])?;
    let mut select = db.prepare("SELECT id, start, moves FROM games")?;
    let rows = select.query_map([], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?))
    })?;
    let games: Vec<_> = rows.collect::<Result<_, _>>()?;
    for (game, start, moves) in games {
        let Some(known) = replay(&start, &moves) else { continue };
        db.prepare_cached("UPDATE games SET opening_black = ?2, opening_white = ?3 WHERE id = ?1")?
            .execute(params![game, known.openings[0], known.openings[1]])?;
        add_castles(db, game, &known.castles)?;
    }
    Ok(())
}

/// Gives all games the numbers by which they are known again. A duplicate of
/// another game keeps the number of that game.
pub(crate) fn identify_all(db: &Transaction<'_>) -> Result<(), StorageError> {
    let mut select = db.prepare("SELECT start, moves, black, white, date, id FROM games")?;
    let mut update = db.prepare("UPDATE OR IGNORE games SET hash = ?2 WHERE id = ?1")?;
    let rows = select.query_map([], |row| {
        let text = |column| row.get::<_, String>(column);
        let fields = [text(0)?, text(1)?, text(2)?, text(3)?, text(4)?];
        let [start, moves, black, white, date] = fields.each_ref().map(String::as_str);
        let hash = Identity { start, moves, black, white, date }.hash();
        Ok((row.get::<_, i64>(5)?, hash))
    })?;
    let games: Vec<_> = rows.collect::<Result<_, _>>()?;
    for game in games {
        update.execute(game)?;
    }
    Ok(())
}

/// Recomputes the positions of every game of the library from its moves.
pub(crate) fn index_all(db: &Transaction<'_>) -> Result<(), StorageError> {
    db.execute("DELETE FROM positions", [])?;
    let mut select = db.prepare("SELECT id, start, moves FROM games")?;
    let rows = select.query_map([], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?))
    })?;
    let games: Vec<_> = rows.collect::<Result<_, _>>()?;
    for (game, start, moves) in games {
        let Some(known) = replay(&start, &moves) else { continue };
        add_positions(db, game, &known.positions)?;
    }
    Ok(())
}

fn replay(start: &str, moves: &str) -> Option<Known> {
    let setup = Setup::from_sfen(start).ok()?;
    let mut position = setup.position(zenpuku_shogi::SetupRules::Mate).ok()?;
    let mut list = Vec::new();
    for usi in moves.split_ascii_whitespace() {
        let mv = position.parse_usi(usi)?;
        position.try_do_move(mv).ok()?;
        list.push(mv);
    }
    Known::of(&setup, &list)
}

impl Storage {
    /// A game of the library.
    pub(crate) fn library_game(&self, game: i64) -> Result<Option<LibraryBody>, StorageError> {
        let sql = "SELECT games.body, analyses.body FROM games \
                   LEFT JOIN analyses ON analyses.game = games.id WHERE games.id = ?1";
        let row = self
            .reader()
            .query_row(sql, [game], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))
            .optional()?;
        let Some((body, analysis)) = row else { return Ok(None) };
        Ok(Some(LibraryBody { body: serde_json::from_str(&body)?, analysis }))
    }

    /// Keeps the review of a game of go, which is part of `body`.
    pub(crate) fn save_review(&self, game: i64, body: &Stored) -> Result<(), StorageError> {
        let body = serde_json::to_string(body)?;
        self.write(|db| {
            if db.execute("UPDATE games SET body = ?2 WHERE id = ?1", params![game, body])? > 0 {
                let sql = "INSERT OR REPLACE INTO analyses VALUES (?1, '{}')";
                db.execute(sql, [game])?;
            }
            Ok(())
        })
    }

    /// Deletes games, at a time in Unix milliseconds; unknown numbers do not matter. They can be
    /// brought back until they are tidied away.
    pub(crate) fn delete_games(&self, games: &[i64], now: u64) -> Result<(), StorageError> {
        self.write(|db| {
            let mut keep = db.prepare(&format!(
                "INSERT OR REPLACE INTO deleted_games (id, deleted, analysis, {COLUMNS}) \
                 SELECT id, ?2, (SELECT body FROM analyses WHERE game = id), {COLUMNS} \
                 FROM games WHERE id = ?1"
            ))?;
            let mut delete = db.prepare("DELETE FROM games WHERE id = ?1")?;
            for game in games {
                keep.execute(params![game, now as i64])?;
                delete.execute([game])?;
            }
            db.execute(
                "UPDATE documents SET library = NULL WHERE library NOT IN (SELECT id FROM games)",
                [],
            )?;
            Ok(())
        })
    }

    /// Brings deleted games back, with their numbers and analyses; how many. One that was imported
    /// again meanwhile, and unknown numbers, do not count.
    pub(crate) fn restore_games(&self, games: &[i64]) -> Result<u32, StorageError> {
        self.write(|db| {
            let mut put = db.prepare(&format!(
                "INSERT OR IGNORE INTO games (id, {COLUMNS}) \
                 SELECT id, {COLUMNS} FROM deleted_games WHERE id = ?1"
            ))?;
            let mut analysis = db.prepare(
                "INSERT INTO analyses SELECT id, analysis FROM deleted_games \
                 WHERE id = ?1 AND analysis IS NOT NULL",
            )?;
            let mut find = db.prepare("SELECT start, moves FROM games WHERE id = ?1")?;
            let mut forget = db.prepare("DELETE FROM deleted_games WHERE id = ?1")?;
            let mut restored = 0;
            for &game in games {
                if put.execute([game])? > 0 {
                    restored += 1;
                    analysis.execute([game])?;
                    let (start, moves): (String, String) =
                        find.query_row([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
                    if let Some(known) = replay(&start, &moves) {
                        add_positions(db, game, &known.positions)?;
                        add_castles(db, game, &known.castles)?;
                    }
                }
                forget.execute([game])?;
            }
            Ok(restored)
        })
    }

    /// Number of games.
    pub(crate) fn library_count(&self) -> Result<u32, StorageError> {
        Ok(self.reader().query_row("SELECT count(*) FROM games", [], |row| row.get(0))?)
    }

    /// The library in numbers.
    pub(crate) fn library_stats(&self) -> Result<LibraryStats, StorageError> {
        let db = self.reader();
        let count = |sql: &str| db.query_row(sql, [], |row| row.get::<_, u32>(0));
        let text = |sql: &str| db.query_row(sql, [], |row| row.get::<_, String>(0));
        let counted = |sql: &str| -> rusqlite::Result<Vec<(String, u32)>> {
            let mut query = db.prepare(sql)?;
            query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        Ok(LibraryStats {
            games: count("SELECT count(*) FROM games")?,
            players: count(
                "SELECT count(*) FROM (SELECT black FROM games UNION SELECT white FROM games) \
                 WHERE black <> ''",
            )?,
            analysed: count("SELECT count(*) FROM analyses")?,
            first_date: text("SELECT coalesce(min(date), '') FROM games WHERE date <> ''")?,
            last_date: text("SELECT coalesce(max(date), '') FROM games")?,
            starred: count("SELECT count(*) FROM games WHERE star <> 0")?,
            tags: Self::tags(&db)?,
            openings: counted(
                "SELECT name, count(*) FROM (SELECT id, opening_black AS name FROM games \
                 UNION SELECT id, opening_white FROM games) WHERE name <> '' \
                 GROUP BY name ORDER BY 2 DESC, 1 LIMIT 50",
            )?,
            castles: counted(
                "SELECT name, count(DISTINCT game) FROM castles GROUP BY name \
                 ORDER BY 2 DESC, 1 LIMIT 50",
            )?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_their_spellings() {
        for (text, wanted) in [
            ("2024/05/01 10:00:00", "2024-05-01"),
            ("2024-5-1", "2024-05-01"),
            ("2024年5月1日", "2024-05-01"),
            ("2024/05", "2024-05"),
            ("1998", "1998"),
            ("昨日", ""),
            ("2024/13/01", ""),
            ("", ""),
        ] {
            assert_eq!(date(text), wanted, "{text}");
        }
    }
}
