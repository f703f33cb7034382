//! The Japanese board diagram of KIF files (BOD).

use super::Setup;
use crate::types::{Color, File, HandPiece, Piece, PieceType, Rank, Square};

const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Hands are written with the big pieces first.
const HAND_ORDER: [(HandPiece, char); HandPiece::COUNT] = [
    (HandPiece::ROOK, '飛'),
    (HandPiece::BISHOP, '角'),
    (HandPiece::GOLD, '金'),
    (HandPiece::SILVER, '銀'),
    (HandPiece::KNIGHT, '桂'),
    (HandPiece::LANCE, '香'),
    (HandPiece::PAWN, '歩'),
];

impl Setup {
    /// The diagram that KIF and BOD files carry: both hands, the board with
    /// `v` before White's pieces, and `後手番` when White is to move. Lines end
    /// in `\n`.
    #[must_use]
    pub fn pretty(&self) -> String {
        let mut out = String::with_capacity(800);
        out.push_str(&self.hand_line(Color::White));
        out.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
        for rank in Rank::iter() {
            out.push('|');
            for file in File::iter().rev() {
                push_square(self.piece_on(Square::from_file_rank(file, rank)), &mut out);
            }
            out.push('|');
            out.push(RANKS[rank.to_index()]);
            out.push('\n');
        }
        out.push_str("+---------------------------+\n");
        out.push_str(&self.hand_line(Color::Black));
        if self.side_to_move == Color::White {
            out.push_str("後手番\n");
        }
        out
    }

    fn hand_line(&self, color: Color) -> String {
        let owner = if color == Color::Black { "先手" } else { "後手" };
        format!("{owner}の持駒：{}\n", self.hand_text(color))
    }

    /// A hand as KIF writes it after `持駒：`, such as `飛　金二　歩十四`, or `なし`.
    #[must_use]
    pub fn hand_text(&self, color: Color) -> String {
        let held = HAND_ORDER.iter().filter_map(|&(kind, name)| {
            let count = self.hand_count(color, kind);
            (count > 0).then(|| format!("{name}{}", number(count)))
        });
        let held: Vec<String> = held.collect();
        if held.is_empty() { "なし".to_owned() } else { held.join("　") }
    }
}

fn push_square(piece: Piece, out: &mut String) {
    if piece.is_empty() {
        out.push_str(" ・");
        return;
    }
    out.push(if piece.color() == Color::White { 'v' } else { ' ' });
    out.push(diagram_letter(piece.piece_type()));
}

/// The one-character name of a kind in board diagrams, `？` for no kind.
#[must_use]
pub const fn diagram_letter(kind: PieceType) -> char {
    match kind {
        PieceType::PAWN => '歩',
        PieceType::LANCE => '香',
        PieceType::KNIGHT => '桂',
        PieceType::SILVER => '銀',
        PieceType::GOLD => '金',
        PieceType::BISHOP => '角',
        PieceType::ROOK => '飛',
        PieceType::KING => '玉',
        PieceType::PRO_PAWN => 'と',
        PieceType::PRO_LANCE => '杏',
        PieceType::PRO_KNIGHT => '圭',
        PieceType::PRO_SILVER => '全',
        PieceType::HORSE => '馬',
        PieceType::DRAGON => '龍',
        _ => '？',
    }
}

/// A count in Japanese numerals, empty for one.
fn number(count: u8) -> String {
    let unit = |digit: u8| RANKS[usize::from(digit) - 1];
    match count {
        0 | 1 => String::new(),
        2..=9 => unit(count).to_string(),
        10 => "十".to_owned(),
        11..=19 => format!("十{}", unit(count - 10)),
        _ => count.to_string(),
    }
}
