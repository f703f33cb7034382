//! The players of a match.

use super::store::Entrant;
use crate::engine::command;
use crate::protocol::{EngineOptionKind, RegisteredEngine};
use zenpuku_arena::matches::EngineFactory;
use zenpuku_arena::own_player::OwnEngineFactory;
use zenpuku_arena::usi_player::UsiEngineFactory;
use zenpuku_core::StopToken;
use zenpuku_shogi_engine::{EngineOptions, Hooks, Timer};

/// Table of the built-in engine in a match, in MiB.
const HASH_MB: usize = 64;

/// Makes an entrant's players. The built-in engine searches with one thread.
pub(super) fn factory(entrant: &Entrant, stop: &StopToken) -> Box<dyn EngineFactory> {
    match &entrant.engine {
        None => Box::new(OwnEngineFactory {
            options: EngineOptions { hash: HASH_MB, ..EngineOptions::default() },
            hooks: Hooks::default(),
            stop: stop.clone(),
            timer: Timer::Wall,
        }),
        Some(engine) => Box::new(UsiEngineFactory {
            command: command(engine, options(engine)),
            stop: stop.clone(),
            silence: None,
        }),
    }
}

/// The values that the engine is started with; a button has none.
fn options(engine: &RegisteredEngine) -> Vec<(String, String)> {
    let values = engine.values.iter().filter(|(name, _)| !is_button(engine, name));
    values.map(|(name, value)| (name.clone(), value.clone())).collect()
}

fn is_button(engine: &RegisteredEngine, name: &str) -> bool {
    let option = engine.options.iter().find(|option| option.name == name);
    option.is_some_and(|option| option.kind == EngineOptionKind::Button)
}
