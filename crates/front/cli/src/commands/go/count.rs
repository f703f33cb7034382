//! The score as people count it: dead stones, dame, and open places.

use std::fmt::Write as _;

use zenpuku_go::{AnyBoard, Color, HalfPoints, PointSet, Rules, Scoring, Setup, Size, Wide};
use zenpuku_go_endgame::appraise::{Appraisal, best_moves};
use zenpuku_go_endgame::report;

use super::names;

/// `B+3.5`, `W+0.5` or `0`, from points for Black without komi.
pub(crate) fn result(points: i32, komi: HalfPoints) -> String {
    HalfPoints(points * 2 - komi.0).result()
}

/// The lines for people.
pub(super) fn text(setup: &Setup, rules: &Rules, found: &Appraisal) -> String {
    let mut text = String::new();
    let size = setup.size;
    let komi = rules.komi;
    let trust = found.trust.name();
    // Writing to a string cannot fail.
    let _ = match found.one_score() {
        Some(score) => {
            writeln!(text, "Score: {}, {trust} (komi {komi})", result(score, komi))
        }
        None => writeln!(text, "{}, {trust} (komi {komi})", by_first(setup, komi, found)),
    };
    if let (Ok(board), Some(score)) = (setup.board(rules.suicide), found.one_score()) {
        parts(&mut text, &board, rules, (found, score));
    }
    for (color, name) in Color::BOTH.into_iter().zip(["black", "white"]) {
        let dead = found.dead & setup.stones(color);
        if !dead.is_empty() {
            let _ = writeln!(text, "  dead {name} stones: {}", vertices(size, dead));
        }
    }
    if !found.dame.is_empty() {
        let _ = writeln!(text, "  dame: {}", vertices(size, found.dame));
    }
    if !found.teire.is_empty() {
        let _ =
            writeln!(text, "  to be filled (false eyes, teire): {}", vertices(size, found.teire));
    }
    open(&mut text, size, komi, found);
    text
}

/// `Black to play: B+3.5 after L5, W+0.5 if White plays first`.
fn by_first(setup: &Setup, komi: HalfPoints, found: &Appraisal) -> String {
    let first = |color: Color| &found.first[color.index()];
    let (own, other) = (setup.to_move, setup.to_move.opponent());
    let [score, others] = [own, other].map(|color| result(first(color).best, komi));
    let best = report::moves(setup.size, &best_moves(first(own)));
    let after = best.first().map_or_else(String::new, |mv| format!(" after {mv}"));
    format!("{own} to play: {score}{after}, {others} if {other} plays first")
}

/// The parts of the score, if the count of the board equals it.
fn parts(text: &mut String, board: &AnyBoard, rules: &Rules, (found, total): (&Appraisal, i32)) {
    match rules.scoring {
        Scoring::Territory => {
            let mut score = zenpuku_go::territory_score(board, found.dead, found.map.seki());
            for point in found.teire.iter() {
                if let Some(owner) = found.map.at(point).owner {
                    score.territory[owner.index()] -= 1;
                }
            }
            if score.margin() != total {
                return;
            }
            for color in Color::BOTH {
                let i = color.index();
                let (territory, prisoners) = (score.territory[i], score.prisoners[i]);
                let sum = territory + prisoners;
                let _ = writeln!(
                    text,
                    "  {color}: {sum} = {territory} points of territory, {prisoners} prisoners with dead stones"
                );
            }
        }
        Scoring::Area => {
            let score = zenpuku_go::area_score(board, found.dead);
            let [black, white] = score.points;
            if score.margin() == total {
                let _ = writeln!(text, "  Black: {black}, White: {white} points of area");
            }
        }
    }
}

fn open(text: &mut String, size: Size, komi: HalfPoints, found: &Appraisal) {
    let left = found.places_left();
    if left == 0 {
        let _ = writeln!(text, "  nothing is left to play for");
        if found.one_score().is_some() {
            return;
        }
    }
    let hot = found.regions.open.iter().filter(|region| region.temperature_number > 0.0);
    let values: Vec<String> = hot
        .map(|region| {
            let point = region.moves.iter().flatten().next();
            let place = point
                .map_or_else(|| names::places(size, region.points), |(mv, _)| size.move_name(*mv));
            format!("{} at {place}", region.temperature)
        })
        .collect();
    if left > 0 {
        let places = if left == 1 { "place" } else { "places" };
        let _ = writeln!(text, "  {left} {places} left: {}", values.join(", "));
    }
    for region in &found.regions.unsolved {
        let _ = writeln!(
            text,
            "    without a value: {} ({}), {:+} to {:+}",
            names::places(size, region.points),
            region.reason,
            region.range.low,
            region.range.high
        );
    }
    for (color, estimate) in Color::BOTH.into_iter().zip(&found.first) {
        let range = estimate.range;
        let best = report::moves(size, &best_moves(estimate));
        let between = if range.low == range.high {
            String::new()
        } else {
            format!(", between {} and {}", result(range.low, komi), result(range.high, komi))
        };
        let _ = writeln!(
            text,
            "  {color} to play: {}{between}{}{}",
            result(estimate.best, komi),
            if best.is_empty() { "" } else { ", best " },
            best.join(" ")
        );
    }
}

fn vertices(size: Size, points: Wide) -> String {
    report::points(size, points).join(" ")
}
