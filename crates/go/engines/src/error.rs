//! What can go wrong with an engine.

use zenpuku_process::Fault;

/// Why an engine gives no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// It could not be started, has ended, or wrote what is no line; or our stop was stopped.
    #[error(transparent)]
    Process(#[from] Fault),
    /// It answered that it cannot do what was asked.
    #[error("{engine} refused `{command}`: {reason}")]
    Refused {
        /// Its name.
        engine: String,
        /// The command.
        command: String,
        /// Its words.
        reason: String,
    },
    /// Its time was over.
    #[error("{engine} did not answer `{command}` in its time")]
    Late {
        /// Its name.
        engine: String,
        /// The command.
        command: String,
    },
    /// Its answer cannot be used.
    #[error("{engine} answered `{command}` with `{answer}`: {reason}")]
    Nonsense {
        /// Its name.
        engine: String,
        /// The command.
        command: String,
        /// The beginning of its answer.
        answer: String,
        /// What is wrong with it.
        reason: String,
    },
}
