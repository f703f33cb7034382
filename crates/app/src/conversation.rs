//! The protocol without a network: one client that talks to a server of its own.

use crate::hub::{Connection, Hub, message_text};
use crate::protocol::{ClientMessage, ServerMessage};
use crate::requests;
use crate::server::ServerError;
use crate::storage::DataFolder;
use std::path::Path;
use std::sync::Arc;

/// Memory for the engine's tables, MiB: the least there is.
const HASH_MB: u32 = 16;

/// A server without network and without workers, for programs that look for faults in it:
/// engines do not move and jobs wait for ever.
pub struct Server {
    hub: Arc<Hub>,
}

impl Server {
    /// Opens the data folder.
    ///
    /// # Errors
    /// [`ServerError::Storage`] when the folder cannot be used.
    pub fn open(folder: &Path) -> Result<Self, ServerError> {
        let folder = DataFolder::open(folder)?;
        Ok(Self { hub: Hub::new(folder, (1, HASH_MB), true)? })
    }

    /// A client that has said nothing; `None` when there are too many.
    #[must_use]
    pub fn connect(&self) -> Option<Client> {
        let connection = self.hub.connect()?;
        Some(Client { hub: Arc::clone(&self.hub), connection })
    }
}

/// A client of a [`Server`].
pub struct Client {
    hub: Arc<Hub>,
    connection: Arc<Connection>,
}

impl Client {
    /// Reads one frame of text; `None` when it is no message. Nothing is carried out.
    #[must_use]
    pub fn read(text: &str) -> Option<ClientMessage> {
        requests::read(text).ok()
    }

    /// What one frame of text is answered, as text too. Events are not heard.
    #[must_use]
    pub fn answer(&self, text: &str) -> String {
        let answer = match requests::read(text) {
            Ok(message) => requests::answer(&self.hub, &self.connection, message),
            Err((id, error)) => ServerMessage::Error { id, error },
        };
        message_text(&answer)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.hub.disconnect(&self.connection);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
