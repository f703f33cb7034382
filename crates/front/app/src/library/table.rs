//! Games of the library as one table, in the format Parquet [parquet], for pandas, polars, DuckDB and R.

use super::archive::check_count;
use crate::errors::{AppResult, error};
use crate::protocol::{ErrorBody, ErrorCode, LibraryGame, LibraryQuery, Side};
use crate::storage::Storage;
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::collections::HashMap;
use std::sync::Arc;

/// Names and types of the columns. Moves are in USI, of go as in GTP, with blanks between them; several
/// castles, tags and openings likewise.
const SCHEMA: &str = "message games {
    required int64 game;
    required binary kind (UTF8);
    required binary black (UTF8);
    required binary white (UTF8);
    required binary date (UTF8);
    required binary event (UTF8);
    required binary winner (UTF8);
    required binary result (UTF8);
    required int64 plies;
    required binary opening_black (UTF8);
    required binary opening_white (UTF8);
    required binary castles (UTF8);
    required binary handicap (UTF8);
    required binary file (UTF8);
    required binary tags (UTF8);
    required binary start (UTF8);
    required binary moves (UTF8);
}";

/// The games as a table, a row each; those that the library does not have are left out.
///
/// # Errors
/// `bad_value` for no game or too many.
pub(crate) fn as_table(storage: &Storage, games: &[i64]) -> AppResult<Vec<u8>> {
    check_count(games)?;
    let rows = storage.library_games(games)?;
    let query = LibraryQuery { games: Some(games.to_vec()), ..LibraryQuery::default() };
    let lines = storage.library_lines(&query, games.len())?;
    let lines: HashMap<i64, (String, String)> =
        lines.into_iter().map(|line| (line.game, (line.start, line.moves))).collect();
    written(&rows, &lines).map_err(not_written)
}

fn not_written(why: ParquetError) -> ErrorBody {
    error(ErrorCode::Storage, format!("the table cannot be written: {why}"))
}

fn written(
    rows: &[LibraryGame],
    lines: &HashMap<i64, (String, String)>,
) -> Result<Vec<u8>, ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = Arc::new(WriterProperties::default());
    let mut file = SerializedFileWriter::new(Vec::new(), schema, properties)?;
    let mut group = file.next_row_group()?;
    let line = |game: &LibraryGame| lines.get(&game.game).cloned().unwrap_or_default();
    numbers(&mut group, rows, |game| game.game)?;
    texts(&mut group, rows, |game| game.kind.name().to_owned())?;
    texts(&mut group, rows, |game| game.black.clone())?;
    texts(&mut group, rows, |game| game.white.clone())?;
    texts(&mut group, rows, |game| game.date.clone())?;
    texts(&mut group, rows, |game| game.event.clone())?;
    texts(&mut group, rows, |game| winner(game.winner).to_owned())?;
    texts(&mut group, rows, |game| game.result.clone())?;
    numbers(&mut group, rows, |game| i64::from(game.plies))?;
    texts(&mut group, rows, |game| game.openings[0].clone())?;
    texts(&mut group, rows, |game| game.openings[1].clone())?;
    texts(&mut group, rows, |game| game.castles.join(" "))?;
    texts(&mut group, rows, |game| game.handicap.clone())?;
    texts(&mut group, rows, |game| game.file.clone())?;
    texts(&mut group, rows, |game| game.marks.tags.join(" "))?;
    texts(&mut group, rows, |game| line(game).0)?;
    texts(&mut group, rows, |game| line(game).1)?;
    group.close()?;
    file.into_inner()
}

type Group<'a> = SerializedRowGroupWriter<'a, Vec<u8>>;

/// Writes the next column, of numbers.
fn numbers(
    group: &mut Group<'_>,
    rows: &[LibraryGame],
    of: impl Fn(&LibraryGame) -> i64,
) -> Result<(), ParquetError> {
    let values: Vec<i64> = rows.iter().map(of).collect();
    if let Some(mut column) = group.next_column()? {
        column.typed::<Int64Type>().write_batch(&values, None, None)?;
        column.close()?;
    }
    Ok(())
}

/// Writes the next column, of texts.
fn texts(
    group: &mut Group<'_>,
    rows: &[LibraryGame],
    of: impl Fn(&LibraryGame) -> String,
) -> Result<(), ParquetError> {
    let values: Vec<ByteArray> =
        rows.iter().map(|game| ByteArray::from(of(game).into_bytes())).collect();
    if let Some(mut column) = group.next_column()? {
        column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
        column.close()?;
    }
    Ok(())
}

const fn winner(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::Black) => "black",
        Some(Side::White) => "white",
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::GameKind;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor as _;
    use std::io::Write as _;

    #[test]
    fn a_reader_finds_every_row_and_column() {
        let game = |game: i64, black: &str| LibraryGame {
            game,
            kind: GameKind::Shogi,
            black: black.to_owned(),
            white: "乙".to_owned(),
            date: "2024-05-01".to_owned(),
            event: String::new(),
            winner: Some(Side::White),
            result: "投了".to_owned(),
            plies: 2,
            openings: ["居飛車".to_owned(), "四間飛車".to_owned()],
            castles: vec!["☗矢倉".to_owned(), "☖美濃囲い".to_owned()],
            handicap: String::new(),
            file: "a.kif".to_owned(),
            analysed: false,
            ply: None,
            marks: Default::default(),
        };
        let rows = [game(7, "甲"), game(9, "")];
        let lines = HashMap::from([(7, ("start".to_owned(), "7g7f 3c3d".to_owned()))]);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&written(&rows, &lines).unwrap()).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let columns = reader.metadata().file_metadata().schema_descr().num_columns();
        assert_eq!(columns, SCHEMA.matches("required").count());
        let found: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].get_long(0).unwrap(), found[1].get_long(0).unwrap()), (7, 9));
        assert_eq!(found[0].get_string(2).unwrap(), "甲");
        assert_eq!(found[0].get_string(11).unwrap(), "☗矢倉 ☖美濃囲い");
        assert_eq!(found[0].get_string(16).unwrap(), "7g7f 3c3d");
        assert_eq!(found[1].get_string(16).unwrap(), "");
    }
}
