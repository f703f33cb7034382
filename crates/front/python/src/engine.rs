//! The shogi engine.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde::Serialize;
use zenpuku_core::StopToken;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{
    Engine, EngineOptions, Hooks, Info, SearchHandler, SearchLimits, SearchRequest, SearchResult,
};

use crate::errors::{EngineError, told};
use crate::evaluation;
use crate::json::to_python;
use crate::moves::legal;
use crate::position::{PyPosition, taken};
use crate::running::Running;
use crate::search::{PyInfo, PySearchResult};
use crate::work;

/// The shogi engine: search, evaluation, goals.
///
/// Options are those of `zenpuku usi`, by keyword or with `set`; `profile` names a set of
/// switches. One search at a time; `stop` may be called from another thread or from `on_info`.
///
/// `evaluation` may be a function: called with a copy of a position, it returns centipawns for the side to move. It
/// replaces the static evaluation; an exception in it, or a value that is no evaluation, ends the search.
///
/// >>> engine = zenpuku.Engine(hash=16)
/// >>> engine.search(zenpuku.Position(), depth=5).best
#[pyclass(frozen, name = "Engine", module = "zenpuku")]
pub(crate) struct PyEngine {
    engine: Mutex<Box<Engine>>,
    running: Arc<Running>,
    /// Whether a function of Python evaluates.
    own: bool,
}

/// Text of an option's value: Python writes `True`, USI `true`.
fn value_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(switch) = value.extract::<bool>() {
        return Ok(switch.to_string());
    }
    Ok(value.str()?.to_string())
}

/// The engine's options from keywords.
pub(crate) fn options(
    threads: usize,
    hash: usize,
    profile: &str,
    more: Option<&Bound<'_, PyDict>>,
) -> PyResult<EngineOptions> {
    if !(1..=512).contains(&threads) || !(1..=1 << 20).contains(&hash) {
        return Err(PyValueError::new_err("threads: 1 to 512; hash: 1 to 1048576 MiB"));
    }
    let mut options = EngineOptions { threads, hash, ..EngineOptions::default() };
    let failed = |error| told::<EngineError>(&error);
    options.set("Profile", profile).map_err(failed)?;
    for (name, value) in more.into_iter().flatten() {
        options.set(&name.extract::<String>()?, &value_text(&value)?).map_err(failed)?;
    }
    Ok(options)
}

/// Refuses zero for the argument `name`.
pub(crate) fn at_least_one(name: &str, value: Option<u64>) -> PyResult<()> {
    let zero = value == Some(0);
    if zero {
        Err(PyValueError::new_err(format!("{name}: at least 1 expected, not 0")))
    } else {
        Ok(())
    }
}

/// The argument `time`, in seconds.
pub(crate) fn duration(time: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(seconds) = time else { return Ok(None) };
    let duration = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
    let wrong = || PyValueError::new_err(format!("time: seconds above 0 expected, not {seconds}"));
    duration.map(Some).ok_or_else(wrong)
}

/// What ends a search, from keywords; seconds in `time`.
pub(crate) fn limits(
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
) -> PyResult<SearchLimits> {
    at_least_one("depth", depth.map(u64::from))?;
    at_least_one("nodes", nodes)?;
    let movetime = duration(time)?;
    Ok(SearchLimits { depth, nodes, movetime, ..SearchLimits::default() })
}

