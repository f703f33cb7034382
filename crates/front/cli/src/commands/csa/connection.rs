//! The connection to the server: lines in, lines out, and what keeps it alive.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use zenpuku_protocol::csa::{ClientLine, ServerEvent, ServerReader};

/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(10);
/// How long a line may take to be sent.
const SEND: Duration = Duration::from_secs(20);
/// Bytes of a line at most; servers' lines are far shorter.
const LONGEST_LINE: u64 = 64 << 10;

/// Messages from the server.
pub(super) enum Incoming {
    Event(ServerEvent),
    /// The connection is gone, and why.
    Gone(String),
}

/// An open connection. A separate thread reads it until it closes; after a
/// drop, it sends no more events.
pub(super) struct Connection {
    stream: TcpStream,
    sent: Instant,
    reader: Option<JoinHandle<()>>,
}

impl Connection {
    /// Connects to `server`, `HOST:PORT`; its messages go to `events`.
    ///
    /// # Errors
    /// If the name is unknown or there is no answer.
    pub(super) fn open<T: From<Incoming> + Send + 'static>(
        server: &str,
        events: Sender<T>,
    ) -> anyhow::Result<Self> {
        let stream = connect(server)?;
        stream.set_nodelay(true).context("cannot set up the connection")?;
        stream.set_write_timeout(Some(SEND)).context("cannot set up the connection")?;
        let input = stream.try_clone().context("cannot set up the connection")?;
        let reader = std::thread::Builder::new()
            .name("csa".into())
            .spawn(move || {
                let reason = read(input, &events);
                let _ = events.send(Incoming::Gone(reason).into());
            })
            .context("no thread for the connection")?;
        Ok(Self { stream, sent: Instant::now(), reader: Some(reader) })
    }

    /// Sends a line. The log never shows a password.
    ///
    /// # Errors
    /// If the connection is gone.
    pub(super) fn send(&mut self, line: &ClientLine) -> anyhow::Result<()> {
        tracing::debug!("to the server: {line}");
        let mut bytes = line.wire().into_bytes();
        bytes.push(b'\n');
        self.stream.write_all(&bytes).context("the connection to the server is gone")?;
        self.sent = Instant::now();
        Ok(())
    }

    /// Sends an empty line if nothing was sent for `idle`.
    ///
    /// # Errors
    /// If the connection is gone.
    pub(super) fn keep_alive(&mut self, idle: Duration) -> anyhow::Result<()> {
        if self.sent.elapsed() >= idle { self.send(&ClientLine::KeepAlive) } else { Ok(()) }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // Ends the reading thread, too. It is waited for, because its last word must not be taken for
        // one about the next connection.
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

fn connect(server: &str) -> anyhow::Result<TcpStream> {
    let addresses = server.to_socket_addrs().with_context(|| server.to_owned())?;
    let mut last = None;
    for address in addresses {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = Some(error),
        }
    }
    match last {
        Some(error) => Err(error).with_context(|| server.to_owned()),
        None => anyhow::bail!("{server}: no address"),
    }
}

/// Reads to the end of the connection; why it ended.
fn read<T: From<Incoming>>(input: TcpStream, events: &Sender<T>) -> String {
    let mut input = BufReader::new(input);
    let mut reader = ServerReader::new();
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) => return "the server closed the connection".into(),
            Ok(_) => {}
            Err(error) => return error.to_string(),
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\n', '\r']);
        tracing::debug!("from the server: {}", zenpuku_shogi_record::visible(line));
        match reader.read(line) {
            Ok(None) => {}
            Ok(Some(event)) => {
                if events.send(Incoming::Event(event).into()).is_err() {
                    return "nobody listens".into();
                }
            }
            Err(error) => tracing::warn!("{error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::sync::mpsc::{TryRecvError, channel};

    #[test]
    fn nothing_comes_from_a_connection_that_is_dropped() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = listener.local_addr().unwrap().to_string();
        for _ in 0..20 {
            let (sender, events) = channel::<Incoming>();
            let connection = Connection::open(&server, sender).unwrap();
            let _seat = listener.accept().unwrap();
            drop(connection);
            assert!(matches!(events.try_recv(), Ok(Incoming::Gone(_))));
            assert!(matches!(events.try_recv(), Err(TryRecvError::Disconnected)));
        }
    }
}
