//! The games that experts played.

use zenpuku_core::hash::fnv1a;
use zenpuku_shogi::{Move, Position, SetupError, SetupRules};
use zenpuku_shogi_record::Record;

/// The main line of a game.
#[derive(Clone, Debug)]
pub struct ExpertGame {
    /// Where it begins.
    pub start: Position,
    /// The moves played, all legal.
    pub moves: Vec<Move>,
}

impl ExpertGame {
    /// The main line of `record`, up to where it breaks off.
    ///
    /// # Errors
    /// [`SetupError`] when the start position cannot be played from.
    pub fn from_record(record: &Record) -> Result<Self, SetupError> {
        let start = record.start().position(SetupRules::Play)?;
        let moves = record.main_line().map_while(|id| record.node(id).played()).collect();
        Ok(Self { start, moves })
    }
}

/// A position of a game: number of the game, number of moves played before it.
pub(crate) type Place = (u32, u16);

/// Games, and the use of their positions.
#[derive(Clone, Debug, Default)]
pub struct ExpertGames {
    games: Vec<ExpertGame>,
    /// To learn from.
    pub training: Vec<Place>,
    /// To judge by.
    pub validation: Vec<Place>,
}

impl ExpertGames {
    /// Takes a game; one of `validation_of` is to judge by, 0: none. Positions before `from_ply`
    /// moves were played are left out: openings are played from memory.
    pub fn add(&mut self, game: ExpertGame, from_ply: u16, validation_of: u32) {
        let number = self.games.len() as u32;
        let validation = validation_of > 0 && number % validation_of == validation_of - 1;
        let list = if validation { &mut self.validation } else { &mut self.training };
        let plies = u16::try_from(game.moves.len()).unwrap_or(u16::MAX);
        list.extend((from_ply..plies).map(|ply| (number, ply)));
        self.games.push(game);
    }

    /// Number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Is there no game?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The position at `place` without its history, and the move played there.
    ///
    /// # Panics
    /// If `place` is not one of the training or validation places.
    #[must_use]
    pub fn at(&self, (game, ply): Place) -> (Position, Move) {
        let game = &self.games[game as usize];
        let (before, rest) = game.moves.split_at(usize::from(ply));
        let mut position = game.start.clone();
        before.iter().for_each(|&mv| position.do_move(mv));
        (position.without_history(), rest[0])
    }

    /// A number that other games or another choice of positions would change.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut bytes = Vec::new();
        for game in &self.games {
            bytes.extend(game.start.to_sfen().as_bytes());
            bytes.extend(game.moves.iter().flat_map(|mv| mv.bits().to_le_bytes()));
        }
        for list in [&self.training, &self.validation] {
            bytes.extend((list.len() as u64).to_le_bytes());
        }
        fnv1a(&bytes)
    }
}
