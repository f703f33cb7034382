//! The same value as the list of features gives, without listing them.
//!
//! What hangs on pieces and their surroundings is kept up to date move by move: [`stack::Stack`]
//! over [`local::Local`] and [`kings::Kings`]. Terms on the lines of sliders change far from the
//! moved piece: [`sliders::Sliders`] and [`zone::Zone`] are recomputed, and [`control::Control`]
//! updates the changes since the last evaluated position. Each has the weights laid out for its
//! look-ups, made from the indices of the listing, so that the meaning of an index is defined in
//! one place.

mod board;
mod control;
mod effects;
mod kings;
mod local;
mod sliders;
mod stack;
mod zone;

use super::numbers::Numbers;
use control::Control;
use effects::EffectCounts;
use kings::Kings;
use local::Local;
use sliders::Sliders;
pub(super) use stack::Stack;
use zenpuku_shogi::{Color, Piece, PieceType, Position, Square};
use zone::Zone;

/// Weights laid out for quick look-up. All values count for Black, in units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tables {
    local: Local,
    kings: Kings,
    sliders: Sliders,
    zone: Zone,
    /// Empty if its weights are all 0.
    control: Option<Control>,
}

impl Tables {
    pub(super) fn new(numbers: &Numbers) -> Self {
        Self {
            local: Local::new(numbers),
            kings: Kings::new(numbers),
            sliders: Sliders::new(numbers),
            zone: Zone::new(numbers),
            control: Control::new(numbers),
        }
    }

    /// The terms of the effects on `position`, the current one of `stack`, whose sums are known.
    #[inline]
    pub(super) fn effects(&self, position: &Position, stack: &mut Stack) -> i32 {
        let mut counts = COLORS.map(|us| EffectCounts::steps(position, us));
        let sliders = self.sliders.sum(position, &mut counts);
        sliders + self.zone.sum(position, &counts) + stack.control(self, position, &counts)
    }

    /// The king-piece terms of `piece` on `square`, for kings on `kings`.
    #[inline]
    pub(super) fn king_piece(
        &self,
        kings: [Option<Square>; 2],
        square: Square,
        piece: Piece,
    ) -> i32 {
        let term = |us: Color| {
            let king = kings[us.to_index()];
            king.map_or(0, |king| self.kings.piece(us, king, square, piece.to_index() as u8))
        };
        term(Color::BLACK) + term(Color::WHITE)
    }
}

const COLORS: [Color; 2] = [Color::BLACK, Color::WHITE];

/// The pieces of both colours.
fn all_pieces() -> impl Iterator<Item = Piece> {
    let kinds = || PieceType::iter().filter(|&kind| kind != PieceType::NONE);
    COLORS
        .into_iter()
        .flat_map(move |color| kinds().map(move |kind| Piece::from_parts(color, kind)))
}

/// +1 for Black, -1 for White.
#[inline]
const fn sign(color: Color) -> i32 {
    1 - 2 * color.to_index() as i32
}

/// The code of the piece that is to `us` what `piece` is to Black; 16 also means empty.
#[inline]
const fn seen(us: Color, piece: u8) -> u8 {
    piece ^ ((us.to_index() as u8) << 4)
}

/// The square that is to `us` what `square` is to Black.
#[inline]
const fn turned(us: Color, square: Square) -> Square {
    match us {
        Color::BLACK => square,
        Color::WHITE => square.flip(),
    }
}
