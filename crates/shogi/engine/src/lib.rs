//! The shogi engine: a full-width search made of separate steps, its threads and its clock.
//!
//! [`Engine`] is the facade that front ends use: options, position, and searches, each a
//! [`SearchRequest`]. [`Engine::search`] runs one on the caller's thread,
//! [`Engine::start`] on a separate thread, controlled by a [`SearchHandle`] with stop
//! and ponderhit. A search reports through a [`SearchHandler`] and is watched through a
//! [`SearchObserver`]; nothing here prints or reads. The search itself reads as a
//! numbered list of steps, one file per technique [bonanza2006], each with its switch in
//! [`zenpuku_params`]. [`Hooks`] add a [`Technique`] or an evaluation from outside the
//! engine.
//!
//! ```
//! use zenpuku_shogi_engine::{Engine, EngineOptions, SearchLimits};
//! let mut engine = Engine::new(EngineOptions { hash: 16, ..EngineOptions::default() });
//! let result = engine.search(SearchLimits::depth(3))?;
//! assert_eq!(result.pv()[0], result.best);
//! # Ok::<(), zenpuku_shogi_engine::EngineError>(())
//! ```
#![deny(unsafe_code)]

mod bench;
mod bench_positions;
pub mod book;
mod calibration;
mod cluster;
mod control;
mod depth;
mod engine;
mod eval_files;
mod fitted;
mod fv_scale;
mod game;
mod goals;
mod handle;
mod hooks;
mod info;
#[allow(unsafe_code)]
mod large_pages;
mod level;
mod limits;
mod memory;
mod observer;
mod options;
mod prob_cut;
mod report;
mod request;
mod search;
mod search_memory;
mod style;
mod technique;
mod threads;
mod time_control;
mod time_scale;
mod tt;
mod weakened;

pub use bench::{BENCH_DEPTH, BenchError, BenchResult, bench, fingerprint};
pub use bench_positions::BENCH_POSITIONS;
pub use calibration::{CalibrationError, CalibrationFormatError, FittedCalibration};
pub use depth::Depth;
pub use engine::{Engine, EngineError};
pub use fitted::FittedFileError;
pub use game::ShogiGame;
pub use handle::SearchHandle;
pub use hooks::Hooks;
pub use info::{Info, SearchHandler, SearchResult};
pub use level::Level;
pub use limits::{SearchLimits, Timer};
pub use observer::{
    CutCause, Expansion, ExtensionKind, MoveTry, NoObserver, Research, SearchObserver, Visit,
};
pub use options::{
    ALL_OPTIONS_VARIABLE, CLEAR_HASH_OPTION, EngineOptions, OptionError, OptionKind, OptionSpec,
    PROFILE_FILE_OPTION,
};
pub use prob_cut::{
    DEEPEST_PAIR, DepthPair, FittedLine, ModelError, PhaseVariable, Phases, ProbCutError,
    ProbCutModel, evaluation_checksum, transform,
};
pub use request::SearchRequest;
pub use technique::{NodeSearch, Stopped, Technique};
pub use threads::STACK_BYTES;
pub use time_control::{Clock, TimeOptions, TimePlan};
pub use tt::{Bound, Replacement, TableTooLarge, TranspositionTable, TtEntry};
pub use zenpuku_shogi_eval::{Calibration, CpScale, EvalKind, OwnEvaluation};
