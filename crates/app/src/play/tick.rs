//! What time does to games, and the thread that looks after it.

use super::game::Game;
use crate::hub::{Hub, lock};
use crate::protocol::EndReason;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How often clocks are looked at, and how often documents go to disk.
const TICK: Duration = Duration::from_millis(100);
const SAVE: Duration = Duration::from_millis(500);
/// How often is asked whether there is a backup of today.
const BACKUP: Duration = Duration::from_secs(3_600);

impl Hub {
    /// Starts the thread that watches clocks and saves documents.
    pub(crate) fn start_keeper(self: &Arc<Self>) -> std::io::Result<std::thread::JoinHandle<()>> {
        let hub = Arc::clone(self);
        std::thread::Builder::new().name("keeper".into()).spawn(move || hub.keep())
    }

    fn keep(self: &Arc<Self>) {
        let mut saved = Instant::now();
        let mut backed_up: Option<Instant> = None;
        while !self.stopping.load(Ordering::Relaxed) {
            std::thread::sleep(TICK);
            let games: Vec<_> = lock(&self.games.0).values().cloned().collect();
            for game in games {
                self.look_at(&game);
            }
            if saved.elapsed() >= SAVE {
                self.save_all();
                saved = Instant::now();
            }
            if backed_up.is_none_or(|last| last.elapsed() >= BACKUP) {
                if let Err(error) = self.storage.back_up(&today().replace('/', "-")) {
                    tracing::warn!("no backup today: {error}");
                }
                backed_up = Some(Instant::now());
            }
        }
    }

    /// Ends a game whose time is up; halts the clock of a person whom nobody watches.
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
        let paused = !self.is_watched(game.document) && game.engine_to_move().is_none();
        if paused != game.paused {
            self.pause(shared, &mut game, paused);
        }
    }

    fn pause(self: &Arc<Self>, shared: &Arc<Mutex<Game>>, game: &mut Game, paused: bool) {
        game.paused = paused;
        if paused {
            game.clock.halt(Instant::now());
            self.tell(game);
        } else {
            // Also lets the engine go on after a restart.
            self.go_on(shared, game);
        }
    }

    /// Ends all searches of games; they go on at the next start.
    pub(crate) fn halt_games(&self) {
        let games: Vec<_> = lock(&self.games.0).values().cloned().collect();
        for game in games {
            let mut game = lock(&game);
            game.stop_thinking();
            game.clock.halt(Instant::now());
            self.store_game(&game);
        }
    }
}

/// Today in UTC as KIF writes it, `2024/05/01`.
pub(super) fn today() -> String {
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
