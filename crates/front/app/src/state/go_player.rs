//! The Go engine that plays. It keeps running between its moves, because it may take long to load a
//! network.

use crate::protocol::GoEngine;
use std::sync::{Mutex, MutexGuard, TryLockError};
use zenpuku_core::StopToken;
use zenpuku_go_engines::Adviser;

/// A running engine.
#[derive(Debug)]
pub(crate) struct GoPlayer {
    pub(crate) engine: GoEngine,
    pub(crate) adviser: Adviser,
    /// Ends its thinking; it is of no use afterwards.
    pub(crate) stop: StopToken,
}

/// The place of the engine that plays.
#[derive(Debug, Default)]
pub(crate) struct GoSeat(Mutex<Option<GoPlayer>>);

impl GoSeat {
    /// The engine, if it runs, for one question; `None` while it answers another one.
    pub(crate) fn take(&self) -> Option<MutexGuard<'_, Option<GoPlayer>>> {
        match self.0.try_lock() {
            Ok(place) => Some(place),
            Err(TryLockError::Poisoned(place)) => Some(place.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Ends the engine, if it runs and does not think.
    pub(crate) fn end(&self) {
        if let Some(mut place) = self.take() {
            *place = None;
        }
    }
}
