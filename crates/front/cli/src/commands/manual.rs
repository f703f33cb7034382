//! `zenpuku manual`: manual pages, as packages install them.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::cli::Cli;
use crate::exit::Exit;

/// Arguments of `zenpuku manual`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    zenpuku manual ~/.local/share/man/man1")]
pub struct Args {
    /// Folder for the pages: one a command
    folder: PathBuf,
}

/// Writes the pages.
///
/// # Errors
/// If the folder cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    clap_mangen::generate_to(Cli::command(), &args.folder)
        .with_context(|| format!("cannot write to {}", args.folder.display()))?;
    Ok(Exit::Done)
}
