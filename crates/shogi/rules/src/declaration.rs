//! The entering-king declaration with its conditions, to show which are missing.

use crate::geometry::in_promotion_zone;
use crate::moves::Move;
use crate::points::{points_in_hand, required_points};
use crate::position::Position;
use crate::types::{Bitboard, Color, EnteringKingRule, File, Piece, PieceType, Rank, Square};
use rsshogi::board::attack_tables::KING_ATTACKS;

/// The verdict for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The rule in force.
    pub rule: EnteringKingRule,
    /// May the side to move declare (or, under the try rule, enter) now?
    pub possible: bool,
    /// The conditions one by one.
    pub conditions: DeclarationConditions,
}

/// The conditions of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclarationConditions {
    /// No rule: no declaration.
    NoRule,
    /// Try rule: the king steps on the opponent king's home square.
    Try {
        /// That square: 5a for Black, 5i for White.
        target: Square,
        /// Is the king next to it?
        adjacent: bool,
        /// Is it free of own pieces?
        free: bool,
        /// Would the king be safe there?
        safe: bool,
    },
    /// Point rules. Rook, bishop, dragon and horse count 5 points, other pieces
    /// 1, the king none; in hand or within the last three ranks.
    Points {
        /// Not in check?
        not_in_check: bool,
        /// Is the king within the last three ranks?
        king_in_zone: bool,
        /// Own pieces there, the king not counted; 10 are needed.
        pieces_in_zone: u8,
        /// Points held, from 0 to 56.
        points: u8,
        /// Points needed: 28 for Black and 27 for White, or 31 for both; in
        /// handicap games White's number is lower by the points of the missing
        /// pieces.
        required: u8,
    },
}

/// Own pieces in the last three ranks that a declaration needs, the king not counted.
const PIECES_NEEDED: u32 = 10;

impl Position {
    /// The rule by which declarations are judged.
    #[must_use]
    pub fn entering_king_rule(&self) -> EnteringKingRule {
        self.rule
    }

    /// Selects the rule by which declarations are judged.
    pub fn set_entering_king_rule(&mut self, rule: EnteringKingRule) {
        self.rule = rule;
        if let Some(required) = required_points(&self.board, rule) {
            self.required = required;
        }
    }

    /// May the side to move win by declaration (or by the try rule) now? The
    /// answer is [`Move::WIN`], the king's step under the try rule, or `None`.
    #[must_use]
    #[inline]
    pub fn declaration_move(&self) -> Option<Move> {
        // Every rule requires a king in the enemy camp, or a step from its goal there.
        let king = self.king(self.side_to_move())?;
        if in_promotion_zone(self.side_to_move(), king) { self.declared(king) } else { None }
    }

    #[inline(never)]
    fn declared(&self, king: Square) -> Option<Move> {
        let judged = self.declaration();
        let piece = Piece::from_parts(self.side_to_move(), PieceType::KING);
        judged.possible.then(|| match judged.conditions {
            DeclarationConditions::Try { target, .. } => Move::board(king, target, piece, false),
            _ => Move::WIN,
        })
    }

    /// Judges a declaration of the side to move, condition by condition.
    #[must_use]
    pub fn declaration(&self) -> Declaration {
        let (rule, us) = (self.rule, self.side_to_move());
        let (possible, conditions) = match rule {
            EnteringKingRule::None | EnteringKingRule::Unset => {
                (false, DeclarationConditions::NoRule)
            }
            EnteringKingRule::TryRule => self.judge_try(us),
            _ => self.judge_points(us),
        };
        Declaration { rule, possible, conditions }
    }

    fn judge_try(&self, us: Color) -> (bool, DeclarationConditions) {
        let rank = if us == Color::Black { Rank::RANK_1 } else { Rank::RANK_9 };
        let target = Square::from_file_rank(File::FILE_5, rank);
        let king = self.king(us);
        let adjacent = king.is_some_and(|king| KING_ATTACKS[king].test(target));
        let free = king.is_none() || !self.is_own(target, us);
        let safe = king.is_none_or(|king| self.is_safe_for_king(king, target));
        let conditions = DeclarationConditions::Try { target, adjacent, free, safe };
        (adjacent && free && safe, conditions)
    }

    fn judge_points(&self, us: Color) -> (bool, DeclarationConditions) {
        let not_in_check = !self.in_check();
        let required = self.required[us.to_index()];
        let camp = Bitboard::promotion_zone(us) & self.pieces_of(us);
        let king = self.king(us);
        let king_in_zone = king.is_some_and(|king| camp.test(king));
        // Without a king a declaration is not possible, and points are not counted.
        let pieces = if king.is_some() { camp.count() - u32::from(king_in_zone) } else { 0 };
        let majors = camp & (self.board.bishops() | self.board.rooks());
        let held = points_in_hand(self.hand(us));
        let points = if king.is_some() { (pieces + majors.count() * 4) as i32 + held } else { 0 };
        let possible =
            not_in_check && king_in_zone && pieces >= PIECES_NEEDED && points >= required;
        let conditions = DeclarationConditions::Points {
            not_in_check,
            king_in_zone,
            pieces_in_zone: count(pieces as i32),
            points: count(points),
            required: count(required),
        };
        (possible, conditions)
    }
}

fn count(value: i32) -> u8 {
    u8::try_from(value.max(0)).unwrap_or(u8::MAX)
}
