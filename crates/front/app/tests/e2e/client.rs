//! A server for a test and a client for it.

use std::collections::VecDeque;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::client::client;
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket};
use zenpuku_app::protocol::{
    ClientMessage, DocumentRequest, DocumentState, ErrorBody, ErrorCode, Event, PROTOCOL_VERSION,
    Reply, Request, ServerMessage, SessionRequest, Source, Welcome,
};
use zenpuku_app::{Config, Server};
use zenpuku_core::StopToken;

/// How long a test waits for an expected message.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A running server, ended when dropped.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    /// The key of the address.
    pub(crate) key: String,
    stop: StopToken,
    thread: Option<std::thread::JoinHandle<()>>,
    folder: Option<TempDir>,
}

impl TestServer {
    /// A server with an empty data folder.
    pub(crate) fn start() -> Self {
        let folder = TempDir::new().expect("a folder");
        let mut server = Self::start_in(folder.path());
        server.folder = Some(folder);
        server
    }

    /// A server with this data folder.
    pub(crate) fn start_in(folder: &Path) -> Self {
        let config = Config {
            threads: Some(1),
            hash_mb: Some(32),
            data: Some(folder.to_owned()),
            ..Config::default()
        };
        let server = Server::bind(&config).expect("the server starts");
        let (address, stop) = (server.address(), StopToken::new());
        let key = server.url().split_once("key=").expect("a key").1.to_owned();
        let token = stop.clone();
        let thread = std::thread::spawn(move || server.run(&token).expect("the server ends well"));
        Self { address, key, stop, thread: Some(thread), folder: None }
    }

    /// Ends the server and waits for its end.
    pub(crate) fn end(mut self) -> Option<TempDir> {
        self.join();
        self.folder.take()
    }

