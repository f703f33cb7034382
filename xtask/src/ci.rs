//! `cargo xtask ci`: everything a change must pass, one step after the other.

use std::process::Command;
use std::time::Instant;

use anyhow::bail;

use crate::example::MANIFEST;
use crate::process;
use crate::workspace;

/// Arguments of `cargo xtask ci`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask ci --no-tests")]
pub(crate) struct Args {
    /// Leave out `cargo test --workspace` (when it ran already)
    #[arg(long)]
    no_tests: bool,
}

/// The steps as arguments of cargo.
fn steps(args: &Args) -> Vec<Vec<String>> {
    let all: [&[&str]; 8] = [
        &["fmt", "--all", "--check"],
        &["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"],
        &["fmt", "--manifest-path", MANIFEST, "--check"],
        &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
        &["test", "--workspace", "--quiet"],
        &["xtask", "tidy"],
        &["xtask", "verify-claims"],
        &["xtask", "example"],
    ];
    all.iter()
        .filter(|step| !(args.no_tests && step[0] == "test"))
        .map(|step| step.iter().map(ToString::to_string).collect())
        .collect()
}

/// The command of a step. A task of this program runs in this process: cargo
/// would build it again with its own set of features.
fn command(step: &[String]) -> anyhow::Result<Command> {
    if let Some((_, task)) = step.split_first().filter(|(first, _)| *first == "xtask") {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(task);
        return Ok(command);
    }
    let mut command = process::cargo();
    command.args(step);
    Ok(command)
}

/// Runs every step, even after one failed, and sums up.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let root = workspace::root();
    let mut summary = Vec::new();
    let mut failed = 0;
    for step in steps(args) {
        let name = format!("cargo {}", step.join(" "));
        println!("== {name}");
        let start = Instant::now();
        let result = process::run(command(&step)?.current_dir(&root));
        failed += usize::from(result.is_err());
        let verdict = if result.is_ok() { "ok" } else { "FAILED" };
        summary.push(format!("{verdict:6} {:5.0} s  {name}", start.elapsed().as_secs_f64()));
    }
    println!("\n{}", summary.join("\n"));
    if failed > 0 {
        bail!("{failed} steps failed");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_can_be_left_out() {
        let count = |no_tests| steps(&Args { no_tests }).len();
        assert_eq!([count(false), count(true)], [8, 7]);
    }

    #[test]
    fn tasks_run_in_this_program() {
        let program =
            |words: [&str; 2]| command(&words.map(str::to_owned)).unwrap().get_program().to_owned();
        assert_eq!(program(["xtask", "tidy"]), std::env::current_exe().unwrap());
        assert_eq!(program(["fmt", "--all"]), process::cargo().get_program());
    }
}
