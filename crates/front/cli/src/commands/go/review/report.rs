//! A review for people and as JSON.

use std::fmt::Write as _;

use serde::Serialize;
use zenpuku_go::Color;
use zenpuku_go_endgame::review::Loss;

use super::super::{count, names};
use super::{Reviewed, best, name, points};

/// What a side's moves lose together.
#[derive(Clone, Copy, Serialize)]
struct SideSum {
    /// Moves whose loss is known, and those of them that are mistakes.
    judged: usize,
    mistakes: usize,
    /// Points lost by the mistakes.
    lost: i32,
    /// Moves of which nothing is said: while a ko is fought, in places without value.
    ko: usize,
    no_value: usize,
}

fn side_sum(found: &Reviewed, color: Color) -> SideSum {
    let of = |loss: Loss| {
        found.moves.iter().filter(|one| one.color == color && one.review.loss == loss).count()
    };
    let (ko, no_value) = (of(Loss::Ko), of(Loss::NoValue));
    let all = found.moves.iter().filter(|one| one.color == color).count();
    let lost: Vec<i32> =
        found.mistakes().filter(|(one, _)| one.color == color).map(|(_, loss)| loss).collect();
    SideSum {
        judged: all - ko - no_value,
        mistakes: lost.len(),
        lost: lost.iter().sum(),
        ko,
        no_value,
    }
}

/// The lines for people: the mistakes, then the sums.
pub(super) fn text(found: &Reviewed) -> String {
    let mut text = String::new();
    let rules = names::rules(&found.rules);
    // Writing to a string cannot fail.
    let _ = match (found.moves.first(), found.moves.last()) {
        (Some(first), Some(last)) => writeln!(
            text,
            "{}: moves {} to {} of {}, {rules}",
            found.file, first.number, last.number, found.length
        ),
        _ => writeln!(text, "{}: no move reviewed", found.file),
    };
    for (one, loss) in found.mistakes() {
        let _ = writeln!(
            text,
            "  move {}, {} {}: loses {}, {}; best {} ({})",
            one.number,
            one.color,
            name(found, one.mv),
            points(loss),
            one.review.basis.name(),
            best(found, one),
            count::result(one.estimate.best, found.rules.komi),
        );
    }
    for color in Color::BOTH {
        let sum = side_sum(found, color);
        let _ = writeln!(
            text,
            "{color}: {} in {} of {} moves judged; not judged: {} by a ko, {} in places without value",
            if sum.mistakes == 0 { "nothing lost".to_owned() } else { lost(sum.lost) },
            sum.mistakes,
            sum.judged,
            sum.ko,
            sum.no_value
        );
    }
    text
}

fn lost(number: i32) -> String {
    format!("{} lost", points(number))
}

/// The review as one JSON object.
#[derive(Serialize)]
pub(super) struct Report {
    file: String,
    rules: String,
    komi: f64,
    /// Moves of the game.
    length: usize,
    moves: Vec<MoveJson>,
    black: SideSum,
    white: SideSum,
    seconds: f64,
}

#[derive(Serialize)]
struct MoveJson {
    number: usize,
    color: &'static str,
    #[serde(rename = "move")]
    mv: String,
    /// In points; null where nothing is said, `unknown` tells why.
    loss: Option<i32>,
    unknown: Option<&'static str>,
    /// `proved`, `bounds` or `likely`.
    basis: &'static str,
    best: Vec<String>,
    /// Black's lead before the move, without komi.
    score: ScoreJson,
}

#[derive(Serialize)]
struct ScoreJson {
    low: i32,
    high: i32,
    best: i32,
}

/// The JSON.
pub(super) fn json(found: &Reviewed) -> Report {
    let moves = found.moves.iter().map(|one| MoveJson {
        number: one.number,
        color: names::letter(one.color),
        mv: name(found, one.mv),
        loss: one.review.loss.points(),
        unknown: one.review.loss.unknown(),
        basis: one.review.basis.name(),
        best: names::moves(found.game.size, &one.review.best),
        score: ScoreJson {
            low: one.estimate.range.low,
            high: one.estimate.range.high,
            best: one.estimate.best,
        },
    });
    Report {
        file: found.file.clone(),
        rules: names::rules(&found.rules),
        komi: found.rules.komi.to_f64(),
        length: found.length,
        moves: moves.collect(),
        black: side_sum(found, Color::Black),
        white: side_sum(found, Color::White),
        seconds: found.seconds,
    }
}
