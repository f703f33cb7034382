//! The WebSocket: reading requests, writing answers and events, ending.

use crate::app::App;
use crate::errors::error;
use crate::protocol::{
    ClientMessage, ErrorBody, ErrorCode, Event, MAX_MESSAGE_BYTES, ServerMessage,
};
use crate::requests::{self, Begun};
use crate::state::{Connection, MAX_CONNECTIONS};
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt as _, Stream, StreamExt as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::time::{Instant, interval, timeout};

/// A client must say hello within this time.
const HELLO_TIME: Duration = Duration::from_secs(10);
/// How often the server pings, and the silence after which it disconnects.
const PING: Duration = Duration::from_secs(15);
const SILENCE: Duration = Duration::from_secs(45);
const PATIENCE: Patience = Patience { hello: HELLO_TIME, silence: SILENCE };
/// A client that there is no place for must take the reason within this time.
const REFUSAL_TIME: Duration = Duration::from_secs(2);
/// A client that does not take a message within this time is gone.
const SEND_TIME: Duration = Duration::from_secs(20);
/// Requests of one client that wait, and slow ones that are at work.
const WAITING: usize = 16;
const SLOW: usize = 4;

/// The shared state of all sockets.
#[derive(Clone)]
pub(super) struct SocketState {
    pub(super) app: Arc<App>,
    pub(super) stop: watch::Receiver<bool>,
}

/// Accepts a connection.
pub(super) async fn upgrade(
    State(state): State<SocketState>,
    socket: WebSocketUpgrade,
) -> Response {
    let Some(connection) = state.app.state.connect() else {
        // The script of a page cannot read the answer to a handshake that failed, but a close code.
        return socket.max_message_size(MAX_MESSAGE_BYTES).on_upgrade(turn_away);
    };
    let place = Place { app: Arc::clone(&state.app), connection };
    socket
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .on_upgrade(move |socket| run(state, place, socket))
}

/// A connection's slot, released on drop.
struct Place {
    app: Arc<App>,
    connection: Arc<Connection>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.app.state.disconnect(&self.connection);
    }
}

/// Closes a connection that there is no place for, with the reason.
async fn turn_away(mut socket: WebSocket) {
    let reason = format!("{MAX_CONNECTIONS} pages are open already; close one");
    let frame = CloseFrame { code: Close::Full.code().unwrap_or_default(), reason: reason.into() };
    let _ = timeout(REFUSAL_TIME, socket.send(Message::Close(Some(frame)))).await;
    // Until the client closes as well: a connection that breaks earlier can lose the reason.
    let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = timeout(REFUSAL_TIME, rest).await;
}

async fn run(state: SocketState, place: Place, socket: WebSocket) {
    let (sink, stream) = socket.split();
    let (ended, end) = watch::channel(None);
    let (requests, queue) = mpsc::channel(WAITING);
    let connection = &place.connection;
    let working = work(Arc::clone(&state.app), Arc::clone(connection), queue);
    let reading = read(connection, stream, requests, ended, PATIENCE);
    let writing = write(connection, sink, end, state.stop.clone());
    // The writer ends last: after reading has ended, or when the client does not read.
    let others = async {
        tokio::join!(reading, working);
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = writing => {}
        () = others => {}
    }
}

/// Why the server closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Close {
    /// The client closed or is gone.
    Gone,
    Unsupported,
    TooLarge,
    Silent,
    GoingAway,
    /// There is no place for another client.
    Full,
}

impl Close {
    const fn code(self) -> Option<u16> {
        match self {
            Self::Gone => None,
            Self::Unsupported => Some(1003),
            Self::TooLarge => Some(1009),
            Self::Silent => Some(1008),
            Self::GoingAway => Some(1001),
            Self::Full => Some(1013),
        }
    }
}

/// How long a client may be silent.
#[derive(Clone, Copy)]
struct Patience {
    /// From the start of the connection until its `hello` is carried out.
    hello: Duration,
    /// From then on.
    silence: Duration,
}

/// Reads requests as long as there is room for their answers.
async fn read(
    connection: &Connection,
    mut stream: impl Stream<Item = Result<Message, axum::Error>> + Unpin,
    requests: mpsc::Sender<ClientMessage>,
    ended: watch::Sender<Option<Close>>,
    patience: Patience,
) {
    let begun = Instant::now();
    let greeted = || connection.session.get().is_some();
    let close = loop {
        connection.outbox.room().await;
        let before = greeted();
        let time =
            if before { patience.silence } else { patience.hello.saturating_sub(begun.elapsed()) };
        match timeout(time, stream.next()).await {
            // The hello was read before and carried out while this waited for the next message.
            Err(_) if !before && greeted() => {}
            Err(_) => break Close::Silent,
            Ok(None) => break Close::Gone,
            Ok(Some(Err(failed))) => break why(&failed),
            Ok(Some(Ok(Message::Close(_)))) => break Close::Gone,
            Ok(Some(Ok(Message::Binary(_)))) => break Close::Unsupported,
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            Ok(Some(Ok(Message::Text(text)))) => {
                if requests.is_closed() {
                    break Close::Gone;
                }
                take(connection, &text, &requests);
            }
        }
    };
    ended.send_replace(Some(close));
}

fn why(failed: &axum::Error) -> Close {
    let text = failed.to_string().to_ascii_lowercase();
    if text.contains("too long") || text.contains("too large") || text.contains("size") {
        Close::TooLarge
    } else {
        Close::Gone
    }
}

