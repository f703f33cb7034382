//! Requests about documents: opening, editing, closing.

use super::{Document, Editor, GoGame, Tree, open, open_text, position_tree};
use crate::errors::{AppResult, error, not_found};
use crate::jobs::Jobs;
use crate::play::Games;
use crate::protocol::{DocumentRequest, ErrorCode, GameReport, Reply, Source};
use crate::samples;
use crate::state::{AppState, Connection, lock};
use std::sync::{Arc, Mutex};
use zenpuku_shogi::Handicap;

/// Documents that one session may have open.
const MAX_DOCUMENTS: usize = 100;

pub(crate) fn carry_out(
    state: &AppState,
    jobs: &Jobs,
    games: &Games,
    connection: &Connection,
    request: DocumentRequest,
) -> AppResult<Reply> {
    match request {
        DocumentRequest::Open { source, game_index } => {
            if let Some(closed) = make_room(state, jobs, connection)? {
                games.forget(closed);
            }
            open_source(state, connection, source, game_index.unwrap_or(0) as usize)
        }
        DocumentRequest::Get { document } => {
            let found = state.document(document)?;
            state.join(connection, document)?;
            Ok(document_state(&found))
        }
        DocumentRequest::Close { document } => {
            if state.leave(connection, document)? {
                games.forget(document);
                jobs.cancel_analyses(document);
            }
            Ok(Reply::Ok)
        }
        DocumentRequest::List { offset, kind } => {
            Ok(Reply::Documents { documents: state.document_infos(offset, kind)? })
        }
        DocumentRequest::CommentSet { document, node, comment } => {
            state.edit(document, |editor| editor.comment(node, &comment))
        }
        DocumentRequest::NodeAdd { document, parent, usi } => {
            state.edit(free(state, document)?, |editor| editor.add_move(parent, &usi))
        }
        DocumentRequest::NodeDelete { document, node } => {
            state.edit(free(state, document)?, |editor| editor.delete(node))
        }
        DocumentRequest::NodePromote { document, node, main } => {
            state.edit(free(state, document)?, |editor| editor.promote(node, main))
        }
        DocumentRequest::HeadersSet { document, headers } => {
            state.edit(free(state, document)?, |editor| editor.headers(&headers))
        }
        DocumentRequest::Undo { document } => state.edit(free(state, document)?, Editor::undo),
        DocumentRequest::Redo { document } => state.edit(free(state, document)?, Editor::redo),
    }
}

fn document_state(document: &Arc<Mutex<Document>>) -> Reply {
    Reply::Document { document: Box::new(lock(document).state()) }
}

/// The document, unless it records a running game, which allows only comments.
fn free(state: &AppState, document: u32) -> AppResult<u32> {
    if lock(&*state.document(document)?).playing {
        let message = "a game is running in this document; only comments can be changed";
        return Err(error(ErrorCode::WrongState, message));
    }
    Ok(document)
}

/// Closes the document of the session that was left alone longest if another one would be too many. It is
/// put into the library first; running games, games under analysis and positions without moves stay. Returns
/// the closed document if nobody else has it open.
fn make_room(state: &AppState, jobs: &Jobs, connection: &Connection) -> AppResult<Option<u32>> {
    let session = connection.session.get().map_or("", String::as_str);
    let open = state.storage.session_documents_by_age(session)?;
    if open.len() < MAX_DOCUMENTS {
        return Ok(None);
    }
    for id in open {
        let Ok(document) = state.document(id) else { continue };
        let stays = |document: &Document| document.playing || document.info().plies == 0;
        if stays(&lock(&document)) || jobs.analyses(id) {
            continue;
        }
        state.keep_analysed(id)?;
        return Ok(state.leave(connection, id)?.then_some(id));
    }
    let message = format!("{MAX_DOCUMENTS} documents are open; close some first");
    Err(error(ErrorCode::TooLarge, message))
}

fn open_source(
    state: &AppState,
    connection: &Connection,
    source: Source,
    index: usize,
) -> AppResult<Reply> {
    let document = match source {
        Source::Upload { upload } => {
            let taken = state.uploads.take(&upload);
            let (name, bytes) = taken.ok_or_else(|| not_found("upload", &upload))?;
            state.add_opened(&name, open(&bytes, &name, index)?)?
        }
        Source::Text { text, name } => {
            let name = name.unwrap_or_default();
            state.add_opened(&name, open_text(&text, &name, index)?)?
        }
        Source::Sample { sample } => open_sample(state, &sample)?,
        Source::Library { game } => open_game(state, game)?,
        Source::Position { sfen } => state.add_document("", position_tree(&sfen)?, |_| ())?,
        Source::New { handicap } => new_game(state, handicap.as_deref())?,
        Source::GoPosition { position, rules } => {
            crate::go::check_position(&position, &rules)?;
            state.add_document("", GoGame::from_position(position, &rules), |_| ())?
        }
    };
    let id = lock(&document).id;
    state.join(connection, id)?;
    Ok(document_state(&document))
}

fn new_game(state: &AppState, handicap: Option<&str>) -> AppResult<Arc<Mutex<Document>>> {
    let name = handicap.unwrap_or("平手");
    let handicap = Handicap::from_name_ja(name).ok_or_else(|| not_found("handicap", name))?;
    let tree = Tree::new(handicap.setup()).ok_or_else(|| not_found("handicap", name))?;
    state.add_document("", tree, |_| ())
}

/// A sample: the document that shows it already, or a new one.
fn open_sample(state: &AppState, id: &str) -> AppResult<Arc<Mutex<Document>>> {
    let sample = samples::find(id).ok_or_else(|| not_found("sample", id))?;
    if let Some(document) = state.document_of_sample(id)? {
        return Ok(document);
    }
    let opened = open(sample.record.as_bytes(), sample.file, 0)?;
    let document = state.add_opened(sample.file, opened)?;
    {
        let mut document = lock(&document);
        (document.sample, document.dirty) = (Some(id.to_owned()), true);
        state.save(&mut document)?;
    }
    keep_report(state, &document, sample.analysis);
    Ok(document)
}

/// A game of the library: the document that shows it already, or a new one.
fn open_game(state: &AppState, game: i64) -> AppResult<Arc<Mutex<Document>>> {
    if let Some(document) = state.document_of_game(game) {
        return Ok(document);
    }
    let (read, analysis) = read_game(state, game)?;
    let (format, warnings) = (read.format.clone(), read.warnings.clone());
    let document = state.add_document(&read.title, read.content.clone(), |document| {
        (document.format, document.warnings) = (format, warnings);
        document.library = Some(game);
    })?;
    keep_report(state, &document, analysis.as_deref().unwrap_or_default());
    Ok(document)
}

/// A game of the library as a document that is not open and has the number 0, and its analysis in JSON.
pub(crate) fn read_game(state: &AppState, game: i64) -> AppResult<(Document, Option<String>)> {
    let stored =
        state.storage.library_game(game)?.ok_or_else(|| not_found("library game", game))?;
    let mut read =
        Document::restore(0, &stored.body).ok_or_else(|| not_found("readable game", game))?;
    read.library = Some(game);
    Ok((read, stored.analysis))
}

/// Gives a document the analysis that came with its record. A game of go has its review in its body.
fn keep_report(state: &AppState, document: &Arc<Mutex<Document>>, analysis: &str) {
    let info = lock(document).info();
    let Ok(report) = serde_json::from_str::<GameReport>(analysis) else { return };
    let report = GameReport { document: info.id, job: None, ..report };
    if let Err(error) = state.storage.save_report(&report, &info) {
        tracing::warn!("an analysis is not saved: {error}");
    }
}
