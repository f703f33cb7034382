//! A book's entry as the database and the protocol have it.

use crate::protocol::{BookAnalysis, BookMoveData, BookMoveMark, BookResults};
use crate::storage::StorageError;
use serde::{Deserialize, Serialize};
use zenpuku_shogi::{Move, Position, RuleViolation};
use zenpuku_shogi_engine::book::{Analysis, BookEntry, BookMove, MoveMark, Results};

/// An entry in JSON; one without any content stands for a position that was removed.
#[derive(Debug, Default, Serialize, Deserialize)]
struct StoredEntry {
    moves: Vec<BookMoveData>,
    comment: String,
    ply: Option<u16>,
    results: Option<BookResults>,
    analyses: Vec<BookAnalysis>,
}

/// Author and description of a book, which the changes have under an empty position.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Titles {
    pub(super) author: String,
    pub(super) description: String,
}

/// The JSON of an entry.
pub(super) fn write(entry: &BookEntry) -> Result<String, StorageError> {
    let stored = StoredEntry {
        moves: entry.moves.iter().map(move_data).collect(),
        comment: entry.comment.clone(),
        ply: entry.ply,
        results: entry.results.map(results),
        analyses: entry.analyses.iter().map(analysis).collect(),
    };
    Ok(serde_json::to_string(&stored)?)
}

/// The entry of a JSON text. Moves that are not legal are left out: no change was stored with one.
pub(super) fn read(body: &str, position: &Position) -> Result<BookEntry, StorageError> {
    let stored: StoredEntry = serde_json::from_str(body)?;
    let moves = stored.moves.iter().filter_map(|data| book_move(position, data).ok()).collect();
    let results = stored.results.map(|BookResults { games, black_wins, white_wins }| Results {
        games,
        black_wins,
        white_wins,
    });
    let analyses = stored.analyses.into_iter().map(|one| Analysis {
        value: one.value,
        depth: one.depth,
        sel_depth: one.sel_depth,
        nodes: one.nodes,
        line: one.line,
        engine: one.engine,
    });
    let analyses = analyses.collect();
    Ok(BookEntry { moves, comment: stored.comment, ply: stored.ply, results, analyses })
}

/// Has the entry any content?
pub(super) fn is_empty(entry: &BookEntry) -> bool {
    *entry == BookEntry { ply: entry.ply, ..BookEntry::default() }
}

/// A move as clients see it.
pub(super) fn move_data(book: &BookMove) -> BookMoveData {
    BookMoveData {
        usi: book.mv.to_string(),
        reply: book.reply.map(|mv| mv.to_string()),
        value: book.eval,
        depth: book.depth,
        count: book.count,
        mark: book.mark.map(mark),
        comment: book.comment.clone(),
    }
}

/// A move from a client, if it and its reply are legal.
pub(super) fn book_move(
    position: &Position,
    data: &BookMoveData,
) -> Result<BookMove, RuleViolation> {
    let mv = position.read_usi(&data.usi)?;
    let reply = data.reply.as_ref().filter(|usi| !usi.is_empty());
    let reply = reply.map(|usi| reply_to(position, mv, usi)).transpose()?;
    Ok(BookMove {
        mv,
        reply,
        eval: data.value,
        depth: data.depth,
        count: data.count,
        mark: data.mark.map(author_mark),
        comment: data.comment.clone(),
    })
}

fn reply_to(position: &Position, mv: Move, usi: &str) -> Result<Move, RuleViolation> {
    let mut after = position.without_history();
    after.try_do_move(mv)?;
    after.read_usi(usi)
}

const fn mark(mark: MoveMark) -> BookMoveMark {
    match mark {
        MoveMark::Forced => BookMoveMark::Forced,
        MoveMark::Good => BookMoveMark::Good,
        MoveMark::Doubtful => BookMoveMark::Doubtful,
        MoveMark::Bad => BookMoveMark::Bad,
    }
}

const fn author_mark(mark: BookMoveMark) -> MoveMark {
    match mark {
        BookMoveMark::Forced => MoveMark::Forced,
        BookMoveMark::Good => MoveMark::Good,
        BookMoveMark::Doubtful => MoveMark::Doubtful,
        BookMoveMark::Bad => MoveMark::Bad,
    }
}

/// Results of games as clients see them.
pub(super) const fn results(results: Results) -> BookResults {
    let Results { games, black_wins, white_wins } = results;
    BookResults { games, black_wins, white_wins }
}

/// An analysis as clients see it.
pub(super) fn analysis(one: &Analysis) -> BookAnalysis {
    BookAnalysis {
        value: one.value,
        depth: one.depth,
        sel_depth: one.sel_depth,
        nodes: one.nodes,
        line: one.line.clone(),
        engine: one.engine.clone(),
    }
}
