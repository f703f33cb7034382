//! HTTP connections: their maximum number, and the time limit for a client's request.

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore, watch};
use tokio::time::{sleep, timeout};

/// Simultaneous connections. A further one replaces the one that has been
/// silent longest, or is closed if none is silent. WebSockets have a separate
/// limit.
const MOST: u32 = 256;
/// A client must have sent the head of a request within this time, or waited so long with the
/// next one.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// No connection lasts longer, so that one that takes its answer drop by drop gives its place
/// back. WebSockets have left the count by then.
const LIFE_TIME: Duration = Duration::from_secs(300);
/// How long to wait if the system gives no connection, for example without free file handles.
const PAUSE: Duration = Duration::from_millis(100);

/// Accepts connections until `stop`, then waits for those that are at work.
pub(super) async fn serve(listener: TcpListener, router: Router, mut stop: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(MOST as usize));
    let silent = Silent::default();
    for number in 0.. {
        let accepted = tokio::select! {
            biased;
            () = stopped(&mut stop) => break,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, _)) = accepted else {
            sleep(PAUSE).await;
            continue;
        };
        if places.available_permits() == 0 && !silent.send_away() {
            // Dropping the connection closes it.
            continue;
        }
        // A rejected connection is closed immediately.
        let free = timeout(PAUSE, Arc::clone(&places).acquire_owned()).await;
        let Ok(Ok(place)) = free else { continue };
        let guest = Guest { number, leave: Arc::default(), silent: silent.clone() };
        let (router, stop) = (router.clone(), stop.clone());
        tokio::spawn(async move {
            guest.falls_silent();
            let conversation = converse(stream, heard_by(&guest, router), stop);
            tokio::select! {
                // A connection that takes too long is closed without a message.
                _ = timeout(LIFE_TIME, conversation) => {}
                () = guest.leave.notified() => {}
            }
            guest.speaks();
            drop(place);
        });
    }
    // All places are free when every connection has ended; the count is never closed.
    let _ = places.acquire_many(MOST).await;
}

/// Silent connections, the longest silence first.
#[derive(Clone, Default)]
struct Silent(Arc<Mutex<VecDeque<Guest>>>);

impl Silent {
    fn with<T>(&self, work: impl FnOnce(&mut VecDeque<Guest>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Sends one away; `false` when none is silent.
    fn send_away(&self) -> bool {
        let longest = self.with(VecDeque::pop_front);
        longest.is_some_and(|guest| {
            guest.leave.notify_one();
            true
        })
    }
}

/// A connection, and how it is sent away.
#[derive(Clone)]
struct Guest {
    number: u64,
    leave: Arc<Notify>,
    silent: Silent,
}

impl Guest {
    fn falls_silent(&self) {
        self.silent.with(|all| all.push_back(self.clone()));
    }

    fn speaks(&self) {
        self.silent.with(|all| all.retain(|other| other.number != self.number));
    }
}

/// The router, which records when the connection sends a request and when it has its answer.
fn heard_by(guest: &Guest, router: Router) -> Router {
    let guest = guest.clone();
    router.layer(from_fn(move |request: Request, next: Next| {
        let guest = guest.clone();
        async move {
            guest.speaks();
            let response = next.run(request).await;
            guest.falls_silent();
            response
        }
    }))
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, router: Router, mut stop: watch::Receiver<bool>) {
    // Small messages are sent immediately; without it they are only delayed.
    let _ = stream.set_nodelay(true);
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    let service = TowerToHyperService::new(router);
    let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    // An error of the connection means that the client is gone or does not use HTTP.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stopped(&mut stop) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the stop signal is gone: the process ends.
    let _ = stop.wait_for(|stop| *stop).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    const HALF: &[u8] = b"GET / HTTP/1.1\r\nHost: ";
    const WHOLE: &[u8] = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    const LAST: &[u8] = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

    /// Fills all places with connections that send only `bytes`; another one
    /// must be answered long before they time out.
    fn another_is_answered_beside(bytes: &'static [u8]) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let router = Router::new().route("/", get(|| async { "here" }));
            let (stop, stopped) = watch::channel(false);
            let server = tokio::spawn(serve(listener, router, stopped));
            let mut open = Vec::new();
            for _ in 0..MOST {
                let mut stream = TcpStream::connect(address).await.unwrap();
                stream.write_all(bytes).await.unwrap();
                open.push(stream);
            }
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(LAST).await.unwrap();
            let mut answer = String::new();
            let reading = stream.read_to_string(&mut answer);
            timeout(HEAD_TIME / 2, reading).await.expect("answered in time").unwrap();
            assert!(answer.ends_with("here"), "{answer}");
            drop(open);
            stop.send(true).unwrap();
            server.await.unwrap();
        });
    }

    #[test]
    fn half_open_requests_lock_nobody_out() {
        another_is_answered_beside(HALF);
    }

    #[test]
    fn connections_kept_open_lock_nobody_out() {
        another_is_answered_beside(WHOLE);
    }
}
