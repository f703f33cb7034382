//! Zenpuku for Python: the native half of the package `zenpuku`.
//!
//! Thin: positions, records, engine, mate solver and analysis are the libraries' own, and every
//! command of the command line can be called ([`mod@command`]). The Python half
//! (`python/zenpuku`) adds frames, the wrappers of commands and the work on many machines.
//!
//! Long work runs on a separate thread without the interpreter's lock, and
//! Ctrl-C interrupts it ([`mod@work`]).
#![forbid(unsafe_code)]

mod analysis;
mod arrays;
mod columns;
mod command;
mod engine;
mod errors;
mod evaluation;
mod features;
mod json;
mod mate;
mod moves;
mod position;
mod record;
mod running;
mod search;
mod work;

use pyo3::prelude::*;

/// Python's allocator aligns to 8 bytes at least; types that need more, such as
/// boards with vector registers, must be boxed.
const ALIGNED: usize = 8;
const _: () = {
    assert!(align_of::<moves::PyMove>() <= ALIGNED);
    assert!(align_of::<position::PyPosition>() <= ALIGNED);
    assert!(align_of::<record::PyRecord>() <= ALIGNED);
    assert!(align_of::<search::PyInfo>() <= ALIGNED);
    assert!(align_of::<search::PySearchResult>() <= ALIGNED);
    assert!(align_of::<engine::PyEngine>() <= ALIGNED);
    assert!(align_of::<mate::PyMateResult>() <= ALIGNED);
    assert!(align_of::<mate::PyMateSolver>() <= ALIGNED);
};

/// The native half of `zenpuku`; import `zenpuku` instead.
#[pymodule]
fn _zenpuku(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("COMMIT", zenpuku::COMMIT)?;
    module.add("STARTPOS", zenpuku_shogi::STARTPOS)?;
    errors::add(module)?;
    module.add_class::<moves::PyMove>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<record::PyRecord>()?;
    module.add_class::<search::PyInfo>()?;
    module.add_class::<search::PySearchResult>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<mate::PyMateResult>()?;
    module.add_class::<mate::PyMateSolver>()?;
    module.add_function(wrap_pyfunction!(analysis::analyze, module)?)?;
    module.add_function(wrap_pyfunction!(arrays::pack, module)?)?;
    module.add_function(wrap_pyfunction!(arrays::unpack, module)?)?;
    module.add_function(wrap_pyfunction!(arrays::features, module)?)?;
    module.add_function(wrap_pyfunction!(columns::read_games, module)?)?;
    module.add_function(wrap_pyfunction!(columns::read_moves, module)?)?;
    module.add_function(wrap_pyfunction!(command::command, module)?)?;
    module.add_function(wrap_pyfunction!(command::main, module)?)?;
    module.add_function(wrap_pyfunction!(mate::rebuilt, module)?)?;
    module.add_function(wrap_pyfunction!(moves::rebuilt, module)?)?;
    module.add_function(wrap_pyfunction!(search::rebuilt_info, module)?)?;
    module.add_function(wrap_pyfunction!(search::rebuilt_result, module)?)?;
    module.add_function(wrap_pyfunction!(record::rebuilt, module)?)?;
    module.add_function(wrap_pyfunction!(record::read, module)?)?;
    module.add_function(wrap_pyfunction!(record::loads, module)?)?;
    Ok(())
}
