//! Files that are damaged or another program's: words, no panic.

use rusqlite::Connection;
use std::path::{Path, PathBuf};
use zenpuku_game_db::{Writer, games, results};

fn original() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/shogiarena/game.db"))
}

/// A copy of the file with an SQL change.
fn changed(folder: &Path, sql: &str) -> PathBuf {
    let path = folder.join("game.db");
    std::fs::copy(original(), &path).unwrap();
    let db = Connection::open(&path).unwrap();
    db.pragma_update(None, "journal_mode", "DELETE").unwrap();
    db.pragma_update(None, "foreign_keys", false).unwrap();
    db.execute_batch(sql).unwrap();
    path
}

#[test]
fn faults_are_told_with_table_and_row() {
    let folder = tempfile::TempDir::new().unwrap();
    for (sql, words) in [
        ("UPDATE game_move SET next_move = 1 WHERE id = 9", "game_move, row 9: next_move 1 is not"),
        ("UPDATE game_move SET next_move = -70000 WHERE id = 9", "game_move, row 9"),
        ("UPDATE game_move SET eval = 'much' WHERE id = 3", "game_move, row 3"),
        ("DELETE FROM game_move WHERE id = 30", "game, row 1: num_moves is 30"),
        (
            "UPDATE game SET game_result = 'MAYBE' WHERE id = 2",
            "game, row 2: game_result \"MAYBE\"",
        ),
        (
            "UPDATE game SET initial_position_sfen = 'x' WHERE id = 5",
            "game, row 5: initial_position",
        ),
        ("DELETE FROM player WHERE id = 4", "white_player_id names no row of player"),
        ("ALTER TABLE game DROP COLUMN end_comment", "table game has no column end_comment"),
        ("DROP TABLE game_move", "it has no table game_move"),
        ("PRAGMA user_version = 7", "schema version 7"),
    ] {
        let error = games(&changed(folder.path(), sql)).unwrap_err().to_string();
        assert!(error.contains(words), "{sql}: {error}");
    }
}

#[test]
fn other_files_are_foreign() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("game.db");
    std::fs::write(&path, "手合割：平手\n".repeat(100)).unwrap();
    for error in [games(&path).unwrap_err(), Writer::open(&path).unwrap_err()] {
        assert!(error.to_string().contains("not a result file of ShogiArena"), "{error}");
    }
    std::fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE song (id INTEGER)").unwrap();
    for error in [games(&path).unwrap_err(), Writer::open(&path).unwrap_err()] {
        assert!(error.to_string().contains("no table player"), "{error}");
    }
    let error = results(&folder.path().join("none.db")).unwrap_err();
    assert!(error.to_string().contains("cannot be opened"), "{error}");
}

/// Bytes changed all over the file: an error or games, never a panic.
#[test]
fn damaged_bytes_do_no_harm() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("game.db");
    let whole = std::fs::read(original()).unwrap();
    let mut refused = 0;
    for turn in 0..60_usize {
        let mut bytes = whole.clone();
        for step in 0..20 {
            let at = (turn * 7_919 + step * 104_729) % bytes.len();
            bytes[at] ^= u8::try_from(1 + (turn + step) % 255).unwrap();
        }
        bytes.truncate(whole.len() - turn * 1_000);
        std::fs::write(&path, &bytes).unwrap();
        refused += u32::from(games(&path).is_err());
        let _ = results(&path);
    }
    assert!(refused > 0);
}

/// Files of before some columns existed are read.
#[test]
fn older_files_are_read() {
    let folder = tempfile::TempDir::new().unwrap();
    let sql = "ALTER TABLE game_move DROP COLUMN move_source; PRAGMA user_version = 0;
               DROP TABLE game_timeout_attribution";
    assert_eq!(games(&changed(folder.path(), sql)).unwrap().len(), 12);
}
