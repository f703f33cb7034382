//! An evaluation written in Python.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use zenpuku_core::Score;
use zenpuku_shogi::{Move, MoveDelta, Position};
use zenpuku_shogi_engine::{EngineOptions, EvalKind, OwnEvaluation};
use zenpuku_shogi_eval::{EvalPart, Evaluator, Material};

use crate::position::PyPosition;
use crate::running::Running;

/// The option that names an evaluation, or is a function.
const OPTION: &str = "evaluation";
/// The name of an evaluation that is a function.
pub(crate) const NAME: &str = "own";

/// Takes the function of the keyword `evaluation` out of `more`; a name stays there as an option.
pub(crate) fn function(more: Option<&Bound<'_, PyDict>>) -> PyResult<Option<Py<PyAny>>> {
    for (name, value) in more.into_iter().flatten() {
        if name.extract::<String>()?.eq_ignore_ascii_case(OPTION) && value.is_callable() {
            more.map_or(Ok(()), |more| more.del_item(&name))?;
            return Ok(Some(value.unbind()));
        }
    }
    Ok(None)
}

/// The evaluation that calls `function`, for an engine with these options. They get the smallest evaluation, whose
/// win rates and slack then apply.
pub(crate) fn own(
    function: Py<PyAny>,
    options: &mut EngineOptions,
    running: &Arc<Running>,
) -> OwnEvaluation {
    options.eval = EvalKind::Material;
    let (function, running) = (Arc::new(function), Arc::clone(running));
    OwnEvaluation::new(move |params| {
        let (function, running) = (Arc::clone(&function), Arc::clone(&running));
        Box::new(PyEvaluator { function, running, material: Material::new(params) })
    })
}

/// Calls a function of Python for every value; material, which the search needs for its margins, is counted here.
struct PyEvaluator {
    function: Arc<Py<PyAny>>,
    running: Arc<Running>,
    material: Material,
}

impl PyEvaluator {
    /// The function's value for a copy of `position`.
    fn call(&self, position: &Position) -> PyResult<i32> {
        Python::attach(|py| {
            let found = self.function.call1(py, (PyPosition::from(position.clone()),))?;
            centipawns(found.bind(py), position)
        })
    }
}

/// A value that a search can use.
fn centipawns(value: &Bound<'_, PyAny>, position: &Position) -> PyResult<i32> {
    const LARGEST: f64 = Score::MAX_EVAL.value() as f64;
    let at = position.to_sfen();
    let Ok(cp) = value.extract::<f64>() else {
        let kind = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "evaluation: a number expected, not {kind}, at {at}"
        )));
    };
    if cp.abs() <= LARGEST {
        Ok(cp.round() as i32)
    } else {
        let text = format!("evaluation: centipawns within {LARGEST} expected, not {cp}, at {at}");
        Err(PyValueError::new_err(text))
    }
}

impl Evaluator for PyEvaluator {
    fn refresh(&mut self, position: &Position) {
        self.material.refresh(position);
    }

    fn apply(&mut self, delta: &MoveDelta, after: &Position) {
        self.material.apply(delta, after);
    }

    fn undo(&mut self) {
        self.material.undo();
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        // After an exception the search only has to end.
        if self.running.has_failed() {
            return 0;
        }
        self.call(position).unwrap_or_else(|error| {
            self.running.fail(error);
            0
        })
    }

    fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        self.material.move_gain(position, mv)
    }

    fn material(&self, position: &Position) -> i32 {
        self.material.material(position)
    }

    fn parts(&mut self, position: &Position) -> Vec<EvalPart> {
        vec![EvalPart { name: NAME, cp: self.evaluate(position) }]
    }
}
