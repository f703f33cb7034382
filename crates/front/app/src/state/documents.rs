//! The open documents, their edits and their way to disk.

use super::{AppState, Connection, lock};
use crate::document::{Changed, Content, Document, EditError, Editor, Opened, changed_now};
use crate::errors::{AppResult, error, not_found};
use crate::protocol::{DocumentInfo, ErrorCode, Event, GameKind, GoKept, Reply, Unsaved};
use crate::storage::{Added, GameEntry, StorageError, StoredDocument};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Sessions not seen for so long are forgotten, with the documents that only they had.
const SESSION_LIFE_MS: u64 = 30 * 24 * 3_600 * 1_000;

/// Documents that are kept in memory without a client.
const KEPT: usize = 50;

/// Documents in memory.
#[derive(Default)]
pub(super) struct Documents(Mutex<HashMap<u32, Arc<Mutex<Document>>>>);

impl AppState {
    pub(super) fn forget_old_sessions(&self) -> Result<(), StorageError> {
        self.storage.tidy(changed_now().saturating_sub(SESSION_LIFE_MS))
    }

    /// A document, from memory or disk.
    pub(crate) fn document(&self, id: u32) -> AppResult<Arc<Mutex<Document>>> {
        if let Some(found) = lock(&self.documents.0).get(&id) {
            return Ok(Arc::clone(found));
        }
        let stored = self.storage.document(id)?.ok_or_else(|| not_found("document", id))?;
        let mut document = Document::restore(id, &stored.body)
            .ok_or_else(|| not_found("readable document", id))?;
        document.changed_ms = stored.changed;
        document.library = stored.library;
        document.game = stored.game;
        let mut all = lock(&self.documents.0);
        // Another thread may have been faster.
        let found = all.entry(id).or_insert_with(|| Arc::new(Mutex::new(document)));
        Ok(Arc::clone(found))
    }

    /// Creates a document from a game; `shape` sets additional data.
    pub(crate) fn add_document(
        &self,
        title: &str,
        content: impl Into<Content>,
        shape: impl FnOnce(&mut Document),
    ) -> AppResult<Arc<Mutex<Document>>> {
        let id = self.storage.new_document()?;
        let mut document = Document::new(id, title, content);
        shape(&mut document);
        let document = Arc::new(Mutex::new(document));
        lock(&self.documents.0).insert(id, Arc::clone(&document));
        self.save(&mut lock(&document))?;
        self.trim();
        Ok(document)
    }

    /// Makes a document of a record that was read.
    pub(crate) fn add_opened(
        &self,
        title: &str,
        opened: Opened,
    ) -> AppResult<Arc<Mutex<Document>>> {
        let Opened { content, format, warnings, games } = opened;
        self.add_document(title, content, |document| {
            format.clone_into(&mut document.format);
            document.warnings = warnings;
            document.games_in_file = u32::try_from(games).unwrap_or(u32::MAX);
        })
    }

    /// Subscribes the client to the document, and keeps it in its session.
    pub(crate) fn join(&self, connection: &Connection, document: u32) -> AppResult<()> {
        connection.subscribe(document);
        if let Some(session) = connection.session.get() {
            self.storage.join_document(session, document)?;
        }
        Ok(())
    }

    /// The client leaves the document; it is deleted when it is no longer needed. Was it?
    pub(crate) fn leave(&self, connection: &Connection, document: u32) -> AppResult<bool> {
        connection.unsubscribe(document);
        let Some(session) = connection.session.get() else { return Ok(false) };
        let needed = self.storage.leave_document(session, document)?;
        let playing = self.document(document).is_ok_and(|document| lock(&document).playing);
        let goes = !needed && !playing && !self.is_watched(document);
        if goes {
            lock(&self.documents.0).remove(&document);
            self.storage.delete_document(document)?;
            self.publish(Event::DocumentRemoved { document }, |_| true);
        }
        Ok(goes)
    }

    /// Edits a document and notifies all clients that have it open.
    pub(crate) fn edit(
        &self,
        id: u32,
        work: impl FnOnce(&mut Editor) -> Result<Changed, EditError>,
    ) -> AppResult<Reply> {
        let document = self.document(id)?;
        let mut document = lock(&document);
        let changed = work(document.editor()?)?;
        if let Some(change) = document.commit(&changed) {
            // Under the lock, so that changes arrive in order.
            self.publish_document(id, Event::DocumentChanged { change });
        }
        Ok(Reply::Edited { document: id, revision: document.revision, node: changed.node })
    }

    /// Stores the user's state of a game of go, also in the library if it is
    /// there, and notifies all clients that have it open.
    pub(crate) fn keep_go(&self, id: u32, kept: GoKept) -> AppResult<Reply> {
        let document = self.document(id)?;
        let mut document = lock(&document);
        let reviewed = document.go()?.kept.review != kept.review;
        if let Some(change) = document.keep_go(kept)? {
            self.publish_document(id, Event::DocumentChanged { change });
            if let Some(game) = document.library.filter(|_| reviewed) {
                self.storage.save_review(game, &document.stored())?;
            }
        }
        let game = document.go()?;
        let branch = &game.kept.branch;
        let last = match branch.moves.len() {
            0 => game.record.steps.len().saturating_sub(1),
            moves => branch.from as usize + moves,
        };
        Ok(Reply::Edited { document: id, revision: document.revision, node: last as u32 })
    }

