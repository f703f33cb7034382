//! HTTP connections: how many there may be, and how long a client may take to say what it wants.

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

/// Connections at once; for further ones the one goes that has said nothing for longest, else they are closed.
/// WebSockets have a limit of their own.
const MOST: u32 = 256;
/// A client must have sent the head of a request within this time, or waited so long with the
/// next one.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// No connection lasts longer, so that one that takes its answer drop by drop gives its place
/// back. WebSockets have left the count by then.
const LIFE_TIME: Duration = Duration::from_secs(300);
/// How long to wait when the system gives no connection, as for want of file handles.
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
            // Without a place the connection is dropped, which closes it.
            continue;
        }
        // One that is sent away leaves at once.
        let free = timeout(PAUSE, Arc::clone(&places).acquire_owned()).await;
        let Ok(Ok(place)) = free else { continue };
        let leave = silent.enter(number);
        let spoken = silent.clone();
        let router = router.clone().layer(from_fn(move |request: Request, next: Next| {
            spoken.remove(number);
            next.run(request)
        }));
        let (silent, stop) = (silent.clone(), stop.clone());
        tokio::spawn(async move {
            tokio::select! {
                // Nobody is told of one that takes too long.
                _ = timeout(LIFE_TIME, converse(stream, router, stop)) => {}
                () = leave.notified() => {}
            }
            silent.remove(number);
            drop(place);
        });
    }
    // All places are free when every connection has ended; the count is never closed.
    let _ = places.acquire_many(MOST).await;
}

/// Connections that have not said yet what they want, the oldest first, and how they are sent away.
#[derive(Clone, Default)]
struct Silent(Arc<Mutex<VecDeque<(u64, Arc<Notify>)>>>);

impl Silent {
    fn with<T>(&self, work: impl FnOnce(&mut VecDeque<(u64, Arc<Notify>)>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds a connection; it has to leave when it is notified.
    fn enter(&self, number: u64) -> Arc<Notify> {
        let leave = Arc::new(Notify::new());
        self.with(|list| list.push_back((number, Arc::clone(&leave))));
        leave
    }

    /// The connection has spoken, or is gone.
    fn remove(&self, number: u64) {
        self.with(|list| list.retain(|(other, _)| *other != number));
    }

    /// Sends the oldest away; `false` when all have spoken.
    fn send_away(&self) -> bool {
        self.with(VecDeque::pop_front).is_some_and(|(_, leave)| {
            leave.notify_one();
            true
        })
    }
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, router: Router, mut stop: watch::Receiver<bool>) {
    // Small messages go out at once; without it they only go later.
    let _ = stream.set_nodelay(true);
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    let service = TowerToHyperService::new(router);
    let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    // An error of the connection means that the client is gone or speaks no HTTP.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stopped(&mut stop) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that nobody can stop the server any more: the process ends.
    let _ = stop.wait_for(|stop| *stop).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    #[test]
    fn half_open_requests_lock_nobody_out() {
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
                stream.write_all(b"GET / HTTP/1.1\r\nHost: ").await.unwrap();
                open.push(stream);
            }
            let mut stream = TcpStream::connect(address).await.unwrap();
            let request = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
            stream.write_all(request).await.unwrap();
            let mut answer = String::new();
            let reading = stream.read_to_string(&mut answer);
            timeout(HEAD_TIME / 2, reading).await.expect("answered in time").unwrap();
            assert!(answer.ends_with("here"), "{answer}");
            drop(open);
            stop.send(true).unwrap();
            server.await.unwrap();
        });
    }
}
