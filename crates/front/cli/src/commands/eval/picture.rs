//! The board as an SVG picture, every piece coloured by its worth.

use zenpuku_analysis::Picture;
use zenpuku_shogi::{Color, Position};

use super::worth::Worth;

/// The worth at which a square has its full colour, in centipawns: about a rook.
const FULL: f64 = 600.0;

/// Draws the board from Black's side; Black's pieces on blue, White's on red.
pub(super) fn draw(position: &Position, pieces: &[Worth]) -> String {
    let mut picture = Picture::of_board(position);
    for worth in pieces {
        let black = position.piece_on(worth.place).color() == Color::BLACK;
        let colour = if black { "#1f6fd0" } else { "#d0401f" };
        let strength = worth.cp.map_or(0.0, |cp| (f64::from(cp) / FULL).clamp(0.0, 1.0));
        picture.tint(worth.place, colour, strength, worth.cp.map(|cp| cp.to_string()));
    }
    picture.svg()
}
