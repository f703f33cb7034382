//! How often quiet moves cut elsewhere in the tree: the history heuristic [schaeffer1989], and
//! the same after given previous moves.
//!
//! A value moves towards its limit by a share of the distance left, so it stays within
//! `-LIMIT..=LIMIT` and forgets old evidence.

use super::stack::{PIECE_TO, piece_to};
use crate::depth::Depth;
use zenpuku_shogi::{Color, Move, PieceType, Position, Square};

/// Greatest absolute value.
pub(crate) const LIMIT: i32 = 16_384;

/// Origins: squares, then kinds in hand.
const ORIGINS: usize = Square::COUNT + PieceType::HAND_TABLE_SIZE;

/// The tables of one thread.
pub(crate) struct History {
    /// By colour, origin and target.
    butterfly: Box<[i16]>,
    /// By a previous move's (piece, target) and this move's (piece, target).
    continuation: Box<[i16]>,
    /// By a capture's (piece, target) and the kind that it takes.
    captures: Box<[i16]>,
    /// By a previous move's (piece, target): the quiet move that refuted it last.
    counters: Box<[Move]>,
}

/// Plies back at which continuation history looks.
pub(crate) type Context = [Option<usize>; 2];

impl History {
    pub(crate) fn new() -> Self {
        Self {
            butterfly: vec![0; Color::COUNT * ORIGINS * Square::COUNT].into(),
            continuation: vec![0; PIECE_TO * PIECE_TO].into(),
            captures: vec![0; PIECE_TO * PieceType::COUNT].into(),
            counters: vec![Move::NONE; PIECE_TO].into(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.continuation.fill(0);
        self.captures.fill(0);
        self.counters.fill(Move::NONE);
    }

    #[inline]
    fn butterfly_index(color: Color, mv: Move) -> usize {
        let origin = match mv.dropped() {
            Some(kind) => Square::COUNT + kind.to_index(),
            None => mv.from_unchecked().to_index(),
        };
        (color.to_index() * ORIGINS + origin) * Square::COUNT + mv.to().to_index()
    }

    /// Evidence that the quiet `mv` of `color` is good.
    #[inline]
    pub(crate) fn butterfly(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.butterfly[Self::butterfly_index(color, mv)])
    }

    /// Evidence that `mv` is good after the moves of `context`, summed up.
    #[inline]
    pub(crate) fn continuation(&self, context: &Context, mv: Move) -> i32 {
        let now = piece_to(mv);
        let known = context.iter().flatten();
        known.map(|before| i32::from(self.continuation[before * PIECE_TO + now])).sum()
    }

    #[inline]
    fn capture_index(position: &Position, mv: Move) -> usize {
        piece_to(mv) * PieceType::COUNT + position.piece_on(mv.to()).piece_type().to_index()
    }

    /// Evidence that the capture or promotion `mv` is good.
    #[inline]
    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        i32::from(self.captures[Self::capture_index(position, mv)])
    }

    /// Rewards (or punishes) a capture or promotion.
    pub(crate) fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        adjust(&mut self.captures[Self::capture_index(position, mv)], bonus);
    }

    /// The quiet move that refuted the previous move last, or `NONE` [uiterwijk1992].
    #[inline]
    pub(crate) fn counter(&self, context: &Context) -> Move {
        context[0].map_or(Move::NONE, |before| self.counters[before])
    }

    /// Remembers that the quiet `mv` refuted the previous move.
    pub(crate) fn remember_counter(&mut self, context: &Context, mv: Move) {
        if let Some(before) = context[0] {
            self.counters[before] = mv;
        }
    }

    /// Rewards (or punishes) a quiet move.
    pub(crate) fn update(&mut self, color: Color, mv: Move, bonus: i32) {
        adjust(&mut self.butterfly[Self::butterfly_index(color, mv)], bonus);
    }

    /// Rewards (or punishes) a quiet move after the moves of `context`.
    pub(crate) fn update_continuation(&mut self, context: &Context, mv: Move, bonus: i32) {
        let now = piece_to(mv);
        for before in context.iter().flatten() {
            adjust(&mut self.continuation[before * PIECE_TO + now], bonus);
        }
    }
}

/// What a cut at `depth` is worth.
pub(crate) fn bonus(depth: Depth) -> i32 {
    (150 * depth.whole_plies().max(1)).min(1800)
}

/// Moves a value towards its limit.
pub(crate) fn adjust(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_the_limit() {
        let mut value = 0;
        for _ in 0..1000 {
            adjust(&mut value, 1800);
        }
        assert!(i32::from(value) <= LIMIT && value > 14_000);
        for _ in 0..1000 {
            adjust(&mut value, -1800);
        }
        assert!(i32::from(value) >= -LIMIT && value < -14_000);
    }
}
