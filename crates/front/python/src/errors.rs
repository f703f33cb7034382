//! The exceptions, with the texts of the command line.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

create_exception!(zenpuku, ZenpukuError, PyException, "The base class of all errors of zenpuku.");
create_exception!(zenpuku, UsageError, ZenpukuError, "Arguments that make no sense.");
create_exception!(zenpuku, PositionError, ZenpukuError, "Text or bytes that are not a position.");
create_exception!(zenpuku, IllegalMoveError, ZenpukuError, "A move that the rules forbid.");
create_exception!(
    zenpuku,
    RecordError,
    ZenpukuError,
    "A game record that cannot be read or written."
);
create_exception!(
    zenpuku,
    EngineError,
    ZenpukuError,
    "What the engine cannot do, or a wrong option."
);
create_exception!(zenpuku, MateError, ZenpukuError, "A position that cannot be searched for mate.");

/// Puts the exceptions into the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("ZenpukuError", py.get_type::<ZenpukuError>())?;
    module.add("UsageError", py.get_type::<UsageError>())?;
    module.add("PositionError", py.get_type::<PositionError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("RecordError", py.get_type::<RecordError>())?;
    module.add("EngineError", py.get_type::<EngineError>())?;
    module.add("MateError", py.get_type::<MateError>())
}

/// A text as the exception `E`.
pub(crate) fn told<E: pyo3::PyTypeInfo>(error: &dyn core::fmt::Display) -> PyErr {
    PyErr::new::<E, _>(error.to_string())
}

/// One of a few words, or a `ValueError` that lists them.
pub(crate) fn word<T: Copy>(what: &str, word: &str, words: &[(&str, T)]) -> PyResult<T> {
    let found = words.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = words.iter().map(|&(name, _)| name).collect();
        PyValueError::new_err(format!("{what}: one of {} expected, not `{word}`", names.join(", ")))
    })
}
