//! The names of plans.

use super::kind::{PlanKind, Theme};
use crate::castles::Castle;
use crate::explain::Words;
use crate::explain::text::{Language, PieceNames, square_ja};
use zenpuku_shogi::{Color, PieceType, Square};

/// The name of a plan of `owner`; `castle` is the castle aimed at.
pub(super) fn name(theme: &Theme, owner: Color, castle: Option<&Castle>) -> Words {
    let (ja, en) = match theme.kind {
        PlanKind::Castle => castle_words(castle),
        PlanKind::ClimbingSilver => fixed("棒銀", "Climbing silver"),
        PlanKind::RookFile => file_words(theme, owner),
        PlanKind::EdgeAttack => edge_words(theme),
        PlanKind::KingHead => fixed("玉頭を攻める", "Attack in front of the king"),
        PlanKind::KingAttack => fixed("相手の玉を攻める", "Attack the king"),
        PlanKind::EnteringKing => fixed("入玉を目指す", "Bring the king into the enemy camp"),
        PlanKind::KingMove => fixed("玉を移す", "Move the king"),
        PlanKind::Win => at(theme, "を取る", "Win"),
        PlanKind::DriveAway => at(theme, "を追い払う", "Drive away"),
        PlanKind::Promotion => promotion(theme.piece),
        PlanKind::Diagonal => fixed("角道を通す", "Open the bishop’s diagonal"),
        PlanKind::Develop if theme.piece == PieceType::PAWN => fixed("歩を突く", "Push a pawn"),
        PlanKind::Develop => (
            format!("{}を活用する", piece(theme, Language::Japanese)),
            format!("Bring the {} into play", piece(theme, Language::English)),
        ),
    };
    Words { ja, en }
}

fn fixed(ja: &str, en: &str) -> (String, String) {
    (ja.into(), en.into())
}

fn castle_words(castle: Option<&Castle>) -> (String, String) {
    castle.map_or_else(
        || fixed("玉を囲う", "Castle the king"),
        |castle| (format!("{}に組む", castle.ja), format!("Build the {}", castle.en)),
    )
}

/// `飛車先を突破する` on the file where the rook starts.
fn file_words(theme: &Theme, owner: Color) -> (String, String) {
    let home = if owner == Color::Black { '2' } else { '8' };
    let file = digit(theme.square);
    let ja = if file == home { "飛車先".into() } else { format!("{}筋", wide(file)) };
    (format!("{ja}を突破する"), format!("Break through on file {file}"))
}

fn edge_words(theme: &Theme) -> (String, String) {
    let file = digit(theme.square);
    (format!("{}筋の端攻め", wide(file)), format!("Attack on the edge, file {file}"))
}

fn digit(square: Option<Square>) -> char {
    square.and_then(|square| square.to_string().chars().next()).unwrap_or('?')
}

fn wide(digit: char) -> char {
    digit.to_digit(10).and_then(|digit| char::from_u32(0xFF10 + digit)).unwrap_or(digit)
}

fn piece(theme: &Theme, language: Language) -> &'static str {
    PieceNames(language).name(theme.piece)
}

fn at(theme: &Theme, ja: &str, en: &str) -> (String, String) {
    let square = theme.square.map(|square| (square_ja(square), square.to_string()));
    let (square_ja, square) = square.unwrap_or_default();
    let (piece_ja, piece) = (piece(theme, Language::Japanese), piece(theme, Language::English));
    (format!("{square_ja}の{piece_ja}{ja}"), format!("{en} the {piece} on {square}"))
}

fn promotion(kind: PieceType) -> (String, String) {
    let ja = format!("{}を作る", PieceNames(Language::Japanese).name(kind));
    let name = PieceNames(Language::English).name(kind.demote());
    let en = if kind.demote() == PieceType::PAWN {
        "Make a tokin".into()
    } else {
        format!("Promote the {name}")
    };
    (ja, en)
}
