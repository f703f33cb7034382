//! The web server: what listens, how it begins and how it ends.

mod assets;
mod connections;
mod files;
mod games;
mod guard;
mod socket;

use crate::app::App;
use crate::settings::Budget;
use crate::state::random_key;
use crate::storage::{DataFolder, StorageError, default_folder, running};
use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::watch;
use zenpuku_core::StopToken;

/// How long connections have to end.
const GRACE: Duration = Duration::from_secs(2);

/// How the server runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Address or name to listen on.
    pub host: String,
    /// Port; 0: a free one.
    pub port: u16,
    /// Search threads; `None`: as in the settings, at first all cores but one.
    pub threads: Option<u32>,
    /// Memory for the engine's tables, MiB; `None`: as in the settings, at first 512.
    pub hash_mb: Option<u32>,
    /// Folder of library and settings; `None`: `data` next to a portable program, otherwise the user's.
    pub data: Option<PathBuf>,
}

impl Config {
    fn data_folder(&self) -> Option<PathBuf> {
        self.data.clone().or_else(default_folder)
    }
}

impl Default for Config {
    fn default() -> Self {
        let host = Ipv4Addr::LOCALHOST.to_string();
        Self { host, port: 0, threads: None, hash_mb: None, data: None }
    }
}

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The port is taken.
    #[error("port {0} is in use; choose another one, 0 takes any free one")]
    PortInUse(u16),
    /// The address cannot be listened on.
    #[error("cannot listen on {host} port {port}: {error}")]
    Listen {
        /// Address.
        host: String,
        /// Port.
        port: u16,
        /// Why.
        error: std::io::Error,
    },
    /// The environment does not say where data belong.
    #[error("no folder for the user's data is known; name one with --data")]
    NoDataFolder,
    /// The library cannot be used.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The system refuses threads or sockets.
    #[error("the server: {0}")]
    System(#[from] std::io::Error),
}

/// A server that listens already; [`Server::run`] serves.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    host: String,
    key: String,
    data: PathBuf,
    app: Arc<App>,
    /// Notifies the connections that the server ends.
    stop: watch::Sender<bool>,
    threads: Vec<JoinHandle<()>>,
}

impl Server {
    /// Opens the data folder and the port.
    ///
    /// # Errors
    /// [`ServerError`] names the cause.
    pub fn bind(config: &Config) -> Result<Self, ServerError> {
        let listener = listen(&config.host, config.port)?;
        let address = listener.local_addr()?;
        let data = config.data_folder().ok_or(ServerError::NoDataFolder)?;
        let folder = DataFolder::open(&data)?;
        let key = folder.key(random_key)?;
        folder.store_address(address)?;
        let threads = config.threads.map(|threads| threads.clamp(1, 512));
        let budget = Budget { threads, hash_mb: config.hash_mb.map(|mb| mb.clamp(16, 65_536)) };
        let app = App::open(folder, budget, address.ip().is_loopback())?;
        let threads = app.start()?;
        let (stop, _) = watch::channel(false);
        Ok(Self { listener, address, host: config.host.clone(), key, data, app, stop, threads })
    }

    /// The address that it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for a browser on this machine, with the required key.
    #[must_use]
    pub fn url(&self) -> String {
        page_url(self.address, &self.key)
    }

    /// The folder of library and settings.
    #[must_use]
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Can other machines reach it?
    #[must_use]
    pub fn is_public(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Messages for the user about the library, for example that it was rebuilt.
    #[must_use]
    pub fn notice(&self) -> Option<&str> {
        self.app.state.storage.notice.as_deref()
    }

    /// Serves until `stop`, then saves everything.
    ///
    /// # Errors
    /// [`ServerError::System`] when the runtime cannot be started or the listener fails.
    pub fn run(self, stop: &StopToken) -> Result<(), ServerError> {
        let ending = self.stop.clone();
        let _waiting = stop.on_stop(move || {
            ending.send_replace(true);
        });
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(48)
            .thread_name("server")
            .enable_io()
            .enable_time()
            .build()?;
        let served = runtime.block_on(serve(&self));
        self.app.halt();
        runtime.shutdown_timeout(GRACE);
        for thread in self.threads {
            // A worker that panicked has already reported it; data is saved below.
            let _ = thread.join();
        }
        let unsaved = self.app.state.save_all();
        // The thread of an engine's move that was stopped may keep the state a little longer.
        self.app.state.folder.release();
        if unsaved.documents > 0 {
            let (documents, reason) = (unsaved.documents as usize, unsaved.reason);
            return Err(StorageError::Unsaved { documents, reason }.into());
        }
        served
    }
}

/// Returns the address for a browser, as [`Server::url`], of the server that uses the data folder of `config`; `None`
/// if it is still starting. Ask only after [`StorageError::Locked`].
#[must_use]
pub fn running_url(config: &Config) -> Option<String> {
    let (address, key) = running(&config.data_folder()?)?;
    Some(page_url(address, &key))
}

fn page_url(address: SocketAddr, key: &str) -> String {
    let host = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => "127.0.0.1".to_owned(),
        IpAddr::V6(ip) if ip == Ipv6Addr::UNSPECIFIED => "[::1]".to_owned(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    format!("http://{host}:{}/?key={key}", address.port())
}

async fn serve(server: &Server) -> Result<(), ServerError> {
    server.listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(server.listener.try_clone()?)?;
    let mut stop = server.stop.subscribe();
    let ended = connections::serve(listener, router(server), server.stop.subscribe());
    let grace = async {
        // An error means that every handle is gone: end as well.
        let _ = stop.wait_for(|stop| *stop).await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        () = ended => {}
        () = grace => {}
    }
    Ok(())
}

fn router(server: &Server) -> Router {
    let guard = Arc::new(guard::Guard::new(&server.host, server.address.port(), &server.key));
    let state = socket::SocketState { app: Arc::clone(&server.app), stop: server.stop.subscribe() };
    Router::new()
        .route("/ws", get(socket::upgrade).with_state(state))
        .route("/health", get(files::health))
        .route("/api/upload", post(files::upload).with_state(Arc::clone(&server.app)))
        .route("/api/games.zip", post(games::zip).with_state(Arc::clone(&server.app)))
        .route("/api/games.parquet", post(games::table).with_state(Arc::clone(&server.app)))
        .route("/api/export/{document}", get(files::export).with_state(Arc::clone(&server.app)))
        .fallback(assets::serve)
        .layer(from_fn_with_state(guard, guard::check))
        .layer(from_fn(guard::headers))
}

fn listen(host: &str, port: u16) -> Result<TcpListener, ServerError> {
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AddrInUse => ServerError::PortInUse(port),
        _ => ServerError::Listen { host: host.to_owned(), port, error },
    };
    let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(failed)?.collect();
    TcpListener::bind(addresses.as_slice()).map_err(failed)
}
