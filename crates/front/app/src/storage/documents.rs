//! Documents, sessions, games of the Play room, analyses of games and positions on disk.

use super::{Storage, StorageError};
use crate::document::Stored;
use crate::protocol::{DocumentInfo, GameKind, GameReport, GoEngine, Settings};
use rusqlite::{OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A document with its columns.
pub(crate) struct StoredDocument {
    pub(crate) id: u32,
    pub(crate) changed: u64,
    pub(crate) library: Option<i64>,
    pub(crate) game: Option<u32>,
    pub(crate) body: Stored,
}

/// A game of the Play room.
pub(crate) struct PlayRow {
    pub(crate) id: u32,
    pub(crate) document: u32,
    pub(crate) ended: bool,
    pub(crate) body: String,
}

impl Storage {
    /// The stored settings.
    pub(crate) fn settings(&self) -> Result<Option<Settings>, StorageError> {
        Ok(self.setting("settings")?.and_then(|body| serde_json::from_str(&body).ok()))
    }

    pub(crate) fn save_settings(&self, settings: &Settings) -> Result<(), StorageError> {
        self.save_setting("settings", &serde_json::to_string(settings)?)
    }

    /// The list of registered engines.
    pub(crate) fn engines<T: DeserializeOwned>(&self) -> Result<Option<T>, StorageError> {
        let body = self.setting("engines")?;
        body.map(|body| Ok(serde_json::from_str(&body)?)).transpose()
    }

    pub(crate) fn save_engines(&self, engines: &impl Serialize) -> Result<(), StorageError> {
        self.save_setting("engines", &serde_json::to_string(engines)?)
    }

    /// The Go engine for second opinions.
    pub(crate) fn go_engine(&self) -> Result<Option<GoEngine>, StorageError> {
        Ok(self.setting("go_engine")?.and_then(|body| serde_json::from_str(&body).ok()))
    }

    pub(crate) fn save_go_engine(&self, engine: Option<&GoEngine>) -> Result<(), StorageError> {
        self.save_setting("go_engine", &serde_json::to_string(&engine)?)
    }

    fn setting(&self, name: &str) -> Result<Option<String>, StorageError> {
        let sql = "SELECT body FROM settings WHERE name = ?1";
        Ok(self.reader().query_row(sql, [name], |row| row.get(0)).optional()?)
    }

    fn save_setting(&self, name: &str, body: &str) -> Result<(), StorageError> {
        self.write(|db| {
            db.execute("INSERT OR REPLACE INTO settings VALUES (?1, ?2)", [name, body])?;
            Ok(())
        })
    }

    /// Makes room for a new document and gives its id.
    pub(crate) fn new_document(&self) -> Result<u32, StorageError> {
        self.write(|db| {
            db.execute("INSERT INTO documents (changed, body) VALUES (0, '')", [])?;
            Ok(db.last_insert_rowid() as u32)
        })
    }

    pub(crate) fn save_document(&self, document: &StoredDocument) -> Result<(), StorageError> {
        let body = serde_json::to_string(&document.body)?;
        let StoredDocument { id, changed, library, game, .. } = document;
        self.write(|db| {
            db.execute(
                "UPDATE documents SET changed = ?2, library = ?3, game = ?4, body = ?5, kind = ?6 \
                 WHERE id = ?1",
                params![id, *changed as i64, library, game, body, document.body.kind().name()],
            )?;
            Ok(())
        })
    }

    pub(crate) fn document(&self, id: u32) -> Result<Option<StoredDocument>, StorageError> {
        let sql = "SELECT changed, library, game, body FROM documents WHERE id = ?1";
        let row = self
            .reader()
            .query_row(sql, [id], |row| {
                Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?, row.get::<_, String>(3)?))
            })
            .optional()?;
        let Some((changed, library, game, body)) = row else { return Ok(None) };
        if body.is_empty() {
            return Ok(None);
        }
        let body = serde_json::from_str(&body)?;
        Ok(Some(StoredDocument { id, changed: changed as u64, library, game, body }))
    }

    /// Ids of documents, latest first, without the latest `offset`; of one game only, if `kind` says so.
    pub(crate) fn document_ids(
        &self,
        offset: u32,
        kind: Option<GameKind>,
    ) -> Result<Vec<u32>, StorageError> {
        let reader = self.reader();
        let sql = "SELECT id FROM documents WHERE body <> '' AND kind = coalesce(?2, kind) \
                   ORDER BY changed DESC, id DESC LIMIT 50 OFFSET ?1";
        let mut query = reader.prepare_cached(sql)?;
        let wanted = params![offset, kind.map(GameKind::name)];
        let ids = query.query_map(wanted, |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(ids)
    }

    /// Ids of documents that were a sample when they were last written, latest first.
    pub(crate) fn sample_documents(&self, sample: &str) -> Result<Vec<u32>, StorageError> {
        let reader = self.reader();
        let sql = "SELECT id FROM documents \
                   WHERE CASE WHEN body <> '' THEN json_extract(body, '$.sample') END = ?1 \
                   ORDER BY id DESC";
        let mut query = reader.prepare_cached(sql)?;
        let ids = query.query_map([sample], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(ids)
    }

    pub(crate) fn delete_document(&self, id: u32) -> Result<(), StorageError> {
        self.write(|db| {
            db.execute("DELETE FROM documents WHERE id = ?1", [id])?;
            Ok(())
        })
    }

    /// Does the session exist? Then it is seen now.
    pub(crate) fn touch_session(&self, token: &str, now: u64) -> Result<bool, StorageError> {
        self.write(|db| {
            let sql = "UPDATE sessions SET seen = ?2 WHERE token = ?1";
            Ok(db.execute(sql, params![token, now as i64])? > 0)
        })
    }

    pub(crate) fn new_session(&self, token: &str, now: u64) -> Result<(), StorageError> {
        self.write(|db| {
            db.execute("INSERT INTO sessions VALUES (?1, ?2)", params![token, now as i64])?;
            Ok(())
        })
    }

    pub(crate) fn session_documents(&self, token: &str) -> Result<Vec<u32>, StorageError> {
        let sql = "SELECT document FROM session_documents WHERE token = ?1 ORDER BY document";
        self.documents_of(sql, token)
    }

    /// Its documents, the one that was left alone longest first.
    pub(crate) fn session_documents_by_age(&self, token: &str) -> Result<Vec<u32>, StorageError> {
        let sql = "SELECT document FROM session_documents JOIN documents ON id = document \
                   WHERE token = ?1 ORDER BY changed, id";
        self.documents_of(sql, token)
    }

    fn documents_of(&self, sql: &str, token: &str) -> Result<Vec<u32>, StorageError> {
        let reader = self.reader();
        let mut query = reader.prepare_cached(sql)?;
        let ids = query.query_map([token], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(ids)
    }

    pub(crate) fn join_document(&self, token: &str, document: u32) -> Result<(), StorageError> {
        self.write(|db| {
            let sql = "INSERT OR IGNORE INTO session_documents VALUES (?1, ?2)";
            db.execute(sql, params![token, document])?;
            Ok(())
        })
    }

    /// The session leaves the document; is anybody else's session still there?
    pub(crate) fn leave_document(&self, token: &str, document: u32) -> Result<bool, StorageError> {
        self.write(|db| {
            let sql = "DELETE FROM session_documents WHERE token = ?1 AND document = ?2";
            db.execute(sql, params![token, document])?;
            let sql = "SELECT EXISTS (SELECT 1 FROM session_documents WHERE document = ?1)";
            Ok(db.query_row(sql, [document], |row| row.get(0))?)
        })
    }

    /// Forgets sessions not seen since `before`, games deleted before it, and
    /// documents that are not open, recorded by a running game or needed by a
    /// waiting analysis.
    pub(crate) fn tidy(&self, before: u64) -> Result<(), StorageError> {
        self.write(|db| {
            db.execute("DELETE FROM deleted_games WHERE deleted < ?1", [before as i64])?;
            db.execute("DELETE FROM sessions WHERE seen < ?1", [before as i64])?;
            db.execute(
                "DELETE FROM documents WHERE id NOT IN (SELECT document FROM session_documents) \
                 AND id NOT IN (SELECT document FROM plays WHERE ended = 0) \
                 AND id NOT IN (SELECT value FROM jobs, json_tree(jobs.body, '$.work') \
                 WHERE key = 'document')",
                [],
            )?;
            Ok(())
        })
    }

    /// Makes room for a new game and gives its id.
    pub(crate) fn new_play(&self, document: u32) -> Result<u32, StorageError> {
        self.write(|db| {
            let sql = "INSERT INTO plays (document, ended, body) VALUES (?1, 0, '')";
            db.execute(sql, [document])?;
            Ok(db.last_insert_rowid() as u32)
        })
    }

    pub(crate) fn save_play(&self, row: &PlayRow) -> Result<(), StorageError> {
        self.write(|db| {
            let sql = "UPDATE plays SET ended = ?2, body = ?3 WHERE id = ?1";
            db.execute(sql, params![row.id, row.ended, row.body])?;
            Ok(())
        })
    }

    /// Running games, and ended ones whose document still exists.
    pub(crate) fn plays(&self) -> Result<Vec<PlayRow>, StorageError> {
        let reader = self.reader();
        let sql = "SELECT id, document, ended, body FROM plays WHERE body <> '' \
                   ORDER BY ended, id DESC LIMIT 200";
        let mut query = reader.prepare(sql)?;
        let rows = query.query_map([], |row| {
            let (id, document, ended, body) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            Ok(PlayRow { id, document, ended, body })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The analysis of a document.
    pub(crate) fn report(&self, document: u32) -> Result<Option<GameReport>, StorageError> {
        let sql = "SELECT body FROM reports WHERE document = ?1";
        let body: Option<String> =
            self.reader().query_row(sql, [document], |row| row.get(0)).optional()?;
        body.map(|body| Ok(serde_json::from_str(&body)?)).transpose()
    }

    /// Keeps the analysis of a document, and of the library's game when it is one.
    pub(crate) fn save_report(
        &self,
        report: &GameReport,
        info: &DocumentInfo,
    ) -> Result<(), StorageError> {
        let body = serde_json::to_string(report)?;
        self.write(|db| {
            let known = "SELECT EXISTS (SELECT 1 FROM documents WHERE id = ?1)";
            if db.query_row(known, [report.document], |row| row.get(0))? {
                let sql = "INSERT OR REPLACE INTO reports VALUES (?1, ?2)";
                db.execute(sql, params![report.document, body])?;
            }
            let known = "SELECT EXISTS (SELECT 1 FROM games WHERE id = ?1)";
            let game = info.library.filter(|_| report.complete);
            if let Some(game) = game
                && db.query_row(known, [game], |row| row.get(0))?
            {
                db.execute("INSERT OR REPLACE INTO analyses VALUES (?1, ?2)", params![game, body])?;
            }
            Ok(())
        })
    }

    /// The analysis of a position under a budget.
    pub(crate) fn position_analysis<T: DeserializeOwned>(
        &self,
        position: i64,
        budget: &str,
    ) -> Result<Option<T>, StorageError> {
        let sql = "SELECT body FROM thoughts WHERE position = ?1 AND budget = ?2";
        let reader = self.reader();
        let mut query = reader.prepare_cached(sql)?;
        let body: Option<String> =
            query.query_row(params![position, budget], |row| row.get(0)).optional()?;
        // One that cannot be read is made again.
        Ok(body.and_then(|body| serde_json::from_str(&body).ok()))
    }

    pub(crate) fn save_position_analysis(
        &self,
        position: i64,
        budget: &str,
        analysis: &impl Serialize,
    ) -> Result<(), StorageError> {
        let body = serde_json::to_string(analysis)?;
        self.write(|db| {
            let sql = "INSERT OR REPLACE INTO thoughts VALUES (?1, ?2, ?3)";
            db.execute(sql, params![position, budget, body])?;
            Ok(())
        })
    }
}
