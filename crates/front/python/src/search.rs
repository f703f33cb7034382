//! Reports of a search, as Python objects.

use pyo3::prelude::*;
use zenpuku_analysis::Value;
use zenpuku_shogi::Move;
use zenpuku_shogi_engine::{Bound as ValueBound, Info, SearchResult};

use crate::errors::word;
use crate::moves::{PyMove, object, objects};

/// The kinds of values.
const BOUNDS: [&str; 3] = ["exact", "lower", "upper"];

/// One line of a search. Values are those of the side to move at the root.
#[pyclass(frozen, get_all, name = "Info", module = "zenpuku")]
pub(crate) struct PyInfo {
    /// Depth of the iteration in plies.
    depth: u32,
    /// Longest visited line, in plies.
    sel_depth: u32,
    /// Rank of the line, 1 for the best.
    multipv: u32,
    /// Value in centipawns (a pawn exchange is about 100); mates as +-32,000.
    cp: i32,
    /// Plies to mate, negative when the side to move is mated; None without a mate.
    mate: Option<i32>,
    /// Chance to win, 0 to 1.
    win_rate: f64,
    /// `exact`, `lower` or `upper`.
    bound: &'static str,
    /// Nodes visited so far.
    nodes: u64,
    /// Seconds since the start.
    seconds: f64,
    /// How full the table is, in per mille.
    hashfull: u32,
    /// The line.
    pv: Vec<Py<PyMove>>,
}

impl PyInfo {
    pub(crate) fn new(py: Python<'_>, info: &Info) -> PyResult<Self> {
        let value = Value::from(info.shown());
        Ok(Self {
            depth: info.depth,
            sel_depth: info.sel_depth,
            multipv: info.multi_pv,
            cp: value.as_cp(),
            mate: value.mate(),
            win_rate: value.win_rate(),
            bound: match info.bound {
                ValueBound::Lower => "lower",
                ValueBound::Upper => "upper",
                _ => "exact",
            },
            nodes: info.nodes,
            seconds: info.time.as_secs_f64(),
            hashfull: info.hashfull,
            pv: objects(py, &info.pv)?,
        })
    }
}

#[pymethods]
impl PyInfo {
    /// Nodes a second.
    #[getter]
    fn nps(&self) -> u64 {
        (self.nodes as f64 / self.seconds.max(1e-3)) as u64
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (InfoFields,))> {
        let (this, py) = (slf.get(), slf.py());
        let first = (this.depth, this.sel_depth, this.multipv, this.cp, this.mate);
        let pv = clones(py, &this.pv);
        let bound = this.bound.to_owned();
        let rest = (this.win_rate, bound, this.nodes, this.seconds, this.hashfull, pv);
        Ok((py.import("zenpuku._zenpuku")?.getattr("_info")?.unbind(), ((first, rest),)))
    }

    fn __repr__(&self) -> String {
        let value = shown(self.cp, self.mate);
        format!(
            "Info(depth={}, {value}, nodes={}, pv='{}')",
            self.depth,
            self.nodes,
            line(&self.pv)
        )
    }
}

/// The fields of a pickled [`PyInfo`].
type InfoFields =
    ((u32, u32, u32, i32, Option<i32>), (f64, String, u64, f64, u32, Vec<Py<PyMove>>));

/// A pickled line of a search.
#[pyfunction(name = "_info")]
pub(crate) fn rebuilt_info(value: InfoFields) -> PyResult<PyInfo> {
    let ((depth, sel_depth, multipv, cp, mate), (win_rate, bound, nodes, seconds, hashfull, pv)) =
        value;
    let bound = word("bound", &bound, &BOUNDS.map(|name| (name, name)))?;
    Ok(PyInfo {
        depth,
        sel_depth,
        multipv,
        cp,
        mate,
        win_rate,
        bound,
        nodes,
        seconds,
        hashfull,
        pv,
    })
}

