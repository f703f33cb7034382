//! The tables of the database, as ShogiArena checks them when it opens a file.

use crate::GameDbError;
use rusqlite::{Connection, OpenFlags};
use std::ffi::OsString;
use std::path::Path;

/// What ShogiArena calls the file in the folder of a run.
pub const FILE_NAME: &str = "game.db";

/// The version of the schema (`PRAGMA user_version`).
pub(crate) const VERSION: i64 = 1;

/// How every SQLite file begins.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Do these bytes begin as an SQLite database does?
#[must_use]
pub fn is_database(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The columns that are read, by table.
const READ: [(&str, &[&str]); 3] = [
    ("player", &["id", "player_name"]),
    (
        "game",
        &[
            "id",
            "game_name",
            "start_date",
            "end_date",
            "game_result",
            "num_moves",
            "black_player_id",
            "white_player_id",
            "initial_position_sfen",
            "end_time_ms",
            "end_comment",
        ],
    ),
    (
        "game_move",
        &[
            "id",
            "game_id",
            "next_move",
            "next_move_time_ms",
            "next_move_comment",
            "eval",
            "depth",
            "seldepth",
            "nodes",
        ],
    ),
];

/// Opens a database to read it, without creating files next to it.
pub(crate) fn open(path: &Path) -> Result<Connection, GameDbError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    // A finished run has no write-ahead log next to its file, which then needs
    // no lock and no writable folder.
    let log = path.with_file_name(path.file_name().map_or_else(OsString::new, |name| {
        let mut name = name.to_owned();
        name.push("-wal");
        name
    }));
    let db = if log.exists() {
        Connection::open_with_flags(path, flags)
    } else {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        Connection::open_with_flags(unchanging(&path), flags | OpenFlags::SQLITE_OPEN_URI)
    };
    let db = db.map_err(GameDbError::Open)?;
    check(&db)?;
    Ok(db)
}

/// The address of an immutable file.
fn unchanging(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut address = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/:.-_".contains(&byte) {
            address.push(char::from(byte));
        } else {
            address.push_str(&format!("%{byte:02X}"));
        }
    }
    address + "?immutable=1"
}

/// Is it a database of ShogiArena with all that is read of it?
pub(crate) fn check(db: &Connection) -> Result<(), GameDbError> {
    let foreign = |error: rusqlite::Error| GameDbError::Foreign(error.to_string());
    let version: i64 =
        db.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(foreign)?;
    // Version 0 is one that an older ShogiArena has not stamped yet.
    if version != 0 && version != VERSION {
        let words = format!("schema version {version}, known are 0 and {VERSION}");
        return Err(GameDbError::Foreign(words));
    }
    for (table, wanted) in READ {
        let found = columns(db, table).map_err(foreign)?;
        if found.is_empty() {
            return Err(GameDbError::Foreign(format!("it has no table {table}")));
        }
        if let Some(missing) = wanted.iter().find(|name| !found.iter().any(|one| one == *name)) {
            return Err(GameDbError::Foreign(format!("table {table} has no column {missing}")));
        }
    }
    Ok(())
}

/// The columns of a table, none when it is not there.
pub(crate) fn columns(db: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let mut query = db.prepare("SELECT name FROM pragma_table_info(?1)")?;
    query.query_map([table], |row| row.get(0))?.collect()
}

