//! `zenpuku app` as a process: its address, its end, and its state after a power loss.

mod batch;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A running app.
struct App {
    child: Child,
    address: String,
    /// The key of the address.
    key: String,
}

fn command(data: &Path, port: u16) -> Command {
    let mut command = command_of(data);
    command.args(["--no-open", "--port"]).arg(port.to_string());
    command
}

/// As `command`, for a browser and the usual port.
fn command_of(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zenpuku"));
    command.args(["app", "--threads", "1", "--hash", "16", "--data"]).arg(data);
    command.env_remove("ZENPUKU_LOG").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl App {
    fn start(data: &Path) -> Self {
        Self::of(command(data, 0))
    }

    /// The app that `command` starts, once it has said its address.
    fn of(mut command: Command) -> Self {
        let mut child = command.spawn().expect("the app starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("stdout");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let url = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let (address, key) = url
            .and_then(|url| url.split_once("/?key="))
            .unwrap_or_else(|| panic!("no address with a key in {line:?}"));
        Self { child, address: address.to_owned(), key: key.to_owned() }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("the port is open");
        let (host, cookie) = (&self.address, self.cookie());
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
        )
        .expect("the request is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// The cookie of a browser that has opened the address.
    fn cookie(&self) -> String {
        let port = self.address.rsplit(':').next().expect("a port");
        format!("zenpuku-{port}={}", self.key)
    }
}

impl Drop for App {
    fn drop(&mut self) {
        // In any state that the test left it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_is_there_when_the_address_is_told() {
    let data = TempDir::new().expect("a folder");
    let app = App::start(data.path());
    let page = app.get("/");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(app.get("/health").contains("\"ok\": true"));
}

#[test]
fn a_port_in_use_is_said_and_is_no_crash() {
    let data = TempDir::new().expect("a folder");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let output = command(data.path(), port).output().expect("the app ends");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains(&format!("port {port} is in use")), "{error}");
}

#[test]
fn without_a_named_port_any_free_one_will_do() {
    let data = TempDir::new().expect("a folder");
    // If this fails, another program has the port, which is just as good.
    let _taken = TcpListener::bind("127.0.0.1:8410");
    let mut command = command_of(data.path());
    command.arg("--no-open");
    let app = App::of(command);
    assert_ne!(app.address, "127.0.0.1:8410");
    assert!(app.get("/health").contains("\"ok\": true"));
}

#[test]
fn a_second_start_opens_the_page_of_the_first() {
    let data = TempDir::new().expect("a folder");
    let app = App::start(data.path());
    let mut second = command_of(data.path());
    // No browser can be found there.
    second.env("PATH", data.path());
    let output = second.output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let url = format!("Zenpuku runs already at http://{}/?key={}", app.address, app.key);
    assert!(said.contains(&url), "{said}");
    assert_eq!(output.status.code(), Some(0));
    let refused = command(data.path(), 0).output().expect("it ends");
    assert_eq!(refused.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly() {
    let data = TempDir::new().expect("a folder");
    let mut app = App::start(data.path());
    let pid = app.child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().expect("kill runs");
    assert!(sent.success());
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(status) = app.child.try_wait().expect("a status") {
            assert_eq!(status.code(), Some(0));
            return;
        }
        assert!(Instant::now() < until, "it ends");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A client of the app.
mod client {
    use super::*;
    use tungstenite::{Message, WebSocket};

    pub(crate) type Socket = WebSocket<TcpStream>;

    pub(crate) fn connect(app: &App) -> Socket {
        let stream = TcpStream::connect(&app.address).expect("the port is open");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let url = format!("ws://{}/ws?key={}", app.address, app.key);
        let (mut socket, _) = tungstenite::client(url, stream).expect("a handshake");
        ask(&mut socket, 1, serde_json::json!({"type": "hello", "protocol": 1}));
        socket
    }

    pub(crate) fn read(socket: &mut Socket) -> serde_json::Value {
        loop {
            if let Message::Text(text) = socket.read().expect("a message") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    pub(crate) fn ask(
        socket: &mut Socket,
        id: u32,
        request: serde_json::Value,
    ) -> serde_json::Value {
        let text = serde_json::json!({"id": id, "request": request}).to_string();
        socket.send(Message::text(text)).expect("the request is sent");
        loop {
            let message = read(socket);
            if message["id"] == id {
                assert_eq!(message["type"], "reply", "{message}");
                return message["reply"].clone();
            }
        }
    }
}

/// A full disk: the page reported it, but the process printed no message and ended with 0.
#[cfg(target_os = "linux")]
#[test]
fn what_is_unsaved_at_the_end_is_said_and_is_a_failure() {
    use client::{ask, connect};
    use serde_json::json;
    let data = TempDir::new().expect("a folder");
    // A write beyond the limit of a file's size fails, where the signal for it is ignored.
    let app = command(data.path(), 0);
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(app.get_program());
    limited.args(app.get_args()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut app = App::of(limited);
    let mut socket = connect(&app);
    let source = json!({"type": "new", "handicap": null});
    let open = json!({"type": "document_open", "source": source, "game_index": null});
    let document = ask(&mut socket, 2, open)["document"]["info"]["id"].clone();
    let pid = app.child.id().to_string();
    let set = Command::new("prlimit").args(["--pid", &pid, "--fsize=1:1"]).status();
    if !set.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no prlimit to make writes fail");
        return;
    }
    let edit = json!({"type": "node_add", "document": document, "parent": 0, "usi": "7g7f"});
    assert_eq!(ask(&mut socket, 3, edit)["type"], "edited");
    let sent = Command::new("kill").args(["-INT", &pid]).status().expect("kill runs");
    assert!(sent.success());
    assert_eq!(app.child.wait().expect("it ends").code(), Some(1));
    let mut error = String::new();
    let mut stderr = app.child.stderr.take().expect("stderr");
    stderr.read_to_string(&mut error).expect("words");
    assert!(error.contains("1 changed documents are not saved"), "{error}");
}

/// The app's analyst had no mate search: a mate in seven of the command line was +1010 in the page.
#[test]
fn the_app_judges_as_the_command_line_does() {
    use client::{ask, connect, read};
    use serde_json::{Value, json};
    const NODES: u32 = 400;
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../app/assets/samples");
    let game = samples.join("alphazero.kif");
    let output = Command::new(env!("CARGO_BIN_EXE_zenpuku"))
        .args(["analyze", "--json", "--hash", "4", "--nodes", &NODES.to_string()])
        .arg(&game)
        .output()
        .expect("the analysis ends");
    let line: Value = serde_json::from_slice(&output.stdout).expect("JSON");

    let data = TempDir::new().expect("a folder");
    let app = App::start(data.path());
    let mut socket = connect(&app);
    let text = std::fs::read_to_string(&game).expect("the sample");
    let source = json!({"type": "text", "text": text, "name": null});
    let open = json!({"type": "document_open", "source": source, "game_index": null});
    let document = ask(&mut socket, 2, open)["document"]["info"]["id"].clone();
    let budget = json!({"type": "nodes", "nodes": NODES});
    let job = json!({"type": "job_analyse", "document": document, "node": null, "budget": budget});
    ask(&mut socket, 3, job);
    loop {
        match read(&mut socket)["event"]["job"]["state"].as_str() {
            Some("done") => break,
            Some("failed" | "cancelled") => panic!("the job ends well"),
            _ => {}
        }
    }
    let report = ask(&mut socket, 4, json!({"type": "report_get", "document": document}));
    let judged = |moves: &Value| -> Vec<[Value; 5]> {
        let fields = ["usi", "eval_cp", "mate", "class", "missed_mate"];
        let moves = moves.as_array().expect("moves").iter();
        moves.map(|mv| fields.map(|field| mv[field].clone())).collect()
    };
    let (page, line) = (judged(&report["report"]["moves"]), judged(&line["moves"]));
    assert!(line.len() > 100 && line.iter().any(|mv| mv[2].as_i64().is_some_and(|n| n > 4)));
    assert_eq!(page, line);
}

mod power_loss {
    use super::*;
    use client::{Socket, ask, connect, read};

    fn games(socket: &mut Socket) -> u64 {
        let reply = ask(socket, 9, serde_json::json!({"type": "library_stats"}));
        reply["stats"]["games"].as_u64().expect("a number")
    }

    /// 2,187 different games: both sides push two pawns.
    fn write_games(folder: &Path) {
        for number in 0..2_187_u32 {
            let file = |nines: u32| 1 + number / 9_u32.pow(nines) % 9;
            let (a, b, c, d) = (file(0), file(1), file(2), 3 * file(3));
            let black = if a == c { format!("{c}f{c}e") } else { format!("{c}g{c}f") };
            let white = if b == d { format!("{d}d{d}e") } else { format!("{d}c{d}d") };
            let line = format!("startpos moves {a}g{a}f {b}c{b}d {black} {white}");
            std::fs::write(folder.join(format!("{number}.sfen")), line).expect("a file");
        }
    }

    #[test]
    fn the_library_opens_after_a_kill_in_the_middle_of_an_import() {
        let (data, records) =
            (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
        write_games(records.path());
        let path = records.path().display().to_string();
        let source = serde_json::json!({"type": "folder", "path": path});
        let import = serde_json::json!({"type": "library_import", "source": source});

        let mut app = App::start(data.path());
        let mut socket = connect(&app);
        ask(&mut socket, 2, import.clone());
        let done = loop {
            let message = read(&mut socket);
            let job = &message["event"]["job"];
            if job["import"]["added"].as_u64().unwrap_or(0) > 0 {
                break job["import"]["added"].as_u64().unwrap_or(0);
            }
        };
        app.child.kill().expect("the app is killed");
        app.child.wait().expect("it is gone");

        let app = App::start(data.path());
        let mut socket = connect(&app);
        let kept = games(&mut socket);
        assert!(kept >= done, "{kept} games are kept, {done} were reported");
        ask(&mut socket, 3, import);
        loop {
            let message = read(&mut socket);
            match message["event"]["job"]["state"].as_str() {
                Some("done") => break,
                Some("failed") => panic!("{message}"),
                _ => {}
            }
        }
        let report = ask(&mut socket, 4, serde_json::json!({"type": "job_list"}));
        let import = &report["jobs"][0]["import"];
        assert_eq!(import["duplicates"].as_u64(), Some(kept), "{import}");
        assert_eq!(games(&mut socket), kept + import["added"].as_u64().expect("a number"));
    }
}
