//! Opening and editing documents.

use crate::document::{Document, Tree, open, position_tree};
use crate::errors::{Answer, error, not_found};
use crate::hub::{Connection, Hub, lock};
use crate::protocol::{ErrorCode, GameReport, Reply, Request, Source};
use crate::samples;
use std::sync::{Arc, Mutex};
use zenpuku_shogi::Handicap;

/// Documents that one session may have open.
const MAX_DOCUMENTS: usize = 100;

pub(super) fn carry_out(
    hub: &Arc<Hub>,
    connection: &Arc<Connection>,
    request: Request,
) -> Answer<Reply> {
    match request {
        Request::DocumentOpen { source, game_index } => {
            open_source(hub, connection, source, game_index.unwrap_or(0) as usize)
        }
        Request::DocumentGet { document } => {
            let found = hub.document(document)?;
            hub.join(connection, document)?;
            Ok(state(&found))
        }
        Request::DocumentClose { document } => {
            hub.leave(connection, document)?;
            Ok(Reply::Ok)
        }
        Request::DocumentList => Ok(Reply::Documents { documents: hub.document_infos()? }),
        Request::CommentSet { document, node, comment } => {
            hub.edit(document, |editor| editor.comment(node, &comment))
        }
        edit => edit_tree(hub, edit),
    }
}

fn state(document: &Arc<Mutex<Document>>) -> Reply {
    Reply::Document { document: Box::new(lock(document).state()) }
}

/// The edits that a game which goes on does not allow.
fn edit_tree(hub: &Arc<Hub>, request: Request) -> Answer<Reply> {
    let free = |document: u32| {
        if lock(&*hub.document(document)?).playing {
            let message = "a game goes on in this document; only comments can be changed";
            return Err(error(ErrorCode::WrongState, message));
        }
        Ok(document)
    };
    match request {
        Request::NodeAdd { document, parent, usi } => {
            hub.edit(free(document)?, |editor| editor.add_move(parent, &usi))
        }
        Request::NodeDelete { document, node } => {
            hub.edit(free(document)?, |editor| editor.delete(node))
        }
        Request::NodePromote { document, node, main } => {
            hub.edit(free(document)?, |editor| editor.promote(node, main))
        }
        Request::HeadersSet { document, headers } => {
            hub.edit(free(document)?, |editor| editor.headers(&headers))
        }
        Request::Undo { document } => hub.edit(free(document)?, crate::document::Editor::undo),
        Request::Redo { document } => hub.edit(free(document)?, crate::document::Editor::redo),
        _ => Err(error(ErrorCode::BadMessage, "the request is not known here")),
    }
}

fn open_source(
    hub: &Arc<Hub>,
    connection: &Arc<Connection>,
    source: Source,
    index: usize,
) -> Answer<Reply> {
    let session = connection.session.get().map_or("", String::as_str);
    if hub.storage.session_documents(session)?.len() >= MAX_DOCUMENTS {
        let message = format!("{MAX_DOCUMENTS} documents are open; close some first");
        return Err(error(ErrorCode::TooLarge, message));
    }
    let document = match source {
        Source::Upload { upload } => {
            let taken = hub.uploads.take(&upload);
            let (name, bytes) = taken.ok_or_else(|| not_found("upload", &upload))?;
            hub.add_opened(&name, open(&bytes, &name, index)?)?
        }
        Source::Text { text, name } => {
            let name = name.unwrap_or_default();
            hub.add_opened(&name, open(text.as_bytes(), &name, index)?)?
        }
        Source::Sample { sample } => open_sample(hub, &sample)?,
        Source::Library { game } => open_game(hub, game)?,
        Source::Position { sfen } => hub.add_document("", position_tree(&sfen)?, |_| ())?,
        Source::New { handicap } => new_game(hub, handicap.as_deref())?,
    };
    let id = lock(&document).id;
    hub.join(connection, id)?;
    Ok(state(&document))
}

fn new_game(hub: &Arc<Hub>, handicap: Option<&str>) -> Answer<Arc<Mutex<Document>>> {
    let name = handicap.unwrap_or("平手");
    let handicap = Handicap::from_name_ja(name).ok_or_else(|| not_found("handicap", name))?;
    let tree = Tree::new(handicap.setup()).ok_or_else(|| not_found("handicap", name))?;
    hub.add_document("", tree, |_| ())
}

fn open_sample(hub: &Arc<Hub>, id: &str) -> Answer<Arc<Mutex<Document>>> {
    let sample = samples::find(id).ok_or_else(|| not_found("sample", id))?;
    let opened = open(sample.record.as_bytes(), sample.file, 0)?;
    let document = hub.add_opened(sample.file, opened)?;
    keep_report(hub, &document, sample.analysis);
    Ok(document)
}

/// A game of the library: the document that shows it already, or a new one.
fn open_game(hub: &Arc<Hub>, game: i64) -> Answer<Arc<Mutex<Document>>> {
    if let Some(document) = hub.document_of_game(game) {
        return Ok(document);
    }
    let stored = hub.storage.library_game(game)?.ok_or_else(|| not_found("library game", game))?;
    let read =
        Document::restore(0, &stored.body).ok_or_else(|| not_found("readable game", game))?;
    let (format, warnings) = (read.format.clone(), read.warnings.clone());
    let document = hub.add_document(&read.title, read.tree().clone(), |document| {
        (document.format, document.warnings) = (format, warnings);
        document.library = Some(game);
    })?;
    keep_report(hub, &document, stored.analysis.as_deref().unwrap_or_default());
    Ok(document)
}

/// Gives a document the analysis that came with its record.
fn keep_report(hub: &Arc<Hub>, document: &Arc<Mutex<Document>>, analysis: &str) {
    let info = lock(document).info();
    let Ok(report) = serde_json::from_str::<GameReport>(analysis) else { return };
    let report = GameReport { document: info.id, job: None, ..report };
    if let Err(error) = hub.storage.save_report(&report, &info) {
        tracing::warn!("an analysis is not saved: {error}");
    }
}
