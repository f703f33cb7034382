//! `zenpuku licences`: whose work the program holds, and by which terms.

use crate::exit::Exit;
use crate::output;

/// Written by `cargo xtask licences`; `cargo xtask tidy` fails where a crate is missing.
const LICENCES: &str = include_str!("../../licences.txt");

/// Arguments of `zenpuku licences`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  zenpuku licences | less")]
pub struct Args {}

/// Prints the licences to stdout.
///
/// # Errors
/// If stdout cannot be written.
pub fn run() -> anyhow::Result<Exit> {
    output::bytes(LICENCES.as_bytes())?;
    Ok(Exit::Done)
}
