//! Searching the library.

use super::marks;
use super::pieces::with_pieces;
use super::position_key::position_key;
use crate::protocol::{
    GameKind, LibraryGame, LibraryOrder, LibraryPage, LibraryQuery, ResultFilter, Side,
};
use crate::storage::{Outcome, Storage, StorageError};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};
use std::collections::HashMap;
use zenpuku_shogi::Setup;

/// Entries of a page when the query does not say, and at most.
const USUAL: u32 = 50;
const MOST: u32 = 200;

/// The conditions of a query in SQL, with their parameters.
#[derive(Default)]
pub(super) struct Conditions {
    sql: Vec<String>,
    pub(super) values: Vec<Value>,
}

impl Conditions {
    /// Adds a condition in which every `?` is replaced by `value`.
    fn add(&mut self, sql: &str, value: impl Into<Value>) {
        self.values.push(value.into());
        let number = format!("?{}", self.values.len());
        self.sql.push(sql.replace('?', &number));
    }

    fn contains(&mut self, columns: &str, text: Option<&String>) {
        if let Some(pattern) = pattern(text) {
            self.add(columns, pattern);
        }
    }

    /// A mistake of a kind; by the searched player, if any.
    fn mistake(&mut self, kind: &str, query: &LibraryQuery) {
        self.values.push(kind.to_owned().into());
        let kind = format!("?{}", self.values.len());
        let player = pattern(query.player.as_ref()).map(|pattern| {
            self.values.push(pattern.into());
            format!("?{}", self.values.len())
        });
        let made = |(at, name): (usize, &str)| {
            let made = format!(
                "id IN (SELECT game FROM figures, json_each(figures.body, '$.kinds[{at}]') AS kind \
                 WHERE kind.value = {kind})"
            );
            match &player {
                Some(player) => format!("({name} LIKE {player} ESCAPE '\\' AND {made})"),
                None => made,
            }
        };
        let sides = [(0, "black"), (1, "white")];
        let sides = match query.player_side {
            Some(Side::Black) => &sides[..1],
            Some(Side::White) => &sides[1..],
            None => &sides,
        };
        let made: Vec<String> = sides.iter().copied().map(made).collect();
        self.sql.push(format!("({})", made.join(" OR ")));
    }

    /// Only games of these numbers.
    fn numbered(&mut self, games: impl IntoIterator<Item = i64>) {
        let numbers: Vec<String> = games.into_iter().map(|game| game.to_string()).collect();
        let list = format!("[{}]", numbers.join(","));
        self.add("id IN (SELECT value FROM json_each(?))", list);
    }

    /// All but the pieces, for which games are replayed: see [`Wanted`].
    fn of(query: &LibraryQuery) -> Self {
        let mut all = Self::default();
        if let Some(kind) = query.kind {
            all.add("kind = ?", kind.name().to_owned());
        }
        let player = match query.player_side {
            Some(Side::Black) => "black LIKE ? ESCAPE '\\'",
            Some(Side::White) => "white LIKE ? ESCAPE '\\'",
            None => "(black LIKE ? ESCAPE '\\' OR white LIKE ? ESCAPE '\\')",
        };
        all.contains(player, query.player.as_ref());
        all.contains("event LIKE ? ESCAPE '\\'", query.event.as_ref());
        let opening = "(opening_black LIKE ? ESCAPE '\\' OR opening_white LIKE ? ESCAPE '\\')";
        all.contains(opening, query.opening.as_ref());
        let castle = "id IN (SELECT game FROM castles WHERE name LIKE ? ESCAPE '\\')";
        all.contains(castle, query.castle.as_ref());
        if let Some(from) = query.date_from.as_ref().filter(|from| !from.is_empty()) {
            all.add("date >= ?", from.clone());
        }
        if let Some(to) = query.date_to.as_ref().filter(|to| !to.is_empty()) {
            // A beginning of a date includes all days that begin so.
            all.add("date <> '' AND date <= ? || '~'", to.clone());
        }
        if let Some(result) = query.result {
            all.add("outcome = ?", outcome(result) as i64);
        }
        if let Some(starred) = query.starred {
            let within = if starred { "IN" } else { "NOT IN" };
            all.sql.push(format!("id {within} (SELECT id FROM games WHERE star <> 0)"));
        }
        if let Some(tag) = query.tag.as_ref().filter(|tag| !tag.is_empty()) {
            let tagged = "id IN (SELECT id FROM games WHERE tags <> '' AND instr(tags, ?) > 0)";
            all.add(tagged, marks::within(tag));
        }
        if let Some(kind) = query.mistake.as_ref().filter(|kind| !kind.is_empty()) {
            all.mistake(kind, query);
        }
        if let Some(games) = &query.games {
            all.numbered(games.iter().copied());
        }
        if let Some(sfen) = query.sfen.as_ref().filter(|sfen| !sfen.is_empty()) {
            let here = "id IN (SELECT game FROM positions WHERE position = ?)";
            all.add(here, position_key(sfen));
        }
        if let Some(moves) = query.moves.as_ref().filter(|moves| !moves.is_empty()) {
            // Moves are separated by blanks, so a beginning ends where a move ends.
            all.add("substr(moves || ' ', 1, length(?)) = ?", format!("{} ", moves.join(" ")));
        }
        all
    }

