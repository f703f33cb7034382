//! The 32-byte form of training data (PackedSfen).

use super::{Setup, SetupError};
use crate::position::Position;
use rsshogi::board::{PackedSfen, Position as Core};

impl Setup {
    /// Decodes 32 bytes of PackedSfen, which has no ply: it becomes `ply`.
    ///
    /// # Errors
    /// [`SetupError::Packed`] when the bytes are no position. The rules are
    /// judged by [`Setup::position`].
    pub fn from_packed(bytes: &[u8; 32], ply: u16) -> Result<Self, SetupError> {
        let mut core = Core::empty();
        core.set_packed_sfen(&PackedSfen::from_bytes(*bytes), false, 1)
            .map_err(|error| SetupError::Packed(error.to_string()))?;
        let mut setup = Self::from(&Position::from_core(core));
        setup.set_ply(ply);
        Ok(setup)
    }
}

impl Position {
    /// The position in 32 bytes (PackedSfen), without its ply and history.
    ///
    /// # Errors
    /// [`SetupError::Packed`] when a king is absent: the format has no way to say so.
    pub fn to_packed(&self) -> Result<[u8; 32], SetupError> {
        let packed = self.core.try_to_packed_sfen();
        packed.map(|packed| packed.data).map_err(|error| SetupError::Packed(error.to_string()))
    }
}
