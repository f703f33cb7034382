//! The players of a match.

use super::store::Entrant;
use crate::protocol::{EngineOptionKind, RegisteredEngine};
use std::path::PathBuf;
use zenpuku_arena::matches::EngineFactory;
use zenpuku_arena::own_player::OwnEngineFactory;
use zenpuku_arena::usi_player::UsiEngineFactory;
use zenpuku_arena::usi_process::UsiCommand;
use zenpuku_core::StopToken;
use zenpuku_shogi_engine::{EngineOptions, Timer};

/// Table of the built-in engine in a match, in MiB.
const HASH_MB: usize = 64;

/// Makes an entrant's players. The built-in engine searches with one thread.
pub(super) fn factory(entrant: &Entrant, stop: &StopToken) -> Box<dyn EngineFactory> {
    match &entrant.engine {
        None => Box::new(OwnEngineFactory {
            options: EngineOptions { hash: HASH_MB, ..EngineOptions::default() },
            stop: stop.clone(),
            timer: Timer::Wall,
        }),
        Some(engine) => Box::new(UsiEngineFactory {
            command: command(engine),
            stop: stop.clone(),
            silence: None,
        }),
    }
}

fn command(engine: &RegisteredEngine) -> UsiCommand {
    let values = engine.values.iter().filter(|(name, _)| !is_button(engine, name));
    let options = values.map(|(name, value)| (name.clone(), value.clone())).collect();
    UsiCommand {
        folder: engine.folder.as_ref().map(PathBuf::from),
        all_options: false,
        ..UsiCommand::new((&engine.path).into(), engine.arguments.clone(), options)
    }
}

fn is_button(engine: &RegisteredEngine, name: &str) -> bool {
    let option = engine.options.iter().find(|option| option.name == name);
    option.is_some_and(|option| option.kind == EngineOptionKind::Button)
}
