//! The command line of Zenpuku: reads arguments, runs one command, maps its
//! outcome to an exit code. The only library of the workspace that touches
//! stdin, stdout and stderr.
//!
//! A command is a module of [`commands`] with an `Args` (clap) and a `run`
//! that takes the arguments and a [`context::Context`], and returns
//! [`exit::Exit`] or an error whose chain is shown to the user.
#![forbid(unsafe_code)]

pub mod arguments;
mod background;
pub mod call;
pub mod cli;
pub mod commands;
pub mod context;
pub mod engine_args;
pub mod exit;
pub mod files;
pub mod interrupt;
pub mod json;
pub mod logging;
pub mod output;
mod priority;
pub mod progress;
mod standard_input;

use clap::Parser as _;

/// The commit this program was built from, or `unknown`.
pub const COMMIT: &str = env!("ZENPUKU_COMMIT");

/// Name, version and commit, as manifests name the program that made a file.
pub const PROGRAM: &str =
    concat!("zenpuku ", env!("CARGO_PKG_VERSION"), " ", env!("ZENPUKU_COMMIT"));

/// Runs the program with the process's arguments.
#[must_use]
pub fn main() -> exit::Exit {
    main_with(std::env::args_os().skip(1))
}

/// As [`main`], with these arguments, the program's name left out.
pub fn main_with<I>(arguments: I) -> exit::Exit
where
    I: IntoIterator,
    I::Item: Into<std::ffi::OsString>,
{
    let name = core::iter::once("zenpuku".into());
    let cli = match cli::Cli::try_parse_from(name.chain(arguments.into_iter().map(Into::into))) {
        Ok(cli) => cli,
        Err(message) => return exit::show_clap(&message),
    };
    match run(&cli) {
        Ok(exit) => exit,
        Err(error) => exit::report(&error),
    }
}

fn run(cli: &cli::Cli) -> anyhow::Result<exit::Exit> {
    logging::init(cli.verbose)?;
    commands::run(cli, &context::Context::new())
}
