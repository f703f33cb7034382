//! The board as SVG, a panel for each colour: stones, settled points, what moves lose.

use std::fmt::Write as _;

use zenpuku_go::{Color, Move, Point, PointSet, Setup};

use super::input::Problem;
use super::names;
use zenpuku_go_endgame::outcome::Outcome;

/// Distance of two lines, in units of the picture.
const CELL: usize = 32;
/// Room around the board for coordinates.
const MARGIN: usize = 48;
/// Room above the board for the title.
const TITLE: usize = 32;

/// The picture.
pub(super) fn svg(problem: &Problem, outcome: &Outcome, colors: &[Color]) -> String {
    let size = problem.setup.size;
    let width = (size.width() - 1) * CELL + 2 * MARGIN;
    let height = (size.height() - 1) * CELL + 2 * MARGIN + TITLE;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#e9c98b\"/>\n",
        width * colors.len()
    );
    for (i, &color) in colors.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "<g transform=\"translate({},0)\">", i * width);
        let answer = &outcome.first[color.index()];
        let (score, status) = (names::score(answer.score), answer.status.name());
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"24\" font-weight=\"bold\">{color} first: {score} ({status})</text>",
            width / 2
        );
        grid(&mut out, &problem.setup);
        stones(&mut out, &problem.setup);
        settled(&mut out, &problem.setup, outcome);
        for candidate in &answer.candidates {
            if let Move::Play(point) = candidate.mv {
                loss(&mut out, &problem.setup, point, candidate.loss);
            }
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

/// The place of a point.
fn at(setup: &Setup, point: Point) -> (usize, usize) {
    let (x, y) = setup.size.xy(point);
    (MARGIN + x * CELL, TITLE + MARGIN + y * CELL)
}

fn grid(out: &mut String, setup: &Setup) {
    let size = setup.size;
    let (right, bottom) =
        (MARGIN + (size.width() - 1) * CELL, TITLE + MARGIN + (size.height() - 1) * CELL);
    let _ = writeln!(out, "<g stroke=\"#333\">");
    for x in (0..size.width()).map(|x| MARGIN + x * CELL) {
        let _ = writeln!(out, "<path d=\"M{x} {}V{bottom}\"/>", TITLE + MARGIN);
    }
    for y in (0..size.height()).map(|y| TITLE + MARGIN + y * CELL) {
        let _ = writeln!(out, "<path d=\"M{MARGIN} {y}H{right}\"/>");
    }
    out.push_str("</g>\n");
    for x in 0..size.width() {
        let (place, letter) = (MARGIN + x * CELL, size.column_letter(x));
        for y in [TITLE + MARGIN - 24, bottom + 34] {
            let _ = writeln!(out, "<text x=\"{place}\" y=\"{y}\">{letter}</text>");
        }
    }
    for y in 0..size.height() {
        let (place, number) = (TITLE + MARGIN + y * CELL + 5, size.height() - y);
        for x in [MARGIN - 30, right + 30] {
            let _ = writeln!(out, "<text x=\"{x}\" y=\"{place}\">{number}</text>");
        }
    }
}

fn stones(out: &mut String, setup: &Setup) {
    for (color, fill) in [(Color::Black, "#111"), (Color::White, "#fff")] {
        for point in setup.stones(color).iter() {
            let (x, y) = at(setup, point);
            let _ = writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"{fill}\" stroke=\"#111\"/>"
            );
        }
    }
}

/// Small squares in the colour that owns a settled point.
fn settled(out: &mut String, setup: &Setup, outcome: &Outcome) {
    for (color, fill) in [(Color::Black, "#111"), (Color::White, "#fff")] {
        for point in outcome.regions.settled[color.index()].iter() {
            let (x, y) = at(setup, point);
            let (x, y) = (x - 4, y - 4);
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"8\" height=\"8\" fill=\"{fill}\" stroke=\"#888\"/>"
            );
        }
    }
}

fn loss(out: &mut String, setup: &Setup, point: Point, loss: i32) {
    let (x, y) = at(setup, point);
    let fill = if loss == 0 { "#1d7a3a" } else { "#a33" };
    let _ = writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"#e9c98b\"/>\
         <text x=\"{x}\" y=\"{}\" fill=\"{fill}\" font-weight=\"bold\">{loss}</text>",
        y + 5
    );
}
