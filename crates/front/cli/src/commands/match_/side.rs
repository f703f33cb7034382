//! One side of a match: our engine with a configuration, or another program.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_arena::matches::EngineFactory;
use zenpuku_arena::own_player::OwnEngineFactory;
use zenpuku_arena::usi_player::{Silence, UsiEngineFactory};
use zenpuku_arena::usi_process::{UsiCommand, UsiProcess};
use zenpuku_core::StopToken;
use zenpuku_core::hash::fnv1a;
use zenpuku_params::Params;
use zenpuku_shogi_engine::{Engine, EngineOptions, Hooks, PROFILE_FILE_OPTION, Timer, fingerprint};

use crate::engine_args;
use crate::exit::Usage;
use crate::output;

/// Table size of our own engine in a match, in MiB, unless an option says otherwise.
const MATCH_HASH: usize = 64;

/// What plays on one side.
#[derive(Debug)]
pub(super) enum Side {
    Own(Box<EngineOptions>),
    Other(UsiCommand),
}

/// The exact identity of one side, for saved games and reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "MatchSide"))]
pub(crate) enum Description {
    /// Our engine.
    Own {
        /// The evaluation, with the file it is from.
        evaluation: String,
        /// What differs from the default profile.
        rows: Vec<String>,
        /// Of search and evaluation together.
        fingerprint: String,
    },
    /// Another program.
    Other {
        /// Its own name.
        name: String,
        /// The file's name.
        program: String,
        /// Of the file's bytes.
        digest: String,
    },
}

/// An engine may think this long without output before the user is notified.
const SILENCE: Duration = Duration::from_secs(30);

/// Says on stderr that an engine is silent, and until when it is waited for.
fn silence() -> Silence {
    let report = |name: &str, limit: Duration| {
        let (silence, limit) = (SILENCE.as_secs(), limit.as_secs());
        output::complain(&format!(
            "{name} thinks and has written nothing for {silence} s; its move is awaited up to \
             {limit} s, then it has lost"
        ));
    };
    Silence { after: SILENCE, report: Arc::new(report) }
}

impl Side {
    /// From the words of the command line.
    pub(super) fn new(
        options: &str,
        more: &[String],
        program: Option<&Path>,
        arguments: &[String],
    ) -> anyhow::Result<Side> {
        let Some(program) = program else { return Ok(Side::Own(Box::new(own(options, more)?))) };
        let options = assignments(options, more)?;
        if options.iter().any(|(name, _)| name == PROFILE_FILE_OPTION) {
            anyhow::bail!(Usage::new("a profile file is for our own engine"));
        }
        let (program, arguments) = (program.to_owned(), arguments.to_vec());
        Ok(Side::Other(UsiCommand::new(program, arguments, options)))
    }

    /// The player; `name` is the option that named it.
    pub(super) fn factory(
        &self,
        name: &str,
        timer: Timer,
        stop: &StopToken,
    ) -> anyhow::Result<Box<dyn EngineFactory>> {
        let options = match self {
            Side::Own(options) => options.as_ref(),
            Side::Other(command) => {
                return Ok(Box::new(UsiEngineFactory {
                    command: command.clone(),
                    stop: stop.clone(),
                    silence: Some(silence()),
                }));
            }
        };
        if timer == Timer::Processor && options.threads > 1 {
            anyhow::bail!(Usage::new("--processor-time measures one thread; Threads must be 1"));
        }
        if let Some(notice) = notice(options)? {
            output::complain(&format!("{name}: {notice}"));
        }
        Ok(Box::new(OwnEngineFactory {
            options: options.clone(),
            hooks: Hooks::default(),
            stop: stop.clone(),
            timer,
        }))
    }

    /// What exactly plays. Another program is started to learn its name.
    pub(super) fn description(&self, stop: &StopToken) -> anyhow::Result<Description> {
        match self {
            Side::Own(options) => {
                let default = Params::default();
                let rows = options.params.changes_from(&default);
                Ok(Description::Own {
                    evaluation: evaluation(options)?,
                    rows: rows.map(|(row, value)| format!("{}={value}", row.name)).collect(),
                    fingerprint: format!("{:016x}", fingerprint(options)?),
                })
            }
            Side::Other(command) => {
                let process = UsiProcess::start(command, stop.clone())?;
                let file = command.program.file_name().unwrap_or_default();
                Ok(Description::Other {
                    name: process.name().to_owned(),
                    program: file.to_string_lossy().into_owned(),
                    digest: digest(&command.program)?,
                })
            }
        }
    }
}

/// The evaluation's name and where it is from.
///
/// # Errors
/// If a file that the options name cannot be used.
fn evaluation(options: &EngineOptions) -> anyhow::Result<String> {
    let parts = [
        prepared(options)?.eval_kind().name().to_owned(),
        options.eval_dir.clone(),
        options.eval_file.clone(),
        options.classic_file.clone(),
        options.classic_without.clone(),
    ];
    Ok(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

/// A hash of a program's bytes; empty for one that the system finds by its name alone.
fn digest(program: &PathBuf) -> anyhow::Result<String> {
    if program.components().count() == 1 {
        return Ok(String::new());
    }
    let bytes = std::fs::read(program).with_context(|| program.display().to_string())?;
    Ok(format!("{:016x}", fnv1a(&bytes)))
}

/// Options that are on but have no effect; an error if a file they name is unusable.
fn notice(options: &EngineOptions) -> anyhow::Result<Option<String>> {
    let mut engine = prepared(options)?;
    let notices: Vec<String> = core::iter::from_fn(|| engine.pop_warning()).collect();
    Ok((!notices.is_empty()).then(|| notices.join("; ")))
}

/// An engine that has read the files these options name, with a small table.
///
/// # Errors
/// If a file cannot be used.
pub(crate) fn prepared(options: &EngineOptions) -> anyhow::Result<Engine> {
    let mut engine = Engine::new(EngineOptions { hash: 1, ..options.clone() });
    engine.prepare()?;
    Ok(engine)
}

/// Options of our own engine from a configuration.
///
/// # Errors
/// If a word is not NAME=VALUE, or no option.
pub(crate) fn options(text: &str) -> anyhow::Result<EngineOptions> {
    own(text, &[])
}

fn own(text: &str, more: &[String]) -> anyhow::Result<EngineOptions> {
    let mut options = EngineOptions { hash: MATCH_HASH, ..EngineOptions::default() };
    for (name, value) in assignments(text, more)? {
        options.set(&name, &value).map_err(|error| Usage::new(error.to_string()))?;
    }
    Ok(options)
}

/// The words of `text`, then `more`, which are taken whole.
fn assignments(text: &str, more: &[String]) -> anyhow::Result<Vec<(String, String)>> {
    let words = text.split([' ', ',', ';']).filter(|word| !word.is_empty());
    engine_args::assignments("configuration", words.chain(more.iter().map(String::as_str)))
}