    pub(super) fn text(&self) -> String {
        if self.sql.is_empty() { "1".to_owned() } else { self.sql.join(" AND ") }
    }
}

/// The conditions of a query, and where the pieces that it names stand.
pub(super) struct Wanted {
    pub(super) conditions: Conditions,
    /// The first ply with the pieces of each game that has them.
    plies: HashMap<i64, u32>,
}

impl Wanted {
    pub(super) fn of(db: &Connection, query: &LibraryQuery) -> Result<Self, StorageError> {
        let mut conditions = Conditions::of(query);
        let mut plies = HashMap::new();
        let pieces = query.pieces.as_ref().filter(|pieces| !pieces.is_empty());
        if let Some(pieces) = pieces.and_then(|pieces| Setup::from_sfen(pieces).ok()) {
            plies = {
                let filter = (&*conditions.text(), &*conditions.values);
                with_pieces(db, filter, &pieces, query.pieces_turned == Some(true))?
            };
            conditions.numbered(plies.keys().copied());
        }
        Ok(Self { conditions, plies })
    }
}

/// The pattern of `LIKE` for texts that contain this one.
fn pattern(text: Option<&String>) -> Option<String> {
    let text = text?.trim();
    let escaped = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    (!text.is_empty()).then(|| format!("%{escaped}%"))
}

const fn outcome(filter: ResultFilter) -> Outcome {
    match filter {
        ResultFilter::Black => Outcome::Black,
        ResultFilter::White => Outcome::White,
        ResultFilter::Draw => Outcome::Draw,
        ResultFilter::Open => Outcome::Open,
    }
}

const fn order(order: LibraryOrder) -> &'static str {
    match order {
        LibraryOrder::DateDown => "date DESC, id DESC",
        LibraryOrder::DateUp => "date = '', date, id",
        LibraryOrder::Imported => "id DESC",
        LibraryOrder::PliesDown => "plies DESC, id DESC",
        LibraryOrder::Black => "black, id",
        LibraryOrder::White => "white, id",
    }
}

const COLUMNS: &str = "id, black, white, date, event, outcome, result, plies, opening_black, \
    opening_white, handicap, file, EXISTS (SELECT 1 FROM analyses WHERE game = games.id), kind";

/// The first column of the marks, which follow [`COLUMNS`].
const MARKS: usize = 14;

fn read_game(row: &Row<'_>) -> rusqlite::Result<LibraryGame> {
    Ok(LibraryGame {
        game: row.get(0)?,
        kind: if row.get_ref(13)?.as_str()? == GameKind::Go.name() {
            GameKind::Go
        } else {
            GameKind::Shogi
        },
        black: row.get(1)?,
        white: row.get(2)?,
        date: row.get(3)?,
        event: row.get(4)?,
        winner: Outcome::winner(row.get(5)?),
        result: row.get(6)?,
        plies: row.get(7)?,
        openings: [row.get(8)?, row.get(9)?],
        castles: Vec::new(),
        handicap: row.get(10)?,
        file: row.get(11)?,
        analysed: row.get(12)?,
        ply: None,
        marks: marks::read(row, MARKS)?,
    })
}

