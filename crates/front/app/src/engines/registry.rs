//! The list of registered engines, in memory and on disk.

use super::options::{listed, still_taken};
use crate::engine::Introduction;
use crate::errors::{AppResult, checked_name, error, not_found};
use crate::protocol::{ErrorCode, RegisteredEngine};
use crate::storage::{Storage, StorageError};
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Most set-ups.
const MAX_ENGINES: usize = 100;

/// Longest name in characters.
const MAX_NAME: usize = 80;

/// The stored list.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct List {
    /// The highest id that was given; ids are never used again.
    last: u32,
    engines: Vec<RegisteredEngine>,
}

/// The registered engines.
pub(crate) struct Registry(Mutex<List>);

impl Registry {
    /// Those of the store.
    pub(crate) fn open(storage: &Storage) -> Result<Self, StorageError> {
        Ok(Self(Mutex::new(storage.engines()?.unwrap_or_default())))
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All engines, in the order in which they were added.
    pub(crate) fn all(&self) -> Vec<RegisteredEngine> {
        self.list().engines.clone()
    }

    /// One engine.
    pub(crate) fn get(&self, engine: u32) -> AppResult<RegisteredEngine> {
        let list = self.list();
        let found = list.engines.iter().find(|one| one.engine == engine);
        found.cloned().ok_or_else(|| not_found("engine", engine))
    }

    /// Changes the list, on disk first.
    fn change<T>(
        &self,
        storage: &Storage,
        work: impl FnOnce(&mut List) -> AppResult<T>,
    ) -> AppResult<T> {
        let mut list = self.list();
        let mut changed = list.clone();
        let result = work(&mut changed)?;
        storage.save_engines(&changed)?;
        *list = changed;
        Ok(result)
    }

    /// Adds an engine and gives its id; its name is made unique.
    pub(super) fn add(&self, storage: &Storage, engine: RegisteredEngine) -> AppResult<u32> {
        self.change(storage, |list| list.add(engine))
    }

    /// Adds a copy of an engine.
    pub(super) fn duplicate(&self, storage: &Storage, engine: u32) -> AppResult<u32> {
        self.change(storage, |list| {
            let copy = list.find(engine)?.clone();
            list.add(copy)
        })
    }

    /// Changes an engine.
    pub(super) fn update(
        &self,
        storage: &Storage,
        engine: u32,
        work: impl FnOnce(&mut RegisteredEngine) -> AppResult<()>,
    ) -> AppResult<()> {
        self.change(storage, |list| work(list.find(engine)?))
    }

    /// Removes an engine.
    pub(super) fn remove(&self, storage: &Storage, engine: u32) -> AppResult<()> {
        self.change(storage, |list| {
            list.find(engine)?;
            list.engines.retain(|one| one.engine != engine);
            Ok(())
        })
    }

    /// Notes whether an engine has failed; `false` when that was known.
    pub(crate) fn note(
        &self,
        storage: &Storage,
        engine: u32,
        fault: Option<&str>,
    ) -> AppResult<bool> {
        if self.get(engine)?.fault.as_deref() == fault {
            return Ok(false);
        }
        self.update(storage, engine, |one| {
            one.fault = fault.map(str::to_owned);
            Ok(())
        })?;
        Ok(true)
    }
}

impl List {
    fn find(&mut self, engine: u32) -> AppResult<&mut RegisteredEngine> {
        let found = self.engines.iter_mut().find(|one| one.engine == engine);
        found.ok_or_else(|| not_found("engine", engine))
    }

    fn add(&mut self, mut engine: RegisteredEngine) -> AppResult<u32> {
        if self.engines.len() >= MAX_ENGINES {
            let message = format!("at most {MAX_ENGINES} engines can be registered");
            return Err(error(ErrorCode::TooLarge, message));
        }
        engine.name = self.free_name(&engine.name);
        self.last += 1;
        engine.engine = self.last;
        self.engines.push(engine);
        Ok(self.last)
    }

    /// The name, with a number if another engine has it.
    fn free_name(&self, wanted: &str) -> String {
        let taken = |name: &str| self.engines.iter().any(|one| one.name == name);
        let numbered = (2..).map(|number| format!("{wanted} ({number})"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        names.find(|name| !taken(name)).unwrap_or_default()
    }
}

impl RegisteredEngine {
    /// Takes over what the user has set up: the name, and the options that this program takes too.
    pub(super) fn take_over(&mut self, old: &Self) {
        (self.engine, self.name) = (old.engine, old.name.clone());
        self.values = still_taken(&self.options, &old.values);
    }

    /// Adopts the properties that the engine reports.
    pub(super) fn introduced(&mut self, introduction: Introduction) {
        self.options = listed(&introduction.options);
        self.values = still_taken(&self.options, &self.values);
        (self.id_name, self.author) = (introduction.name, introduction.author);
        self.fault = None;
    }
}

/// The stored form of a name.
pub(super) fn name(text: &str) -> AppResult<String> {
    checked_name("an engine", text, MAX_NAME)
}
