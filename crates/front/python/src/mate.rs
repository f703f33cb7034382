//! The mate solver.

use std::sync::{Mutex, TryLockError};
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zenpuku_core::StopToken;
use zenpuku_core::{Limits, StopReason};
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_mate::{ComposerCount, MateReport, MateSolver, Verdict};

use crate::engine::{at_least_one, duration};
use crate::errors::{MateError, told, word};
use crate::moves::{PyMove, object, objects};
use crate::position::{PyPosition, taken};
use crate::work;

/// Searches for mates and keeps its table between problems.
#[pyclass(frozen, name = "MateSolver", module = "zenpuku")]
pub(crate) struct PyMateSolver(Mutex<Box<MateSolver>>);

/// The answer of the mate solver with all that supports it. A pickled one comes back without proof.
#[pyclass(frozen, name = "MateResult", module = "zenpuku")]
pub(crate) struct PyMateResult {
    report: MateReport,
    position: Box<Position>,
    /// The mate by the count that was asked for.
    plies: Option<u16>,
    line: Vec<Move>,
    shortest: bool,
}

/// The fields of a pickled [`PyMateResult`], without its proof.
type Fields = (
    (String, Option<u16>, Vec<Py<PyMove>>, bool, Py<PyPosition>),
    (bool, u16, u64, f64, Option<String>),
);

/// A pickled result of the mate solver.
#[pyfunction(name = "_mate_result")]
pub(crate) fn rebuilt(py: Python<'_>, value: Fields) -> PyResult<PyMateResult> {
    let (
        (verdict, plies, line, shortest, position),
        (verified, no_mate_within, nodes, seconds, stopped),
    ) = value;
    let verdicts = [Verdict::Mate, Verdict::NoMate, Verdict::Unknown];
    let verdict = word("verdict", &verdict, &verdicts.map(|verdict| (verdict.name(), verdict)))?;
    let reasons = [StopReason::Nodes, StopReason::Time, StopReason::Flag];
    let stopped = reasons.into_iter().find(|reason| Some(reason.to_string()) == stopped);
    let line: Vec<Move> = line.iter().map(|mv| mv.get().0).collect();
    let report = MateReport {
        verdict,
        plies,
        line: line.clone(),
        shortest,
        verified,
        no_mate_within,
        proof_number: None,
        disproof_number: None,
        nodes,
        elapsed: Duration::try_from_secs_f64(seconds).unwrap_or_default(),
        stopped,
        proof: None,
        refutation: None,
    };
    let position = Box::new(taken(position.bind(py)));
    Ok(PyMateResult { report, position, plies, line, shortest })
}

#[pymethods]
impl PyMateSolver {
    /// `hash`: size of the table in MiB.
    #[new]
    #[pyo3(signature = (hash = 64))]
    fn new(hash: usize) -> PyResult<Self> {
        if !(1..=16_384).contains(&hash) {
            return Err(PyValueError::new_err("hash: 1 to 16384 MiB"));
        }
        Ok(Self(Mutex::new(Box::new(MateSolver::new(hash)))))
    }

    /// Searches the shortest mate by the side to move, or proves that there is no mate. Limits:
    /// `nodes`, `time` in seconds (60 without any limit), `plies` of the longest mate. Plies are
    /// counted as composers do, useless interpositions left out, unless `strict=True`.
    #[pyo3(signature = (position, *, nodes = None, time = None, plies = None, strict = false))]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        nodes: Option<u64>,
        time: Option<f64>,
        plies: Option<u32>,
        strict: bool,
    ) -> PyResult<PyMateResult> {
        let position = taken(position);
        let mut solver = match self.0.try_lock() {
            Ok(solver) => solver,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(MateError::new_err("the solver is at work in another thread"));
            }
        };
        let time = time.or((nodes.is_none() && plies.is_none()).then_some(60.0));
        let time = duration(time)?;
        at_least_one("nodes", nodes)?;
        at_least_one("plies", plies.map(u64::from))?;
        let stop = StopToken::new();
        let limits = Limits { depth: plies, nodes, time, stop: stop.clone() };
        let raise = || stop.stop();
        let solver = &mut *solver;
        let found = work::run(py, raise, || {
            let report = solver.solve(&position, &limits)?;
            let counting = ComposerCount::limits(&limits);
            let count = || ComposerCount::of_report(&position, &report, &counting);
            let count = (!strict).then(count).flatten();
            Ok((report, count))
        })?;
        let (report, count) =
            found.map_err(|error: zenpuku_shogi_mate::MateError| told::<MateError>(&error))?;
        Ok(PyMateResult::new(Box::new(position), report, count))
    }
}

