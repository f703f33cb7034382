//! The status of a board: living groups, territory, and the score.

use super::second::second;
use super::words::{komi_of, rules_of, setup_of};
use crate::engine::Stage;
use crate::errors::{AppResult, error};
use crate::protocol::{ErrorCode, GoPosition, Reply};
use crate::state::AppState;
use std::time::{Duration, Instant};
use zenpuku_core::StopToken;
use zenpuku_go_endgame::appraise::{AppraiseOptions, appraise};
use zenpuku_go_endgame::report::Status;
use zenpuku_go_engines::{Opinion, SecondOpinion};

/// Time for an answer, as of `zenpuku go status`.
const TIME: Duration = Duration::from_secs(2);

/// One question about a position.
pub(super) struct Question<'a> {
    pub(super) position: &'a GoPosition,
    pub(super) rules: &'a str,
    pub(super) komi: f64,
    pub(super) finished: bool,
    pub(super) alive: &'a [String],
    pub(super) dead: &'a [String],
    /// Is the Go engine of the settings asked too?
    pub(super) second: bool,
}

/// Judges a position.
pub(super) fn status(state: &AppState, asked: &Question<'_>, stop: &StopToken) -> AppResult<Reply> {
    let rules = rules_of(asked.rules)?.with_komi(komi_of(asked.komi)?);
    let setup = setup_of(asked.position, &rules)?;
    let place = state.work_place(stop)?;
    let finished = asked.finished;
    let question = zenpuku_go_engines::Question { setup: &setup, rules: &rules, finished };
    let opinion = match asked.second.then(|| opinion(state, &question, &place.stop)) {
        Some(Err(failed)) if !place.stopped() => return Err(failed),
        asked => asked.and_then(Result::ok),
    };
    let begun = Instant::now();
    let mut options = AppraiseOptions::default().until(begun + TIME).stopped_by(place.stop.clone());
    if asked.finished {
        options = options.finished();
    }
    let points = |names: &[String]| {
        let points = setup.size.parse_vertices(names);
        points.map_err(|failed| error(ErrorCode::BadValue, failed.to_string()))
    };
    options.judge.alive = points(asked.alive)?;
    options.judge.dead = points(asked.dead)?;
    options.count_as_marked = true;
    let found = appraise(&setup, &rules, &options)
        .map_err(|failed| error(ErrorCode::BadPosition, failed.to_string()))?;
    let ms = begun.elapsed().as_millis() as u64;
    let second = opinion
        .map(|(opinion, engine)| Box::new(SecondOpinion::new(&setup, &found, engine, &opinion)));
    Ok(Reply::GoStatus { status: Box::new(Status::new(&setup, &found)), second, ms })
}

/// The opinion of the Go engine, and its name.
fn opinion(
    state: &AppState,
    question: &zenpuku_go_engines::Question<'_>,
    stop: &StopToken,
) -> AppResult<(Opinion, String)> {
    let (engine, mut adviser) = second(state, stop)?;
    adviser.ask(question).map_err(|failed| engine.failed(Stage::Thinking, &failed))
}
