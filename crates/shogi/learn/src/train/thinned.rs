//! Positions with pieces removed. Self-play seldom reaches handicap games and
//! thin endings, and a network without such positions does not know the value
//! of that much material: in one trained without them an extra bishop at the
//! start counted less than two pawns. `classic`, learned from even games, does
//! not know it either.

use zenpuku_core::random::SplitMix64;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, PieceType, Position, Setup, SetupRules, Square};
use zenpuku_shogi_eval::{AnyEvaluator, EvalKind, Evaluator as _};

/// Maximum number of pieces removed from one side.
const MOST: u64 = 8;
/// Percentage of cases in which a side loses no piece.
const SPARED: u8 = 50;
/// Percentage of cases in which a chosen pawn stays: big pieces matter more.
const PAWN_STAYS: u8 = 70;

/// Removes pieces from positions and values the rest: the complete position as
/// `classic` does, minus the missing pieces by material and squares.
pub struct Thinner {
    whole: AnyEvaluator,
    pieces: AnyEvaluator,
    percent: u8,
    random: SplitMix64,
}

impl Thinner {
    /// A thinner of `percent` of 100 positions.
    #[must_use]
    pub fn new(percent: u8, seed: u64) -> Self {
        let eval = |kind| AnyEvaluator::new(kind, &Params::default());
        Self {
            whole: eval(EvalKind::Classic),
            pieces: eval(EvalKind::PieceSquare),
            percent,
            random: SplitMix64::new(seed),
        }
    }

    /// Now and then `position` with fewer pieces, neither side in check, and its value in centipawns for the side to
    /// move.
    pub(super) fn thinned(&mut self, position: &Position) -> Option<(Position, i32)> {
        if !self.random.percent(self.percent) {
            return None;
        }
        let mut setup = Setup::from(position);
        for color in Color::iter() {
            if !self.random.percent(SPARED) {
                self.thin(&mut setup, color);
            }
        }
        let thinned = setup.position(SetupRules::Play).ok().filter(|thin| !thin.in_check())?;
        let missing = self.pieces.evaluate_afresh(position) - self.pieces.evaluate_afresh(&thinned);
        Some((thinned, self.whole.evaluate_afresh(position) - missing))
    }

    fn thin(&mut self, setup: &mut Setup, color: Color) {
        for _ in 0..=self.random.below(MOST) {
            let is_its = |&square: &Square| {
                let piece = setup.piece_on(square);
                !piece.is_empty() && piece.color() == color && piece.piece_type() != PieceType::KING
            };
            let squares: Vec<Square> = Square::iter().filter(is_its).collect();
            let chosen = squares.get(self.random.below(squares.len() as u64) as usize);
            let Some(&square) = chosen else { return };
            let is_pawn = setup.piece_on(square).piece_type() == PieceType::PAWN;
            if !(is_pawn && self.random.percent(PAWN_STAYS)) {
                setup.clear(square);
            }
        }
    }
}
