//! The app of a package: its page, a second start, its end, its library.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::ChildStdout;
use std::time::Duration;

use tungstenite::{Message, WebSocket};

use super::*;

/// How long an answer may take; an emulator is slow.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running app, killed when dropped.
pub(in crate::dist) struct App {
    child: Child,
    pub(super) address: String,
    key: String,
    /// From the start to its address.
    started: Duration,
    /// Kept, as a console would be.
    _output: BufReader<ChildStdout>,
}

impl App {
    fn start(subject: &Subject, data: &str) -> anyhow::Result<Self> {
        Self::run(command(subject, data)?.args(["--port", "0"]))
    }

    /// Starts it with the arguments of `command` and waits for its address.
    pub(in crate::dist) fn run(command: &mut Command) -> anyhow::Result<Self> {
        let start = Instant::now();
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().context("no stdout")?);
        output.read_line(&mut line)?;
        let started = start.elapsed();
        let url = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let Some((address, key)) = url.and_then(|url| url.split_once("/?key=")) else {
            let _ = child.kill();
            bail!("no address in {line:?}");
        };
        let (address, key) = (address.to_owned(), key.to_owned());
        Ok(Self { child, address, key, started, _output: output })
    }

    /// Sends `request` by HTTP; returns the whole answer.
    pub(super) fn get(&self, path: &str) -> anyhow::Result<String> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let (host, key) = (&self.address, &self.key);
        let port = host.rsplit(':').next().unwrap_or_default();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: zenpuku-{port}={key}\r\n")?;
        write!(stream, "Connection: close\r\n\r\n")?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }

    pub(in crate::dist) fn connect(&self) -> anyhow::Result<Socket> {
        let stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let url = format!("ws://{}/ws?key={}", self.address, self.key);
        let (socket, _) = tungstenite::client(url, stream).context("no WebSocket")?;
        let mut socket = Socket(socket);
        socket.ask(json!({"type": "hello", "protocol": 1}))?;
        Ok(socket)
    }
}

impl Drop for App {
    fn drop(&mut self) {
        // In any state that the step left it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The app with its data in `data` of the subject's folder.
pub(super) fn command(subject: &Subject, data: &str) -> anyhow::Result<Command> {
    subject.folder(data)?;
    let mut command = usual(subject);
    command.arg("--data").arg(data);
    Ok(command)
}

/// The app with its data in the default folder.
pub(in crate::dist) fn usual(subject: &Subject) -> Command {
    let mut command = subject.command();
    command.args(["app", "--no-open", "--threads", "1", "--hash", "16"]);
    command
}

/// A connection as the page has one.
pub(in crate::dist) struct Socket(WebSocket<TcpStream>);

impl Socket {
    fn read(&mut self) -> anyhow::Result<Value> {
        loop {
            if let Message::Text(text) = self.0.read()? {
                return Ok(serde_json::from_str(&text)?);
            }
        }
    }

    fn ask(&mut self, request: Value) -> anyhow::Result<Value> {
        self.0.send(Message::text(json!({"id": 1, "request": request}).to_string()))?;
        loop {
            let message = self.read()?;
            if message["id"] == 1 {
                ensure!(message["type"] == "reply", "{message}");
                return Ok(message["reply"].clone());
            }
        }
    }

    pub(in crate::dist) fn games(&mut self) -> anyhow::Result<u64> {
        let reply = self.ask(json!({"type": "library_stats"}))?;
        reply["stats"]["games"].as_u64().context("no number of games")
    }
}

/// The page and its health are served, from a data folder with a Japanese name.
pub(super) fn page(subject: &Subject, _root: &Path) -> anyhow::Result<String> {
    let app = App::start(subject, "データ 一")?;
    let page = app.get("/")?;
    ensure!(page.starts_with("HTTP/1.1 200") && page.contains("<html"), "{page}");
    let health = app.get("/health")?;
    ensure!(health.contains(VERSION), "{health}");
    Ok(format!("answers {:.1} s after the start", app.started.as_secs_f64()))
}

/// A second start with the same data names the first.
pub(super) fn second(subject: &Subject, _root: &Path) -> anyhow::Result<String> {
    let app = App::start(subject, "データ 一")?;
    let output = command(subject, "データ 一")?.args(["--port", "0"]).output()?;
    let words = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.code() == Some(1), "{}", output.status);
    ensure!(words.contains("another Zenpuku uses the data folder"), "{words}");
    ensure!(app.get("/health")?.contains("\"ok\": true"), "the first one is gone");
    Ok("refused, the first one lives".to_owned())
}

pub(super) fn interrupt(subject: &Subject, _root: &Path) -> anyhow::Result<String> {
    let mut app = App::start(subject, "データ 二")?;
    let start = Instant::now();
    let pid = app.child.id().to_string();
    process::run(Command::new("kill").args(["-INT", &pid]))?;
    while start.elapsed() < PATIENCE {
        if let Some(status) = app.child.try_wait()? {
            ensure!(status.success(), "{status}");
            return Ok(format!("ended after {:.1} s", start.elapsed().as_secs_f64()));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    bail!("it does not end");
}

/// Imported games survive a kill.
pub(super) fn kill(subject: &Subject, root: &Path) -> anyhow::Result<String> {
    let mut app = App::start(subject, "データ 三")?;
    import(subject, root, &app)?;
    app.child.kill()?;
    app.child.wait()?;
    let app = App::start(subject, "データ 三")?;
    let games = app.connect()?.games()?;
    ensure!(games == 1, "{games} games instead of 1");
    Ok("the imported game is there".to_owned())
}

/// Imports one game into the library and waits until it is there.
pub(in crate::dist) fn import(subject: &Subject, root: &Path, app: &App) -> anyhow::Result<()> {
    let records = subject.folder("棋譜 二")?;
    std::fs::copy(root.join(RECORD), records.join("竜王戦.kif")).context(RECORD)?;
    let path = format!("{}{}", subject.drive, records.display());
    let source = json!({"type": "folder", "path": path});
    let mut socket = app.connect()?;
    socket.ask(json!({"type": "library_import", "source": source}))?;
    // Asked for, because the job may have ended before the answer to its request.
    let start = Instant::now();
    while socket.games()? == 0 {
        ensure!(start.elapsed() < PATIENCE, "the import does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}
