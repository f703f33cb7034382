//! Numbers that were fitted to an evaluation: built in, or from a file that the options name.

use crate::options::EngineOptions;
use std::path::PathBuf;
use std::str::FromStr;
use zenpuku_shogi_eval::EvalKind;

/// Why a file of fitted numbers cannot be used; `E` is an error in its text.
#[derive(Debug, thiserror::Error)]
pub enum FittedFileError<E> {
    /// It cannot be read.
    #[error("{path}: {source}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// It is no such file.
    #[error("{path}: {source}", path = path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// The error.
        source: E,
    },
}

/// Reads the file `named`; without a name, the built-in one of the evaluation, if any.
///
/// # Errors
/// [`FittedFileError`].
pub(crate) fn load<T: FromStr>(
    named: &str,
    kind: EvalKind,
    embedded: &[(EvalKind, &str)],
) -> Result<Option<T>, FittedFileError<T::Err>> {
    let (path, text) = if named.is_empty() {
        let Some((_, text)) = embedded.iter().find(|(of, _)| *of == kind) else { return Ok(None) };
        (PathBuf::from(format!("built in for {kind}")), (*text).to_owned())
    } else {
        let path = PathBuf::from(named);
        match std::fs::read_to_string(&path) {
            Ok(text) => (path, text),
            Err(source) => return Err(FittedFileError::Read { path, source }),
        }
    };
    text.parse().map(Some).map_err(|source| FittedFileError::Parse { path, source })
}

/// The options for which something was found out.
#[derive(Default)]
pub(crate) struct Followed(Option<EngineOptions>);

impl Followed {
    /// Are these options other than those of the last call?
    pub(crate) fn changes(&mut self, options: &EngineOptions) -> bool {
        let changed = self.0.as_ref() != Some(options);
        if changed {
            self.0 = Some(options.clone());
        }
        changed
    }
}
