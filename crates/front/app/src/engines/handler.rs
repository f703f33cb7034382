//! Requests about registered engines.

use super::options::checked;
use super::registry::name;
use crate::engine::introduce;
use crate::errors::{AppResult, error};
use crate::protocol::{EngineProgram, EnginesRequest, ErrorCode, Event, RegisteredEngine, Reply};
use crate::state::{AppState, Connection};
use std::collections::BTreeMap;

/// Most arguments of a program, and the longest in bytes.
const MAX_ARGUMENTS: usize = 50;
const MAX_TEXT: usize = 4_096;

pub(crate) fn carry_out(
    state: &AppState,
    connection: &Connection,
    request: EnginesRequest,
) -> AppResult<Reply> {
    let (storage, registry) = (&state.storage, &state.engines);
    if matches!(request, EnginesRequest::List) {
        return Ok(reply(state, None));
    }
    only_local(state)?;
    let mut changed = None;
    match request {
        EnginesRequest::List => {}
        EnginesRequest::Add { program } => {
            changed = Some(registry.add(storage, started(state, program)?)?);
        }
        EnginesRequest::Program { engine, program } => {
            let mut other = started(state, program)?;
            registry.update(storage, engine, |one| {
                other.take_over(one);
                *one = other;
                Ok(())
            })?;
        }
        EnginesRequest::Check { engine } => check(state, engine)?,
        EnginesRequest::Update { engine, name: new, values } => {
            registry.update(storage, engine, |one| {
                if let Some(new) = new {
                    one.name = name(&new)?;
                }
                if let Some(values) = values {
                    one.values = checked(&one.options, values)?;
                }
                Ok(())
            })?;
        }
        EnginesRequest::Duplicate { engine } => {
            changed = Some(registry.duplicate(storage, engine)?);
        }
        EnginesRequest::Remove { engine } => registry.remove(storage, engine)?,
    }
    let event = Event::Engines { engines: registry.all() };
    state.publish(event, |other| !std::ptr::eq(other, connection));
    Ok(reply(state, changed))
}

fn reply(state: &AppState, added: Option<u32>) -> Reply {
    Reply::Engines { engines: state.engines.all(), added }
}

/// Programs are named only by a person at this machine: whoever names one runs it.
pub(crate) fn only_local(state: &AppState) -> AppResult<()> {
    if state.loopback {
        return Ok(());
    }
    let message = "engines are set up only when the server listens on loopback";
    Err(error(ErrorCode::Forbidden, message))
}

/// A program as it is stored, if its texts are not too long.
pub(crate) fn stored(mut program: EngineProgram) -> AppResult<EngineProgram> {
    let long = |text: &String| text.len() > MAX_TEXT;
    let EngineProgram { path, arguments, folder } = &program;
    let too_long = arguments.iter().chain(folder).chain([path]).any(long);
    if arguments.len() > MAX_ARGUMENTS || too_long {
        let message = format!(
            "an engine has at most {MAX_ARGUMENTS} arguments, each text at most {MAX_TEXT} bytes"
        );
        return Err(error(ErrorCode::TooLarge, message));
    }
    program.folder = program.folder.filter(|folder| !folder.is_empty());
    Ok(program)
}

/// An engine that is not registered yet, with the name and options that it reports.
fn started(state: &AppState, program: EngineProgram) -> AppResult<RegisteredEngine> {
    let program = stored(program)?;
    let mut engine = RegisteredEngine {
        engine: 0,
        name: program_name(&program.path),
        program,
        id_name: String::new(),
        author: String::new(),
        options: Vec::new(),
        values: BTreeMap::new(),
        fault: None,
    };
    let introduction =
        introduce(&engine, &state.stopping).map_err(|fault| error(ErrorCode::Engine, fault))?;
    engine.introduced(introduction);
    engine.name = name(&engine.id_name).unwrap_or(engine.name);
    Ok(engine)
}

/// A name for the program until it introduces itself.
pub(crate) fn program_name(path: &str) -> String {
    let file = std::path::Path::new(path).file_stem().unwrap_or_default();
    file.to_string_lossy().into_owned()
}

/// Starts an engine and records its properties, or why it fails.
fn check(state: &AppState, engine: u32) -> AppResult<()> {
    let introduction = introduce(&state.engines.get(engine)?, &state.stopping);
    state.engines.update(&state.storage, engine, |one| {
        match introduction {
            Ok(introduction) => one.introduced(introduction),
            Err(fault) => one.fault = Some(fault),
        }
        Ok(())
    })
}
