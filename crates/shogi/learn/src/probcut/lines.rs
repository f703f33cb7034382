//! Games to take positions from: lines of moves from a start position.

use crate::folder;
use crate::game::Game;
use crate::shard::{self, ShardError};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use zenpuku_arena::openings::{self, Opening, OpeningError};
use zenpuku_shogi::Position;

/// Why games cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LinesError {
    /// The file cannot be read.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        cause: std::io::Error,
    },
    /// A line of a file of JSON lines is not a game.
    #[error("{}, line {line}: {reason}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// Its number, 1 for the first.
        line: usize,
        /// The problem.
        reason: String,
    },
    /// A line of a file of moves cannot be played.
    #[error("{}, {cause}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The problem.
        #[source]
        cause: OpeningError,
    },
    /// A file of self-play.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A game of self-play is damaged.
    #[error("{}, game {number}: {reason}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// Its number in its run.
        number: u64,
        /// The problem.
        reason: String,
    },
}

/// A game as JSON; other fields are ignored.
#[derive(Deserialize)]
struct JsonGame {
    /// The start position; absent or `startpos`: the even start.
    sfen: Option<String>,
    /// The moves in USI, separated by blanks.
    moves: String,
}

/// The games that `paths` name: folders and `.zst` files of self-play, `.jsonl` files of objects
/// with `sfen` and `moves`, other files with a line `startpos moves ...` or `sfen ... moves ...`
/// a game.
///
/// # Errors
/// [`LinesError`] names file and line.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Opening>, LinesError> {
    let mut games = Vec::new();
    for path in paths {
        if path.is_dir() {
            for shard in folder::list(path)?.values() {
                read_shard(shard, &mut games)?;
            }
        } else if folder::is_full(path) {
            read_shard(path, &mut games)?;
        } else {
            games.extend(read_text(path)?);
        }
    }
    Ok(games)
}

fn read_text(path: &Path) -> Result<Vec<Opening>, LinesError> {
    let text = std::fs::read_to_string(path)
        .map_err(|cause| LinesError::Io { path: path.to_owned(), cause })?;
    if path.extension().is_some_and(|extension| extension == "jsonl") {
        return from_json_lines(&text).map_err(|(line, reason)| LinesError::Json {
            path: path.to_owned(),
            line,
            reason,
        });
    }
    openings::read(&text).map_err(|cause| LinesError::Line { path: path.to_owned(), cause })
}

/// The games of a text with an object a line; the error is the line's number
/// from 1 and its description.
///
/// # Errors
/// The first line that is not an object with a legal game.
pub fn from_json_lines(text: &str) -> Result<Vec<Opening>, (usize, String)> {
    let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    numbered.map(|(index, line)| json_game(line).map_err(|reason| (index + 1, reason))).collect()
}

fn json_game(line: &str) -> Result<Opening, String> {
    let game: JsonGame = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let start = match game.sfen.as_deref() {
        None | Some("startpos") => Position::startpos(),
        Some(sfen) => Position::from_sfen(sfen).map_err(|error| error.to_string())?,
    };
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for (index, usi) in game.moves.split_whitespace().enumerate() {
        let mv = position.parse_usi(usi);
        let mv = mv.ok_or_else(|| format!("move {} ({usi}) is not legal", index + 1))?;
        position.do_move(mv);
        moves.push(mv);
    }
    Ok(Opening { start, moves })
}

fn read_shard(path: &Path, games: &mut Vec<Opening>) -> Result<(), LinesError> {
    let shard = match shard::read(path) {
        // A run of self-play has just begun it.
        Err(ShardError::Empty(_)) => return Ok(()),
        read => read?,
    };
    for game in &shard.games {
        let line = line_of(game).map_err(|reason| LinesError::Game {
            path: path.to_owned(),
            number: game.number,
            reason,
        })?;
        games.push(line);
    }
    Ok(())
}

fn line_of(game: &Game) -> Result<Opening, String> {
    let start = game.start_position().map_err(|error| error.to_string())?;
    let mut moves = Vec::with_capacity(game.moves.len());
    game.replay(|moment| moves.push(moment.played)).map_err(|error| error.to_string())?;
    Ok(Opening { start, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_lines_are_games_and_bad_ones_are_named() {
        let games = from_json_lines("\n{\"moves\": \"7g7f 3c3d\", \"win\": 1}\n").unwrap();
        assert_eq!((games.len(), games[0].moves.len()), (1, 2));
        let error = |text: &str| from_json_lines(text).unwrap_err();
        let (line, reason) = error("{\"moves\": \"7g7f\"}\n{\"moves\": \"7g7f 7g7f\"}");
        assert_eq!((line, reason.as_str()), (2, "move 2 (7g7f) is not legal"));
        assert_eq!(error("{\"sfen\": \"9/9 b - 1\", \"moves\": \"\"}").0, 1);
        assert_eq!(error("{}").0, 1);
    }

    #[test]
    fn files_are_told_apart_by_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let json = write("a.jsonl", "{\"moves\": \"7g7f\"}");
        let text = write("b.sfen", "startpos moves 2g2f 8c8d");
        let games = read(&[json, text]).unwrap();
        assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [1, 2]);
        let bad = write("c.jsonl", "{");
        assert!(read(&[bad]).unwrap_err().to_string().contains("c.jsonl, line 1: "));
        let none = read(&[folder.path().join("none.sfen")]).unwrap_err();
        assert!(none.to_string().contains("none.sfen"));
    }
}
