//! A review for people and as JSON.

use std::fmt::Write as _;

use serde::Serialize;
use zenpuku_go::Color;
use zenpuku_go_endgame::report::ReviewedMove;
use zenpuku_go_endgame::review::Loss;

use super::super::{count, names};
use super::{Reviewed, best, name, points};

/// The total loss of a side's moves.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GoSideSum"))]
struct SideSum {
    /// Moves whose loss is known.
    judged: usize,
    /// Those of them that are mistakes.
    mistakes: usize,
    /// Points lost by the mistakes.
    lost: i32,
    /// Moves that are not judged because a ko is being fought.
    ko: usize,
    /// Those in places without value.
    no_value: usize,
    /// Losses that only our estimates show, without a second opinion.
    unconfirmed: usize,
    /// Those that the second opinion does not take for losses.
    disputed: usize,
}

fn side_sum(found: &Reviewed, color: Color) -> SideSum {
    let own = || found.moves.iter().filter(move |one| one.color == color);
    let of = |loss: Loss| own().filter(|one| one.review.loss == loss).count();
    let [ko, no_value, disputed] = [Loss::Ko, Loss::NoValue, Loss::Disputed].map(of);
    let unconfirmed = own().filter(|one| one.review.loss.unconfirmed().is_some()).count();
    let judged = own().filter(|one| one.review.loss.points().is_some()).count();
    let lost: Vec<i32> =
        found.mistakes().filter(|(one, _)| one.color == color).map(|(_, loss)| loss).collect();
    SideSum {
        judged,
        mistakes: lost.len(),
        lost: lost.iter().sum(),
        ko,
        no_value,
        unconfirmed,
        disputed,
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
            "{color}: {} in {} of {} moves judged; not judged: {} by a ko, {} in places without value{}{}",
            if sum.mistakes == 0 { "nothing lost".to_owned() } else { lost(sum.lost) },
            sum.mistakes,
            sum.judged,
            sum.ko,
            sum.no_value,
            also(sum.unconfirmed, "possible losses not confirmed"),
            also(sum.disputed, "disputed"),
        );
    }
    text
}

/// A further part of a list, if there is something to say.
fn also(number: usize, what: &str) -> String {
    if number == 0 { String::new() } else { format!(", {number} {what}") }
}

fn lost(number: i32) -> String {
    format!("{} lost", points(number))
}

/// `zenpuku go review --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GoReview"))]
pub(crate) struct Report {
    /// The file as given.
    file: String,
    /// The rules, by name.
    rules: String,
    /// In points.
    komi: f64,
    /// Moves of the game.
    length: usize,
    /// The moves that were reviewed.
    moves: Vec<NumberedMove>,
    /// What Black's moves lose together.
    black: SideSum,
    /// White's.
    white: SideSum,
    /// Time used.
    seconds: f64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GoReviewLine"))]
struct NumberedMove {
    /// The first move of the game is 1.
    number: usize,
    #[serde(flatten)]
    reviewed: ReviewedMove,
}

/// The JSON.
pub(super) fn json(found: &Reviewed) -> Report {
    let size = found.game.size;
    let moves = found.moves.iter().map(|one| NumberedMove {
        number: one.number,
        reviewed: ReviewedMove::new(size, (one.color, one.mv), &one.estimate, &one.review),
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
