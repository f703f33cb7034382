//! The analysis of a game.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use zenpuku_analysis::{EngineAnalyst, OwnEngine, analyze_record, annotate};
use zenpuku_core::StopToken;
use zenpuku_shogi_engine::Engine;
use zenpuku_shogi_reasons::Budget;

use crate::engine::{limits, options};
use crate::errors::{EngineError, RecordError, told};
use crate::json::to_python;
use crate::record::PyRecord;
use crate::work;

/// Analyses every move of a game's main line, as `zenpuku analyze` does; the result is its JSON
/// as a dict, evaluations from Black's view. One of `depth`, `nodes`, `time` (seconds a move).
/// `on_move` is called with the dict of every move as soon as it is judged; an exception in it
/// ends the analysis. `annotated=True` also writes the analysis into the record as comments;
/// `reasons=False` leaves out the reasons of mistakes.
#[pyfunction]
#[pyo3(signature = (record, *, depth = None, nodes = None, time = None, mate_nodes = 20_000,
    threads = 1, hash = 64, profile = "default", on_move = None, annotated = false, name = "",
    reasons = true, **more))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn analyze(
    py: Python<'_>,
    record: &Bound<'_, PyRecord>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    mate_nodes: u64,
    threads: usize,
    hash: usize,
    profile: &str,
    on_move: Option<Py<PyAny>>,
    annotated: bool,
    name: &str,
    reasons: bool,
    more: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    if [depth.is_some(), nodes.is_some(), time.is_some()].iter().filter(|&&given| given).count() > 1
    {
        return Err(PyValueError::new_err("one of depth, nodes and time expected"));
    }
    let time = if depth.is_none() && nodes.is_none() { time.or(Some(0.5)) } else { time };
    let limits = limits(depth, nodes, time)?;
    let stop = StopToken::new();
    let engine = Engine::new(options(threads, hash, profile, more)?);
    let inner = record.borrow().inner.clone();
    let raised = std::sync::Mutex::new(None);
    let raise = || stop.stop();
    let (analysis, failed) = work::run(py, raise, || {
        let search = OwnEngine::new(engine, stop.clone());
        let mut analyst = EngineAnalyst::new(search, limits, mate_nodes, stop.clone());
        if reasons {
            analyst = analyst.with_reasons(Budget::USUAL);
        }
        let analysis = analyze_record(name, &inner, &mut analyst, |mv| {
            let Some(on_move) = &on_move else { return };
            let told = Python::attach(|py| on_move.call1(py, (to_python(py, mv)?,)).map(drop));
            if let (Err(error), Ok(mut raised)) = (told, raised.lock()) {
                raised.get_or_insert(error);
                stop.stop();
            }
        });
        (analysis, analyst.search_mut().take_error())
    })?;
    if let Some(error) = raised.into_inner().unwrap_or_default() {
        return Err(error);
    }
    if let Some(error) = failed {
        return Err(told::<EngineError>(&error));
    }
    let analysis = analysis.map_err(|error| told::<RecordError>(&error))?;
    if annotated {
        annotate(&mut record.borrow_mut().inner, &analysis);
    }
    to_python(py, &analysis)
}
