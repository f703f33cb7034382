//! The program of an experiment of your own: a technique or an evaluation from outside, measured
//! against the same engine without it.

use std::path::PathBuf;

use serde_json::Value;
use zenpuku_params::PROFILE_OPTION;
use zenpuku_shogi_engine::{EngineOptions, EvalKind, Hooks};

use crate::compare::{Budget, CompareExperiment, Games, Side};
use crate::{Build, LabError, Progress, RunOptions, Table, run};

/// The table of each side, in MiB.
const HASH_MB: usize = 16;

/// What is measured, and on which program.
pub struct OwnExperiment {
    /// A short name without blanks.
    pub name: &'static str,
    /// The profile of both sides, as in `zenpuku lab --list`.
    pub profile: &'static str,
    /// The evaluation of both sides, unless the hooks have one.
    pub evaluation: EvalKind,
    /// What the second side has besides.
    pub hooks: Hooks,
    /// Constants of the technique: part of a run's identity, so that the journal of a run with other
    /// ones is not continued.
    pub settings: Value,
    /// Depth, nodes or time for positions and problems.
    pub budget: Budget,
    /// The same for a move of a game.
    pub game_budget: Budget,
}

/// What the program was told.
#[derive(Debug, Default)]
struct Arguments {
    options: RunOptions,
    pairs: u64,
    folder: Option<PathBuf>,
}

const USAGE: &str = "\
options:
  --quick             two positions of each phase and a pair of games
  --positions FILE    SFEN lines or JSON lines to search instead of the built-in positions
  --problems FILE     JSON lines with `sfen` and `bm`, the right move
  --games N           games to play, from the built-in openings [default: 0]
  --seed N            the order of the openings [default: 1]
  FOLDER              where tables, positions and identity are written; an interrupted run resumes";

impl OwnExperiment {
    /// Runs it with the arguments of a program and returns the tables as text, or the usage if `--help`
    /// is among them.
    ///
    /// # Errors
    /// The message for the user: a bad argument with the usage, or what ended the run.
    pub fn run(
        self,
        arguments: impl Iterator<Item = String>,
        report: impl FnMut(Progress<'_>),
    ) -> Result<String, String> {
        let words: Vec<String> = arguments.collect();
        if words.iter().any(|word| word == "--help" || word == "-h") {
            let name = self.name;
            return Ok(format!(
                "{name}: measures a technique against the engine without it\n\n{USAGE}"
            ));
        }
        let Arguments { options, pairs, folder } = read(&words)?;
        let comparison = self.comparison(pairs).map_err(|error| error.to_string())?;
        let build = Build { commit: env!("CARGO_PKG_VERSION").to_owned(), ..Build::default() };
        let outcome = run(&comparison, &options, &build, folder.as_deref(), report)
            .map_err(|error| error.to_string())?;
        let tables: Vec<String> = outcome.findings.ours.iter().map(Table::to_text).collect();
        Ok(tables.join("\n"))
    }

    /// The comparison that it is, with so many pairs of games.
    ///
    /// # Errors
    /// [`LabError::Option`] for an unknown profile.
    pub fn comparison(self, pairs: u64) -> Result<CompareExperiment, LabError> {
        let eval = self.evaluation;
        let mut options =
            Box::new(EngineOptions { hash: HASH_MB, eval, ..EngineOptions::default() });
        options.set(PROFILE_OPTION, self.profile)?;
        let without = Side::Own {
            name: "without".to_owned(),
            options: options.clone(),
            hooks: Hooks::default(),
            settings: Value::Null,
        };
        let (name, hooks, settings) = (self.name.to_owned(), self.hooks, self.settings);
        let with = Side::Own { name, options, hooks, settings };
        let games = (pairs > 0).then_some(Games { pairs, budget: self.game_budget });
        Ok(CompareExperiment { a: without, b: with, budget: self.budget, games })
    }
}

impl std::fmt::Debug for OwnExperiment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OwnExperiment").field("name", &self.name).finish_non_exhaustive()
    }
}

fn read(words: &[String]) -> Result<Arguments, String> {
    let mut arguments = Arguments::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value\n\n{USAGE}"));
        let number = |text: &String| {
            text.parse::<u64>().map_err(|_| format!("{word}: expected a number, found `{text}`"))
        };
        match word.as_str() {
            "--quick" => arguments.options.quick = true,
            "--positions" => arguments.options.positions = Some(value()?.into()),
            "--problems" => arguments.options.problems = Some(value()?.into()),
            "--games" => arguments.pairs = number(value()?)?.div_ceil(2),
            "--seed" => arguments.options.seed = number(value()?)?,
            option if option.starts_with('-') => {
                return Err(format!("unknown option {option}\n\n{USAGE}"));
            }
            _ if arguments.folder.is_some() => {
                return Err(format!("one folder, not `{word}` too\n\n{USAGE}"));
            }
            _ => arguments.folder = Some(word.into()),
        }
    }
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn arguments_are_read_and_bad_ones_named() {
        let arguments = read(&words("--quick --games 5 --seed 3 out")).unwrap();
        assert!(arguments.options.quick);
        assert_eq!((arguments.pairs, arguments.options.seed), (3, 3));
        assert_eq!(arguments.folder, Some("out".into()));
        for (bad, named) in
            [("--games", "--games"), ("--games x", "`x`"), ("--fast", "--fast"), ("a b", "`b`")]
        {
            let error = read(&words(bad)).unwrap_err();
            assert!(error.contains(named), "{bad}: {error}");
        }
    }
}
