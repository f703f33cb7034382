//! A position as an SVG picture.

use std::fmt::Write as _;

use zenpuku_shogi::{Color, HandPiece, Move, PieceType, Position, Square, diagram_letter};

/// Length of a square's side.
const SIDE: i32 = 56;
/// Room for the numbers of files and ranks.
const MARGIN: i32 = 24;
/// Width of a hand.
const HAND: i32 = 60;

/// A picture of a position from Black's side, to be marked and drawn.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    position: &'a Position,
    tints: Vec<Tint>,
    hands: bool,
}

/// A coloured square, and what is written below its piece.
#[derive(Clone, Debug)]
struct Tint {
    square: Square,
    colour: &'static str,
    /// 0..=1.
    strength: f64,
    caption: Option<String>,
}

impl<'a> Picture<'a> {
    /// Board and hands of a position.
    #[must_use]
    pub const fn of(position: &'a Position) -> Self {
        Self { position, tints: Vec::new(), hands: true }
    }

    /// The board alone.
    #[must_use]
    pub const fn of_board(position: &'a Position) -> Self {
        Self { position, tints: Vec::new(), hands: false }
    }

    /// Marks the squares of the last move.
    #[must_use]
    pub fn last_move(mut self, mv: Option<Move>) -> Self {
        if let Some(mv) = mv {
            let squares = mv.from().into_iter().chain([mv.to()]);
            squares.for_each(|square| self.tint(square, "#e0a030", 0.6, None));
        }
        self
    }

    /// Colours a square (an SVG colour, strength 0..=1) and writes `caption` below its piece.
    pub fn tint(
        &mut self,
        square: Square,
        colour: &'static str,
        strength: f64,
        caption: Option<String>,
    ) {
        self.tints.push(Tint { square, colour, strength, caption });
    }

    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let side = self.left() * 2 + 9 * SIDE;
        let height = 9 * SIDE + 2 * MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {height}\" \
             width=\"{side}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <rect width=\"{side}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        Square::iter().for_each(|square| self.frame(&mut svg, square));
        self.tints.iter().for_each(|tint| self.colour(&mut svg, tint));
        self.numbers(&mut svg);
        Square::iter().for_each(|square| self.piece(&mut svg, square));
        if self.hands {
            self.hand(&mut svg, Color::BLACK);
            self.hand(&mut svg, Color::WHITE);
        }
        svg + "</svg>\n"
    }

    fn left(&self) -> i32 {
        if self.hands { MARGIN + HAND } else { MARGIN }
    }

    fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (i32::from(square.file().raw()), i32::from(square.rank().raw()));
        (self.left() + SIDE * (8 - file), MARGIN + SIDE * rank)
    }

    // Writing to a string cannot fail.
    fn frame(&self, svg: &mut String, square: Square) {
        let (x, y) = self.corner(square);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#f7e7c6\" \
             stroke=\"#555\"/>"
        );
    }

    fn colour(&self, svg: &mut String, tint: &Tint) {
        let (x, y) = self.corner(tint.square);
        let Tint { colour, strength, caption, .. } = tint;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{colour}\" \
             fill-opacity=\"{strength:.2}\"/>"
        );
        if let Some(caption) = caption {
            let (x, y) = (x + SIDE / 2, y + SIDE - 6);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"12\">{caption}</text>");
        }
    }

    fn numbers(&self, svg: &mut String) {
        let mut label = |x: i32, y: i32, text: &str| {
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"14\" fill=\"#555\">{text}</text>"
            );
        };
        for index in 1..=9 {
            let along = SIDE * index - SIDE / 2;
            label(self.left() + along, MARGIN - 8, &(10 - index).to_string());
            let rank = char::from(b'a' + index as u8 - 1);
            label(self.left() + 9 * SIDE + MARGIN / 2, MARGIN + along + 5, &rank.to_string());
        }
    }

    fn piece(&self, svg: &mut String, square: Square) {
        let piece = self.position.piece_on(square);
        if piece.is_empty() {
            return;
        }
        let (x, y) = self.corner(square);
        let (x, y) = (x + SIDE / 2, y + SIDE / 2 + 2);
        let turn = if piece.color() == Color::BLACK { 0 } else { 180 };
        let name = diagram_letter(piece.piece_type());
        let colour = if piece.piece_type().is_promoted() { "#b01010" } else { "#111" };
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"24\" fill=\"{colour}\" \
             transform=\"rotate({turn} {x} {})\">{name}</text>",
            y - 8
        );
    }

    /// Black's hand at the right below, White's at the left above, turned; a dot for the side to
    /// move.
    fn hand(&self, svg: &mut String, color: Color) {
        let (width, height) = (2 * self.left() + 9 * SIDE, 9 * SIDE + 2 * MARGIN);
        let turn = if color == Color::BLACK { 0 } else { 180 };
        let mark = if color == Color::BLACK { "☗" } else { "☖" };
        let held = PIECES.iter().filter_map(|&kind| {
            let count = self.position.hand(color).count(HandPiece::from_piece_type(kind)?);
            let number = if count > 1 { count.to_string() } else { String::new() };
            (count > 0).then(|| format!("{}{number}", diagram_letter(kind)))
        });
        let to_move = self.position.side_to_move() == color;
        let mark = if to_move { format!("{mark}●") } else { mark.to_owned() };
        let lines: Vec<String> = core::iter::once(mark).chain(held).collect();
        let _ = write!(svg, "<g transform=\"rotate({turn} {} {})\">", width / 2, height / 2);
        let x = width - HAND / 2;
        for (row, line) in (0..).zip(&lines) {
            let y = height - MARGIN - 28 * (lines.len() as i32 - 1 - row);
            let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"20\">{line}</text>");
        }
        let _ = writeln!(svg, "</g>");
    }
}

/// Kinds that can be in hand, the most worthy first.
const PIECES: [PieceType; 7] = [
    PieceType::ROOK,
    PieceType::BISHOP,
    PieceType::GOLD,
    PieceType::SILVER,
    PieceType::KNIGHT,
    PieceType::LANCE,
    PieceType::PAWN,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_hands_and_the_last_move_are_drawn() {
        let mut position = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b RB2P 1").unwrap();
        let mv = position.read_usi("R*5e").unwrap();
        let svg = Picture::of(&position).last_move(Some(mv)).svg();
        for part in ["玉</text>", ">飛<", ">歩2<", ">☗●<", "fill=\"#e0a030\""] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        position.do_move(mv);
        assert!(Picture::of(&position).svg().contains(">☖●<"));
        assert!(!Picture::of_board(&position).svg().contains('☖'));
    }
}
