//! HTTP connections: how many there may be, and how long a client may take to say what it wants.

use axum::Router;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

/// Connections at once; further ones are closed. WebSockets have a limit of their own.
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
    loop {
        let accepted = tokio::select! {
            biased;
            () = stopped(&mut stop) => break,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, _)) = accepted else {
            sleep(PAUSE).await;
            continue;
        };
        // Without a place the connection is dropped, which closes it.
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        let (router, stop) = (router.clone(), stop.clone());
        tokio::spawn(async move {
            // Nobody is told of one that takes too long.
            let _ = timeout(LIFE_TIME, converse(stream, router, stop)).await;
            drop(place);
        });
    }
    // All places are free when every connection has ended; the count is never closed.
    let _ = places.acquire_many(MOST).await;
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
