//! Every command of the command line, called from Python.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use zenpuku::call::{Called, call};
use zenpuku::exit::Exit;

use crate::errors::{UsageError, ZenpukuError};
use crate::work;
use zenpuku_core::StopToken;

/// An argument of a command: a string or a path.
#[derive(FromPyObject)]
pub(crate) enum Word {
    #[pyo3(transparent)]
    Text(String),
    #[pyo3(transparent)]
    Path(PathBuf),
}

impl From<Word> for String {
    fn from(word: Word) -> Self {
        match word {
            Word::Text(text) => text,
            Word::Path(path) => path.to_string_lossy().into_owned(),
        }
    }
}

/// Runs a command of the command line in this process and returns its output for stdout and stderr.
///
/// >>> zenpuku.command("perft", "--depth", "2", "--json")[0]
///
/// `failed_ok`: also return when the work failed in part (exit code 1), as commands over many
/// files do. Raises `UsageError` (exit code 2) and `ZenpukuError` (1) with the command's
/// message, `KeyboardInterrupt` on Ctrl-C; finished results are kept.
#[pyfunction]
#[pyo3(signature = (*arguments, failed_ok = false))]
pub(crate) fn command<'py>(
    py: Python<'py>,
    arguments: Vec<Word>,
    failed_ok: bool,
) -> PyResult<(Bound<'py, PyBytes>, String)> {
    let stop = StopToken::new();
    let flag = stop.clone();
    let arguments: Vec<String> = arguments.into_iter().map(String::from).collect();
    let called = work::run(py, || flag.stop(), || call(arguments, stop))?;
    let Called { exit, written } = called;
    let told = || {
        let text = written.messages.trim_end();
        text.strip_prefix("error: ").unwrap_or(text).to_owned()
    };
    match exit {
        Exit::Failed if !failed_ok => Err(PyErr::new::<ZenpukuError, _>(told())),
        Exit::Usage => Err(PyErr::new::<UsageError, _>(told())),
        _ => Ok((PyBytes::new(py, &written.output), written.messages)),
    }
}

/// Runs the command line as the program does and returns the exit code; the arguments are those
/// of the process without the program's name.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<String>) -> u8 {
    py.detach(|| zenpuku::main_with(arguments).code())
}