/// The JSON of `zenpuku eval --json`.
#[derive(Serialize)]
struct Evaluation {
    evaluation: &'static str,
    eval_cp: i32,
    win_rate: f64,
    parts: Vec<(&'static str, i32)>,
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (threads = 1, hash = 64, profile = "default", **more))]
    fn new(
        py: Python<'_>,
        threads: usize,
        hash: usize,
        profile: &str,
        more: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let function = evaluation::function(more)?;
        let mut options = options(threads, hash, profile, more)?;
        let running = Arc::<Running>::default();
        let evaluation = function.map(|function| evaluation::own(function, &mut options, &running));
        let own = evaluation.is_some();
        let hooks = Hooks { evaluation, ..Hooks::default() };
        let mut engine = Engine::new(options).with_hooks(hooks);
        let prepared = py.detach(|| engine.prepare());
        running.end()?;
        prepared.map_err(|error| told::<EngineError>(&error))?;
        Ok(Self { engine: Mutex::new(Box::new(engine)), running, own })
    }

    /// Sets an option or a row of the parameter table by name.
    fn set(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let set = self.idle()?.set_option(name, &value_text(value)?);
        set.map_err(|error| told::<EngineError>(&error))
    }

    /// The switches and parameters in force, by name.
    #[getter]
    fn params(&self) -> PyResult<HashMap<&'static str, String>> {
        let params = self.idle()?.options().params;
        Ok(params.values().map(|(row, value)| (row.name, value)).collect())
    }

    /// Forgets everything about the last game.
    fn new_game(&self) -> PyResult<()> {
        self.idle()?.new_game();
        Ok(())
    }

    /// Searches a position with its history until a limit ends it: `depth` plies, `nodes`, `time`
    /// in seconds; `infinite=True` until `stop`. `moves`: only these at the root. `multipv`:
    /// number of lines. `on_info` is called with an `Info` for every line of every iteration; an
    /// exception in it ends the search.
    #[pyo3(signature = (position, *, depth = None, nodes = None, time = None, infinite = false,
        moves = None, multipv = 1, on_info = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn search(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        infinite: bool,
        moves: Option<Vec<Bound<'_, PyAny>>>,
        multipv: usize,
        on_info: Option<Py<PyAny>>,
    ) -> PyResult<PySearchResult> {
        if depth.is_none() && nodes.is_none() && time.is_none() && !infinite {
            return Err(PyValueError::new_err("depth, nodes, time or infinite=True expected"));
        }
        at_least_one("multipv", Some(multipv as u64))?;
        if moves.as_ref().is_some_and(Vec::is_empty) {
            let text = "moves: at least one move expected; None searches all";
            return Err(PyValueError::new_err(text));
        }
        let position = taken(position);
        let only = moves.unwrap_or_default();
        let only = only.iter().map(|mv| legal(&position, mv)).collect::<PyResult<_>>()?;
        let limits = SearchLimits { infinite, search_moves: only, ..limits(depth, nodes, time)? };
        let result = self.run(py, position, limits, multipv, on_info)?;
        PySearchResult::new(py, &result)
    }

    /// Ends the running search, which returns its result; does nothing without one.
    fn stop(&self) {
        self.running.stop();
    }

    /// The static evaluation taken apart, for the side to move: `evaluation`, `eval_cp`,
    /// `win_rate` and `parts`, pairs of a name and centipawns.
    fn evaluate(&self, py: Python<'_>, position: &Bound<'_, PyPosition>) -> PyResult<Py<PyAny>> {
        let position = taken(position);
        let mut engine = self.at(position.clone())?;
        let prepared = engine.prepare();
        prepared.map_err(|error| told::<EngineError>(&error))?;
        let parts: Vec<_> = engine.evaluate().iter().map(|part| (part.name, part.cp)).collect();
        self.running.end()?;
        let eval_cp = parts.iter().map(|(_, cp)| cp).sum();
        let win_rate = engine.calibration().at(&position).win_rate(eval_cp);
        let evaluation = if self.own { evaluation::NAME } else { engine.eval_kind().name() };
        to_python(py, &Evaluation { evaluation, eval_cp, win_rate, parts })
    }

    /// The goals of the side to move, if it expects `line`: goals with their texts, plans, castles.
    #[pyo3(signature = (position, line = Vec::new()))]
    fn goals(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        line: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let position = taken(position);
        let mut at = position.clone();
        let mut moves = Vec::with_capacity(line.len());
        for mv in &line {
            let mv = legal(&at, mv)?;
            at.do_move(mv);
            moves.push(mv);
        }
        let report = self.at(position)?.explain(&moves);
        self.running.end()?;
        to_python(py, &report)
    }

    fn __repr__(&self) -> String {
        match self.engine.try_lock() {
            Ok(engine) => {
                let options = engine.options();
                format!("Engine(threads={}, hash={})", options.threads, options.hash)
            }
            Err(_) => "Engine(searching)".to_owned(),
        }
    }
}

impl PyEngine {
    /// The engine, or an error while it searches: waiting for it here would hold the
    /// interpreter's lock, which the search may need to continue.
    fn idle(&self) -> PyResult<MutexGuard<'_, Box<Engine>>> {
        match self.engine.try_lock() {
            Ok(engine) => Ok(engine),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(EngineError::new_err("the engine is searching; stop it first"))
            }
        }
    }

    fn at(&self, position: Position) -> PyResult<MutexGuard<'_, Box<Engine>>> {
        let mut engine = self.idle()?;
        let set = engine.set_position(position);
        set.map_err(|error| told::<EngineError>(&error))?;
        Ok(engine)
    }

    fn run(
        &self,
        py: Python<'_>,
        position: Position,
        limits: SearchLimits,
        multipv: usize,
        on_info: Option<Py<PyAny>>,
    ) -> PyResult<SearchResult> {
        let mut engine = self.at(position)?;
        engine.options_mut().multi_pv = multipv;
        let stop = StopToken::new();
        let handler = Handler { on_info, running: Arc::clone(&self.running) };
        let request = SearchRequest::new(limits).stopped_by(&stop).report_to(handler);
        self.running.begin(&stop);
        let engine = &mut *engine;
        let found = work::run(py, || stop.stop(), || engine.search(request));
        let ended = self.running.end();
        let found = found?;
        ended?;
        found.map_err(|error| told::<EngineError>(&error))
    }
}

/// Passes updates to Python; an exception in a callback stops the search.
struct Handler {
    on_info: Option<Py<PyAny>>,
    running: Arc<Running>,
}

impl SearchHandler for Handler {
    fn info(&mut self, info: &Info) {
        let Some(on_info) = &self.on_info else { return };
        let told = Python::attach(|py| on_info.call1(py, (PyInfo::new(py, info)?,)).map(drop));
        if let Err(error) = told {
            self.running.fail(error);
            self.on_info = None;
        }
    }

    fn notice(&mut self, text: &str) {
        // As a warning of Python's, which the user may silence.
        let told = Python::attach(|py| {
            let warnings = py.import("warnings")?;
            warnings.call_method1("warn", (PyString::new(py, text),)).map(drop)
        });
        if let Err(error) = told {
            self.running.fail(error);
        }
    }
}
