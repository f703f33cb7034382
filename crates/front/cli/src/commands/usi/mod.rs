//! `zenpuku usi` and bare `zenpuku`: the engine behind a shogi GUI, by the USI protocol [usi].
//!
//! Three threads: one reads lines, so that stdin stays readable while the engine thinks; the
//! main thread ([`session`]) understands them; one searches and answers ([`report`], [`mate`]).

mod game;
mod goals;
mod limits;
mod mate;
mod options;
mod report;
mod session;

use std::io::{self, BufRead as _, IsTerminal as _};
use std::sync::mpsc::{self, Receiver};

use zenpuku_protocol::usi::EngineMessage;
use zenpuku_shogi_engine::{ALL_OPTIONS_VARIABLE, CancelToken};

use crate::exit::Exit;
use crate::output;
use session::{Flow, Session};

/// Arguments of `zenpuku usi`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku usi\n  \
    zenpuku usi --all-options\n\n\
    Then type: usi, isready, position startpos, go byoyomi 1000, quit. Register the program without \
    arguments in a shogi GUI. Nothing but USI goes to stdout, logs go to stderr. With ZENPUKU_ALL_OPTIONS=1 in the environment the options of tuning and research are \
    listed too; all options can be set, listed or not.")]
pub struct Args {
    /// List the options of tuning and research too
    #[arg(long)]
    all_options: bool,
}

/// Speaks USI until `quit` or the end of input.
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
    let cancel = session.cancel_token();
    for line in lines(cancel.clone()) {
        tracing::debug!(line, "received");
        if ends_waiting(&line) {
            cancel.withdraw();
        }
        if session.handle(&line)? == Flow::Quit {
            break;
        }
    }
    session.close()?;
    Ok(Exit::Done)
}

/// Does the environment ask for a list of all options?
fn wants_all_options() -> bool {
    std::env::var_os(ALL_OPTIONS_VARIABLE).is_some_and(|value| !value.is_empty() && value != "0")
}

/// Does the line ask for an answer or an end at once?
fn ends_waiting(line: &str) -> bool {
    matches!(line.split_ascii_whitespace().next(), Some("stop" | "quit" | "gameover"))
}

/// The lines of stdin, read on a thread of their own; what is no UTF-8 is replaced. From reading a
/// line that ends waiting until it is received, or at the end of input, there is a hurry.
pub(super) fn lines(cancel: CancelToken) -> Receiver<String> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            if ends_waiting(&text) {
                cancel.request();
            }
            if send.send(text).is_err() {
                return;
            }
            line.clear();
        }
        cancel.request();
    });
    receive
}

/// Sends one message to the GUI.
fn say(message: &EngineMessage) -> anyhow::Result<()> {
    output::line(message)
}

/// Sends one message from the searching thread, which has nobody to tell that the GUI has gone;
/// the end of input tells the main thread.
fn send_from_search(message: &EngineMessage) {
    if let Err(error) = say(message) {
        tracing::debug!("{error}");
    }
}
