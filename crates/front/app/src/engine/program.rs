//! Programs that the user names as engines: whether they can be started, and the sentences about their failures.

use crate::protocol::EngineProgram;
use std::path::Path;

/// The activity during which an engine failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Starting,
    Loading,
    Thinking,
    Stopping,
}

impl Stage {
    const fn words(self) -> &'static str {
        match self {
            Self::Starting => "while starting",
            Self::Loading => "while loading",
            Self::Thinking => "while thinking",
            Self::Stopping => "after `stop`",
        }
    }
}

/// The sentence about a failure. The page translates it.
pub(crate) fn fault(name: &str, stage: Stage, reason: impl std::fmt::Display) -> String {
    format!("the engine {name} failed {}: {reason}", stage.words())
}

/// The words of a process about its failure, without the name that it puts before them.
pub(crate) fn without_name<'a>(text: &'a str, names: [&str; 2]) -> &'a str {
    let stripped = names.into_iter().find_map(|name| text.strip_prefix(name)?.strip_prefix(": "));
    stripped.unwrap_or(text)
}

/// Can the program be started at all? The words are clearer than the system's.
pub(crate) fn check_program(program: &EngineProgram) -> Result<(), String> {
    let path = Path::new(&program.path);
    if !path.is_absolute() {
        return Err(format!("{} is not an absolute path", program.path));
    }
    let found = path.metadata().map_err(|error| format!("{}: {error}", program.path))?;
    if !found.is_file() {
        return Err(format!("{} is not a file", program.path));
    }
    if !is_program(path, &found) {
        return Err(format!("{} is not executable", program.path));
    }
    match &program.folder {
        Some(folder) if !Path::new(folder).is_absolute() || !Path::new(folder).is_dir() => {
            Err(format!("the working folder {folder} is not a folder with an absolute path"))
        }
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn is_program(_: &Path, found: &std::fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
fn is_program(path: &Path, _: &std::fs::Metadata) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("exe"))
}
