//! Where finished games come from.

use std::path::Path;

use anyhow::Context as _;
use zenpuku_core::StopToken;
use zenpuku_game_db::{FILE_NAME, results};
use zenpuku_shogi::Color;

use super::Pool;
use super::finished::Finished;
use crate::commands::analyze::inputs;
use crate::commands::match_::{pair_of_file, read_saved};
use crate::{files, output};

/// Adds the games of a file or a folder; `false` when the user wants to stop.
/// An unreadable record in a folder is skipped with a warning.
///
/// # Errors
/// If it cannot be read or is damaged.
pub(super) fn read(path: &Path, pool: &mut Pool, stop: &StopToken) -> anyhow::Result<bool> {
    if !path.is_dir() {
        file(path, pool).with_context(|| path.display().to_string())?;
        return Ok(!stop.is_stopped());
    }
    let database = path.join(FILE_NAME);
    if database.is_file() {
        return read(&database, pool, stop);
    }
    for input in inputs::collect(std::slice::from_ref(&path.to_owned()), None)? {
        if let Err(error) = record(&input.path, pool) {
            let name = input.path.display();
            output::complain(&format!("warning: {name} is passed over: {error:#}"));
        }
        if stop.is_stopped() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn file(path: &Path, pool: &mut Pool) -> anyhow::Result<()> {
    if files::begins_as_database(path)? {
        database(path, pool)
    } else if path.is_file() && saved(path, pool)? {
        Ok(())
    } else {
        record(path, pool)
    }
}

fn database(path: &Path, pool: &mut Pool) -> anyhow::Result<()> {
    let name = path.display().to_string();
    for game in results(path)? {
        let finished = Finished::of_stored(&game, &name);
        pool.left_out.unfinished += u64::from(finished.is_none());
        pool.games.extend(finished);
    }
    Ok(())
}

/// A save file; `false` if it is not one.
fn saved(path: &Path, pool: &mut Pool) -> anyhow::Result<bool> {
    let Some(saved) = read_saved(path)? else { return Ok(false) };
    for played in saved.meetings {
        let [first, second] = played.meeting.players.map(|player| saved.names[player].clone());
        let seats = [[first.clone(), second.clone()], [second, first]];
        let pair = format!("{}\n{}", path.display(), played.meeting.number);
        let games = seats.into_iter().zip(&played.games.games);
        pool.games
            .extend(games.map(|(players, game)| Finished::of_match(players, game, pair.clone())));
    }
    Ok(true)
}

fn record(path: &Path, pool: &mut Pool) -> anyhow::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("")).display();
    let pair = pair_of_file(path).map(|number| format!("{folder}\n{number}"));
    for record in files::read_record(path)?.records {
        let names = [Color::Black, Color::White].map(|side| record.player(side));
        let [Some(black), Some(white)] = names else {
            pool.left_out.nameless += 1;
            continue;
        };
        let players = [black.to_owned(), white.to_owned()];
        let finished = Finished::of_record(&record, players, pair.clone());
        pool.left_out.unfinished += u64::from(finished.is_none());
        pool.games.extend(finished);
    }
    Ok(())
}
