//! The analysis of several games of the library, one after the other.

use super::Analysis;
use super::analyst::Keep;
use super::job::Line;
use crate::document::{Document, read_game};
use crate::jobs::{End, Running};
use crate::protocol::{Budget, GameKind, GamesDone, LibraryGame};
use crate::state::lock;
use crate::storage::StorageError;
use std::collections::HashMap;
use zenpuku_shogi::SetupRules;

impl Analysis {
    /// Judges the main lines of those of the games that have no analysis, in this order. A game that cannot be
    /// played, or was deleted meanwhile, is passed over.
    pub(crate) fn run_games(&self, running: &Running<'_>, games: &[i64], budget: Budget) -> End {
        let waiting = match self.without_analysis(games) {
            Ok(waiting) => waiting,
            Err(error) => return End::Failed(error.to_string()),
        };
        let already = u32::try_from(games.len() - waiting.len()).unwrap_or(u32::MAX);
        running.update(|info| {
            (info.done, info.total) = (0, waiting.iter().map(|game| game.plies).sum());
            info.games = info.games.map(|games| GamesDone { done: already, ..games });
        });
        let mut moves = 0;
        for game in waiting {
            if running.stopped() {
                return End::Cancelled;
            }
            if let Some(line) = self.line_of(running, game.game) {
                match self.judge_line(running, &line, budget, Keep::AtTheEnd, moves) {
                    End::Done => {}
                    end => return end,
                }
            }
            moves += game.plies;
            running.update(|info| {
                (info.done, info.document) = (moves, None);
                info.games = info.games.map(|games| GamesDone { done: games.done + 1, ..games });
            });
        }
        End::Done
    }

    /// Those of the games that are shogi, have moves and no analysis.
    pub(crate) fn without_analysis(&self, games: &[i64]) -> Result<Vec<LibraryGame>, StorageError> {
        let found = self.state.storage.library_games(games)?.into_iter();
        let mut found: HashMap<i64, LibraryGame> = found.map(|game| (game.game, game)).collect();
        let found = games.iter().filter_map(|game| found.remove(game));
        let wanted =
            |game: &LibraryGame| game.kind == GameKind::Shogi && !game.analysed && game.plies > 0;
        Ok(found.filter(wanted).collect())
    }

    /// The main line of a game: of its document if it is open, so that its tab shows the analysis.
    fn line_of(&self, running: &Running<'_>, game: i64) -> Option<Line> {
        let open = self.state.document_of_game(game);
        let line = match &open {
            Some(document) => playable(&lock(document)),
            None => playable(&read_game(&self.state, game).ok()?.0),
        }?;
        let title = line.title().to_owned();
        let document = open.map(|document| lock(&document).id);
        running.update(|info| (info.title, info.document) = (title, document));
        Some(line)
    }
}

/// The main line of a game that can be played.
fn playable(document: &Document) -> Option<Line> {
    document.tree().ok()?.start.check(SetupRules::Play).ok()?;
    Line::of(document, 0).ok().filter(|line| line.moves() > 0)
}