    /// Documents, latest first, without the latest `offset`; of one game only, if `kind` says so.
    pub(crate) fn document_infos(
        &self,
        offset: u32,
        kind: Option<GameKind>,
    ) -> AppResult<Vec<DocumentInfo>> {
        let ids = self.storage.document_ids(offset, kind)?;
        Ok(self.infos(&ids))
    }

    /// What lists show of these documents, without those that cannot be read.
    pub(crate) fn infos(&self, ids: &[u32]) -> Vec<DocumentInfo> {
        let found = ids.iter().filter_map(|&id| self.document(id).ok());
        let infos = found.map(|document| lock(&document).info()).collect();
        self.trim();
        infos
    }

    /// The open document that shows a game of the library.
    pub(crate) fn document_of_game(&self, game: i64) -> Option<Arc<Mutex<Document>>> {
        let all: Vec<_> = lock(&self.documents.0).values().cloned().collect();
        all.into_iter().find(|document| lock(document).library == Some(game))
    }

    /// The document that is a sample still.
    pub(crate) fn document_of_sample(
        &self,
        sample: &str,
    ) -> AppResult<Option<Arc<Mutex<Document>>>> {
        let ids = self.storage.sample_documents(sample)?.into_iter();
        let mut found = ids.filter_map(|id| self.document(id).ok());
        Ok(found.find(|document| lock(document).sample.as_deref() == Some(sample)))
    }

    /// Adds a document to the library; its running game replaces the earlier entry. Is it new?
    pub(crate) fn keep(&self, document: &mut Document) -> AppResult<bool> {
        let entry = GameEntry::of(document, &document.title)
            .ok_or_else(|| error(ErrorCode::BadPosition, "the start position cannot be kept"))?;
        let before = document.library.filter(|_| document.playing);
        let added = self.storage.write(|db| entry.put(db, before))?;
        let (Added::New(game) | Added::Duplicate(game)) = added;
        if document.go().is_ok_and(|game| game.kept.review.is_some()) {
            self.storage.save_review(game, &document.stored())?;
        }
        document.library = Some(game);
        document.dirty = true;
        self.save(document)?;
        Ok(matches!(added, Added::New(_)))
    }

    /// Adds a document to the library with its analysis. Is it new?
    pub(crate) fn keep_analysed(&self, id: u32) -> AppResult<(bool, DocumentInfo)> {
        let found = self.document(id)?;
        let mut document = lock(&found);
        let new = self.keep(&mut document)?;
        let info = document.info();
        drop(document);
        if let Some(report) = self.storage.report(id)? {
            self.storage.save_report(&report, &info)?;
        }
        Ok((new, info))
    }

    /// Stores a game of the Play room in the library, while it is running and
    /// at its end. A game without moves is only written if it is already
    /// stored: its moves were taken back.
    pub(crate) fn keep_game(&self, document: &mut Document) {
        if document.main_moves().is_empty() && document.library.is_none() {
            return;
        }
        if let Err(error) = self.keep(document) {
            tracing::warn!("a game is not in the library: {}", error.message);
        }
    }

    /// Writes a document to disk if it changed.
    pub(crate) fn save(&self, document: &mut Document) -> Result<(), StorageError> {
        if !document.dirty {
            return Ok(());
        }
        self.storage.save_document(&StoredDocument {
            id: document.id,
            changed: document.changed_ms,
            library: document.library,
            game: document.game,
            body: document.stored(),
        })?;
        document.dirty = false;
        Ok(())
    }

    /// Writes every changed document and running report to disk. Failed writes
    /// are reported to all clients, kept in memory and retried next time.
    pub(crate) fn save_all(&self) -> Unsaved {
        let all: Vec<_> = lock(&self.documents.0).values().cloned().collect();
        let mut unsaved = Unsaved::default();
        for document in all {
            let mut document = lock(&document);
            if document.dirty && document.playing {
                self.keep_game(&mut document);
            }
            if let Err(error) = self.save(&mut document) {
                unsaved.documents += 1;
                unsaved.reason = error.to_string();
            }
        }
        if let Err(error) = self.record_attempts() {
            unsaved.documents += 1;
            unsaved.reason = error.to_string();
        }
        let mut known = lock(&self.unsaved);
        if *known != unsaved {
            known.clone_from(&unsaved);
            drop(known);
            if unsaved.documents > 0 {
                tracing::warn!("{} documents are not saved: {}", unsaved.documents, unsaved.reason);
            }
            self.publish(Event::Unsaved { unsaved: unsaved.clone() }, |_| true);
        }
        unsaved
    }

    /// Unsaved data, for a newly connected client.
    pub(crate) fn unsaved(&self) -> Unsaved {
        lock(&self.unsaved).clone()
    }

    /// Drops documents without a client from memory if there are many; they stay on disk.
    fn trim(&self) {
        let mut all = lock(&self.documents.0);
        if all.len() <= KEPT {
            return;
        }
        all.retain(|&id, document| {
            Arc::strong_count(document) > 1
                || self.is_watched(id)
                || document.try_lock().is_ok_and(|document| document.dirty || document.playing)
        });
    }
}
