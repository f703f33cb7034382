//! A finished game in few bytes: start, moves, scores, result.

use crate::bytes::Reader;
use zenpuku_arena::game::{Ending, GameRecord, Winner};
use zenpuku_shogi::{Color, Move, Position, Setup, SetupRules};

/// Errors of a stored game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The bytes end in the middle of a field, or continue after the last one.
    #[error("{0}")]
    Layout(&'static str),
    /// A number without a meaning.
    #[error("{field} is {value}, beyond what it can be")]
    Field {
        /// Its name.
        field: &'static str,
        /// The number.
        value: u16,
    },
    /// The start position is invalid.
    #[error("start position: {0}")]
    Start(String),
    /// A move that the rules do not allow.
    #[error("move {ply} ({bits:#06x}) is illegal")]
    Move {
        /// Number of the move in the game, 1 for the first.
        ply: usize,
        /// Its bits.
        bits: u16,
    },
}

/// Endings by their code in a stored game. Self-play has no faults.
const ENDINGS: [Ending; 7] = [
    Ending::Mate,
    Ending::Resignation,
    Ending::Declaration,
    Ending::Repetition,
    Ending::PerpetualCheck,
    Ending::MaxPlies,
    Ending::Adjudication,
];

/// Placeholder in [`Game::scores`] for a position that was not searched.
pub(crate) const UNSCORED: i16 = i16::MIN;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number in the run that played it; with the run's seed it decides everything.
    pub number: u64,
    /// The start position, packed.
    pub start: [u8; 32],
    /// Ply of the start position.
    pub start_ply: u16,
    /// All moves as [`Move::bits`].
    pub moves: Vec<u16>,
    /// How many of the moves were chosen at random or by a book.
    pub opening_plies: u16,
    /// For each move after the opening: value in centipawns for the side to move, mates as
    /// 32,000 less their distance, or -32,768 without one.
    pub scores: Vec<i16>,
    /// Who won; `None`: a draw.
    pub winner: Option<Winner>,
    /// Why it ended.
    pub ending: Ending,
}

/// One position of a game, with the move played and the score.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The position, with its history.
    pub position: &'a Position,
    /// The move played.
    pub played: Move,
    /// The value for the side to move in centipawns; `None` where it was not searched, as in the
    /// opening.
    pub score: Option<i16>,
}

impl Moment<'_> {
    /// Is the side to move in check, or does the move played take or promote?
    #[must_use]
    pub fn is_sharp(&self) -> bool {
        let Self { position, played, .. } = *self;
        position.in_check() || position.is_capture(played) || played.is_promotion()
    }
}

impl Game {
    /// The game of a referee's record; `None` when a player was at fault or the record is not
    /// a game.
    #[must_use]
    pub(crate) fn from_record(number: u64, record: &GameRecord) -> Option<Self> {
        if record.ending.is_fault() {
            return None;
        }
        let mut position = Position::from_sfen(&record.start).ok()?;
        let (start, start_ply) = (position.to_packed().ok()?, position.ply());
        let mut moves = Vec::with_capacity(record.moves.len());
        let mut scores = Vec::with_capacity(record.scores.len());
        let mut told = record.scores.iter();
        for (index, usi) in record.moves.iter().enumerate() {
            let mv = position.parse_usi(usi)?;
            if index >= record.opening_plies {
                let from_black = told.next().copied().flatten()?;
                let black = position.side_to_move() == Color::Black;
                let score = if black { from_black } else { -from_black };
                scores.push(i16::try_from(score).ok()?);
            }
            moves.push(mv.bits());
            position.do_move(mv);
        }
        let opening_plies = u16::try_from(record.opening_plies).ok()?;
        let (winner, ending) = (record.winner, record.ending);
        Some(Self { number, start, start_ply, moves, opening_plies, scores, winner, ending })
    }

    /// The start position.
    ///
    /// # Errors
    /// [`GameError::Start`] when the bytes are not legal position.
    pub(crate) fn start_position(&self) -> Result<Position, GameError> {
        Setup::from_packed(&self.start, self.start_ply)
            .and_then(|setup| setup.position(SetupRules::Play))
            .map_err(|error| GameError::Start(error.to_string()))
    }

