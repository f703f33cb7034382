//! One module per command, and the dispatch to them.

pub mod completions;
pub mod match_;
pub mod perft;

use clap::CommandFactory as _;

use crate::cli::{Cli, Command};
use crate::context::Context;
use crate::exit::{Exit, show_clap};

/// Runs the command that `cli` names.
///
/// # Errors
/// Whatever the command returns; [`crate::exit::report`] turns it into text
/// and an exit code.
pub fn run(cli: &Cli, context: &Context) -> anyhow::Result<Exit> {
    match &cli.command {
        Some(Command::Completions(args)) => completions::run(args, context),
        Some(Command::Match(args)) => match_::run(args, context),
        Some(Command::Perft(args)) => perft::run(args, context),
        None => Ok(show_clap(&Cli::command().error(
            clap::error::ErrorKind::MissingSubcommand,
            "no command given; `zenpuku --help` lists them",
        ))),
    }
}
