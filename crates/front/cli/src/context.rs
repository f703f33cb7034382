//! The environment of a command: Ctrl-C and progress bars.

use std::io::IsTerminal as _;

use crate::interrupt;
use crate::progress::Progress;
use zenpuku_core::StopToken;

/// Handed to every command.
#[derive(Debug)]
pub struct Context {
    interactive: bool,
    /// Stopped instead of the process's token.
    stop: Option<StopToken>,
}

impl Context {
    /// A context of this process: bars are drawn if stderr is a terminal.
    #[must_use]
    pub fn new() -> Self {
        Self { interactive: std::io::stderr().is_terminal(), stop: None }
    }

    /// A context inside another program, which raises `stop`: no bars, no handler of Ctrl-C.
    #[must_use]
    pub fn embedded(stop: StopToken) -> Self {
        Self { interactive: false, stop: Some(stop) }
    }

    /// The token that Ctrl-C stops. The handler is installed by the first
    /// call, so a command that blocks on stdin and never uses it still ends immediately on Ctrl-C.
    ///
    /// # Errors
    /// If the handler cannot be installed.
    pub fn stop(&self) -> anyhow::Result<StopToken> {
        self.stop.clone().map_or_else(interrupt::install, Ok)
    }

    /// A bar over `total` units of work, named `label` ("moves", "files");
    /// a spinner if the total is unknown. Hidden if stderr is not a terminal.
    #[must_use]
    pub fn progress(&self, total: Option<u64>, label: &str) -> Progress {
        Progress::new(self.interactive, total, label)
    }
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}
