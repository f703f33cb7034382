//! Many records as columns, for frames.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use zenpuku_core::StopToken;
use zenpuku_shogi::{Color, Position, SetupRules};
use zenpuku_shogi_record::{Document, Record, kif_text};

use crate::position::side_name;
use crate::record::{comment, evaluation_cp, main_line, read_document};
use crate::work;

/// Reads files on all cores; the result of each is what `take` makes of it, in the files' order.
fn read_all<T: Send>(
    py: Python<'_>,
    paths: &[PathBuf],
    take: impl Fn(usize, Result<Document, String>) -> T + Sync,
) -> PyResult<Vec<T>> {
    let (next, stop) = (AtomicUsize::new(0), StopToken::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let worker = || {
        let mut done = Vec::new();
        while !stop.is_stopped() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = paths.get(index) else { break };
            done.push((index, take(index, read_document(path))));
        }
        done
    };
    let mut found = work::run(
        py,
        || stop.stop(),
        || {
            std::thread::scope(|scope| {
                let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
                let done = workers.into_iter().map(|worker| match worker.join() {
                    Ok(done) => done,
                    Err(panic) => std::panic::resume_unwind(panic),
                });
                done.flatten().collect::<Vec<_>>()
            })
        },
    )?;
    found.sort_by_key(|&(index, _)| index);
    Ok(found.into_iter().map(|(_, taken)| taken).collect())
}

/// A row of the frame of games.
#[derive(Default)]
struct Game {
    file: usize,
    number: Option<usize>,
    format: Option<&'static str>,
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    date: Option<String>,
    ending: Option<String>,
    winner: Option<&'static str>,
    plies: Option<usize>,
    start: Option<String>,
    moves: Option<String>,
    warnings: Option<String>,
    error: Option<String>,
}

impl Game {
    fn all(file: usize, read: Result<Document, String>) -> Vec<Self> {
        match read {
            Ok(document) => {
                let records = document.records.iter().enumerate();
                records.map(|(number, record)| Self::new(file, number, record, &document)).collect()
            }
            Err(error) => vec![Self { file, error: Some(error), ..Self::default() }],
        }
    }

    fn new(file: usize, number: usize, record: &Record, document: &Document) -> Self {
        let mut moves = String::new();
        let mut plies = 0;
        for (_, mv) in main_line(record) {
            if plies > 0 {
                moves.push(' ');
            }
            moves.push_str(&mv.to_string());
            plies += 1;
        }
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let warnings: Vec<_> = document.warnings.iter().map(ToString::to_string).collect();
        Self {
            file,
            number: Some(number + 1),
            format: Some(document.format.extension(false)),
            black: owned(record.player(Color::Black)),
            white: owned(record.player(Color::White)),
            event: owned(record.field("棋戦")),
            date: owned(record.field("開始日時")),
            ending: record.ending().map(|(ending, side)| ending.kif(side).to_owned()),
            winner: record.winner().map(side_name),
            plies: Some(plies),
            start: Some(record.start().to_sfen()),
            moves: Some(moves),
            warnings: (!warnings.is_empty()).then(|| warnings.join("\n")),
            error: None,
        }
    }
}

/// Puts a column of every row's value into the dict.
macro_rules! columns {
    ($dict:ident, $rows:ident, $($name:literal: $value:expr),+ $(,)?) => {
        $($dict.set_item($name, $rows.iter().map($value).collect::<Vec<_>>())?;)+
    };
}

/// Reads files and gives one row a game, as a dict of columns; a file that cannot be read is a row
/// with `error`.
#[pyfunction]
pub(crate) fn read_games(py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<Bound<'_, PyDict>> {
    let rows = read_all(py, &paths, Game::all)?;
    let rows: Vec<Game> = rows.into_iter().flatten().collect();
    let dict = PyDict::new(py);
    columns!(dict, rows,
        "file": |row| paths[row.file].to_string_lossy().into_owned(),
        "game": |row| row.number,
        "format": |row| row.format,
        "black": |row| row.black.as_deref(),
        "white": |row| row.white.as_deref(),
        "event": |row| row.event.as_deref(),
        "date": |row| row.date.as_deref(),
        "ending": |row| row.ending.as_deref(),
        "winner": |row| row.winner,
        "plies": |row| row.plies,
        "start": |row| row.start.as_deref(),
        "moves": |row| row.moves.as_deref(),
        "warnings": |row| row.warnings.as_deref(),
        "error": |row| row.error.as_deref(),
    );
    Ok(dict)
}

/// A row of the frame of moves.
struct Row {
    file: usize,
    game: usize,
    ply: usize,
    side: &'static str,
    usi: String,
    kif: String,
    sfen: Option<String>,
    seconds: Option<f64>,
    eval_cp: Option<i32>,
    comment: Option<String>,
}

fn rows(file: usize, document: &Document, sfen: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for (game, record) in document.records.iter().enumerate() {
        let mut position: Option<Position> =
            sfen.then(|| record.start().position(SetupRules::Play).ok()).flatten();
        let mut last = None;
        for (index, (id, mv)) in main_line(record).enumerate() {
            let node = record.node(id);
            let before = position.as_ref().map(Position::to_sfen);
            if let Some(position) = &mut position {
                position.do_move(mv);
            }
            rows.push(Row {
                file,
                game: game + 1,
                ply: index + 1,
                side: side_name(mv.piece_after().color()),
                usi: mv.to_string(),
                kif: kif_text(mv, last),
                sfen: before,
                seconds: node.time.map(|time| time.spent_ms as f64 / 1000.0),
                eval_cp: evaluation_cp(&node.evaluations()),
                comment: comment(record, id),
            });
            last = Some(mv.to());
        }
    }
    rows
}

/// Reads files and gives one row a move of the main lines, as a dict of columns. `sfen=True` adds
/// the position before each move. Files that cannot be read are left out: `read_games` reports
/// the reason.
#[pyfunction]
#[pyo3(signature = (paths, sfen = false))]
pub(crate) fn read_moves(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    sfen: bool,
) -> PyResult<Bound<'_, PyDict>> {
    let take = |file: usize, read: Result<Document, String>| {
        read.map(|document| rows(file, &document, sfen)).unwrap_or_default()
    };
    let rows: Vec<Row> = read_all(py, &paths, take)?.into_iter().flatten().collect();
    let dict = PyDict::new(py);
    columns!(dict, rows,
        "file": |row| paths[row.file].to_string_lossy().into_owned(),
        "game": |row| row.game,
        "ply": |row| row.ply,
        "side": |row| row.side,
        "usi": |row| row.usi.as_str(),
        "kif": |row| row.kif.as_str(),
        "seconds": |row| row.seconds,
        "eval_cp": |row| row.eval_cp,
        "comment": |row| row.comment.as_deref(),
    );
    if sfen {
        columns!(dict, rows, "sfen": |row| row.sfen.as_deref());
    }
    Ok(dict)
}
