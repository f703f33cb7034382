//! A side of a comparison: our engine with a setting, or a USI program.

use std::time::Duration;

use serde_json::{Value, json};
use zenpuku_arena::usi_process::{UsiCommand, UsiProcess};
use zenpuku_core::StopReason;
use zenpuku_core::StopToken;
use zenpuku_params::Params;
use zenpuku_protocol::usi::BestMove;
use zenpuku_shogi_engine::{EngineOptions, Hooks, OwnEvaluation, SearchLimits, Timer};

use super::Answer;
use crate::error::LabError;
use crate::measure::{Measurer, TestPosition};
use crate::options::RunOptions;

/// The longest that another program may think about a position.
const LIMIT: Duration = Duration::from_secs(600);

/// How much a side may think about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Plies.
    Depth(u32),
    /// Nodes.
    Nodes(u64),
    /// Milliseconds on the clock.
    Movetime(u64),
    /// Milliseconds of processor time, independent of the load of the machine;
    /// for our engine with one thread.
    ProcessorTime(u64),
}

impl Budget {
    fn limits(self) -> SearchLimits {
        match self {
            Budget::Depth(plies) => SearchLimits::depth(plies),
            Budget::Nodes(nodes) => SearchLimits::nodes(nodes),
            Budget::Movetime(time) => SearchLimits::movetime(Duration::from_millis(time)),
            Budget::ProcessorTime(time) => SearchLimits {
                timer: Timer::Processor,
                ..SearchLimits::movetime(Duration::from_millis(time))
            },
        }
    }

    /// The option of the command line.
    pub(super) fn option(self) -> String {
        match self {
            Budget::Depth(plies) => format!("--depth {plies}"),
            Budget::Nodes(nodes) => format!("--nodes {nodes}"),
            Budget::Movetime(time) => format!("--movetime {time}"),
            Budget::ProcessorTime(time) => format!("--movetime {time} --processor-time"),
        }
    }

    /// The USI command.
    fn go(self) -> String {
        match self {
            Budget::Depth(plies) => format!("go depth {plies}"),
            Budget::Nodes(nodes) => format!("go nodes {nodes}"),
            Budget::Movetime(time) | Budget::ProcessorTime(time) => format!("go movetime {time}"),
        }
    }
}

/// One side of the comparison.
#[derive(Clone, Debug)]
pub enum Side {
    /// Our engine.
    Own {
        /// Its name in tables.
        name: String,
        /// Its options.
        options: Box<EngineOptions>,
        /// What it has from outside.
        hooks: Hooks,
        /// What decides the work of the hooks, for the identity; `null` without any.
        settings: Value,
    },
    /// A USI program.
    Program {
        /// Its name in tables.
        name: String,
        /// How it is started.
        command: UsiCommand,
    },
}

impl Side {
    /// The name in tables.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Side::Own { name, .. } | Side::Program { name, .. } => name,
        }
    }

    /// Whether [`Budget::ProcessorTime`] can be kept: by our engine with one thread.
    #[must_use]
    pub fn has_processor_time(&self) -> bool {
        matches!(self, Side::Own { options, .. } if options.threads == 1)
    }

    /// Our engine with these options.
    #[must_use]
    pub fn own(name: impl Into<String>, options: EngineOptions) -> Side {
        let (name, options) = (name.into(), Box::new(options));
        Side::Own { name, options, hooks: Hooks::default(), settings: Value::Null }
    }

    /// Fails when its own evaluation has returned what is no value.
    pub(super) fn check(&self) -> Result<(), LabError> {
        let Side::Own { name, hooks, .. } = self else { return Ok(()) };
        match hooks.evaluation.as_ref().and_then(OwnEvaluation::fault) {
            Some(reason) => Err(LabError::Evaluation { side: name.clone(), reason }),
            None => Ok(()),
        }
    }

    /// Its identity.
    pub(super) fn identity(&self) -> Value {
        match self {
            Side::Own { options, settings, .. } => {
                let plain = EngineOptions { params: Params::default(), ..(**options).clone() };
                let default = Params::default();
                let changes = options.params.changes_from(&default);
                let changes: Vec<_> =
                    changes.map(|(row, value)| format!("{}={value}", row.name)).collect();
                json!({
                    "options": format!("{plain:?}"), "parameters": changes, "own": settings,
                })
            }
            Side::Program { command, .. } => {
                let program = crate::identity::hash(&command.program).unwrap_or_default();
                json!({
                    "program": program, "arguments": command.arguments, "options": command.options,
                })
            }
        }
    }
}

/// A side at work.
pub(super) enum Player {
    Own(Box<Measurer>),
    Program(Box<UsiProcess>),
}

impl Player {
    pub(super) fn start(side: &Side, options: &RunOptions) -> Result<Player, LabError> {
        options.check_stop()?;
        Ok(match side {
            Side::Own { options: engine, hooks, .. } => {
                let measurer = Measurer::of(options, (**engine).clone());
                Player::Own(Box::new(measurer.with_hooks(hooks.clone())))
            }
            Side::Program { command, .. } => {
                Player::Program(Box::new(UsiProcess::start(command, StopToken::new())?))
            }
        })
    }

    /// Thinks about a position with everything before it forgotten.
    pub(super) fn answer(
        &mut self,
        place: &TestPosition,
        budget: Budget,
        options: &RunOptions,
    ) -> Result<Answer, LabError> {
        if options.stop.is_stopped() {
            return Err(StopReason::Flag.into());
        }
        match self {
            Player::Own(measurer) => {
                let run = measurer.search_as_it_is(&place.position, &budget.limits())?;
                Ok(Answer {
                    best: run.best,
                    value: run.value,
                    depth: run.depth,
                    nodes: run.nodes,
                    seconds: run.seconds,
                })
            }
            Player::Program(process) => ask(process, place, budget),
        }
    }
}

fn ask(process: &mut UsiProcess, place: &TestPosition, budget: Budget) -> Result<Answer, LabError> {
    process.new_game()?;
    let position = format!("position sfen {}", place.position.to_sfen());
    let (mut value, mut depth, mut nodes) = (String::new(), 0, 0);
    let (best, time) = process.go(&position, &budget.go(), LIMIT, |info| {
        let first = info.multipv.is_none_or(|line| line == 1);
        nodes = info.nodes.unwrap_or(nodes);
        if let (Some(score), true) = (&info.score, first) {
            value = score.to_string();
            depth = info.depth.unwrap_or(depth);
        }
    })?;
    let best = match best {
        BestMove::Move { best, .. } => best.to_string(),
        BestMove::Resign => "resign".to_owned(),
        BestMove::Win => "win".to_owned(),
    };
    Ok(Answer { best, value, depth, nodes, seconds: time.as_secs_f64() })
}
