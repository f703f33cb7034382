//! A position as an SVG picture. Its pieces are outlines, so that they look alike without a Japanese
//! font.

mod glyphs;

use std::fmt::Write as _;

use glyphs::{EM, GLYPHS};

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

/// A coloured square, and the text below its piece.
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
        define_letters(&mut svg);
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
        // A little above the middle: captions stand below.
        let (x, y) = (x + SIDE / 2, y + SIDE / 2 - 3);
        let turn = if piece.color() == Color::BLACK { 0 } else { 180 };
        let colour = if piece.piece_type().is_promoted() { "#b01010" } else { "#111" };
        let _ = write!(svg, "<g fill=\"{colour}\" transform=\"rotate({turn} {x} {y})\">");
        letter(svg, piece.piece_type(), PIECE, (x, y));
        let _ = writeln!(svg, "</g>");
    }

    /// Black's hand at the right below, White's at the left above, turned; a dot for the side to
    /// move.
    fn hand(&self, svg: &mut String, color: Color) {
        let (width, height) = (2 * self.left() + 9 * SIDE, 9 * SIDE + 2 * MARGIN);
        let turn = if color == Color::BLACK { 0 } else { 180 };
        let held: Vec<(PieceType, u8)> = PIECES
            .iter()
            .filter_map(|&kind| {
                let piece = HandPiece::from_piece_type(kind)?;
                Some((kind, self.position.hand(color).count(piece) as u8))
            })
            .filter(|&(_, count)| count > 0)
            .collect();
        let _ = write!(svg, "<g transform=\"rotate({turn} {} {})\">", width / 2, height / 2);
        let x = width - HAND / 2;
        let row = |row: usize| height - MARGIN - 8 - ROW * (held.len() - row) as i32;
        mark(svg, color, (x - 8, row(0)));
        if self.position.side_to_move() == color {
            let _ = write!(svg, "<circle cx=\"{}\" cy=\"{}\" r=\"6\"/>", x + 12, row(0));
        }
        for (index, &(kind, count)) in held.iter().enumerate() {
            let y = row(index + 1);
            letter(svg, kind, HELD, (if count > 1 { x - 8 } else { x }, y));
            if count > 1 {
                let (x, y) = (x + 14, y + 7);
                let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"20\">{count}</text>");
            }
        }
        let _ = writeln!(svg, "</g>");
    }
}

/// Size of a letter on the board and in a hand, and the height of a hand's row.
const PIECE: i32 = 30;
const HELD: i32 = 24;
const ROW: i32 = 30;

/// The height of a letter's middle above its baseline, as a part of its size.
const MIDDLE: f64 = 0.38;

fn define_letters(svg: &mut String) {
    svg.push_str("<defs>");
    for (letter, outline) in GLYPHS {
        let _ = write!(svg, "<path id=\"{letter}\" d=\"{outline}\"/>");
    }
    svg.push_str("</defs>\n");
}

/// Draws the letter of a piece around a point.
fn letter(svg: &mut String, kind: PieceType, size: i32, (x, y): (i32, i32)) {
    let letter = diagram_letter(kind);
    let scale = f64::from(size) / EM;
    let (left, base) =
        (f64::from(x) - f64::from(size) / 2.0, f64::from(y) + f64::from(size) * MIDDLE);
    let _ = write!(
        svg,
        "<use href=\"#{letter}\" transform=\"translate({left:.1} {base:.1}) scale({scale} -{scale})\"/>"
    );
}

/// Draws the shape of a piece, black or white, around a point.
fn mark(svg: &mut String, color: Color, (x, y): (i32, i32)) {
    let fill = if color == Color::BLACK { "#111" } else { "#fff" };
    let _ = write!(
        svg,
        "<path d=\"M{x} {}l7 4 3 16h-20l3 -16z\" fill=\"{fill}\" stroke=\"#111\"/>",
        y - 10
    );
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
        let position = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b RB2P 1").unwrap();
        let mv = position.read_usi("R*5e").unwrap();
        let svg = Picture::of(&position).last_move(Some(mv)).svg();
        for part in ["href=\"#飛\"", "href=\"#歩\"", ">2</text>", "<circle", "fill=\"#e0a030\""] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        assert_eq!(svg.matches("href=\"#玉\"").count(), 2);
        assert!(svg.contains("rotate(180"), "White's king and hand");
        assert!(!Picture::of_board(&position).svg().contains("<circle"));
    }

    #[test]
    fn every_piece_has_an_outline() {
        for kind in PieceType::iter().filter(|&kind| kind != PieceType::NONE) {
            let letter = diagram_letter(kind);
            assert!(GLYPHS.iter().any(|&(known, _)| known == letter), "{letter}");
        }
    }
}
