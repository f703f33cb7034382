//! The Go engine of the settings, which gives second opinions and plays.

use crate::engine::{Stage, check_program, fault, without_name};
use crate::engines::{only_local, program_name, stored};
use crate::errors::{AppResult, error};
use crate::protocol::{EngineProgram, ErrorBody, ErrorCode, Event, GoEngine, Reply};
use crate::state::AppState;
use std::time::Duration;
use zenpuku_core::StopToken;
use zenpuku_go_engines::{Adviser, EngineError, Program};

/// Time for the start of an engine, which may load a network, and for its answers about a position.
const TIME: Duration = Duration::from_secs(120);

/// The engine that is kept.
pub(super) fn kept(state: &AppState) -> AppResult<Reply> {
    Ok(Reply::GoEngine { engine: state.storage.go_engine()?, local: state.loopback })
}

/// Keeps another engine, or none.
pub(super) fn keep(state: &AppState, program: Option<EngineProgram>) -> AppResult<Reply> {
    only_local(state)?;
    let engine = program.map(|program| introduced(program, &state.stopping)).transpose()?;
    state.storage.save_go_engine(engine.as_ref())?;
    state.go_seat.end();
    state.publish(Event::GoEngine { engine }, |_| true);
    kept(state)
}

/// Starts a program and reads its name.
fn introduced(program: EngineProgram, stop: &StopToken) -> AppResult<GoEngine> {
    let program = stored(program)?;
    let mut engine = GoEngine { name: program_name(&program.path), program };
    let mut adviser = adviser(&engine, stop)?;
    engine.name = adviser.start().map_err(|error| engine.failed(Stage::Starting, &error))?;
    Ok(engine)
}

/// The engine that is kept, which will be started when it is asked. A stop ends the waiting.
///
/// # Errors
/// `wrong_state` if none is kept; `engine` with a sentence if its program cannot be started.
pub(super) fn second(state: &AppState, stop: &StopToken) -> AppResult<(GoEngine, Adviser)> {
    let engine = kept_engine(state)?;
    let adviser = adviser(&engine, stop)?;
    Ok((engine, adviser))
}

/// The engine that is kept.
///
/// # Errors
/// `wrong_state` if no engine is set up.
pub(super) fn kept_engine(state: &AppState) -> AppResult<GoEngine> {
    let none = || error(ErrorCode::WrongState, "no Go engine is set up");
    state.storage.go_engine()?.ok_or_else(none)
}

pub(super) fn adviser(engine: &GoEngine, stop: &StopToken) -> AppResult<Adviser> {
    let EngineProgram { path, arguments, folder } = &engine.program;
    let unfit = |reason| error(ErrorCode::Engine, fault(&engine.name, Stage::Starting, reason));
    check_program(&engine.program).map_err(unfit)?;
    let program = Program {
        file: path.into(),
        arguments: arguments.clone(),
        folder: folder.as_ref().map(Into::into),
        environment: Vec::new(),
    };
    Ok(Adviser::new(program, TIME, stop.clone()))
}

impl GoEngine {
    /// The sentence about its failure.
    pub(super) fn failed(&self, stage: Stage, failed: &EngineError) -> ErrorBody {
        let text = failed.to_string();
        // Its process names itself without the version.
        let own = text.split_once(": ").map_or("", |(own, _)| own);
        let own = if self.name.starts_with(own) { own } else { "" };
        let reason = without_name(&text, [&self.program.path, own]);
        error(ErrorCode::Engine, fault(&self.name, stage, reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Budget;
    use crate::storage::DataFolder;

    #[test]
    fn a_program_is_named_only_at_this_machine() {
        let folder = tempfile::TempDir::new().unwrap();
        let budget = Budget { threads: Some(1), hash_mb: Some(16) };
        let folder = DataFolder::open(folder.path()).unwrap();
        let state = AppState::new(folder, budget, false).unwrap();
        let program = EngineProgram { path: "/bin/sh".to_owned(), ..EngineProgram::default() };
        for program in [Some(program), None] {
            assert_eq!(keep(&state, program).unwrap_err().code, ErrorCode::Forbidden);
        }
        let none = Reply::GoEngine { engine: None, local: false };
        assert_eq!(kept(&state).unwrap(), none);
    }
}