impl PyMateResult {
    fn new(position: Box<Position>, report: MateReport, count: Option<ComposerCount>) -> Self {
        let (plies, line, shortest) = match count {
            Some(count) => (Some(count.plies), count.line, count.shortest),
            None => (report.plies, report.line.clone(), report.shortest),
        };
        Self { report, position, plies, line, shortest }
    }
}

#[pymethods]
impl PyMateResult {
    /// `mate`, `nomate` or `unknown`.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.report.verdict.name()
    }

    /// Plies to mate, or None.
    #[getter]
    fn plies(&self) -> Option<u16> {
        self.plies
    }

    /// The mating line of longest resistance.
    #[getter]
    fn line(&self, py: Python<'_>) -> PyResult<Vec<Py<PyMove>>> {
        objects(py, &self.line)
    }

    /// Is there no shorter mate?
    #[getter]
    fn shortest(&self) -> bool {
        self.shortest
    }

    /// Was the proof or the refutation checked by the rules?
    #[getter]
    fn verified(&self) -> bool {
        self.report.verified
    }

    /// There is no mate within this number of plies.
    #[getter]
    fn no_mate_within(&self) -> u16 {
        self.report.no_mate_within
    }

    /// Positions visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.report.nodes
    }

    /// Seconds taken.
    #[getter]
    fn seconds(&self) -> f64 {
        self.report.elapsed.as_secs_f64()
    }

    /// Why the search ended early, or None.
    #[getter]
    fn stopped(&self) -> Option<String> {
        self.report.stopped.map(|reason: StopReason| reason.to_string())
    }

    /// Positions with the attacker to move that the proof answers; 0 without one.
    #[getter]
    fn proof_size(&self) -> usize {
        self.report.proof.as_ref().map_or(0, zenpuku_shogi_mate::Proof::len)
    }

    /// The attacker's move in a position of the proof and the plies within which it mates, or
    /// None where the proof does not lead.
    fn answer(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
    ) -> PyResult<Option<(Py<PyMove>, u16)>> {
        let proof = self.report.proof.as_ref();
        let answer = proof.and_then(|proof| proof.answer(&taken(position)));
        answer.map(|(mv, plies)| Ok((object(py, mv)?, plies))).transpose()
    }

    /// Replays the proof over all defences (or the refutation over all checks) by the rules
    /// alone; returns positions and moves seen. Raises `MateError` if it does not hold or
    /// there is no claim to replay.
    fn replay(&self, py: Python<'_>) -> PyResult<(u64, u64)> {
        let seen = py.detach(|| match (&self.report.proof, &self.report.refutation) {
            (Some(proof), _) => Some(proof.replay(&self.position).map_err(|e| e.to_string())),
            (None, Some(none)) => Some(none.replay(&self.position).map_err(|e| e.to_string())),
            (None, None) => None,
        });
        match seen {
            Some(Ok(seen)) => Ok((seen.positions, seen.moves)),
            Some(Err(text)) => {
                Err(told::<MateError>(&format_args!("the proof does not hold: {text}")))
            }
            None => Err(told::<MateError>(&"there is no proof to replay")),
        }
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (Fields,))> {
        let (this, py) = (slf.get(), slf.py());
        let report = &this.report;
        let position = Py::new(py, PyPosition::from((*this.position).clone()))?;
        let line = objects(py, &this.line)?;
        let first = (report.verdict.name().to_owned(), this.plies, line, this.shortest, position);
        let stopped = report.stopped.map(|reason| reason.to_string());
        let seconds = report.elapsed.as_secs_f64();
        let rest = (report.verified, report.no_mate_within, report.nodes, seconds, stopped);
        Ok((py.import("zenpuku._zenpuku")?.getattr("_mate_result")?.unbind(), ((first, rest),)))
    }

    fn __repr__(&self) -> String {
        let plies = self.plies.map(|plies| format!(", plies={plies}")).unwrap_or_default();
        let verdict = self.report.verdict.name();
        format!("MateResult('{verdict}'{plies}, nodes={})", self.report.nodes)
    }
}
