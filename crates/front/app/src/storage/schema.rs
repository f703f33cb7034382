//! The schema of the database, its versions and the way from each to the next.

use super::StorageError;
use super::{books, library, mistakes, openings, watched};
use rusqlite::{Connection, Transaction, TransactionBehavior};

/// Steps from version `index` to `index + 1`; a step is never changed once released.
const STEPS: [StepTo; 17] = [
    to_1, to_2, to_3, to_4, to_5, to_6, to_7, to_8, to_9, to_10, to_11, to_12, to_13, to_14, to_15,
    to_16, to_17,
];

type StepTo = fn(&Transaction<'_>) -> Result<(), StorageError>;

/// Brings the database to the newest version, step by step, each step whole or not at all.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StorageError> {
    let version = |connection: &Connection| -> rusqlite::Result<i64> {
        connection.pragma_query_value(None, "user_version", |row| row.get(0))
    };
    let known = STEPS.len() as i64;
    let found = version(connection)?;
    if found > known {
        return Err(StorageError::TooNew { found, known });
    }
    for (at, step) in STEPS.iter().enumerate().skip(usize::try_from(found).unwrap_or(0)) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        step(&transaction)?;
        transaction.pragma_update(None, "user_version", at as i64 + 1)?;
        transaction.commit()?;
    }
    Ok(())
}

