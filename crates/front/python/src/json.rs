//! JSON of a library, for Python.

use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::{ZenpukuError, told};

/// JSON of a library as Python's dicts and lists.
pub(crate) fn to_python(py: Python<'_>, value: &impl Serialize) -> PyResult<Py<PyAny>> {
    let text = serde_json::to_string(value).map_err(|error| told::<ZenpukuError>(&error))?;
    Ok(py.import("json")?.call_method1("loads", (text,))?.unbind())
}
