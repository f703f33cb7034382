//! Work that takes long: without the interpreter's lock, and Ctrl-C interrupts it.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;
use zenpuku_shogi_engine::STACK_BYTES;

use crate::errors::ZenpukuError;

/// How often signals are checked.
const SIGNALS: Duration = Duration::from_millis(50);

/// Runs `work` on a separate thread and waits for it without the interpreter's
/// lock. On Ctrl-C `stop` ends the work, and the exception of the signal is the
/// result.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let (done, wait) = channel();
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            let spawned = builder.spawn_scoped(scope, move || {
                // The send fails only if the waiting thread is gone.
                let _ = done.send(work());
            });
            let worker = spawned.map_err(|error| {
                PyErr::new::<ZenpukuError, _>(format!("no thread for the work: {error}"))
            })?;
            let mut signal = None;
            let result = loop {
                match wait.recv_timeout(SIGNALS) {
                    Ok(result) => break Some(result),
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) if signal.is_some() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        if let Some(raised) = Python::attach(|py| py.check_signals().err()) {
                            stop();
                            signal = Some(raised);
                        }
                    }
                }
            };
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
            match (signal, result) {
                (Some(signal), _) => Err(signal),
                (None, Some(result)) => Ok(result),
                (None, None) => Err(PyErr::new::<ZenpukuError, _>("the work broke off")),
            }
        })
    })
}
