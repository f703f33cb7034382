//! The argument grammar: global options and the list of commands.
//!
//! Invariant: The help of every command has an example.

use clap::{ArgAction, Parser, Subcommand};

use crate::commands::{
    analyze, app, bench, book, completions, convert, csa, eval, explain, go, gtp, lab, learn,
    licences, manual, match_, mate, perft, ratings, tune, usi,
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
    /// Explain in words why a move is best, or why another one is worse
    Explain(explain::Args),
    /// Build, convert and merge opening books, and look into them
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
    /// Find the shortest mate, or prove that there is no mate
    Mate(mate::Args),
    /// Search fixed positions: the node signature of the search, and its speed
    Bench(bench::Args),
    /// Count the leaves of the shogi move tree
    Perft(perft::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Write manual pages
    Manual(manual::Args),
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

    /// The examples of a command's help: lines that end in a backslash continue in the next one.
    fn examples(command: &clap::Command) -> Vec<String> {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let lines = help.replace("\\\n", " ");
        let lines = lines.lines().skip(1).take_while(|line| line.starts_with("  "));
        lines.map(|line| line.trim().to_owned()).collect()
    }

    /// The words of a line of a shell, up to a comment, a pipe or a redirection.
    fn words(line: &str) -> Vec<String> {
        let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
        for c in line.chars() {
            match c {
                '\'' => {
                    quoted = !quoted;
                    word.get_or_insert_default();
                }
                '#' | '|' | '>' | '&' | ';' if !quoted && word.is_none() => break,
                ' ' if !quoted => words.extend(word.take()),
                c => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        words
    }

    fn all_commands() -> Vec<clap::Command> {
        let (mut pending, mut all) = (vec![Cli::command()], Vec::new());
        while let Some(command) = pending.pop() {
            pending.extend(command.get_subcommands().cloned());
            all.push(command);
        }
        all
    }

    /// One named an option that its command does not have, others continued as prose.
    #[test]
    fn examples_can_be_copied_and_run() {
        let lines: Vec<String> = all_commands().iter().flat_map(examples).collect();
        assert!(lines.len() > 80, "{}", lines.len());
        for line in lines {
            let parsed = Cli::try_parse_from(words(&line));
            assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
        }
    }

    /// A terminal of 100 columns broke lines that were broken by hand, and commands among them.
    #[test]
    fn help_texts_are_broken_once() {
        for command in all_commands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for paragraph in help.split("\n\n").filter(|text| text.contains('\n')) {
                let long = paragraph.lines().find(|line| line.len() > 100);
                assert_eq!(long, None, "{}", command.get_name());
            }
        }
    }

    /// Limits have one name and one unit, and are never zero.
    #[test]
    fn limits_are_asked_for_alike() {
        for command in all_commands() {
            let name = command.get_name();
            for argument in command.get_arguments() {
                let long = argument.get_long().unwrap_or_default();
                let unit = argument.get_value_names().unwrap_or_default().join(",");
                if long == "time" {
                    assert_eq!(unit, "SECONDS", "{name}");
                }
                assert!(long != "movetime" || argument.is_hide_set(), "{name}");
                if long == "profile" {
                    let profiles = argument.get_possible_values().len();
                    assert_eq!(profiles, zenpuku_params::PROFILES.len(), "{name}");
                }
            }
        }
        for line in [
            "analyze a.kif --nodes 0",
            "analyze a.kif --depth 0",
            "go solve a.sgf --nodes 0",
            "gtp --nodes 0",
            "match --nodes 0",
            "match --b-nodes 0",
            "match --movetime 0",
            "mate a.sfen --nodes 0",
            "tune --rows Lmr* --out o --nodes 0",
            "tune --rows Lmr* --out o --time 0",
            "lab compare a b --nodes 0",
            "bench --nodes 0",
        ] {
            let parsed = Cli::try_parse_from(words(&format!("zenpuku {line}")));
            let error = parsed.expect_err(line).to_string();
            assert!(error.contains("invalid value '0'"), "{line}: {error}");
        }
    }

    #[test]
    fn former_names_of_limits_are_understood() {
        for line in [
            "match --movetime 100",
            "match --nodes 5 --b-movetime 100",
            "tune --rows Lmr* --out o --movetime 20",
            "lab tree --movetime 5",
            "lab compare a b --movetime 5 --processor-time",
            "learn judge a.jsonl --movetime 5",
            "mate a.sfen --limit-nodes 5",
            "go solve a.sgf --memory 5",
        ] {
            let parsed = Cli::try_parse_from(words(&format!("zenpuku {line}")));
            assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
        }
        assert!(Cli::try_parse_from(words("zenpuku match --time 1 --movetime 5")).is_err());
        assert!(Cli::try_parse_from(words("zenpuku lab compare a b --time 1 --nodes 5")).is_err());
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
