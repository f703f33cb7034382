//! The 32-byte form of training data (PackedSfen).

use super::{Setup, SetupError};
use crate::position::Position;
use crate::types::{Color, HandPiece, Square};
use rsshogi::board::{PackedSfen, Position as Core, position_from_position_state};

impl Setup {
    /// Decodes 32 bytes of PackedSfen, which has no ply: it becomes `ply`.
    ///
    /// # Errors
    /// [`SetupError::Packed`] when the bytes are not position. The rules are
    /// judged by [`Setup::position`].
    pub fn from_packed(bytes: &[u8; 32], ply: u16) -> Result<Self, SetupError> {
        let mut core = Core::empty();
        core.set_packed_sfen(&PackedSfen::from_bytes(*bytes), false, 1)
            .map_err(|error| SetupError::Packed(error.to_string()))?;
        let mut setup = Self::empty();
        for square in Square::iter() {
            setup.put(square, core.piece_on(square));
        }
        for (color, kind) in Color::iter().flat_map(|c| HandPiece::iter().map(move |k| (c, k))) {
            let count = core.hand(color).count(kind);
            setup.set_hand(color, kind, u8::try_from(count).unwrap_or(u8::MAX));
        }
        setup.set_side_to_move(core.turn()).set_ply(ply);
        Ok(setup)
    }
}

impl Position {
    /// The position in 32 bytes (PackedSfen), without its ply and history.
    ///
    /// # Errors
    /// [`SetupError::Packed`] when a king is absent: the format has no way to say so.
    pub fn to_packed(&self) -> Result<[u8; 32], SetupError> {
        let core = position_from_position_state(&self.setup().state());
        let packed = core.try_to_packed_sfen();
        packed.map(|packed| packed.data).map_err(|error| SetupError::Packed(error.to_string()))
    }
}
