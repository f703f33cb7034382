//! Games as the training positions that other programs read: psv and hcpe.

use crate::game::{Game, GameError};
use std::collections::HashSet;
use zenpuku_arena::game::Winner;
use zenpuku_shogi::{Color, Setup};
use zenpuku_shogi_record::{
    Document, Evaluation, EvaluationStyle, Format, NodeId, Record, Score, Step, WriteError, write,
};

/// Why games cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A game that is not legal.
    #[error("game {number}: {cause}")]
    Game {
        /// Its number in its run.
        number: u64,
        /// The problem.
        #[source]
        cause: GameError,
    },
    /// The writer of records failed.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Neither of the two.
    #[error("training positions are written as psv or hcpe, not as {0}")]
    Format(Format),
}

/// Turns games into entries, one for each position with a score.
#[derive(Debug)]
pub struct Exporter {
    format: Format,
    /// Positions written, when each is to be written once.
    seen: Option<HashSet<[u8; 32]>>,
    /// Entries left out because their position had been written.
    pub repeated: u64,
}

impl Exporter {
    /// For one of the two formats; `distinct`: every position once, the first one met.
    ///
    /// # Errors
    /// [`ExportError::Format`] for any other format.
    pub fn new(format: Format, distinct: bool) -> Result<Self, ExportError> {
        match format {
            Format::Psv | Format::Hcpe => {
                Ok(Self { format, seen: distinct.then(HashSet::new), repeated: 0 })
            }
            other => Err(ExportError::Format(other)),
        }
    }

    /// Bytes of an entry.
    #[must_use]
    pub fn entry_bytes(&self) -> usize {
        if self.format == Format::Hcpe { 38 } else { 40 }
    }

    /// The entries of `games`, one after the other.
    ///
    /// # Errors
    /// [`ExportError`] names the game that is wrong.
    pub fn entries(&mut self, games: &[Game]) -> Result<Vec<u8>, ExportError> {
        let record = |game: &Game| {
            record(game).map_err(|cause| ExportError::Game { number: game.number, cause })
        };
        let records = games.iter().map(record).collect::<Result<Vec<_>, _>>()?;
        let mut bytes = write(&Document::new(records), self.format, None)?.bytes;
        if let Some(seen) = &mut self.seen {
            let before = bytes.len();
            let size = if self.format == Format::Hcpe { 38 } else { 40 };
            bytes = first_ones(&bytes, size, seen);
            self.repeated += ((before - bytes.len()) / size) as u64;
        }
        Ok(bytes)
    }
}

/// The entries whose position, their first 32 bytes, is new.
fn first_ones(bytes: &[u8], size: usize, seen: &mut HashSet<[u8; 32]>) -> Vec<u8> {
    let is_new = |entry: &&[u8]| entry.first_chunk().is_some_and(|&key| seen.insert(key));
    bytes.chunks_exact(size).filter(is_new).flatten().copied().collect()
}

/// A game as a record with a value before every scored move.
///
/// # Errors
/// [`GameError`] when it is not legal.
pub(crate) fn record(game: &Game) -> Result<Record, GameError> {
    let mut record = Record::new(Setup::from(&game.start_position()?));
    // The words of KIF's field for the result.
    let result = match game.winner {
        Some(Winner::Black) => "先手の勝ち",
        Some(Winner::White) => "後手の勝ち",
        None => "引き分け",
    };
    record.set_field("結果", result);
    let mut node = NodeId::ROOT;
    game.replay(|moment| {
        if let Some(score) = moment.score {
            let sign = if moment.position.side_to_move() == Color::Black { 1 } else { -1 };
            let score = Score::Centipawns(sign * i32::from(score));
            let evaluation = Evaluation::new(EvaluationStyle::ShogiHomeResearch, score);
            record.node_mut(node).add_evaluation(&evaluation);
        }
        node = record.add(node, Step::Move(moment.played));
    })?;
    Ok(record)
}
