//! The words of goals, in Japanese and English.

use super::Words;
use crate::aim::{Aim, Goal};
use crate::castles::Castle;
use zenpuku_shogi::{PieceType, Position, Square};

/// The languages of explanations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// 日本語.
    Japanese,
    /// English.
    English,
}

/// Names of the pieces in a language.
pub struct PieceNames(pub Language);

impl PieceNames {
    /// The name of a kind.
    #[must_use]
    pub fn name(&self, kind: PieceType) -> &'static str {
        let index = kind.to_index();
        match self.0 {
            Language::Japanese => JAPANESE[index],
            Language::English => ENGLISH[index],
        }
    }
}

const JAPANESE: [&str; PieceType::COUNT] = [
    "駒", "歩", "香", "桂", "銀", "角", "飛", "金", "玉", "と金", "成香", "成桂", "成銀", "馬",
    "竜", "金",
];
const ENGLISH: [&str; PieceType::COUNT] = [
    "piece",
    "pawn",
    "lance",
    "knight",
    "silver",
    "bishop",
    "rook",
    "gold",
    "king",
    "tokin",
    "promoted lance",
    "promoted knight",
    "promoted silver",
    "horse",
    "dragon",
    "gold",
];

/// `８八`.
pub(super) fn square_ja(square: Square) -> String {
    const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
    const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let file = FILES[square.file().raw().clamp(0, 8) as usize];
    let rank = RANKS[square.rank().raw().clamp(0, 8) as usize];
    format!("{file}{rank}")
}

/// A goal without its progress: "king to 8h", "win the bishop on 4d". `dropped` says that the
/// piece would come from the hand.
#[must_use]
pub fn aim_text(aim: Aim, position: &Position, language: Language, dropped: bool) -> String {
    let name = |kind| PieceNames(language).name(kind);
    match (aim, language) {
        (Aim::Placement { kind, square }, Language::Japanese) => {
            let how = if dropped { "を打つ" } else { "" };
            format!("{}{}{how}", square_ja(square), name(kind))
        }
        (Aim::Placement { kind, square }, Language::English) if dropped => {
            format!("{} drop at {square}", name(kind))
        }
        (Aim::Placement { kind, square }, Language::English) => {
            format!("{} to {square}", name(kind))
        }
        (Aim::Removal { square, .. }, _) => {
            let piece = position.piece_on(square);
            let kind = piece.piece_type();
            match language {
                Language::Japanese if piece.is_empty() => format!("{}をあける", square_ja(square)),
                Language::English if piece.is_empty() => format!("clear {square}"),
                Language::Japanese => format!("{}の{}をどける", square_ja(square), name(kind)),
                Language::English => format!("clear {square} of the {}", name(kind)),
            }
        }
        (Aim::Acquisition { kind, square }, Language::Japanese) => {
            format!("{}の{}を取る", square_ja(square), name(kind))
        }
        (Aim::Acquisition { kind, square }, Language::English) => {
            format!("win the {} on {square}", name(kind))
        }
    }
}

/// A goal without its progress, in both languages.
pub(super) fn words(aim: Aim, position: &Position, dropped: Option<bool>) -> Words {
    let dropped = dropped.unwrap_or(false);
    Words {
        ja: aim_text(aim, position, Language::Japanese, dropped),
        en: aim_text(aim, position, Language::English, dropped),
    }
}

/// A goal with its castle and the moves left: "Yagura: king to 8h, 2 moves left".
pub(super) fn goal_words(goal: &Goal, position: &Position, castle: Option<&Castle>) -> Words {
    let owner = position.side_to_move();
    let dropped = match goal.aim {
        Aim::Placement { kind, .. } => {
            goal.moves_needed == 1 && kind.is_hand_piece() && {
                let held = zenpuku_shogi::HandPiece::from_piece_type(kind);
                held.is_some_and(|held| position.hand(owner).count(held) > 0)
            }
        }
        _ => false,
    };
    let plain = words(goal.aim, position, Some(dropped));
    let moves = goal.moves_needed;
    let plural = if moves == 1 { "move" } else { "moves" };
    let (ja, en) = match castle {
        Some(castle) => {
            (format!("{}：{}", castle.ja, plain.ja), format!("{}: {}", castle.en, plain.en))
        }
        None => (plain.ja, plain.en),
    };
    Words { ja: format!("{ja}（あと{moves}手）"), en: format!("{en}, {moves} {plural} left") }
}
