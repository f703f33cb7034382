//! What searches write to, kept from one to the next.

use crate::goals::GoalMemory;
use crate::options::EngineOptions;
use crate::search::ThreadData;
use crate::tt::{TableTooLarge, TranspositionTable};
use core::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use zenpuku_core::Score;
use zenpuku_core::StopToken;
use zenpuku_shogi_mate::MateAttempt;

/// The memory of an engine.
#[derive(Default)]
pub(crate) struct SearchMemory {
    pub(crate) table: Option<TranspositionTable>,
    pub(crate) thread_data: Vec<ThreadData>,
    pub(crate) goals: GoalMemory,
    /// The search for mate at the root; made when it is first wanted.
    pub(crate) mates: Option<MateAttempt>,
    /// Games begun, so that not all have the same opening.
    pub(crate) games: u64,
    /// Move number and value of the last search.
    pub(crate) last_search: Option<(u16, Score)>,
}

impl SearchMemory {
    /// Resizes table and threads as set by the options; a new table is cleared
    /// in advance until `filling` stops.
    pub(crate) fn resize(
        &mut self,
        options: &EngineOptions,
        filling: &StopToken,
    ) -> Result<&mut TranspositionTable, TableTooLarge> {
        let threads = options.threads.max(1);
        self.thread_data.truncate(threads);
        self.thread_data.resize_with(threads, ThreadData::new);
        let table = match self.table.take() {
            Some(table) if table.mebibytes() == options.hash => table,
            // The old table's memory is free by now.
            _ => TranspositionTable::prepared(options.hash, filling)?,
        };
        Ok(self.table.insert(table))
    }

    /// Clears the results of searches, but not the sides' goals.
    pub(crate) fn forget(&mut self, threads: usize, filling: &StopToken) {
        if let Some(table) = &mut self.table {
            table.clear(threads, filling);
        }
        self.thread_data.iter_mut().for_each(ThreadData::clear);
        self.mates.iter_mut().for_each(MateAttempt::forget);
        self.last_search = None;
    }
}

/// Where the memory lies while no search has it.
#[derive(Clone)]
pub(crate) struct MemoryPlace(Arc<Place>);

struct Place {
    /// `None` while a search has it.
    memory: Mutex<Option<SearchMemory>>,
    returned: Condvar,
}

impl MemoryPlace {
    pub(crate) fn new() -> Self {
        let memory = Mutex::new(Some(SearchMemory::default()));
        Self(Arc::new(Place { memory, returned: Condvar::new() }))
    }

    fn lock(&self) -> MutexGuard<'_, Option<SearchMemory>> {
        self.0.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the memory; waits until the search that has it gives it back.
    pub(crate) fn take(&self) -> BorrowedMemory {
        let mut place = self.lock();
        loop {
            if let Some(memory) = place.take() {
                return BorrowedMemory { memory, place: self.clone() };
            }
            place = self.0.returned.wait(place).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The memory in use. It goes back when this is dropped, also by a search that panics.
pub(crate) struct BorrowedMemory {
    memory: SearchMemory,
    place: MemoryPlace,
}

impl Deref for BorrowedMemory {
    type Target = SearchMemory;

    fn deref(&self) -> &SearchMemory {
        &self.memory
    }
}

impl DerefMut for BorrowedMemory {
    fn deref_mut(&mut self) -> &mut SearchMemory {
        &mut self.memory
    }
}

impl Drop for BorrowedMemory {
    fn drop(&mut self) {
        *self.place.lock() = Some(std::mem::take(&mut self.memory));
        self.place.0.returned.notify_one();
    }
}
