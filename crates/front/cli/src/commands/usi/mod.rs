//! `zenpuku usi` and bare `zenpuku`: the engine behind a shogi GUI, by the USI protocol [usi].
//!
//! Three threads: one reads lines, so that stdin stays readable while the engine thinks; the
//! main thread ([`session`]) understands them; one searches and answers ([`report`], [`mate`]).

mod game;
mod goals;
mod limits;
mod mate;
mod options;
mod reasons;
mod report;
mod session;

use std::io::{self, BufRead as _, IsTerminal as _};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zenpuku_core::StopToken;
use zenpuku_protocol::usi::EngineMessage;
use zenpuku_shogi_engine::ALL_OPTIONS_VARIABLE;

use crate::exit::Exit;
use crate::output;
use session::{Flow, Session};

/// Arguments of `zenpuku usi`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku usi\n  \
    zenpuku usi --all-options\n\n\
    Then type: usi, isready, position startpos, go byoyomi 1000, quit. Register the program without \
    arguments in a shogi GUI. Only USI is written to stdout, logs go to stderr. \
    With ZENPUKU_ALL_OPTIONS=1 in the environment the options of tuning and research are \
    listed too; all options can be set, listed or not.")]
pub struct Args {
    /// List the options of tuning and research too
    #[arg(long)]
    all_options: bool,
}

/// Serves USI until `quit` or the end of input.
///
/// # Errors
/// If stdout cannot be written.
pub fn run(args: Option<&Args>) -> anyhow::Result<Exit> {
    if io::stdin().is_terminal() {
        output::complain(
            "zenpuku speaks USI here: a shogi GUI starts it so. Type `usi` or `quit`, \
             or see `zenpuku --help`.",
        );
    }
    let all_options = args.is_some_and(|args| args.all_options) || wants_all_options();
    let mut session = Session::new(all_options)?;
    let hurry = Hurry::default();
    for line in lines(hurry.clone()) {
        tracing::debug!(line, "received");
        if ends_waiting(&line) {
            hurry.withdraw();
        }
        session.fill_memory_until(&hurry.token());
        if session.handle(&line)? == Flow::Quit {
            break;
        }
    }
    session.close()?;
    Ok(Exit::Done)
}

/// Does the environment request a list of all options?
fn wants_all_options() -> bool {
    std::env::var_os(ALL_OPTIONS_VARIABLE).is_some_and(|value| !value.is_empty() && value != "0")
}

/// Does the line request an immediate answer or end?
fn ends_waiting(line: &str) -> bool {
    matches!(line.split_ascii_whitespace().next(), Some("stop" | "quit" | "gameover"))
}

/// While cancellation is requested, memory is not prepared in advance.
#[derive(Clone, Default)]
pub(super) struct Hurry(Arc<Mutex<Waiting>>);

#[derive(Default)]
struct Waiting {
    /// Lines that were read, end waiting, and are not received yet.
    lines: usize,
    /// Stopped while there are such lines.
    token: StopToken,
}

impl Hurry {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn request(&self) {
        let mut waiting = self.waiting();
        waiting.lines += 1;
        waiting.token.stop();
    }

    fn withdraw(&self) {
        let mut waiting = self.waiting();
        waiting.lines -= 1;
        if waiting.lines == 0 {
            waiting.token = StopToken::new();
        }
    }

    fn token(&self) -> StopToken {
        self.waiting().token.clone()
    }
}

/// The lines of stdin, read on a separate thread; invalid UTF-8 is replaced.
/// Cancellation is requested from reading a line that ends waiting until it is
/// received, and at the end of input.
pub(super) fn lines(hurry: Hurry) -> Receiver<String> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            if ends_waiting(&text) {
                hurry.request();
            }
            if send.send(text).is_err() {
                return;
            }
            line.clear();
        }
        hurry.request();
    });
    receive
}

/// Sends one message to the GUI.
fn say(message: &EngineMessage) -> anyhow::Result<()> {
    output::line(message)
}

/// Sends one message from the searching thread, which ignores a closed GUI; the
/// main thread notices the end of input.
fn send_from_search(message: &EngineMessage) {
    if let Err(error) = say(message) {
        tracing::debug!("{error}");
    }
}
