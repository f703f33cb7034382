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
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};

use zenpuku_protocol::usi::EngineMessage;

use crate::context::Context;
use crate::exit::Exit;
use crate::output;
use session::{Flow, Session};

/// Arguments of `zenpuku usi`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    zenpuku usi     then type: usi, isready, position startpos, go byoyomi 1000, quit\n\n\
    Register the program without arguments in a shogi GUI. Nothing but USI goes to stdout, logs \
    go to stderr.")]
pub struct Args {}

/// Speaks USI until `quit` or the end of input.
///
/// # Errors
/// If stdout cannot be written.
pub fn run(_context: &Context) -> anyhow::Result<Exit> {
    if io::stdin().is_terminal() {
        output::complain(
            "zenpuku speaks USI here: a shogi GUI starts it so. Type `usi` or `quit`, \
             or see `zenpuku --help`.",
        );
    }
    let preparing = Preparing::default();
    let mut session = Session::new(preparing.clone())?;
    for line in lines(preparing) {
        tracing::debug!(line, "received");
        if session.handle(&line)? == Flow::Quit {
            break;
        }
    }
    session.close()?;
    Ok(Exit::Done)
}

/// Is a large table being prepared, which nothing can interrupt? Clones share one mark.
#[derive(Clone, Default)]
pub(super) struct Preparing(Arc<AtomicBool>);

impl Preparing {
    pub(super) fn set(&self, on: bool) {
        self.0.store(on, Ordering::SeqCst);
    }

    /// Ends the process if there is only the table to wait for: nothing is running that has an answer to give.
    fn quit(&self) {
        if self.0.load(Ordering::SeqCst) {
            std::process::exit(0);
        }
    }
}

/// The lines of stdin, read on a thread of their own; what is no UTF-8 is replaced. `quit` does not
/// wait for what is being prepared.
pub(super) fn lines(preparing: Preparing) -> Receiver<String> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            if text == "quit" {
                preparing.quit();
            }
            if send.send(text).is_err() {
                return;
            }
            line.clear();
        }
    });
    receive
}

/// Sends one message to the GUI.
fn say(message: &EngineMessage) -> anyhow::Result<()> {
    output::line(message)
}

/// Sends one message from the searching thread, which has nobody to tell that the GUI has gone;
/// the end of input tells the main thread.
fn tell(message: &EngineMessage) {
    if let Err(error) = say(message) {
        tracing::debug!("{error}");
    }
}
