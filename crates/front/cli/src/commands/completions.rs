//! `zenpuku completions`: shell completion scripts.

use clap::CommandFactory as _;
use clap_complete::{Shell, generate};

use crate::cli::Cli;
use crate::context::Context;
use crate::exit::Exit;
use crate::output;

/// Arguments of `zenpuku completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    zenpuku completions bash > ~/.local/share/bash-completion/completions/zenpuku")]
pub struct Args {
    /// The shell to print the script for
    shell: Shell,
}

/// Prints the script to stdout.
///
/// # Errors
/// If stdout cannot be written.
pub fn run(args: &Args, _context: &Context) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "zenpuku", &mut script);
    output::bytes(&script)?;
    Ok(Exit::Done)
}