/// Version 1: documents, sessions, games of the Play room, analyses, the library.
const VERSION_1: &str = "
CREATE TABLE settings (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE documents (
  id INTEGER PRIMARY KEY AUTOINCREMENT, changed INTEGER NOT NULL, library INTEGER, game INTEGER,
  body TEXT NOT NULL);
CREATE TABLE sessions (token TEXT PRIMARY KEY, seen INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE session_documents (
  token TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
  document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  PRIMARY KEY (token, document)) WITHOUT ROWID;
CREATE TABLE plays (
  id INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER NOT NULL REFERENCES documents
  ON DELETE CASCADE, ended INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE reports (
  document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE, body TEXT NOT NULL);
CREATE TABLE thoughts (
  position INTEGER NOT NULL, budget TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (position, budget)) WITHOUT ROWID;
CREATE TABLE games (
  id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, black TEXT NOT NULL,
  white TEXT NOT NULL, date TEXT NOT NULL, event TEXT NOT NULL, outcome INTEGER NOT NULL,
  result TEXT NOT NULL, plies INTEGER NOT NULL, start TEXT NOT NULL, handicap TEXT NOT NULL,
  file TEXT NOT NULL, imported INTEGER NOT NULL, moves TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX games_by_date ON games (date);
CREATE TABLE positions (
  position INTEGER NOT NULL, game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
  ply INTEGER NOT NULL, move TEXT NOT NULL, PRIMARY KEY (position, game, ply)) WITHOUT ROWID;
CREATE INDEX positions_by_game ON positions (game);
CREATE TABLE analyses (
  game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, body TEXT NOT NULL);
";

fn to_1(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    Ok(transaction.execute_batch(VERSION_1)?)
}

/// Version 2: openings and castles of the library's games.
const VERSION_2: &str = "
ALTER TABLE games ADD COLUMN opening_black TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN opening_white TEXT NOT NULL DEFAULT '';
CREATE TABLE castles (
  game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, side INTEGER NOT NULL,
  name TEXT NOT NULL, PRIMARY KEY (game, side, name)) WITHOUT ROWID;
CREATE INDEX castles_by_name ON castles (name);
";

fn to_2(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    transaction.execute_batch(VERSION_2)?;
    library::classify_all(transaction)
}

/// Version 3: analyses hold the moves as `zenpuku analyze` writes them. Thoughts are forgotten,
/// for their values are on another scale.
fn to_3(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    for (table, key) in [("reports", "document"), ("analyses", "game")] {
        let mut all = transaction.prepare(&format!("SELECT {key}, body FROM {table}"))?;
        let rows: Vec<(i64, String)> =
            all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
        for (id, body) in rows {
            let sql = format!("UPDATE {table} SET body = ?2 WHERE {key} = ?1");
            transaction.execute(&sql, (id, flat_moves(&body)?))?;
        }
    }
    transaction.execute("DELETE FROM thoughts", [])?;
    Ok(())
}

/// Version 4: openings and castles as recognised by the crate of goals.
fn to_4(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    library::classify_all(transaction)
}

/// Version 5: waiting and running jobs, so that the next start resumes them.
const VERSION_5: &str = "
CREATE TABLE jobs (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE job_files (
  id INTEGER PRIMARY KEY, job INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
  name TEXT NOT NULL, content BLOB NOT NULL);
CREATE INDEX job_files_by_job ON job_files (job);
";

fn to_5(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    Ok(transaction.execute_batch(VERSION_5)?)
}

/// Version 6: training with mate problems. A problem is identified by its
/// position, so that it is the same in every set.
const VERSION_6: &str = "
CREATE TABLE mate_sets (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, name TEXT NOT NULL,
  added INTEGER NOT NULL);
CREATE TABLE mate_problems (
  id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL REFERENCES mate_sets
  ON DELETE CASCADE, name TEXT NOT NULL, sfen TEXT NOT NULL, plies INTEGER,
  UNIQUE (collection, sfen));
CREATE TABLE mate_attempts (
  id INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT NOT NULL UNIQUE, collection TEXT NOT NULL,
  sfen TEXT NOT NULL, at INTEGER NOT NULL, ms INTEGER NOT NULL, wrong INTEGER NOT NULL,
  hints INTEGER NOT NULL, outcome INTEGER NOT NULL, mated INTEGER NOT NULL);
CREATE INDEX mate_attempts_by_sfen ON mate_attempts (sfen);
CREATE TABLE mate_boxes (
  sfen TEXT PRIMARY KEY, number INTEGER NOT NULL, due INTEGER NOT NULL) WITHOUT ROWID;
";

fn to_6(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    Ok(transaction.execute_batch(VERSION_6)?)
}

/// Version 7: players and date distinguish games with the same moves.
fn to_7(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    library::identify_all(transaction)
}

/// Version 8: mate problems are repeated by FSRS. A problem of a box keeps the date at which it is
/// due; the days of its box become its stability, and its difficulty is that after one failure.
const VERSION_8: &str = "
CREATE TABLE mate_cards (
  sfen TEXT PRIMARY KEY, stability REAL NOT NULL, difficulty REAL NOT NULL,
  reviewed INTEGER NOT NULL, due INTEGER NOT NULL) WITHOUT ROWID;
WITH days (number, stability, wait) AS (VALUES
  (1, 0.4072, 0), (2, 1.0, 18), (3, 3.0, 66), (4, 7.0, 162), (5, 21.0, 498))
INSERT INTO mate_cards
  SELECT sfen, stability, 7.2102, due - wait * 3600000, due
  FROM mate_boxes JOIN days ON days.number = max(1, min(5, mate_boxes.number));
DROP TABLE mate_boxes;
";

fn to_8(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    Ok(transaction.execute_batch(VERSION_8)?)
}

/// Version 9: games that were deleted from the library, so that they can be brought back. The columns
/// are those of `games`, with the time and the analysis: a column that `games` gets, this gets too.
const VERSION_9: &str = "
CREATE TABLE deleted_games (
  id INTEGER PRIMARY KEY, deleted INTEGER NOT NULL, analysis TEXT, hash BLOB NOT NULL,
  black TEXT NOT NULL, white TEXT NOT NULL, date TEXT NOT NULL, event TEXT NOT NULL,
  outcome INTEGER NOT NULL, result TEXT NOT NULL, plies INTEGER NOT NULL, start TEXT NOT NULL,
  handicap TEXT NOT NULL, file TEXT NOT NULL, imported INTEGER NOT NULL, moves TEXT NOT NULL,
  body TEXT NOT NULL, opening_black TEXT NOT NULL, opening_white TEXT NOT NULL);
";

fn to_9(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    Ok(transaction.execute_batch(VERSION_9)?)
}

/// Version 10: documents and games of go in addition to those of shogi.
const VERSION_10: &str = "
ALTER TABLE documents ADD COLUMN kind TEXT NOT NULL DEFAULT 'shogi';
ALTER TABLE games ADD COLUMN kind TEXT NOT NULL DEFAULT 'shogi';
ALTER TABLE deleted_games ADD COLUMN kind TEXT NOT NULL DEFAULT 'shogi';
";

fn to_10(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    Ok(transaction.execute_batch(VERSION_10)?)
}

/// Version 11: the user's marks of a game; each tag is between two line ends.
/// Time controls, which the records had all along. Sums of analyses, which are
/// computed when they are needed and go with their analyses. The indices spare
/// reading past the bodies of games.
fn to_11(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    for table in ["games", "deleted_games"] {
        transaction.execute_batch(&format!(
            "ALTER TABLE {table} ADD COLUMN star INTEGER NOT NULL DEFAULT 0;
             ALTER TABLE {table} ADD COLUMN note TEXT NOT NULL DEFAULT '';
             ALTER TABLE {table} ADD COLUMN tags TEXT NOT NULL DEFAULT '';
             ALTER TABLE {table} ADD COLUMN time_control TEXT NOT NULL DEFAULT '';
             UPDATE {table} SET time_control = coalesce(
               (SELECT substr(json_extract(value, '$.value'), 1, 100)
                FROM json_each(body, '$.tree.headers')
                WHERE json_extract(value, '$.key') = '持ち時間'), '')
             WHERE json_valid(body);"
        ))?;
    }
    Ok(transaction.execute_batch(
        "CREATE INDEX games_with_star ON games (star) WHERE star <> 0;
         CREATE INDEX games_with_tags ON games (tags) WHERE tags <> '';
         CREATE TABLE figures (
           game INTEGER PRIMARY KEY REFERENCES analyses ON DELETE CASCADE,
           version INTEGER NOT NULL, body TEXT NOT NULL);",
    )?)
}

/// Version 12: mistakes in analysed games, which are repeated as mate problems are.
fn to_12(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    Ok(transaction.execute_batch(mistakes::TABLES)?)
}

/// Version 13: threats in analysed games, which are repeated too.
fn to_13(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    Ok(transaction.execute_batch(mistakes::WITH_THREATS)?)
}

/// Version 14: mistakes in reviewed games of go.
fn to_14(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    Ok(transaction.execute_batch(mistakes::WITH_GO)?)
}

/// Version 15: opening lines to learn.
fn to_15(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    Ok(transaction.execute_batch(openings::TABLE)?)
}

/// Version 16: opening books and their unsaved changes.
fn to_16(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    Ok(transaction.execute_batch(books::TABLES)?)
}

/// Version 17: watched folders.
fn to_17(transaction: &Transaction<'_>) -> Result<(), StorageError> {
    Ok(transaction.execute_batch(watched::TABLES)?)
}

/// The report of version 2 with the evaluations of its moves among their other fields.
fn flat_moves(body: &str) -> Result<String, StorageError> {
    let mut report: serde_json::Value = serde_json::from_str(body)?;
    let moves = report.get_mut("moves").and_then(serde_json::Value::as_array_mut);
    for mv in moves.into_iter().flatten().filter_map(serde_json::Value::as_object_mut) {
        let eval = mv.remove("eval").unwrap_or_default();
        for (old, new) in [("cp", "eval_cp"), ("mate", "mate"), ("win_rate", "win_rate")] {
            mv.insert(new.to_owned(), eval.get(old).cloned().unwrap_or_default());
        }
        // The document has the positions.
        mv.insert("sfen".to_owned(), "".into());
        mv.insert("goals".to_owned(), serde_json::Value::Array(Vec::new()));
    }
    Ok(report.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::{Added, GameEntry};
    use super::*;
    use crate::document::{Document, open_all};
    use crate::protocol::{LibraryMark, LibraryQuery};

    fn version_1() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        let transaction = connection.transaction().unwrap();
        to_1(&transaction).unwrap();
        transaction.pragma_update(None, "user_version", 1).unwrap();
        transaction.commit().unwrap();
        connection
    }

    #[test]
    fn games_of_version_1_get_their_openings_and_castles() {
        let mut connection = version_1();
        // Black builds a Mino castle with the rook on the fourth file.
        let moves = "7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 9c9d 3i3h 1c1d 6i5h";
        connection
            .execute(
                "INSERT INTO games (hash, black, white, date, event, outcome, result, plies, \
                 start, handicap, file, imported, moves, body) VALUES \
                 (x'00', 'a', 'b', '', '', 3, '', 15, ?1, '', 'f.kif', 0, ?2, '{}')",
                (zenpuku_shogi::STARTPOS, moves),
            )
            .unwrap();
        migrate(&mut connection).unwrap();
        let opening: String =
            connection.query_row("SELECT opening_black FROM games", [], |row| row.get(0)).unwrap();
        assert_eq!(opening, "四間飛車");
        let castles: i64 = connection
            .query_row(
                "SELECT count(*) FROM castles WHERE side = 0 AND name LIKE '%美濃%'",
                [],
                |row| row.get(0),
            )
            .unwrap();
        assert!(castles > 0);
    }

    #[test]
    fn games_of_version_1_are_known_again_and_other_players_are_other_games() {
        let mut connection = version_1();
        let kif = "開始日時：2024/05/01\n先手：甲\n後手：乙\n1 ７六歩(77)\n2 ３四歩(33)\n";
        connection
            .execute(
                "INSERT INTO games (hash, black, white, date, event, outcome, result, plies, \
                 start, handicap, file, imported, moves, body) VALUES \
                 (x'00', '甲', '乙', '2024-05-01', '', 3, '', 2, ?1, '', 'f.kif', 0, \
                 '7g7f 3c3d', '{}')",
                [zenpuku_shogi::STARTPOS],
            )
            .unwrap();
        migrate(&mut connection).unwrap();
        let transaction = connection.transaction().unwrap();
        let add = |text: &str| {
            let game = open_all(text.as_bytes(), "g.kif").unwrap().remove(0);
            let entry = GameEntry::of(&Document::new(0, "g.kif", game), "g.kif").unwrap();
            entry.add(&transaction).unwrap()
        };
        assert_eq!(add(kif), Added::Duplicate(1));
        assert_eq!(add(&kif.replace('乙', "丙")), Added::New(2));
        assert_eq!(add(&kif.replace("05/01", "05/02")), Added::New(3));
    }

    #[test]
    fn analyses_of_version_2_can_be_read() {
        let mut connection = version_1();
        let body = r#"{"document": 1, "job": null, "budget": {"type": "nodes", "nodes": 100},
            "start": {"cp": 1, "mate": null, "win_rate": 0.5}, "moves": [{"node": 1, "ply": 1,
            "side": "black", "usi": "7g7f", "kif": "☗７六歩(77)", "eval": {"cp": 12, "mate": null,
            "win_rate": 0.51}, "best": "7g7f", "pv": ["7g7f"], "pv_kif": ["☗７六歩(77)"],
            "depth": 3, "nodes": 100, "loss": 0.06, "class": "inaccuracy", "missed_mate": null,
            "castles": []}], "complete": true, "summary": [
            {"moves": 1, "matches": 1, "mean_loss": 0.0, "classes": [0, 0, 0, 0],
            "missed_mates": 0}, {"moves": 0, "matches": 0, "mean_loss": 0.0,
            "classes": [0, 0, 0, 0], "missed_mates": 0}]}"#;
        connection.execute("INSERT INTO documents VALUES (1, 0, NULL, NULL, '')", []).unwrap();
        connection.execute("INSERT INTO reports VALUES (1, ?1)", [body]).unwrap();
        migrate(&mut connection).unwrap();
        let body: String =
            connection.query_row("SELECT body FROM reports", [], |row| row.get(0)).unwrap();
        let report: crate::protocol::GameReport = serde_json::from_str(&body).unwrap();
        let judged = &report.moves[0].judged;
        assert_eq!((report.moves[0].node, judged.eval.eval_cp), (1, 12));
        assert_eq!(judged.class, Some(crate::protocol::MistakeClass::Inaccuracy));
    }

    #[test]
    fn boxes_of_version_6_keep_their_dates_and_become_stabilities() {
        let mut connection = version_1();
        let transaction = connection.transaction().unwrap();
        for step in &STEPS[1..7] {
            step(&transaction).unwrap();
        }
        let boxes = "INSERT INTO mate_boxes VALUES ('a', 1, 100), ('b', 3, 900000000), ('c', 9, 5)";
        transaction.execute_batch(boxes).unwrap();
        transaction.pragma_update(None, "user_version", 7).unwrap();
        transaction.commit().unwrap();
        migrate(&mut connection).unwrap();
        let sql = "SELECT sfen, stability, difficulty, reviewed, due FROM mate_cards ORDER BY sfen";
        let mut query = connection.prepare(sql).unwrap();
        let rows = query.query_map([], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
        });
        let cards: Vec<(String, f64, f64, i64, i64)> =
            rows.unwrap().collect::<Result<_, _>>().unwrap();
        // The third box: three days, less six hours.
        let reviewed = 900_000_000 - 66 * 3_600_000;
        assert_eq!(cards[0], ("a".to_owned(), 0.4072, 7.2102, 100, 100));
        assert_eq!(cards[1], ("b".to_owned(), 3.0, 7.2102, reviewed, 900_000_000));
        assert_eq!((cards[2].1, cards[2].4, cards.len()), (21.0, 5, 3));
    }

    #[test]
    fn a_library_of_version_1_takes_registered_engines() {
        let folder = tempfile::TempDir::new().unwrap();
        let connection = Connection::open(folder.path().join(super::super::DATABASE)).unwrap();
        connection.execute_batch(VERSION_1).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        drop(connection);
        let open = || super::super::Storage::open(folder.path()).unwrap();
        assert_eq!(open().engines::<String>().unwrap(), None);
        open().save_engines(&"engines").unwrap();
        assert_eq!(open().engines::<String>().unwrap().as_deref(), Some("engines"));
        assert_eq!(open().settings().unwrap(), None, "they are no settings");
    }

    /// A library of version 10 with a game and a deleted one, and their analyses.
    fn version_10(folder: &std::path::Path) {
        let mut connection = Connection::open(folder.join(super::super::DATABASE)).unwrap();
        let transaction = connection.transaction().unwrap();
        for step in &STEPS[..10] {
            step(&transaction).unwrap();
        }
        let game = |table: &str, more: &str, id: i64, values: &str| {
            format!(
                "INSERT INTO {table} (id, hash, black, white, date, event, outcome, result, plies, \
                 start, handicap, file, imported, moves, body, opening_black, opening_white{more}) \
                 VALUES ({id}, {id}, '甲', '乙', '2024-05-01', '', 3, '', 2, '{}', '', 'f.kif', 0, \
                 '7g7f 3c3d', '{{\"tree\": {{\"headers\": [{{\"key\": \"先手\", \"value\": \"甲\"}}, \
                 {{\"key\": \"持ち時間\", \"value\": \"10分\"}}]}}}}', '', ''{values})",
                zenpuku_shogi::STARTPOS
            )
        };
        transaction.execute(&game("games", "", 1, ""), []).unwrap();
        transaction.execute("INSERT INTO analyses VALUES (1, '{}')", []).unwrap();
        let deleted = game("deleted_games", ", deleted, analysis", 2, ", 9, '{}'");
        transaction.execute(&deleted, []).unwrap();
        transaction.pragma_update(None, "user_version", 10).unwrap();
        transaction.commit().unwrap();
    }

    #[test]
    fn a_library_of_version_10_takes_marks_and_keeps_its_games() {
        let folder = tempfile::TempDir::new().unwrap();
        version_10(folder.path());
        let storage = super::super::Storage::open(folder.path()).unwrap();
        assert_eq!(storage.restore_games(&[2]).unwrap(), 1);
        let tag = LibraryMark::Tag { name: "研究".to_owned(), on: true };
        assert!(storage.mark_games(&[1, 2], &LibraryMark::Star { on: true }, 20).unwrap());
        assert!(storage.mark_games(&[2], &tag, 20).unwrap());
        storage.delete_games(&[2], 10).unwrap();
        storage.restore_games(&[2]).unwrap();
        let page = storage.library_search(&LibraryQuery::default()).unwrap();
        let marks: Vec<_> = page.games.iter().map(|game| (game.game, &game.marks)).collect();
        let [(2, second), (1, first)] = marks[..] else { panic!("{marks:?}") };
        assert!(first.star && second.star && first.tags.is_empty() && second.tags == ["研究"]);
        assert!(page.games.iter().all(|game| game.analysed), "their analyses are there");
        let (_, games) = storage.games_of_player(&["甲".to_owned()]).unwrap();
        let times: Vec<_> = games.iter().map(|game| game.time_control.as_str()).collect();
        assert_eq!(times, ["10分", "10分"]);
    }

    #[test]
    fn version_13_keeps_its_mistakes_and_has_no_game_of_go_read() {
        let mut connection = Connection::open_in_memory().unwrap();
        let transaction = connection.transaction().unwrap();
        for step in &STEPS[..13] {
            step(&transaction).unwrap();
        }
        let rows = "
            INSERT INTO games (id, hash, black, white, date, event, outcome, result, plies, start,
              handicap, file, imported, moves, body, kind) VALUES
              (1, 1, 'a', 'b', '', '', 3, '', 1, '', '', '', 0, '', '{}', 'shogi'),
              (2, 2, 'a', 'b', '', '', 3, '', 1, '', '', '', 0, '', '{}', 'go');
            INSERT INTO analyses VALUES (1, '{}'), (2, '{}');
            INSERT INTO mistake_games VALUES (1);
            INSERT INTO mistakes (game, ply, side, sfen, phase, motif, body)
              VALUES (1, 1, 0, 's', 'opening', 'none', '{}');";
        transaction.execute_batch(rows).unwrap();
        transaction.pragma_update(None, "user_version", 13).unwrap();
        transaction.commit().unwrap();
        migrate(&mut connection).unwrap();
        let count = |table: &str| -> i64 {
            let sql = format!("SELECT count(*) FROM {table}");
            connection.query_row(&sql, [], |row| row.get(0)).unwrap()
        };
        let tables = ["mistakes", "mistake_games", "go_games", "opening_lines"];
        assert_eq!(tables.map(count), [1, 1, 0, 0]);
        // Each new review takes the game out of those that were read, whoever writes it.
        connection.execute("INSERT INTO go_games VALUES (2)", []).unwrap();
        assert_eq!(count("go_games"), 1);
        connection.execute("INSERT OR REPLACE INTO analyses VALUES (2, '{}')", []).unwrap();
        assert_eq!(count("go_games"), 0);
    }

    #[test]
    fn migrating_twice_changes_nothing() {
        let mut connection = version_1();
        migrate(&mut connection).unwrap();
        migrate(&mut connection).unwrap();
        let version: i64 =
            connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!(version, STEPS.len() as i64);
    }

    #[test]
    fn a_later_version_is_left_alone() {
        let mut connection = version_1();
        connection.pragma_update(None, "user_version", 99).unwrap();
        let error = migrate(&mut connection).unwrap_err();
        assert!(matches!(error, StorageError::TooNew { found: 99, .. }));
    }
}