    fn join(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking(), "the server did not panic");
        }
    }

    /// The cookie of a browser that has opened the address with its key.
    pub(crate) fn cookie(&self) -> String {
        format!("zenpuku-{}={}", self.address.port(), self.key)
    }

    /// A client that has said hello.
    pub(crate) fn client(&self) -> Client {
        let mut client = self.connect();
        client.hello(None);
        client
    }

    /// A client before its first message.
    pub(crate) fn connect(&self) -> Client {
        self.try_connect(&[]).expect("the connection is accepted")
    }

    /// A WebSocket handshake with further headers.
    pub(crate) fn try_connect(&self, headers: &[(&str, &str)]) -> Result<Client, u16> {
        use tokio_tungstenite::tungstenite::http::Request;
        let stream = TcpStream::connect(self.address).expect("the port is open");
        let mut request = Request::builder()
            .uri(format!("ws://{}/ws", self.address))
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request = request.header("Host", self.address.to_string());
        }
        if !headers.iter().any(|(name, _)| *name == "Cookie") {
            request = request.header("Cookie", self.cookie());
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        match client(request.body(()).expect("a request"), stream) {
            Ok((socket, _)) => Ok(Client { socket, next: 1, events: VecDeque::new() }),
            Err(tokio_tungstenite::tungstenite::HandshakeError::Failure(Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("the handshake failed: {error}"),
        }
    }

    /// Sends raw HTTP, adding host and cookie if missing, and returns status, head and body.
    pub(crate) fn http(&self, head: &str, body: &[u8]) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(self.address).expect("the port is open");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let (given, mut own) = (head.to_ascii_lowercase(), String::new());
        if !given.contains("\r\nhost:") {
            own.push_str(&format!("\r\nHost: {}", self.address));
        }
        if !given.contains("\r\ncookie:") {
            own.push_str(&format!("\r\nCookie: {}", self.cookie()));
        }
        let length = body.len();
        let head = format!("{head}{own}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("the head is sent");
        // The server may refuse before it has read everything.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let split = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8_lossy(&answer[..split]).into_owned();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        (status, head, answer[split + 4..].to_vec())
    }

    pub(crate) fn get(&self, path: &str) -> (u16, String, Vec<u8>) {
        self.http(&format!("GET {path} HTTP/1.1"), b"")
    }

    /// Uploads a file and gives its id.
    pub(crate) fn upload(&self, name: &str, bytes: &[u8]) -> String {
        let (status, _, body) = self.http(&format!("POST /api/upload?name={name} HTTP/1.1"), bytes);
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
        let text = String::from_utf8(body).expect("text");
        text.split('"').nth(3).expect("an id").to_owned()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.join();
    }
}

/// A connected client.
pub(crate) struct Client {
    pub(crate) socket: WebSocket<TcpStream>,
    next: u32,
    events: VecDeque<Event>,
}

impl Client {
    pub(crate) fn hello(&mut self, session: Option<&str>) -> Welcome {
        let session = session.map(ToOwned::to_owned);
        let hello =
            SessionRequest::Hello { protocol: PROTOCOL_VERSION, session, known: Vec::new() };
        match self.ask(hello) {
            Reply::Welcome { welcome } => *welcome,
            other => panic!("no welcome but {other:?}"),
        }
    }

    pub(crate) fn send(&mut self, request: impl Into<Request>) -> u32 {
        let id = self.next;
        self.next += 1;
        let text =
            serde_json::to_string(&ClientMessage { id, request: request.into() }).expect("JSON");
        self.socket.send(Message::text(text)).expect("the request is sent");
        id
    }

    /// The next message within `time`; `None` when none comes.
    pub(crate) fn read(&mut self, time: Duration) -> Option<ServerMessage> {
        let until = Instant::now() + time;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let left = left.max(Duration::from_millis(1));
            self.socket.get_ref().set_read_timeout(Some(left)).expect("a timeout");
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    return Some(serde_json::from_str(&text).expect("a message of the protocol"));
                }
                Ok(_) => {}
                Err(Error::Io(_)) => return None,
                Err(error) => panic!("the connection broke: {error}"),
            }
        }
    }

    /// Sends a request and gives its answer; events that come meanwhile are kept.
    pub(crate) fn try_ask(&mut self, request: impl Into<Request>) -> Result<Reply, ErrorBody> {
        let sent = self.send(request);
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            match self.read(PATIENCE) {
                Some(ServerMessage::Reply { id, reply }) if id == sent => return Ok(reply),
                Some(ServerMessage::Error { id, error }) if id == Some(sent) => return Err(error),
                Some(ServerMessage::Event { event }) => self.events.push_back(event),
                // A search that a later one ended may say so late.
                Some(ServerMessage::Reply { id, .. }) if id < sent => {}
                Some(other) => panic!("an answer to nothing: {other:?}"),
                None => break,
            }
        }
        panic!("request {sent} was not answered");
    }

    pub(crate) fn ask(&mut self, request: impl Into<Request>) -> Reply {
        self.try_ask(request).expect("the request is carried out")
    }

    /// The code of the error that a request must give.
    pub(crate) fn refused(&mut self, request: impl Into<Request>) -> ErrorCode {
        self.try_ask(request).expect_err("the request is refused").code
    }

    /// The first event that `pick` takes; others are dropped.
    pub(crate) fn event<T>(&mut self, mut pick: impl FnMut(&Event) -> Option<T>) -> T {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let event = match self.events.pop_front() {
                Some(event) => event,
                None => match self.read(PATIENCE) {
                    Some(ServerMessage::Event { event }) => event,
                    other => panic!("no event but {other:?}"),
                },
            };
            if let Some(found) = pick(&event) {
                return found;
            }
        }
        panic!("the event did not come");
    }

    /// Opens a record.
    pub(crate) fn open(&mut self, source: Source) -> DocumentState {
        match self.ask(DocumentRequest::Open { source, game_index: None }) {
            Reply::Document { document } => *document,
            other => panic!("no document but {other:?}"),
        }
    }

    pub(crate) fn open_text(&mut self, text: &str) -> DocumentState {
        self.open(Source::Text { text: text.to_owned(), name: None })
    }

    pub(crate) fn get(&mut self, document: u32) -> DocumentState {
        match self.ask(DocumentRequest::Get { document }) {
            Reply::Document { document } => *document,
            other => panic!("no document but {other:?}"),
        }
    }
}
