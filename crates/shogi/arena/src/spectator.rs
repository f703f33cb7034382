//! Games of a tournament as they are followed while they are played.

use crate::game::{GameRecord, Moment};

/// A game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the tournament, from 0.
    pub number: u64,
    /// Who has Black and who White.
    pub players: [usize; 2],
}

/// Follows the games of a tournament while they are played, from several threads.
pub trait Spectator: Sync {
    /// A side is to move.
    fn moment(&self, fixture: Fixture, now: &Moment<'_>);

    /// A game has ended. One that is given up does not end.
    fn ended(&self, fixture: Fixture, record: &GameRecord);
}

/// Nobody.
impl Spectator for () {
    fn moment(&self, _: Fixture, _: &Moment<'_>) {}

    fn ended(&self, _: Fixture, _: &GameRecord) {}
}
