//! Exit codes and the one place where errors become text.

use std::fmt;
use std::process::ExitCode;

use zenpuku_core::StopToken;
use zenpuku_shogi_record::steers;

use crate::output;

/// How the program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// The work was done: 0.
    Done,
    /// The work failed: 1.
    Failed,
    /// The arguments make no sense: 2.
    Usage,
    /// Ctrl-C; finished results are kept: 130.
    Interrupted,
}

impl Exit {
    /// How a command that finished or was stopped ends.
    #[must_use]
    pub fn after(stop: &StopToken) -> Self {
        if stop.is_stopped() { Self::Interrupted } else { Self::Done }
    }

    /// The number the shell sees.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// A mistake in the arguments that the grammar cannot see (exit code 2).
///
/// Attach it at the root of a chain: `return Err(Usage::new("...").into())`.
#[derive(Debug)]
pub struct Usage(String);

impl Usage {
    /// A usage error with the message shown after `error: `.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Shows an error with its causes on stderr and says how to exit.
///
/// A reader that closes our stdout (`zenpuku ... | head`) is not an error: no
/// message is shown and the exit is [`Exit::Done`].
#[must_use]
pub fn report(error: &anyhow::Error) -> Exit {
    let exit = classify(error);
    if exit != Exit::Done {
        output::complain(&format!("error: {}", text(error)));
    }
    exit
}

fn classify(error: &anyhow::Error) -> Exit {
    if error.is::<output::Closed>() {
        Exit::Done
    } else if error.chain().any(<dyn std::error::Error>::is::<Usage>) {
        Exit::Usage
    } else {
        Exit::Failed
    }
}

/// The chain of causes, one line each. A cause that the line before quotes is not repeated.
#[must_use]
pub fn text(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.ends_with(&cause) {
            text.push_str(&format!("\n  because: {cause}"));
        }
    }
    text
}

/// Shows what clap has to say: help and version to stdout, errors to stderr.
#[must_use]
pub fn show_clap(message: &clap::Error) -> Exit {
    let plain = message.render().to_string();
    if plain.contains(steers) {
        // An argument contains terminal control characters.
        output::complain(&plain);
    } else {
        // No message is possible if the terminal itself is gone.
        let _ = message.print();
    }
    if message.use_stderr() { Exit::Usage } else { Exit::Done }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_the_promised_ones() {
        let codes = [Exit::Done, Exit::Failed, Exit::Usage, Exit::Interrupted].map(Exit::code);
        assert_eq!(codes, [0, 1, 2, 130]);
    }

    #[test]
    fn a_chain_is_shown_cause_by_cause() {
        let error = anyhow::anyhow!("line 3: 9 expected").context("game.kif");
        assert_eq!(text(&error), "game.kif\n  because: line 3: 9 expected");
        assert_eq!(classify(&error), Exit::Failed);
        let error = anyhow::anyhow!("no such file").context("game.kif: no such file");
        assert_eq!(text(&error), "game.kif: no such file");
    }

    #[test]
    fn a_usage_error_keeps_its_code_below_context() {
        let error = anyhow::Error::from(Usage::new("depth 0")).context("perft");
        assert_eq!(classify(&error), Exit::Usage);
    }

    #[test]
    fn a_closed_pipe_is_no_failure() {
        assert_eq!(classify(&anyhow::Error::from(output::Closed)), Exit::Done);
    }
}
