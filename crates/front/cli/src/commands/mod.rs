//! One module per command, and the dispatch to them.

pub mod analyze;
pub mod app;
pub mod bench;
pub mod book;
pub mod completions;
pub mod convert;
pub mod csa;
pub mod eval;
pub mod explain;
pub mod go;
pub mod gtp;
pub mod lab;
pub mod learn;
pub mod licences;
pub mod manual;
pub mod match_;
pub mod mate;
pub mod perft;
pub mod ratings;
pub mod tune;
pub mod usi;
mod window;

use crate::cli::{Cli, Command};
use crate::context::Context;
use crate::exit::Exit;

/// Runs the command that `cli` names.
///
/// # Errors
/// Those of the command; [`crate::exit::report`] turns them into text and an exit code.
pub fn run(cli: &Cli, context: &Context) -> anyhow::Result<Exit> {
    match &cli.command {
        Some(Command::Analyze(args)) => analyze::run(args, context),
        Some(Command::App(args)) => app::run(args, context),
        Some(Command::Bench(args)) => bench::run(args, context),
        Some(Command::Book(args)) => book::run(args, context),
        Some(Command::Convert(args)) => convert::run(args, context),
        Some(Command::Csa(args)) => csa::run(args, context),
        Some(Command::Completions(args)) => completions::run(args, context),
        Some(Command::Eval(args)) => eval::run(args),
        Some(Command::Explain(args)) => explain::run(args, context),
        Some(Command::Go(args)) => go::run(args, context),
        Some(Command::Gtp(args)) => gtp::run(args),
        Some(Command::Mate(args)) => mate::run(args, context),
        Some(Command::Lab(args)) => lab::run(args, context),
        Some(Command::Learn(args)) => learn::run(args, context),
        Some(Command::Licences(_)) => licences::run(),
        Some(Command::Manual(args)) => manual::run(args),
        Some(Command::Match(args)) => match_::run(args, context),
        Some(Command::Perft(args)) => perft::run(args, context),
        Some(Command::Ratings(args)) => ratings::run(args, context),
        Some(Command::Tune(args)) => tune::run(args, context),
        Some(Command::Usi(args)) => usi::run(Some(args)),
        None if window::is_open() => window::run(context),
        None => usi::run(None),
    }
}
