//! `zenpuku gtp`: the Go engine behind a GUI, by the Go Text Protocol [gtp2].
//!
//! Endgames that [`zenpuku_go_endgame::solve`] proves are played perfectly.
//! Otherwise the move is chosen by the values of the parts of the board, or by
//! random games ([`zenpuku_go_endgame::player`]), which is sensible but weak.

mod analyze;
mod clock;
mod controller;
mod game;
mod gogui;
mod session;
mod status;

use std::time::Duration;

use zenpuku_go::Rules;

use super::usi::{Hurry, lines};
use crate::arguments::seconds;
use crate::exit::Exit;
use session::{Flow, Session};

/// Arguments of `zenpuku gtp`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    zenpuku gtp --rules japanese\n\n\
    Then type: boardsize 9, genmove b, showboard, quit. Register this command in a Go GUI such as \
    Sabaki or GoGui. Only GTP is written to stdout.")]
pub struct Args {
    /// japanese, chinese, tromp-taylor, aga or new-zealand; default: the loaded
    /// file's rules, else japanese
    #[arg(short, long)]
    rules: Option<Rules>,
    /// Random games for a move where the endgame is not solved
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    playouts: u32,
    /// Nodes for a search of the whole board
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seconds for a move without a clock, and for the score and the statuses of the stones
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "5")]
    time: Duration,
    /// Seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Serves GTP until `quit` or the end of input.
///
/// # Errors
/// If stdout cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let lines = lines(Hurry::default());
    let mut session = Session::new(args);
    let mut pending = None;
    while let Some(line) = pending.take().or_else(|| lines.recv().ok()) {
        tracing::debug!(line, "received");
        match session.handle(&line)? {
            Flow::Continue => {}
            Flow::Analyze(request) => pending = analyze::stream(&session, &request, &lines)?,
            Flow::Quit => break,
        }
    }
    Ok(Exit::Done)
}