/// The fields of a pickled [`PySearchResult`].
type ResultFields =
    ((String, Option<Py<PyMove>>, i32, Option<i32>), (f64, u32, u64, f64, Vec<Py<PyInfo>>));

/// A pickled result of a search.
#[pyfunction(name = "_search_result")]
pub(crate) fn rebuilt_result(value: ResultFields) -> PySearchResult {
    let ((best, ponder, cp, mate), (win_rate, depth, nodes, seconds, lines)) = value;
    PySearchResult { best, ponder, cp, mate, win_rate, depth, nodes, seconds, lines }
}

fn clones<T>(py: Python<'_>, objects: &[Py<T>]) -> Vec<Py<T>> {
    objects.iter().map(|object| object.clone_ref(py)).collect()
}

/// The result of a search.
#[pyclass(frozen, get_all, name = "SearchResult", module = "zenpuku")]
pub(crate) struct PySearchResult {
    /// USI of the move to play, or `resign` or `win`.
    best: String,
    /// The expected reply, or None.
    ponder: Option<Py<PyMove>>,
    /// Value for the side to move in centipawns; mates as +-32,000.
    cp: i32,
    /// Plies to mate, negative when the side to move is mated; None without a mate.
    mate: Option<i32>,
    /// Chance to win, 0 to 1.
    win_rate: f64,
    /// Depth of the last complete iteration.
    depth: u32,
    /// Nodes visited.
    nodes: u64,
    /// Seconds taken.
    seconds: f64,
    /// The best lines, best first.
    lines: Vec<Py<PyInfo>>,
}

impl PySearchResult {
    pub(crate) fn new(py: Python<'_>, result: &SearchResult) -> PyResult<Self> {
        let value = Value::from(result.shown());
        let lines = result.lines.iter().map(|info| Py::new(py, PyInfo::new(py, info)?));
        let ponder = result.ponder.filter(|&mv: &Move| mv.is_normal());
        Ok(Self {
            best: result.best.to_string(),
            ponder: ponder.map(|mv| object(py, mv)).transpose()?,
            cp: value.as_cp(),
            mate: value.mate(),
            win_rate: value.win_rate(),
            depth: result.depth,
            nodes: result.nodes,
            seconds: result.time.as_secs_f64(),
            lines: lines.collect::<PyResult<_>>()?,
        })
    }
}

#[pymethods]
impl PySearchResult {
    /// The best line.
    #[getter]
    fn pv(&self, py: Python<'_>) -> Vec<Py<PyMove>> {
        let first = self.lines.first();
        first
            .map_or_else(Vec::new, |info| info.get().pv.iter().map(|mv| mv.clone_ref(py)).collect())
    }

    /// Nodes a second.
    #[getter]
    fn nps(&self) -> u64 {
        (self.nodes as f64 / self.seconds.max(1e-3)) as u64
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (ResultFields,))> {
        let (this, py) = (slf.get(), slf.py());
        let ponder = this.ponder.as_ref().map(|mv| mv.clone_ref(py));
        let first = (this.best.clone(), ponder, this.cp, this.mate);
        let lines = clones(py, &this.lines);
        let rest = (this.win_rate, this.depth, this.nodes, this.seconds, lines);
        Ok((py.import("zenpuku._zenpuku")?.getattr("_search_result")?.unbind(), ((first, rest),)))
    }

    fn __repr__(&self) -> String {
        let value = shown(self.cp, self.mate);
        let (best, depth, nodes) = (&self.best, self.depth, self.nodes);
        format!("SearchResult(best='{best}', {value}, depth={depth}, nodes={nodes})")
    }
}

fn shown(cp: i32, mate: Option<i32>) -> String {
    mate.map_or_else(|| format!("cp={cp}"), |plies| format!("mate={plies}"))
}

pub(crate) fn line(moves: &[Py<PyMove>]) -> String {
    moves.iter().map(|mv| mv.get().0.to_string()).collect::<Vec<_>>().join(" ")
}
