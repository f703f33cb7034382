//! A game between engines while it is played.

use crate::protocol::{Event, MatchLiveGame};
use std::time::Instant;

/// The newest state of a game, and since when its side to move thinks.
#[derive(Clone)]
pub(crate) struct LiveGame {
    pub(crate) shown: MatchLiveGame,
    pub(crate) since: Instant,
}

impl LiveGame {
    /// Number of its match.
    pub(crate) const fn of_match(&self) -> u32 {
        self.shown.id
    }

    /// Its number in the match.
    pub(crate) const fn number(&self) -> u32 {
        self.shown.game
    }

    /// The news for clients.
    pub(crate) fn event(&self) -> Event {
        Event::MatchLive { game: Box::new(self.now()) }
    }

    /// Its state, with the time that the side to move has thought until now.
    pub(crate) fn now(&self) -> MatchLiveGame {
        let thinking_ms = match self.shown.result {
            None => self.since.elapsed().as_millis() as u64,
            Some(_) => 0,
        };
        MatchLiveGame { thinking_ms, ..self.shown.clone() }
    }
}
