//! The argument grammar: global options and the list of commands.

use clap::{ArgAction, Parser, Subcommand};

use crate::commands::{
    analyze, app, bench, book, completions, convert, csa, eval, go, gtp, lab, learn, licences,
    match_, mate, perft, ratings, tune, usi,
};

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "zenpuku",
    version,
    about = "Game-tree search: plays and analyses shogi, solves Go endgames, reproduces papers",
    after_help = "Exit codes: 0 done, 1 the work failed, 2 bad usage, 130 interrupted.\n\
                  Logs go to stderr; ZENPUKU_LOG=debug or --verbose shows more of them."
)]
pub struct Cli {
    /// Log more to stderr (-v info, -vv debug, -vvv trace)
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,

    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// One variant per module of [`crate::commands`].
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play, analyse and keep games in the browser: the web app
    App(app::Args),
    /// Analyse game records: evaluation, best lines, mistakes
    Analyze(analyze::Args),
    /// Serve a shogi GUI by USI on stdin and stdout; also without any command
    Usi(usi::Args),
    /// Convert game records between formats
    Convert(convert::Args),
    /// Explain the static evaluation of a shogi position
    Eval(eval::Args),
    /// Build opening books and look into them
    Book(book::Args),
    /// Solve Go endgames exactly
    Go(go::Args),
    /// Serve a Go GUI by GTP on stdin and stdout
    Gtp(gtp::Args),
    /// Run an experiment of the papers
    Lab(Box<lab::Args>),
    /// Learn from games: self-play, training data, networks
    Learn(learn::Args),
    /// Play engines against each other
    Match(Box<match_::Args>),
    /// Rate the players of finished games
    Ratings(ratings::Args),
    /// Play on a server of the CSA protocol: floodgate, tournaments
    Csa(csa::Args),
    /// Tune parameters of the shogi search by games
    Tune(tune::Args),
    /// Find the shortest mate, or prove that there is none
    Mate(mate::Args),
    /// Search fixed positions: the node signature of the search, and its speed
    Bench(bench::Args),
    /// Count the leaves of the shogi move tree
    Perft(perft::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Print the licences of all that this program holds
    Licences(licences::Args),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn grammar_is_consistent() {
        Cli::command().debug_assert();
    }

    /// Promise of the command line: every command's `--help` has an example.
    #[test]
    fn every_command_shows_an_example() {
        let mut pending: Vec<clap::Command> = Cli::command().get_subcommands().cloned().collect();
        while let Some(command) = pending.pop() {
            pending.extend(command.get_subcommands().cloned());
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let call = format!("{} ", command.get_name());
            assert!(
                help.starts_with("Example") && help.contains("zenpuku") && help.contains(&call),
                "`{}` lacks an example: {help:?}",
                command.get_name()
            );
        }
    }

    /// Threads and tables are named one way, and engines of the same kind begin with the same.
    #[test]
    fn threads_and_tables_are_asked_for_alike() {
        let mut pending = vec![Cli::command()];
        while let Some(command) = pending.pop() {
            let name = command.get_name();
            for argument in command.get_arguments() {
                match argument.get_long() {
                    Some("threads") => assert_eq!(argument.get_short(), Some('j'), "{name}"),
                    Some("hash") => {
                        let unit = argument.get_help().map(ToString::to_string).unwrap_or_default();
                        assert!(unit.contains("MiB"), "{name}: {unit}");
                    }
                    _ => assert_ne!(argument.get_short(), Some('j'), "{name}"),
                }
            }
            let find = |long| command.get_arguments().find(|one| one.get_long() == Some(long));
            let help = |one: &clap::Arg| one.get_help().map(ToString::to_string);
            if find("threads").and_then(help).as_deref() == Some("Search threads") {
                let hash = find("hash").map(clap::Arg::get_default_values).unwrap_or_default();
                assert!(hash.iter().all(|mib| mib == "64") && !hash.is_empty(), "{name}: {hash:?}");
            }
            pending.extend(command.get_subcommands().cloned());
        }
    }
}
