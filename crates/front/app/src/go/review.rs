//! The losses of the moves of a line.

use super::second::second;
use super::words::{komi_of, move_of, rules_of, setup_of};
use crate::engine::Stage;
use crate::errors::{AppResult, error, in_range};
use crate::protocol::{ErrorCode, GoEngine, GoPosition, Reply};
use crate::state::AppState;
use std::time::{Duration, Instant};
use zenpuku_core::StopToken;
use zenpuku_go::{Move, Rules, Setup};
use zenpuku_go_endgame::appraise::{Appraisal, AppraiseOptions, appraise};
use zenpuku_go_endgame::report::ReviewedMove;
use zenpuku_go_endgame::review::LineReviewer;
use zenpuku_go_engines::LineAdviser;

/// Time for a position, as of `zenpuku go review`.
const TIME: Duration = Duration::from_secs(1);
/// Positions of one question: some seconds of work.
const MAX_POSITIONS: usize = 24;

/// One question about a review.
pub(super) struct Question<'a> {
    pub(super) positions: &'a [GoPosition],
    pub(super) moves: &'a [String],
    pub(super) first: u32,
    pub(super) rules: &'a str,
    pub(super) komi: f64,
    /// Is the Go engine of the settings asked about losses that only our estimates show?
    pub(super) second: bool,
}

/// Reviews the moves; after a stop those that were done by then.
pub(super) fn review(state: &AppState, asked: &Question<'_>, stop: &StopToken) -> AppResult<Reply> {
    let rules = rules_of(asked.rules)?.with_komi(komi_of(asked.komi)?);
    let (setups, moves) = line(asked, &rules)?;
    in_range("first", asked.first, 0, moves.len() as u32)?;
    let place = state.work_place(stop)?;
    let judge = |setup: &Setup| judge(setup, &rules, &place.stop);
    let mut reviewer = LineReviewer::default();
    let mut reviewed = Vec::new();
    let (mut second, mut fault) = match asked.second.then(|| Second::new(state, rules, &place.stop))
    {
        None => (None, None),
        Some(Ok(second)) => (Some(second), None),
        Some(Err(failed)) => (None, Some(failed.message)),
    };
    for (number, (pair, &mv)) in setups.windows(2).zip(&moves).enumerate() {
        let positions = [&pair[0], &pair[1]];
        if number < asked.first as usize {
            reviewer.pass_over(positions);
            continue;
        }
        // The side to move next is the other side, also in records in which a side moves twice.
        let color = pair[1].to_move.opponent();
        let (estimate, mut review) =
            reviewer.review(positions, (color, mv), rules.scoring, judge)?;
        // Our judgement does not need the other one: a failure ends the questions, not the review.
        if let Some(asking) = second.as_mut().filter(|_| review.loss.unconfirmed().is_some()) {
            match asking.loss(number, positions) {
                Ok(theirs) => review.weigh(theirs),
                Err(failed) => (second, fault) = (None, Some(failed.message)),
            }
        }
        // A result that was stopped half-way is discarded.
        if place.stopped() {
            break;
        }
        reviewed.push(ReviewedMove::new(pair[0].size, (color, mv), &estimate, &review));
    }
    // What was stopped has not failed.
    let fault = fault.filter(|_| !place.stopped());
    Ok(Reply::GoReviewed { moves: reviewed, fault })
}

/// The Go engine, asked about the moves of the line.
struct Second {
    engine: GoEngine,
    adviser: LineAdviser,
}

impl Second {
    fn new(state: &AppState, rules: Rules, stop: &StopToken) -> AppResult<Self> {
        let (engine, adviser) = second(state, stop)?;
        Ok(Self { engine, adviser: LineAdviser::new(adviser, rules) })
    }

    /// What the move between these positions loses.
    fn loss(&mut self, place: usize, positions: [&Setup; 2]) -> AppResult<i32> {
        let loss = self.adviser.loss(place, positions);
        loss.map_err(|failed| self.engine.failed(Stage::Thinking, &failed))
    }
}

/// Appraises a position within the time for one.
pub(super) fn judge(setup: &Setup, rules: &Rules, stop: &StopToken) -> AppResult<Appraisal> {
    let options = AppraiseOptions::default().until(Instant::now() + TIME).stopped_by(stop.clone());
    appraise(setup, rules, &options)
        .map_err(|failed| error(ErrorCode::BadPosition, failed.to_string()))
}

/// The positions of the line and the moves between them.
fn line(asked: &Question<'_>, rules: &Rules) -> AppResult<(Vec<Setup>, Vec<Move>)> {
    let bad = |message: String| error(ErrorCode::BadPosition, message);
    in_range("number of positions", asked.positions.len() as u32, 2, MAX_POSITIONS as u32)?;
    if asked.moves.len() + 1 != asked.positions.len() {
        return Err(bad("a line has a position more than moves".to_owned()));
    }
    let setups: Vec<Setup> = asked
        .positions
        .iter()
        .map(|position| setup_of(position, rules))
        .collect::<AppResult<_>>()?;
    let size = setups[0].size;
    if setups.iter().any(|setup| setup.size != size) {
        return Err(bad("the positions of a line have one size".to_owned()));
    }
    let moves = asked.moves.iter().map(|name| move_of(size, name)).collect::<AppResult<_>>()?;
    Ok((setups, moves))
}
