//! Project tasks: `cargo xtask <task>`. Checks that the repository obeys its
//! own rules, reruns the figures the documents state, builds releases, fuzzes.
#![forbid(unsafe_code)]

mod artefacts;
mod ci;
mod claims;
mod dist;
mod example;
mod fuzz;
mod licences;
mod markdown;
mod process;
mod slow;
mod tidy;
mod tokens;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Project tasks of Zenpuku")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Check the rules of ARCHITECTURE.md, REFERENCES.md and CONTRIBUTING.md
    Tidy(tidy::Args),
    /// Rerun every deterministic figure the Markdown files state
    VerifyClaims(claims::Args),
    /// Build release binaries for x86-64 v1, v3 and v4
    Dist(dist::Args),
    /// Fuzz the parsers
    Fuzz(fuzz::Args),
    /// Run the experiment outside the workspace
    Example(example::Args),
    /// List the slowest tests
    SlowTests(slow::Args),
    /// Write the licences of all that the binary holds into the file it prints
    Licences(licences::Args),
    /// Run everything a change must pass
    Ci(ci::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().task {
        Task::Tidy(args) => tidy::run(&args),
        Task::VerifyClaims(args) => claims::run(&args),
        Task::Dist(args) => dist::run(&args),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Example(args) => example::run(&args),
        Task::SlowTests(args) => slow::run(&args),
        Task::Licences(args) => licences::run(&args),
        Task::Ci(args) => ci::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
