//! From a description to a [`Position`], and back.

use super::check::opponent_not_in_check;
use super::{Setup, SetupError, SetupRules};
use crate::board::Board;
use crate::position::Position;
use crate::types::{Color, HandPiece, Square};

impl Setup {
    /// The position, when the description is legal under `rules`.
    ///
    /// # Errors
    /// [`SetupError`] names the rule broken and the place.
    pub fn position(&self, rules: SetupRules) -> Result<Position, SetupError> {
        self.check_pieces()?;
        self.check_kings(rules)?;
        let position = self.build();
        opponent_not_in_check(&position)?;
        Ok(position)
    }

    /// Only the verdict of [`Setup::position`].
    ///
    /// # Errors
    /// As [`Setup::position`].
    pub fn check(&self, rules: SetupRules) -> Result<(), SetupError> {
        self.position(rules).map(|_| ())
    }

    /// Builds without judging; for descriptions that came from a position.
    pub(crate) fn build(&self) -> Position {
        let mut board = Board::empty([self.hand(Color::Black), self.hand(Color::White)]);
        for square in Square::iter() {
            let piece = self.piece_on(square);
            if !piece.is_empty() {
                board.set(piece, square, piece);
            }
        }
        Position::start(board, self.side_to_move, self.ply)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let mut setup = Self::empty();
        for square in Square::iter() {
            setup.put(square, position.piece_on(square));
        }
        for color in Color::iter() {
            for kind in HandPiece::iter() {
                let count = position.hand(color).count(kind);
                setup.set_hand(color, kind, u8::try_from(count).unwrap_or(u8::MAX));
            }
        }
        setup.side_to_move = position.side_to_move();
        setup.ply = position.ply();
        setup
    }
}

impl Position {
    /// The even start position; Black to move, ply 1, declaration by the 27-point rule.
    #[must_use]
    pub fn startpos() -> Self {
        Setup::startpos().build()
    }

    /// A position for play from SFEN: both kings, legal counts, the side not to
    /// move not in check. For mate problems go through [`Setup`].
    ///
    /// # Errors
    /// [`SetupError`] names the field, the place and the rule broken.
    pub fn from_sfen(sfen: &str) -> Result<Self, SetupError> {
        Setup::from_sfen(sfen)?.position(SetupRules::Play)
    }

    /// The position in SFEN, with its ply.
    #[must_use]
    pub fn to_sfen(&self) -> String {
        self.setup().to_sfen()
    }
}
