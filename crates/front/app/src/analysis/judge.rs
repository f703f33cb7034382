//! Single moves, judged for a person who waits.

use crate::analysis_model::evaluation;
use crate::errors::{AppResult, error};
use crate::position::position;
use crate::protocol::{ErrorBody, ErrorCode, Explained, MoveVerdict};
use crate::state::AppState;
use std::time::Duration;
use zenpuku_analysis::{Analyst as _, EngineAnalyst, Search, judge_move, line_text};
use zenpuku_core::StopToken;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{SearchLimits, SearchResult};
use zenpuku_shogi_reasons::{Budget as ReasonBudget, Proof, Reason, Role};

/// Time for each of the two searches that judge a move.
pub(super) const JUDGE_TIME: Duration = Duration::from_millis(600);
/// Time limit for the reasons of a single move on request: twice that of a move of a whole game.
const REASONS: ReasonBudget = ReasonBudget::USUAL.times(2);

/// The engine of games, for a person who waits.
struct AppSearch<'a> {
    state: &'a AppState,
    error: Option<ErrorBody>,
}

impl Search for AppSearch<'_> {
    fn search(&mut self, position: &Position, limits: &SearchLimits) -> Option<SearchResult> {
        self.state.think(position, limits.clone(), 1).unwrap_or_else(|error| {
            self.error = Some(error);
            None
        })
    }
}

/// Judges one move like the analysis of a whole game; on request, reasons are
/// given for moves that are not mistakes too.
pub(crate) fn judge(
    state: &AppState,
    sfen: &str,
    usi: &str,
    reasons: bool,
) -> AppResult<MoveVerdict> {
    let root = position(sfen)?;
    let played = root.read_usi(usi)?;
    let side = root.side_to_move();
    let search = AppSearch { state, error: None };
    let mate_nodes = EngineAnalyst::<AppSearch<'_>>::MATE_NODES;
    let time = SearchLimits::movetime(JUDGE_TIME);
    let mut analyst = EngineAnalyst::new(search, time, mate_nodes, StopToken::new());
    if reasons {
        analyst = analyst.with_reasons(REASONS);
    }
    let Some((judged, answer)) = judge_move(&root, played, &mut analyst) else {
        let ended = || error(ErrorCode::Busy, "the server ends");
        return Err(analyst.search_mut().error.take().unwrap_or_else(ended));
    };
    let reasons = if judged.wants_reasons() {
        judged.reasons
    } else {
        analyst.reasons(&judged.question(&root, &answer))
    };
    let refutes = |reason: &Reason| matches!(reason.role, Role::Allowed | Role::Ignored);
    let refuted_by = reasons.iter().position(refutes);
    let proof = refuted_by.and_then(|index| reasons.get(index)).map(|reason| &reason.proof);
    let need = match proof {
        Some(&Proof::Material { gain, .. }) => Some(gain),
        _ => None,
    };
    let pv = judged.before.pv;
    Ok(MoveVerdict {
        sfen: sfen.to_owned(),
        usi: played.to_string(),
        eval: evaluation(judged.after, side),
        loss: judged.loss,
        class: judged.class,
        pv: pv.iter().map(ToString::to_string).collect(),
        pv_kif: line_text(&root, None, &pv),
        answer: answer.iter().map(ToString::to_string).collect(),
        reasons: reasons.into_iter().map(Explained::from).collect(),
        refuted_by: refuted_by.map(|index| index as u32),
        need,
    })
}