/// Puts a request into the queue, or answers why not.
fn take(connection: &Connection, text: &str, requests: &mpsc::Sender<ClientMessage>) {
    match requests::read(text) {
        Ok(message) => {
            let id = message.id;
            if requests.try_send(message).is_err() {
                refuse(connection, Some(id), error(ErrorCode::Busy, "too many requests at once"));
            }
        }
        Err((id, failed)) => refuse(connection, id, failed),
    }
}

fn refuse(connection: &Connection, id: Option<u32>, error: ErrorBody) {
    connection.outbox.message(&ServerMessage::Error { id, error });
}

/// Executes requests one after the other; slow ones in parallel.
async fn work(
    app: Arc<App>,
    connection: Arc<Connection>,
    mut queue: mpsc::Receiver<ClientMessage>,
) {
    let slow = Arc::new(Semaphore::new(SLOW));
    while let Some(message) = queue.recv().await {
        let begun = requests::begin(&connection, message);
        if !begun.slow {
            carry_out(&app, &connection, begun, None).await;
            continue;
        }
        let Ok(permit) = Arc::clone(&slow).try_acquire_owned() else {
            refuse(
                &connection,
                Some(begun.id()),
                error(ErrorCode::Busy, "too many questions at once"),
            );
            continue;
        };
        let (app, connection) = (Arc::clone(&app), Arc::clone(&connection));
        tokio::spawn(async move { carry_out(&app, &connection, begun, Some(permit)).await });
    }
}

/// Answers a request. Its permit is released before the answer is sent, so that
/// a client with sequential requests never exceeds the limit.
async fn carry_out(
    app: &Arc<App>,
    connection: &Arc<Connection>,
    begun: Begun,
    permit: Option<OwnedSemaphorePermit>,
) {
    let id = begun.id();
    let (app, own) = (Arc::clone(app), Arc::clone(connection));
    let work = move || {
        let answer = requests::answer(&app, &own, begun);
        drop(permit);
        own.outbox.message(&answer);
    };
    if tokio::task::spawn_blocking(work).await.is_err() {
        // A panic is a bug; the client gets an error, and other requests continue.
        refuse(connection, Some(id), error(ErrorCode::Engine, "the request failed"));
    }
}

/// Writes what waits, pings, and says why it ends.
async fn write(
    connection: &Connection,
    mut sink: SplitSink<WebSocket, Message>,
    mut end: watch::Receiver<Option<Close>>,
    mut stop: watch::Receiver<bool>,
) {
    let mut pings = interval(PING);
    loop {
        let next = tokio::select! {
            biased;
            close = closed(&mut end) => Err(close),
            () = stopped(&mut stop) => Err(Close::GoingAway),
            text = connection.outbox.next() => Ok(Message::Text((*text).into())),
            _ = pings.tick() => Ok(Message::Ping(Vec::new().into())),
        };
        match next {
            Ok(message) => {
                let Ok(Ok(())) = timeout(SEND_TIME, sink.send(message)).await else { return };
            }
            Err(close) => return say_goodbye(sink, close).await,
        }
    }
}

async fn closed(end: &mut watch::Receiver<Option<Close>>) -> Close {
    let ended = end.wait_for(Option::is_some).await;
    ended.ok().and_then(|close| *close).unwrap_or(Close::Gone)
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the stop signal is gone: the process ends.
    let _ = stop.wait_for(|stop| *stop).await;
}

async fn say_goodbye(mut sink: SplitSink<WebSocket, Message>, close: Close) {
    if close == Close::GoingAway {
        let event = ServerMessage::Event { event: Event::Goodbye };
        let text = Message::Text(crate::state::message_text(&event).into());
        let _ = timeout(SEND_TIME, sink.send(text)).await;
    }
    if let Some(code) = close.code() {
        let frame = CloseFrame { code, reason: format!("{close:?}").into() };
        // The client may be gone already.
        let _ = timeout(SEND_TIME, sink.send(Message::Close(Some(frame)))).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::AppState;
    use futures_util::stream;

    const HELLO: &str = r#"{"id": 1, "request": {"type": "hello", "protocol": 1}}"#;
    const SHORT: Patience =
        Patience { hello: Duration::from_millis(500), silence: Duration::from_secs(600) };

    /// Reads from a client that sends only hello and is silent for twice the
    /// hello timeout; `greet`: is the hello executed?
    fn why_it_ends(greet: bool) -> Close {
        let folder = tempfile::tempdir().unwrap();
        let state = AppState::for_test(folder.path());
        let connection = state.connect().unwrap();
        let (requests, mut queue) = mpsc::channel(WAITING);
        let (ended, end) = watch::channel(None);
        let hello = stream::iter([Ok(Message::Text(HELLO.into()))]);
        let quiet = stream::once(async {
            tokio::time::sleep(SHORT.hello * 2).await;
            Ok(Message::Close(None))
        });
        let stream = Box::pin(hello.chain(quiet));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            // Polled in this order: the reader waits for the next message before the hello is
            // carried out.
            tokio::join!(read(&connection, stream, requests, ended, SHORT), async {
                queue.recv().await.expect("a hello");
                if greet {
                    connection.session.set("token".to_owned()).unwrap();
                }
            });
        });
        let close = *end.borrow();
        close.expect("it ended")
    }

    #[test]
    fn who_says_hello_and_then_is_quiet_stays() {
        assert_eq!(why_it_ends(true), Close::Gone);
        assert_eq!(why_it_ends(false), Close::Silent);
    }
}
