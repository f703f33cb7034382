//! Books of the moves played in games of the library.

use super::Books;
use super::change::check_size;
use super::stored;
use crate::errors::{AppResult, error, in_range};
use crate::library::checked;
use crate::position::readable;
use crate::protocol::{ErrorCode, GameKind, LibraryQuery};
use crate::storage::GameLine;
use zenpuku_core::StopToken;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::book::{Book, BookBuilder};

/// Most games that are read.
const MAX_GAMES: usize = 100_000;
/// Most positions that are counted: they are all in memory.
const MAX_COUNTED: usize = 1_000_000;

impl Books {
    /// Adds a book and returns its number.
    pub(super) fn build(
        &self,
        name: &str,
        query: LibraryQuery,
        plies: u32,
        least: u32,
        stop: &StopToken,
    ) -> AppResult<u32> {
        in_range("number of plies", plies, 1, 200)?;
        in_range("number of games", least, 1, 1_000_000)?;
        let place = self.state.work_place(stop)?;
        let query = LibraryQuery { kind: Some(GameKind::Shogi), ..query };
        let query = checked(&self.state, query)?;
        let games = self.state.storage.library_lines(&query, MAX_GAMES)?;
        let mut builder = BookBuilder::default();
        for GameLine { start, moves, .. } in &games {
            if place.stopped() {
                return Err(error(ErrorCode::WrongState, "the building of the book was stopped"));
            }
            // Games may begin with positions that no book can have.
            let Ok(start) = Position::from_sfen(start) else { continue };
            let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
            builder.add(&start, &readable(&start, &moves), plies as usize);
            if builder.positions() > MAX_COUNTED {
                let message = format!(
                    "the games have more than {MAX_COUNTED} positions: choose fewer games or plies"
                );
                return Err(error(ErrorCode::TooLarge, message));
            }
        }
        let Ok(book) = builder.build::<std::convert::Infallible>(least.into(), i32::MAX, None);
        if book.is_empty() {
            let message = format!("no move was played {least} times in these games");
            return Err(error(ErrorCode::WrongState, message));
        }
        Ok(self.state.storage.add_book(name, "", 0, &changes(&book)?)?)
    }
}

fn changes(book: &Book) -> AppResult<Vec<(String, String)>> {
    check_size(book.len())?;
    let changes = book.entries().map(|(sfen, entry)| Ok((sfen.to_owned(), stored::write(entry)?)));
    changes.collect()
}
