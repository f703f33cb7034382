//! The protocol without a network: one client with its own server.

use crate::app::App;
use crate::protocol::{ClientMessage, ServerMessage};
use crate::requests;
use crate::server::ServerError;
use crate::settings::Budget;
use crate::state::{Connection, message_text};
use crate::storage::DataFolder;
use std::path::Path;
use std::sync::Arc;

/// Memory for the engine's tables, MiB: the least there is.
const HASH_MB: u32 = 16;

/// A server without network and workers, for fuzzing: engines do not move and jobs stay queued.
pub struct Server {
    app: Arc<App>,
}

impl Server {
    /// Opens the data folder.
    ///
    /// # Errors
    /// [`ServerError::Storage`] when the folder cannot be used.
    pub fn open(folder: &Path) -> Result<Self, ServerError> {
        let folder = DataFolder::open(folder)?;
        Ok(Self {
            app: App::open(folder, Budget { threads: Some(1), hash_mb: Some(HASH_MB) }, true)?,
        })
    }

    /// A client before its first message; `None` if there are too many.
    #[must_use]
    pub fn connect(&self) -> Option<Client> {
        let connection = self.app.state.connect()?;
        Some(Client { app: Arc::clone(&self.app), connection })
    }
}

/// A client of a [`Server`].
pub struct Client {
    app: Arc<App>,
    connection: Arc<Connection>,
}

impl Client {
    /// Reads one frame of text; `None` when it is not a message. No request is executed.
    #[must_use]
    pub fn read(text: &str) -> Option<ClientMessage> {
        requests::read(text).ok()
    }

    /// The answer to one text frame, as text. Events are discarded.
    #[must_use]
    pub fn answer(&self, text: &str) -> String {
        let answer = match requests::read(text) {
            Ok(message) => {
                let begun = requests::begin(&self.connection, message);
                requests::answer(&self.app, &self.connection, begun)
            }
            Err((id, error)) => ServerMessage::Error { id, error },
        };
        message_text(&answer)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.app.state.disconnect(&self.connection);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELLO: &str = r#"{"id": 1, "request": {"type": "hello", "protocol": 1}}"#;
    const OPEN: &str = r#"{"id": 2, "request": {"type": "document_open", "source":
        {"type": "new", "handicap": null}}}"#;
    const EDIT: &str = r#"{"id": 3, "request": {"type": "node_add", "document": 1, "parent": 0,
        "usi": "7g7f"}}"#;

    #[test]
    fn an_edit_outlives_every_fault_of_the_disk() {
        for (name, code) in crate::storage::FAULTS {
            let folder = tempfile::TempDir::new().unwrap();
            let server = Server::open(folder.path()).unwrap();
            let client = server.connect().unwrap();
            assert!(client.answer(HELLO).contains("welcome"));
            assert!(client.answer(OPEN).contains("document"));
            server.app.state.storage.faults.set(Some(code));
            assert!(client.answer(EDIT).contains("edited"), "{name}");
            let unsaved = server.app.state.save_all();
            assert_eq!(unsaved.documents, 1, "{name}");
            assert!(!unsaved.reason.is_empty());
            // All clients receive the event, including those that connect later.
            let told = |client: &Client| client.answer(HELLO).contains(r#""documents":1,"reason""#);
            assert!(told(&server.connect().unwrap()), "{name}");
            server.app.state.storage.faults.set(None);
            assert_eq!(server.app.state.save_all().documents, 0, "{name}");
            assert_eq!(server.app.state.unsaved().documents, 0);
            drop((client, server));
            let again = Server::open(folder.path()).unwrap();
            let nodes = again.app.state.document(1).unwrap();
            assert_eq!(crate::state::lock(&nodes).info().plies, 1, "{name}");
        }
    }

    #[test]
    fn every_write_of_the_app_tells_its_fault() {
        let folder = tempfile::TempDir::new().unwrap();
        let server = Server::open(folder.path()).unwrap();
        let client = server.connect().unwrap();
        assert!(client.answer(HELLO).contains("welcome"));
        for (_, code) in crate::storage::FAULTS {
            server.app.state.storage.faults.set(Some(code));
            for request in [
                OPEN,
                r#"{"id": 4, "request": {"type": "settings_set", "settings":
                {"threads": 1, "hash_mb": 16, "multi_pv": 1, "analysis_ms": 10, "page": {}}}}"#,
                r#"{"id": 5, "request": {"type": "library_mark", "games": [1],
                "mark": {"type": "star", "on": true}}}"#,
            ] {
                let answer = client.answer(request);
                assert!(answer.contains(r#""code":"storage""#), "{request}");
                assert!(answer.contains("the change is not saved"), "{answer}");
            }
        }
    }

    #[test]
    fn a_job_that_did_not_end_waits_after_the_next_start() {
        let folder = tempfile::TempDir::new().unwrap();
        let analyse = r#"{"id": 4, "request": {"type": "job_analyse", "document": 1}}"#;
        let cancel = r#"{"id": 5, "request": {"type": "job_cancel", "job": 2}}"#;
        {
            let server = Server::open(folder.path()).unwrap();
            let client = server.connect().unwrap();
            for request in [HELLO, OPEN, EDIT, analyse, analyse, cancel] {
                assert!(!client.answer(request).contains("error"), "{request}");
            }
        }
        let server = Server::open(folder.path()).unwrap();
        let client = server.connect().unwrap();
        assert!(client.answer(HELLO).contains("welcome"));
        let jobs = client.answer(r#"{"id": 2, "request": {"type": "job_list"}}"#);
        assert!(jobs.contains(r#""job":1"#) && jobs.contains(r#""state":"queued""#), "{jobs}");
        assert!(!jobs.contains(r#""job":2"#), "what was cancelled is forgotten: {jobs}");
    }

    #[test]
    fn a_search_is_stopped_that_has_not_begun_to_think() {
        let folder = tempfile::TempDir::new().unwrap();
        let client = Server::open(folder.path()).unwrap().connect().unwrap();
        assert!(client.answer(HELLO).contains("welcome"));
        // An endless search: no group is alive on an empty board.
        let diagram = vec!["."; 19].join(r"\n").replace('.', &".".repeat(19));
        let solve = format!(
            r#"{{"id": 2, "request": {{"type": "go_solve", "rules": "japanese", "seconds": 60, "position":
            {{"diagram": "{diagram}", "turn": "black", "ko": null, "prisoners": [0, 0]}}}}}}"#
        );
        let solve = requests::begin(&client.connection, Client::read(&solve).unwrap());
        assert!(client.answer(r#"{"id": 3, "request": {"type": "work_stop"}}"#).contains("ok"));
        let answer = message_text(&requests::answer(&client.app, &client.connection, solve));
        assert!(answer.contains(r#""stopped":true"#), "{answer}");
    }

    #[test]
    fn frames_are_answered_in_order() {
        let folder = tempfile::TempDir::new().unwrap();
        let client = Server::open(folder.path()).unwrap().connect().unwrap();
        assert!(client.answer("[]").contains("bad_message"));
        let open = r#"{"id": 2, "request": {"type": "document_open", "source":
            {"type": "new", "handicap": null}}}"#;
        assert!(client.answer(open).contains("bad_hello"));
        let hello = r#"{"id": 1, "request": {"type": "hello", "protocol": 1}}"#;
        assert!(client.answer(hello).contains("welcome"));
        assert!(client.answer(open).contains(r#""type":"document""#));
    }
}
