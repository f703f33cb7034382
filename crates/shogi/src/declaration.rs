//! The entering-king declaration with its conditions, for people who ask what is missing.

use crate::position::Position;
use crate::types::{EnteringKingRule, Square};
use rsshogi::board::DeclarationDetail;

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
    /// No rule: nobody declares.
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
        /// handicap games White's number is lower by what White gave.
        required: u8,
    },
}

impl Position {
    /// The rule by which declarations are judged.
    #[must_use]
    pub fn entering_king_rule(&self) -> EnteringKingRule {
        self.core.evaluate_declaration().rule
    }

    /// Judges a declaration of the side to move, condition by condition.
    #[must_use]
    pub fn declaration(&self) -> Declaration {
        let judged = self.core.evaluate_declaration();
        let conditions = match judged.detail {
            DeclarationDetail::NoRule => DeclarationConditions::NoRule,
            DeclarationDetail::TryRule { try_square, can_reach, can_occupy, is_safe, .. } => {
                DeclarationConditions::Try {
                    target: try_square,
                    adjacent: can_reach,
                    free: can_occupy,
                    safe: is_safe,
                }
            }
            DeclarationDetail::PointRule {
                not_in_check,
                king_in_enemy_camp,
                pieces_in_camp,
                points,
                required_points,
                ..
            } => DeclarationConditions::Points {
                not_in_check,
                king_in_zone: king_in_enemy_camp,
                // The core counts the king among the pieces.
                pieces_in_zone: count(pieces_in_camp - i32::from(king_in_enemy_camp)),
                points: count(points),
                required: count(required_points),
            },
        };
        Declaration { rule: judged.rule, possible: judged.can_declare, conditions }
    }
}

fn count(value: i32) -> u8 {
    u8::try_from(value.max(0)).unwrap_or(u8::MAX)
}
