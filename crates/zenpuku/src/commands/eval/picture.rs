//! The board as an SVG picture, every piece coloured by its worth.

use std::fmt::Write as _;

use zenpuku_shogi::{Color, Position, Square, diagram_letter};

use super::worth::Worth;

/// Length of a square's side.
const SIDE: i32 = 56;
const MARGIN: i32 = 24;
/// The worth at which a square has its full colour, in centipawns: about a rook.
const FULL: f64 = 600.0;

/// Draws the board from Black's side; Black's pieces on blue, White's on red.
pub(super) fn draw(position: &Position, pieces: &[Worth]) -> String {
    let size = 9 * SIDE + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n\
         <rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>\n"
    );
    for square in Square::iter() {
        let (x, y) = corner(square);
        frame(&mut svg, x, y);
    }
    for index in 1..=9 {
        let along = MARGIN + SIDE * index - SIDE / 2;
        label(&mut svg, along, MARGIN - 8, &(10 - index).to_string());
        let rank = char::from(b'a' + index as u8 - 1);
        label(&mut svg, size - MARGIN / 2, along + 5, &rank.to_string());
    }
    for worth in pieces {
        piece(&mut svg, position, worth);
    }
    svg + "</svg>\n"
}

fn corner(square: Square) -> (i32, i32) {
    let (file, rank) = (i32::from(square.file().raw()), i32::from(square.rank().raw()));
    (MARGIN + SIDE * (8 - file), MARGIN + SIDE * rank)
}

// Writing to a string cannot fail.
fn frame(svg: &mut String, x: i32, y: i32) {
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#f7e7c6\" \
         stroke=\"#555\"/>"
    );
}

fn label(svg: &mut String, x: i32, y: i32, text: &str) {
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"14\" fill=\"#555\">{text}</text>");
}

fn piece(svg: &mut String, position: &Position, worth: &Worth) {
    let (x, y) = corner(worth.place);
    let piece = position.piece_on(worth.place);
    let colour = if piece.color() == Color::BLACK { "#1f6fd0" } else { "#d0401f" };
    let strength = worth.cp.map_or(0.0, |cp| (f64::from(cp) / FULL).clamp(0.0, 1.0));
    let (middle, line) = (x + SIDE / 2, y + SIDE / 2 + 2);
    let turn = if piece.color() == Color::BLACK { 0 } else { 180 };
    let name = diagram_letter(piece.piece_type());
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{colour}\" \
         fill-opacity=\"{strength:.2}\"/>\n\
         <text x=\"{middle}\" y=\"{line}\" font-size=\"24\" \
         transform=\"rotate({turn} {middle} {})\">{name}</text>",
        line - 8
    );
    if let Some(cp) = worth.cp {
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{}\" font-size=\"12\">{cp}</text>",
            y + SIDE - 6
        );
    }
}
