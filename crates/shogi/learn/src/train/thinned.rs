//! Positions with pieces taken off. Self-play seldom comes to handicap games and thin endings, and a network that has
//! seen nothing like them does not know what so much material is worth: with one trained without them a bishop more at
//! the start was worth less than two pawns. `classic`, learned from even games, does not know it either.

use zenpuku_core::random::SplitMix64;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, PieceType, Position, Setup, SetupRules, Square};
use zenpuku_shogi_eval::{AnyEvaluator, EvalKind, Evaluator as _};

/// Most pieces taken off one side.
const MOST: u64 = 8;
/// In so many of 100 cases a side loses nothing.
const SPARED: u8 = 50;
/// In so many of 100 cases a pawn that is chosen stays: big pieces matter more.
const PAWN_STAYS: u8 = 70;

/// Takes pieces off positions and values what is left: the whole as `classic` does, less what is missing by material and
/// squares.
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
