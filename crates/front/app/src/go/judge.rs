//! A single move, judged for a person who waits.

use super::line::line;
use super::review::judge;
use super::words::{move_of, rules_of, setup_of};
use crate::errors::AppResult;
use crate::protocol::GoPosition;
use crate::state::AppState;
use zenpuku_core::StopToken;
use zenpuku_go::Move;
use zenpuku_go_endgame::appraise::best_moves;
use zenpuku_go_endgame::review::review_move;

/// The judgement of a move.
pub(crate) struct Tried {
    /// Points lost; `None` without a judgement.
    pub(crate) loss: Option<i32>,
    /// Why the loss is not known: `ko` or `no-value`.
    pub(crate) unknown: Option<&'static str>,
    /// A best move of the other side after it.
    pub(crate) answer: Option<String>,
}

/// Judges a move like the review of a game. Takes up to two seconds.
pub(crate) fn judge_try(
    state: &AppState,
    position: &GoPosition,
    rules: &str,
    mv: &str,
) -> AppResult<Tried> {
    let after = line(position, rules, &[mv.to_owned()])?.remove(0);
    let rules = rules_of(rules)?;
    let before = setup_of(position, &rules)?;
    let played = (before.to_move, move_of(before.size, mv)?);
    let place = state.work_place(&StopToken::new())?;
    let (one, other) = (judge(&before, &rules, &place.stop)?, judge(&after, &rules, &place.stop)?);
    let ko = before.ko.is_some() || after.ko.is_some();
    let review = review_move(rules.scoring, [&one, &other], played, ko);
    // A try is no claim about a game: our estimate is enough.
    let possible = review.loss.unconfirmed();
    let answers = best_moves(&other.first[after.to_move.index()]);
    let answer = answers.iter().find(|&&mv| mv != Move::Pass).or(answers.first());
    Ok(Tried {
        loss: review.loss.points().or(possible),
        unknown: review.loss.unknown().filter(|_| possible.is_none()),
        answer: answer.map(|&mv| before.size.move_name(mv)),
    })
}
