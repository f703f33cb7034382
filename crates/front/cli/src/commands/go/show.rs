//! The text of `zenpuku go`.

use std::fmt::Write as _;

use zenpuku_go::{Color, PointSet, Size};

use super::ToPlay;
use super::input::Problem;
use super::names;
use zenpuku_go_endgame::outcome::{
    BentFours, KoBounds, KoFindings, KoValues, Outcome, Region, Regions,
};
use zenpuku_go_endgame::{KoThermograph, report};

/// Board, answers and regions.
pub(super) fn solution(
    problem: &Problem,
    outcome: &Outcome,
    to_play: ToPlay,
    seconds: f64,
) -> String {
    let mut text = head(problem);
    for &color in to_play.colors() {
        answer(&mut text, problem.setup.size, outcome, color);
    }
    if let Some(fours) = &outcome.bent_fours {
        bent_fours(&mut text, problem.setup.size, fours);
    }
    regions(&mut text, problem, &outcome.regions);
    let nodes = outcome.first.iter().map(|answer| answer.nodes).max().unwrap_or_default();
    // Writing to a string cannot fail.
    let _ = write!(text, "\n{nodes} positions, {seconds:.3} s");
    text
}

/// Board and regions.
pub(super) fn values(problem: &Problem, found: &Regions) -> String {
    let mut text = head(problem);
    regions(&mut text, problem, found);
    text.trim_end().to_owned()
}

fn head(problem: &Problem) -> String {
    let [black, white] = problem.setup.prisoners;
    let (name, description) = (names::rules(&problem.rules), names::description(&problem.rules));
    let rules = if name == description { name } else { format!("{name} ({description})") };
    let mut text = format!(
        "{}\n\nRules: {rules}. Scores are Black's lead in points, without komi; prisoners before: \
         Black {black}, White {white}.\n",
        problem.setup.with_coordinates(),
    );
    if !problem.filled.is_empty() {
        let points =
            zenpuku_go_endgame::report::points(problem.setup.size, problem.filled).join(" ");
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "Marked points next to open ones are shown as stones; the score is the same: {points}"
        );
    }
    text
}

fn answer(text: &mut String, size: Size, outcome: &Outcome, color: Color) {
    let answer = &outcome.first[color.index()];
    let (status, reason) = (answer.status.name(), answer.status.reason());
    let score = names::score(answer.score);
    let _ = writeln!(text, "\n{color} first: {score}, {status} ({reason})");
    let best = report::moves(size, &outcome.best(color));
    if !best.is_empty() {
        let _ = writeln!(text, "  best   {}", best.join(" "));
    }
    if !answer.line.is_empty() {
        let _ = writeln!(text, "  line   {}", report::moves(size, &answer.line).join(" "));
    }
    if !answer.candidates.is_empty() {
        let losses =
            answer.candidates.iter().map(|c| format!("{} {}", size.move_name(c.mv), c.loss));
        let _ = writeln!(text, "  losses {}", losses.collect::<Vec<_>>().join(", "));
    }
}

fn bent_fours(text: &mut String, size: Size, found: &BentFours) {
    for (color, stones) in Color::BOTH.into_iter().zip(found.dead) {
        if !stones.is_empty() {
            let _ = writeln!(
                text,
                "\nBent four in the corner: by the rules of Japan {color}'s stones at {} are dead without play",
                names::places(size, stones)
            );
        }
    }
    let [black, white] = found.scores.map(names::score);
    let _ = writeln!(
        text,
        "  so decided: Black first {black}, White first {white}; the answers above play it out"
    );
}

fn regions(text: &mut String, problem: &Problem, found: &Regions) {
    let size = problem.setup.size;
    if !found.open.is_empty() {
        let _ = writeln!(
            text,
            "\nRegions by territory, the hottest first (values in points for Black)"
        );
    }
    for open in &found.open {
        region(text, size, open);
    }
    for unknown in &found.unsolved {
        let _ = writeln!(
            text,
            "\nNo value for {}: {}; it adds {} to the score",
            names::places(size, unknown.points),
            unknown.reason,
            names::score(unknown.range)
        );
        match &unknown.ko {
            Some(KoFindings::Values(values)) => ko_values(text, values),
            Some(KoFindings::Bounds(bounds)) => ko_bounds(text, bounds),
            None => {}
        }
    }
    let dame = found.dame();
    if !dame.is_empty() {
        let _ = writeln!(text, "\nDame: {}", report::points(size, dame).join(" "));
    }
    for (color, mv) in found.teire() {
        let _ = writeln!(text, "Protective move (teire): {color} {}", size.move_name(mv));
    }
}

fn ko_bounds(text: &mut String, bounds: &KoBounds) {
    let [low, high] = bounds.count;
    let temperature = match bounds.least_temperature {
        least if least.signum() > 0 => format!("temperature (miai value) at least {least}, "),
        _ => String::new(),
    };
    let reason = &bounds.reason;
    let _ = writeln!(
        text,
        "  proved so far without ko threats elsewhere: {temperature}count between {low} and {high} ({reason})"
    );
}

fn ko_values(text: &mut String, values: &KoValues) {
    let in_words = |found: &KoThermograph| {
        let (temperature, count) = (found.temperature(), found.count());
        format!("temperature (miai value) {temperature}, count {count}")
    };
    let without = &values.without_threats;
    let kind = names::kind_in_words(without.kind());
    let threats = match (without.has_ko, values.is_same_with_threats()) {
        (false, _) => "",
        (true, true) => ", whatever the ko threats",
        (true, false) => ", without ko threats elsewhere",
    };
    let _ = writeln!(text, "  {kind}, {}{threats}", in_words(without));
    if values.is_same_with_threats() {
        return;
    }
    for (color, found) in Color::BOTH.iter().zip(&values.with_threats) {
        let found = found.as_ref().map_or_else(|| "not found".to_owned(), in_words);
        let _ = writeln!(text, "    with threats for {color}: {found}");
    }
}

fn region(text: &mut String, size: Size, region: &Region) {
    let _ = writeln!(
        text,
        "  {}: {}, temperature (miai value) {}, count {}",
        names::places(size, region.points),
        names::kind_in_words(region.kind),
        region.temperature,
        region.count,
    );
    let _ = writeln!(text, "    value {}, chilled {}", region.value, region.chilled);
    let moves = Color::BOTH.iter().zip(&region.moves).filter_map(|(color, best)| {
        best.as_ref().map(|(mv, count)| format!("{color} {} leads to {count}", size.move_name(*mv)))
    });
    let moves: Vec<String> = moves.collect();
    if !moves.is_empty() {
        let _ = writeln!(text, "    {}", moves.join(", "));
    }
}