    /// Plays the game through and shows every position in which a move was made.
    ///
    /// # Errors
    /// [`GameError`] for a bad start or an illegal move; earlier positions have been
    /// visited.
    pub fn replay(&self, mut show: impl FnMut(Moment<'_>)) -> Result<(), GameError> {
        let mut position = self.start_position()?;
        for (index, &bits) in self.moves.iter().enumerate() {
            let illegal = GameError::Move { ply: index + 1, bits };
            let played = position.move_from_bits(bits).ok_or(illegal)?;
            show(Moment { position: &position, played, score: self.score(index) });
            position.do_move(played);
        }
        Ok(())
    }

    /// The value before the move with the index `index`, for its side; `None` where it was not
    /// searched, as in the opening.
    #[must_use]
    pub fn score(&self, index: usize) -> Option<i16> {
        let scored = index.checked_sub(self.opening_plies.into())?;
        self.scores.get(scored).copied().filter(|&score| score != UNSCORED)
    }

    /// How many positions have a value.
    #[must_use]
    pub fn scored(&self) -> u64 {
        self.scores.iter().filter(|&&score| score != UNSCORED).count() as u64
    }

    /// The result for `color`: 1, 0 (a draw) or -1.
    #[must_use]
    pub fn result_for(&self, color: Color) -> i8 {
        match self.winner {
            None => 0,
            Some(winner) if (winner == Winner::Black) == (color == Color::Black) => 1,
            Some(_) => -1,
        }
    }

    /// Appends the game's bytes: number, start, plies, codes, moves, scores.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let code = ENDINGS.iter().position(|&ending| ending == self.ending).unwrap_or(0);
        let winner = match self.winner {
            None => 0,
            Some(Winner::Black) => 1,
            Some(Winner::White) => 2,
        };
        out.extend_from_slice(&self.number.to_le_bytes());
        out.extend_from_slice(&self.start);
        out.extend_from_slice(&self.start_ply.to_le_bytes());
        out.extend_from_slice(&[winner, code as u8]);
        out.extend_from_slice(&self.opening_plies.to_le_bytes());
        out.extend_from_slice(&(self.moves.len() as u16).to_le_bytes());
        out.extend(self.moves.iter().flat_map(|bits| bits.to_le_bytes()));
        out.extend(self.scores.iter().flat_map(|score| score.to_le_bytes()));
    }

    /// Reads what [`Game::encode`] wrote. Legality is judged by [`Game::replay`].
    ///
    /// # Errors
    /// [`GameError`] names the mismatch.
    pub fn decode(bytes: &[u8]) -> Result<Self, GameError> {
        let mut reader = Reader::new(bytes);
        let game = Self::read(&mut reader).ok_or(GameError::Layout("the game is cut short"))??;
        if reader.left() == 0 {
            Ok(game)
        } else {
            Err(GameError::Layout("bytes after the end of the game"))
        }
    }

    /// `None` when the bytes end too early.
    fn read(reader: &mut Reader<'_>) -> Option<Result<Self, GameError>> {
        let (number, start, start_ply) = (reader.u64()?, reader.array()?, reader.u16()?);
        let (winner, code) = (reader.u8()?, reader.u8()?);
        let (opening_plies, count) = (reader.u16()?, reader.u16()?);
        let winner = match winner {
            0 => None,
            1 => Some(Winner::Black),
            2 => Some(Winner::White),
            _ => return Some(Err(field("winner", winner.into()))),
        };
        let Some(&ending) = ENDINGS.get(usize::from(code)) else {
            return Some(Err(field("ending", code.into())));
        };
        let Some(scored) = count.checked_sub(opening_plies) else {
            return Some(Err(field("opening", opening_plies)));
        };
        let moves = words(reader, count)?;
        let scores = words(reader, scored)?.into_iter().map(u16::cast_signed).collect();
        Some(Ok(Self { number, start, start_ply, moves, opening_plies, scores, winner, ending }))
    }
}

fn field(field: &'static str, value: u16) -> GameError {
    GameError::Field { field, value }
}

fn words(reader: &mut Reader<'_>, count: u16) -> Option<Vec<u16>> {
    let bytes = reader.take(2 * usize::from(count))?;
    Some(bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect())
}
