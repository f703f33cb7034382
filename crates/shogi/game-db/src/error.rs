//! Why a database cannot be used.

/// The error. The texts name table and row; the file is the caller's to name.
#[derive(Debug, thiserror::Error)]
pub enum GameDbError {
    /// Not a database of ShogiArena, or of a version that is not known.
    #[error("is not a result file of ShogiArena: {0}")]
    Foreign(String),
    /// A table cannot be read or written: the file is damaged, locked or full.
    #[error("table {table}: {error}")]
    Table {
        /// The table.
        table: &'static str,
        /// What SQLite says.
        error: rusqlite::Error,
    },
    /// A row has impossible data.
    #[error("table {table}, row {row}: {what}")]
    Row {
        /// The table.
        table: &'static str,
        /// Its `id`.
        row: i64,
        /// The error and the expected value.
        what: String,
    },
    /// The file cannot be opened.
    #[error("cannot be opened: {0}")]
    Open(rusqlite::Error),
}

impl GameDbError {
    /// For `map_err` of everything that works on `table`.
    pub(crate) fn at(table: &'static str) -> impl Fn(rusqlite::Error) -> Self + Copy {
        move |error| Self::Table { table, error }
    }
}
