//! `cargo xtask example`: runs the experiments outside the workspace.

use std::process::Command;

use anyhow::Context as _;

use crate::artefacts;
use crate::process;
use crate::workspace;

/// The experiments' manifest.
pub(crate) const MANIFEST: &str = "examples/own-experiment/Cargo.toml";
const NAMES: [&str; 3] = ["own-multi-cut", "own-reduction", "own-evaluation"];

/// Small: two positions of each phase and a pair of games.
const QUICK: [&str; 3] = ["--quick", "--games", "2"];

/// Arguments of `cargo xtask example`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask example --outside")]
pub(crate) struct Args {
    /// Build them as their users do, as a workspace of its own, which compiles everything below it once more
    #[arg(long)]
    outside: bool,
}

/// Runs the experiments. Without `--outside` they are the examples of the laboratory's crate that the tests have built;
/// only their manifest is then read as a workspace of its own.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let root = workspace::root();
    if args.outside {
        for name in NAMES {
            let mut cargo = process::cargo();
            let options = ["run", "--quiet", "--manifest-path", MANIFEST, "--bin", name, "--"];
            process::run(cargo.current_dir(&root).args(options).args(QUICK))?;
        }
        return Ok(());
    }
    let options = ["metadata", "--locked", "--format-version", "1", "--manifest-path", MANIFEST];
    process::capture(process::cargo().current_dir(&root).args(options))?;
    let messages = artefacts::of_tests(&root)?;
    for name in NAMES {
        let program = artefacts::program(&messages, "example", name)
            .with_context(|| format!("cargo built no `{name}`"))?;
        process::run(Command::new(program).current_dir(&root).args(QUICK))?;
    }
    Ok(())
}
