//! The options of a run.

use std::path::PathBuf;

use serde_json::{Map, Value};
use zenpuku_arena::usi_process::UsiCommand;
use zenpuku_core::{Limits, StopReason, StopToken};
use zenpuku_shogi_engine::{EngineOptions, EvalKind};

use crate::error::LabError;

/// The options of a run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Smaller, under a minute on two cores.
    pub quick: bool,
    /// The seed of everything random.
    pub seed: u64,
    /// Milliseconds a position for the paper's measurements by time; without
    /// it, only nodes are limited and every figure except times is
    /// reproducible.
    pub movetime: Option<u64>,
    /// Nodes a move in games; without, the experiment's own number.
    pub nodes: Option<u64>,
    /// Games for each setting; without, the experiment's own number.
    pub games: Option<u64>,
    /// The folder with results of matches; without, [`RunOptions::MATCHES`].
    pub matches: Option<PathBuf>,
    /// A file that an experiment reads instead of its own data.
    pub data: Option<PathBuf>,
    /// Positions to search instead of the built-in ones: SFEN, one a line, or
    /// JSON lines with `sfen`.
    pub positions: Option<PathBuf>,
    /// Problems instead of the built-in ones: JSON lines with `sfen` and `bm`,
    /// the right move in USI.
    pub problems: Option<PathBuf>,
    /// The profile that our engine starts from; without, the experiment's own.
    pub profile: Option<String>,
    /// The evaluation of our engine; without, the experiment's own.
    pub evaluation: Option<EvalKind>,
    /// Options of our engine, over the profile.
    pub set: Vec<(String, String)>,
    /// Another engine to measure in addition to ours, if the experiment supports it.
    pub against: Option<UsiCommand>,
    /// Raised to stop the run.
    pub stop: StopToken,
}

impl RunOptions {
    /// The seed of the committed results.
    pub const DEFAULT_SEED: u64 = 1;

    /// Where results of matches are committed, seen from the root of the project.
    pub const MATCHES: &str = "experiments/techniques/games";

    /// The command that runs an experiment with these options again. The output folder,
    /// which changes no figure, is left out.
    #[must_use]
    pub fn command(&self, name: &str) -> String {
        let mut command = format!("zenpuku lab {name}");
        if self.quick {
            command.push_str(" --quick");
        }
        if self.seed != RunOptions::DEFAULT_SEED {
            command.push_str(&format!(" --seed {}", self.seed));
        }
        if let Some(movetime) = self.movetime {
            command.push_str(&format!(" --movetime {movetime}"));
        }
        for (option, number) in [("nodes", self.nodes), ("games", self.games)] {
            if let Some(number) = number {
                command.push_str(&format!(" --{option} {number}"));
            }
        }
        if let Some(folder) = &self.matches {
            command.push_str(&format!(" --matches {}", folder.display()));
        }
        let files =
            [("data", &self.data), ("positions", &self.positions), ("problems", &self.problems)];
        for (option, file) in files {
            // The path of the file on this machine is not useful elsewhere.
            let Some(file) = file else { continue };
            let name = file.file_name().unwrap_or(file.as_os_str());
            command.push_str(&format!(" --{option} {}", name.display()));
        }
        if let Some(profile) = &self.profile {
            command.push_str(&format!(" --profile {profile}"));
        }
        if let Some(kind) = self.evaluation {
            command.push_str(&format!(" --evaluation {kind}"));
        }
        for (name, value) in &self.set {
            command.push_str(&format!(" --set {name}={}", last_part(value)));
        }
        if let Some(against) = &self.against {
            let program = against.program.to_string_lossy();
            command.push_str(&format!(" --against {}", last_part(&program)));
            for (name, value) in &against.options {
                command.push_str(&format!(" --against-set {name}={}", last_part(value)));
            }
        }
        command
    }

    /// Our engine as profile, evaluation and settings want it, with the table's defaults for the rest.
    ///
    /// # Errors
    /// [`LabError::Option`] names the unknown item.
    pub fn engine(&self) -> Result<EngineOptions, LabError> {
        self.engine_over(EngineOptions::default())
    }

    /// The same over other options than the default.
    pub(crate) fn engine_over(&self, base: EngineOptions) -> Result<EngineOptions, LabError> {
        let mut engine = base;
        if let Some(profile) = &self.profile {
            engine.set(zenpuku_params::PROFILE_OPTION, profile)?;
        }
        if let Some(kind) = self.evaluation {
            engine.eval = kind;
        }
        for (name, value) in &self.set {
            engine.set(name, value)?;
        }
        Ok(engine)
    }

    /// Is our engine's setting chosen by the options?
    pub(crate) fn chooses_engine(&self) -> bool {
        self.profile.is_some() || self.evaluation.is_some() || !self.set.is_empty()
    }

    /// The options for the manifest.
    pub(crate) fn manifest_options(&self) -> Map<String, Value> {
        let mut options = Map::from_iter([("quick".to_owned(), Value::Bool(self.quick))]);
        if let Some(movetime) = self.movetime {
            options.insert("movetime".to_owned(), movetime.into());
        }
        for (option, number) in [("nodes", self.nodes), ("games", self.games)] {
            options.extend(number.map(|number| (option.to_owned(), number.into())));
        }
        options
    }

    /// Limits with only a stop token.
    pub(crate) fn limits(&self) -> Limits {
        Limits::none().stopped_by(self.stop.clone())
    }

    /// Fails after a stop.
    ///
    /// # Errors
    /// [`LabError::Stopped`].
    pub fn check_stop(&self) -> Result<(), LabError> {
        if self.stop.is_stopped() { Err(StopReason::Flag.into()) } else { Ok(()) }
    }
}

/// A path without its folders.
fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            quick: false,
            seed: RunOptions::DEFAULT_SEED,
            movetime: None,
            nodes: None,
            games: None,
            matches: None,
            data: None,
            positions: None,
            problems: None,
            profile: None,
            evaluation: None,
            set: Vec::new(),
            against: None,
            stop: StopToken::new(),
        }
    }
}
