//! Errors of an experiment.

use std::path::PathBuf;

use thiserror::Error;
use zenpuku_core::StopReason;
use zenpuku_gametree::synthetic::TreeError;
use zenpuku_report::{PlotError, TreeDrawingError};

/// Why an experiment gave no findings, or why they could not be written.
#[derive(Debug, Error)]
pub enum LabError {
    /// It was stopped, or its limits ended it; finished units are in the journal.
    #[error("the experiment was ended early: {0}")]
    Stopped(StopReason),
    /// A position of the experiment is not one.
    #[error(transparent)]
    Position(#[from] zenpuku_shogi::SetupError),
    /// A Go record of the experiment cannot be read.
    #[error(transparent)]
    GoRecord(#[from] zenpuku_go::sgf::SgfError),
    /// A Go position of the experiment is not one.
    #[error(transparent)]
    GoPosition(#[from] zenpuku_go::SetupError),
    /// A profile or parameter does not exist.
    #[error(transparent)]
    Param(#[from] zenpuku_params::ParamError),
    /// The engine could not search.
    #[error(transparent)]
    Engine(#[from] zenpuku_shogi_engine::EngineError),
    /// The signature of the engine could not be found out.
    #[error(transparent)]
    Bench(#[from] zenpuku_shogi_engine::BenchError),
    /// The mate solver could not search.
    #[error(transparent)]
    Mate(#[from] zenpuku_shogi_mate::MateError),
    /// An embedded file of positions is malformed.
    #[error("{file}, line {line}: {reason}")]
    Data {
        /// The file.
        file: &'static str,
        /// The line, from 1.
        line: usize,
        /// The error.
        reason: String,
    },
    /// A file that the options name is malformed.
    #[error("{path}, line {line}: {reason}", path = path.display())]
    GivenData {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The error.
        reason: String,
    },
    /// A file of start positions that the options name is malformed.
    #[error("{path}, {source}", path = path.display())]
    Openings {
        /// The file.
        path: PathBuf,
        /// The line and its error.
        source: zenpuku_arena::openings::OpeningError,
    },
    /// The run was given an option that the experiment does not use.
    #[error("`{experiment}` does not use {option}; of these options it takes: {takes}")]
    Unused {
        /// The experiment.
        experiment: &'static str,
        /// The option.
        option: &'static str,
        /// The options that it takes.
        takes: String,
    },
    /// The experiment has no built-in data.
    #[error("give a file with --data: {0}")]
    NeedsData(&'static str),
    /// An option of the engine does not exist or has another kind of value.
    #[error(transparent)]
    Option(#[from] zenpuku_shogi_engine::OptionError),
    /// A file of games cannot be read.
    #[error(transparent)]
    Games(#[from] zenpuku_shogi_learn::probcut::lines::LinesError),
    /// A game of the experiment could not be played.
    #[error("a game of the experiment: {0}")]
    Match(#[from] zenpuku_arena::player::PlayerError),
    /// The games have no position of the requested kind.
    #[error("the games have no position {0}")]
    NoPosition(String),
    /// A file that should hold the result of a match.
    #[error("{path}: no JSON, so no result of a match: {reason}", path = path.display())]
    MatchResult {
        /// The file.
        path: PathBuf,
        /// The error.
        reason: String,
    },
    /// An evaluation from outside returned what is no value.
    #[error("{side}: {reason}")]
    Evaluation {
        /// The side that has it.
        side: String,
        /// The value and the position.
        reason: String,
    },
    /// A unit of work panicked; what was finished before is in the journal.
    #[error("{unit}: the program stopped with: {message}")]
    Panic {
        /// The unit.
        unit: String,
        /// What it said.
        message: String,
    },
    /// A side could not go on with a game.
    #[error("{side} could not go on with a game: {reason}")]
    Fault {
        /// The side.
        side: String,
        /// What happened.
        reason: String,
    },
    /// A tree could not be built.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// A search table could not be made.
    #[error("transposition table: {0}")]
    SearchTable(#[from] zenpuku_gametree::table::TableError),
    /// A table of figures is malformed.
    #[error(transparent)]
    Figures(#[from] zenpuku_report::TableError),
    /// A plot could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A tree could not be drawn.
    #[error("tree drawing: {0}")]
    Drawing(#[from] TreeDrawingError),
    /// A method found another value than NegaMax: a bug, and no figure can be trusted.
    #[error("{tree}: {method} finds {found}, NegaMax {expected}")]
    Disagreement {
        /// The position searched.
        tree: String,
        /// The method.
        method: String,
        /// Its value.
        found: i32,
        /// NegaMax's value.
        expected: i32,
    },
    /// A file could not be read or written.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// A journal that cannot be understood.
    #[error("{path}:{line}: this is not a journal of an experiment: {reason}; remove the file to start again",
        path = path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The error.
        reason: String,
    },
}

impl LabError {
    /// Names the file in an input or output error.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> LabError {
        let path = path.into();
        move |source| LabError::File { path, source }
    }
}

impl From<StopReason> for LabError {
    fn from(reason: StopReason) -> LabError {
        LabError::Stopped(reason)
    }
}
