//! Ctrl-C: the first asks the running command to stop, the second ends it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::Context as _;

use crate::exit::Exit;
use crate::output;

/// A shared flag that is raised once the user wants the work to stop.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Whether the work shall stop.
    #[must_use]
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for searches that poll it.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// How a command that finished or stopped shall exit.
    #[must_use]
    pub fn exit(&self) -> Exit {
        if self.requested() { Exit::Interrupted } else { Exit::Done }
    }

    fn raise(&self) {
        if self.0.swap(true, Ordering::Relaxed) {
            zenpuku_arena::usi_process::kill_engines();
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
        output::complain("stopping; press Ctrl-C again to end at once");
    }
}

/// Installs the handler on the first call; every call returns the same flag.
///
/// # Errors
/// If the operating system refuses the handler.
pub fn install() -> anyhow::Result<Stop> {
    static STOP: OnceLock<Stop> = OnceLock::new();
    let mut first = false;
    let stop = STOP.get_or_init(|| {
        first = true;
        Stop::default()
    });
    if first {
        let raised = stop.clone();
        ctrlc::set_handler(move || raised.raise()).context("cannot listen for Ctrl-C")?;
    }
    Ok(stop.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_caller_sees_the_same_flag() {
        let (one, two) = (install().unwrap(), install().unwrap());
        assert_eq!(one.exit(), Exit::Done);
        one.flag().store(true, Ordering::Relaxed);
        assert!(two.requested());
        assert_eq!(two.exit(), Exit::Interrupted);
    }
}
