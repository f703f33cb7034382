//! The value of every piece to its owner: the difference of the evaluation with and without it.

use serde::Serialize;

use zenpuku_shogi::{Color, PieceType, Position, SetupRules, Square};
use zenpuku_shogi_engine::{Engine, EngineError};

/// The worth of one piece on the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "PieceWorth"))]
pub(super) struct Worth {
    /// Its square, as in USI.
    pub(super) square: String,
    /// As in SFEN.
    pub(super) piece: String,
    /// For its owner, in centipawns; `None` for a king and where the position without the piece
    /// would be illegal.
    pub(super) cp: Option<i32>,
    #[serde(skip)]
    pub(super) place: Square,
}

/// Removes each piece in turn and computes the engine's evaluation.
///
/// # Errors
/// If the engine refuses a position.
pub(super) fn of_pieces(
    engine: &mut Engine,
    position: &Position,
) -> Result<Vec<Worth>, EngineError> {
    let whole = black_value(engine, position)?;
    let mut list = Vec::new();
    for place in position.occupied().iter() {
        let piece = position.piece_on(place);
        let mut setup = position.setup();
        setup.put(place, zenpuku_shogi::Piece::NONE);
        let without = setup.position(SetupRules::Play).ok();
        let without = without.filter(|_| piece.piece_type() != PieceType::KING);
        let sign = if piece.color() == Color::BLACK { 1 } else { -1 };
        let cp = match without {
            Some(without) => Some(sign * (whole - black_value(engine, &without)?)),
            None => None,
        };
        list.push(Worth { square: place.to_string(), piece: piece.to_string(), cp, place });
    }
    Ok(list)
}

fn black_value(engine: &mut Engine, position: &Position) -> Result<i32, EngineError> {
    engine.set_position(position.clone())?;
    let value: i32 = engine.evaluate().iter().map(|part| part.cp).sum();
    Ok(if position.side_to_move() == Color::BLACK { value } else { -value })
}
