//! `cargo xtask example`: runs the experiment outside the workspace.

use std::process::Command;

use anyhow::Context as _;

use crate::artefacts;
use crate::process;
use crate::workspace;

/// The experiment's manifest.
pub(crate) const MANIFEST: &str = "examples/own-experiment/Cargo.toml";
const NAME: &str = "own-experiment";

/// Arguments of `cargo xtask example`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask example --outside")]
pub(crate) struct Args {
    /// Build it as its users do, as a separate workspace, which compiles all dependencies again
    #[arg(long)]
    outside: bool,
}

/// Runs the experiment. Without `--outside` it is the example of the
/// laboratory's crate that the tests have built; only its manifest is then read
/// as a separate workspace.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let root = workspace::root();
    let mut cargo = process::cargo();
    cargo.current_dir(&root);
    if args.outside {
        let options = ["run", "--quiet", "--manifest-path", MANIFEST, "--", "--quick"];
        return process::run(cargo.args(options));
    }
    let options = ["metadata", "--locked", "--format-version", "1", "--manifest-path", MANIFEST];
    process::capture(cargo.args(options))?;
    let messages = artefacts::of_tests(&root)?;
    let program = artefacts::program(&messages, "example", NAME)
        .with_context(|| format!("cargo built no `{NAME}`"))?;
    process::run(Command::new(program).current_dir(&root).arg("--quick"))
}
