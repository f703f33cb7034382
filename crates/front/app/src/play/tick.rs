//! What time does to games.

use super::game::Game;
use super::games::Games;
use crate::protocol::EndReason;
use crate::state::lock;
use std::sync::{Arc, Mutex};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

impl Games {
    /// Does what time does to every game.
    pub(crate) fn tick(self: &Arc<Self>) {
        self.each().iter().for_each(|game| self.look_at(game));
    }

    /// Ends a game whose time is up; halts the clock of a game without clients.
    fn look_at(self: &Arc<Self>, shared: &Arc<Mutex<Game>>) {
        let mut game = lock(shared);
        if game.result.is_some() {
            return;
        }
        let side = game.turn();
        if game.clock.is_over(side, Instant::now()) {
            if let Err(error) = self.finish(&mut game, Some(side.flip()), EndReason::TimeUp) {
                tracing::error!("the end of game {} is not recorded: {}", game.id, error.message);
            }
            self.go_on(shared, &mut game);
            return;
        }
        let paused = !self.state.is_watched(game.document) && game.engine_to_move().is_none();
        if paused != game.paused {
            self.pause(shared, &mut game, paused);
        }
    }

    fn pause(self: &Arc<Self>, shared: &Arc<Mutex<Game>>, game: &mut Game, paused: bool) {
        game.paused = paused;
        if paused {
            game.clock.halt(Instant::now());
            self.publish(game);
        } else {
            // Also resumes the engine after a restart.
            self.go_on(shared, game);
        }
    }

    /// Ends all searches of games; they resume at the next start.
    pub(crate) fn halt(&self) {
        for game in self.each() {
            let mut game = lock(&game);
            game.stop_thinking();
            game.clock.halt(Instant::now());
            self.store_game(&game);
        }
    }
}

/// Today in UTC as KIF writes it, `2024/05/01`.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year:04}/{month:02}/{day:02}")
}

/// Year, month and day of a day counted from 1970-01-01, in the proleptic Gregorian calendar:
/// years begin in March, so that leap days come last.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_have_their_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(19_722), (2023, 12, 31));
        assert_eq!(civil(19_723), (2024, 1, 1));
    }
}