/// The whole schema. Types, keys and indices are checked by ShogiArena word for word.
pub(crate) const CREATE: &str = "
CREATE TABLE player (
    id INTEGER NOT NULL, game_type VARCHAR(16) NOT NULL, player_name VARCHAR(64) NOT NULL,
    PRIMARY KEY (id)
);
CREATE TABLE engine_artifact (
    id INTEGER NOT NULL, logical_name VARCHAR(128) NOT NULL, artifact VARCHAR(256),
    binary_path VARCHAR(512), build_flags JSON, metadata_json JSON,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at DATETIME DEFAULT CURRENT_TIMESTAMP NOT NULL,
    PRIMARY KEY (id), UNIQUE (logical_name)
);
CREATE TABLE instance_spec (
    id INTEGER NOT NULL, instance_id VARCHAR(128) NOT NULL, display_name VARCHAR(128),
    host_label VARCHAR(128), cpu_model VARCHAR(256), cpu_arch VARCHAR(64), cpu_cores SMALLINT,
    cpu_threads SMALLINT, memory_total_mb INTEGER, os_info VARCHAR(128), gpu_model VARCHAR(128),
    gpu_vendor VARCHAR(64), gpu_vram_mb INTEGER, gpu_count SMALLINT, tags JSON,
    instance_type VARCHAR(16), extra JSON,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at DATETIME DEFAULT CURRENT_TIMESTAMP NOT NULL,
    PRIMARY KEY (id), UNIQUE (instance_id)
);
CREATE TABLE game (
    id INTEGER NOT NULL, game_type VARCHAR(16) NOT NULL, game_name VARCHAR(128) NOT NULL,
    start_date DATETIME, end_date DATETIME, game_result VARCHAR(64) NOT NULL,
    num_moves SMALLINT NOT NULL, black_player_id INTEGER NOT NULL,
    white_player_id INTEGER NOT NULL, time_control_black VARCHAR(128),
    time_control_white VARCHAR(128), initial_position_sfen VARCHAR(144) NOT NULL,
    end_time_ms INTEGER, end_comment TEXT, updated_date DATETIME NOT NULL,
    metadata_attributes_json TEXT,
    PRIMARY KEY (id),
    FOREIGN KEY(black_player_id) REFERENCES player (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
    FOREIGN KEY(white_player_id) REFERENCES player (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX game_name_index ON game (game_name);
CREATE TABLE game_move (
    id INTEGER NOT NULL, game_id INTEGER NOT NULL, ply SMALLINT NOT NULL,
    next_move SMALLINT NOT NULL, next_move_time_ms INTEGER, wall_time_ms INTEGER,
    engine_wall_time_ms INTEGER, latency_delta_ms INTEGER, next_move_comment TEXT, eval SMALLINT,
    depth SMALLINT, seldepth SMALLINT, nodes INTEGER, move_source VARCHAR(16), book_hit SMALLINT,
    PRIMARY KEY (id),
    FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX game_id_index ON game_move (game_id);
CREATE TABLE game_timeout_attribution (
    id INTEGER NOT NULL, game_id INTEGER NOT NULL, origin VARCHAR(32) NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX game_timeout_attribution_game_idx ON game_timeout_attribution (game_id);
CREATE TABLE game_instance_participation (
    id INTEGER NOT NULL, game_id INTEGER NOT NULL, role VARCHAR(16) NOT NULL,
    engine_name VARCHAR(128) NOT NULL, engine_display_name VARCHAR(128),
    engine_artifact_id INTEGER, instance_id VARCHAR(128), instance_name VARCHAR(128),
    binary_path VARCHAR(512), build_flags JSON, started_at DATETIME, completed_at DATETIME,
    run_id VARCHAR(128), extra JSON,
    PRIMARY KEY (id),
    FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE ON UPDATE CASCADE,
    FOREIGN KEY(engine_artifact_id) REFERENCES engine_artifact (id)
        ON DELETE SET NULL ON UPDATE SET NULL,
    FOREIGN KEY(instance_id) REFERENCES instance_spec (instance_id)
        ON DELETE SET NULL ON UPDATE SET NULL
);
CREATE UNIQUE INDEX gip_game_role_idx ON game_instance_participation (game_id, role);
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_names_of_files_are_addresses() {
        let address = unchanging(Path::new("/a b/100%?/対局.db"));
        assert_eq!(address, "file:///a%20b/100%25%3F/%E5%AF%BE%E5%B1%80.db?immutable=1");
    }
}