impl Storage {
    /// Games that meet the query, a page of them.
    pub(crate) fn library_search(&self, query: &LibraryQuery) -> Result<LibraryPage, StorageError> {
        let db = self.reader();
        let Wanted { conditions, plies } = Wanted::of(&db, query)?;
        let (filter, values) = (conditions.text(), &conditions.values);
        let count = format!("SELECT count(*) FROM games WHERE {filter}");
        let total = db.query_row(&count, params_from_iter(values), |row| row.get(0))?;
        let limit = if query.limit == 0 { USUAL } else { query.limit.min(MOST) };
        let rest = format!("{filter} ORDER BY {} LIMIT {limit}", order(query.order));
        let mut games = list(&db, &format!("{rest} OFFSET {}", query.offset), values)?;
        let key = query.sfen.as_ref().filter(|sfen| !sfen.is_empty()).map(|s| position_key(s));
        for game in &mut games {
            let pieces = plies.get(&game.game).copied();
            let position = key.map(|key| first_ply(&db, key, game.game)).transpose()?;
            game.ply = position.or(pieces);
        }
        Ok(LibraryPage { total, games })
    }

    /// The games of these numbers that the library has.
    pub(crate) fn library_games(&self, games: &[i64]) -> Result<Vec<LibraryGame>, StorageError> {
        Ok(games_of(&self.reader(), games)?)
    }

    /// Numbers of the games that meet the query, in its order, at most `most`; its page does not
    /// matter.
    pub(crate) fn library_numbers(
        &self,
        query: &LibraryQuery,
        most: usize,
    ) -> Result<Vec<i64>, StorageError> {
        let db = self.reader();
        let wanted = Wanted::of(&db, query)?.conditions;
        let (filter, order) = (wanted.text(), order(query.order));
        let sql = format!("SELECT id FROM games WHERE {filter} ORDER BY {order} LIMIT {most}");
        let mut select = db.prepare(&sql)?;
        let rows = select.query_map(params_from_iter(&wanted.values), |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// Start and moves of a game.
pub(crate) struct GameLine {
    pub(crate) game: i64,
    /// An SFEN; of go the rows from the top and the side to move.
    pub(crate) start: String,
    /// In USI, or as in GTP, with blanks between them.
    pub(crate) moves: String,
}

impl Storage {
    /// Number, start and moves of the games that meet the query, in its order, at most `most`; its page does not
    /// matter.
    pub(crate) fn library_lines(
        &self,
        query: &LibraryQuery,
        most: usize,
    ) -> Result<Vec<GameLine>, StorageError> {
        let db = self.reader();
        let wanted = Wanted::of(&db, query)?.conditions;
        let (filter, order) = (wanted.text(), order(query.order));
        let sql = format!(
            "SELECT id, start, moves FROM games WHERE {filter} ORDER BY {order} LIMIT {most}"
        );
        let mut select = db.prepare(&sql)?;
        let line = |row: &Row<'_>| {
            Ok(GameLine { game: row.get(0)?, start: row.get(1)?, moves: row.get(2)? })
        };
        let rows = select.query_map(params_from_iter(&wanted.values), line)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// The games that `rest`, the end of a statement, chooses.
fn list(db: &Connection, rest: &str, values: &[Value]) -> rusqlite::Result<Vec<LibraryGame>> {
    let sql = format!("SELECT {COLUMNS}, {} FROM games WHERE {rest}", marks::COLUMNS);
    let mut select = db.prepare(&sql)?;
    let rows = select.query_map(params_from_iter(values), read_game)?;
    let mut games: Vec<LibraryGame> = rows.collect::<Result<_, _>>()?;
    for game in &mut games {
        game.castles = castles_of(db, game.game)?;
    }
    Ok(games)
}

/// The games of these numbers.
pub(super) fn games_of(db: &Connection, games: &[i64]) -> rusqlite::Result<Vec<LibraryGame>> {
    let mut wanted = Conditions::default();
    wanted.numbered(games.iter().copied());
    list(db, &wanted.text(), &wanted.values)
}

/// Castles of a game with the marks of their sides.
fn castles_of(db: &Connection, game: i64) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT side, name FROM castles WHERE game = ?1 ORDER BY side, name";
    let mut query = db.prepare_cached(sql)?;
    let rows = query.query_map([game], |row| {
        let mark = if row.get::<_, i64>(0)? == 0 { '☗' } else { '☖' };
        Ok(format!("{mark}{}", row.get::<_, String>(1)?))
    })?;
    rows.collect()
}

fn first_ply(db: &Connection, key: i64, game: i64) -> rusqlite::Result<u32> {
    let sql = "SELECT min(ply) FROM positions WHERE position = ?1 AND game = ?2";
    db.prepare_cached(sql)?.query_row([key, game], |row| row.get(0))
}
