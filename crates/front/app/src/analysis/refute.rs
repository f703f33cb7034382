//! The refutation of a move as a tree: the person chooses a defence, and the answer is given.

use crate::errors::{AppResult, error, no_mate_problem};
use crate::position::position;
use crate::protocol::{ErrorCode, RefutationStep};
use crate::state::AppState;
use zenpuku_core::Limits;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::SearchLimits;
use zenpuku_shogi_mate::{MateReport, MateSolver, Verdict};
use zenpuku_shogi_reasons::{Budget, Reasoner, exchange_values};

use super::judge::JUDGE_TIME;

/// Nodes and memory (MiB) of the search for mate of each answer.
const MATE_NODES: u64 = 40_000;
const MATE_MEMORY: usize = 16;

/// The game up to the answer.
struct Place {
    at: Position,
    /// Material that the refuting side has won, in centipawns.
    won: i32,
}

impl Place {
    /// After `moves`, the first of which is refuted, from `sfen`.
    fn new(sfen: &str, moves: &[String]) -> AppResult<Self> {
        let (mut at, values) = (position(sfen)?, exchange_values());
        let refuted = at.side_to_move();
        let mut won = 0;
        for usi in moves {
            let mv = at.read_usi(usi)?;
            let sign = if at.side_to_move() == refuted { -1 } else { 1 };
            let change = at.material_change(mv, &values);
            at.try_do_move(mv)?;
            won += sign * change;
        }
        if at.side_to_move() == refuted {
            let message = "the last move must be one of the side whose move is refuted";
            return Err(error(ErrorCode::BadValue, message));
        }
        Ok(Self { at, won })
    }

    fn mate(&self) -> AppResult<Option<MateReport>> {
        let limits = Limits::with_nodes(MATE_NODES);
        let report = MateSolver::new(MATE_MEMORY).solve(&self.at.without_history(), &limits);
        let report = report.map_err(no_mate_problem)?;
        Ok(Some(report).filter(|found| found.verdict == Verdict::Mate && found.verified))
    }

    /// The step with an answer, before it is known whether the claim is reached.
    fn answered(&self, mv: Option<Move>) -> RefutationStep {
        let change = mv.map_or(0, |mv| self.at.material_change(mv, &exchange_values()));
        let answer = mv.map(|mv| mv.to_string());
        RefutationStep { answer, gain: self.won + change, mate: None, reached: false }
    }

    /// The answer by captures that keeps a gain of `need`.
    fn capture(&self, need: i32) -> Option<RefutationStep> {
        let (reasoner, nodes) = (Reasoner::default(), Budget::USUAL.material);
        let (gain, mv) = reasoner.captures(&self.at, nodes)?;
        if self.at.in_check() || self.won + gain < need {
            return None;
        }
        let mut next = self.at.without_history();
        match mv {
            Some(mv) => next.do_move(mv),
            None => next.do_null_move(),
        }
        let step = self.answered(mv);
        // Nothing that the other side captures now takes the gain back.
        let taken = reasoner.captures(&next, nodes).map(|(taken, _)| taken);
        let reached = !next.in_check() && taken.is_some_and(|taken| step.gain - taken >= need);
        // Without a capture to make, the gain is there, or else the engine has to find a move.
        (mv.is_some() || reached).then_some(RefutationStep { reached, ..step })
    }
}

/// The answer to the last of `moves`: a mate, or a capture that keeps the gain `need`, or the
/// engine's move.
pub(super) fn refute(
    state: &AppState,
    sfen: &str,
    moves: &[String],
    need: Option<i32>,
) -> AppResult<RefutationStep> {
    let place = Place::new(sfen, moves)?;
    if !place.at.has_legal_move() {
        return Ok(place.answered(None));
    }
    if let Some(report) = place.mate()? {
        let plies = report.line.len() as u32;
        let step = place.answered(report.line.first().copied());
        return Ok(RefutationStep { mate: Some(plies), reached: plies <= 1, ..step });
    }
    if let Some(step) = need.and_then(|need| place.capture(need)) {
        return Ok(step);
    }
    let limits = SearchLimits::movetime(JUDGE_TIME);
    let found = state.think(&place.at.without_history(), limits, 1)?;
    let best = found.and_then(|result| result.pv().first().copied());
    Ok(place.answered(best))
}

/// The proof of the mate that answers the last of `moves`, as `zenpuku mate --proof` writes it.
pub(super) fn proof(sfen: &str, moves: &[String]) -> AppResult<String> {
    let place = Place::new(sfen, moves)?;
    let missing = || error(ErrorCode::NotFound, "no mate was proved here");
    let proof = place.mate()?.and_then(|report| report.proof).ok_or_else(missing)?;
    proof.to_text(&place.at.without_history()).map_err(no_mate_problem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn owned(moves: &[&str]) -> Vec<String> {
        moves.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_mate_is_answered_to_its_end_and_its_proof_can_be_taken_along() {
        let folder = TempDir::new().unwrap();
        let state = AppState::for_test(folder.path());
        // The gold leaves the square before its king.
        let sfen = "4k4/9/9/9/9/9/4p4/5G3/4K4 b g 1";
        let step = refute(&state, sfen, &owned(&["4h3h"]), None).unwrap();
        let answer = Some("G*5h".to_owned());
        assert_eq!(step, RefutationStep { answer, gain: 0, mate: Some(1), reached: true });
        assert!(proof(sfen, &owned(&["4h3h"])).unwrap().contains("G*5h"));
        assert!(proof(sfen, &owned(&["4h5h"])).is_err(), "no mate");
    }

    #[test]
    fn a_gain_is_reached_when_no_capture_takes_it_back() {
        let folder = TempDir::new().unwrap();
        let state = AppState::for_test(folder.path());
        // The rook takes the silver, which is guarded or not.
        let bare = "4r3k/9/9/9/4S4/9/9/7R1/K8 b - 1";
        let step = refute(&state, bare, &owned(&["9i8i"]), Some(300)).unwrap();
        assert_eq!((step.answer.as_deref(), step.mate, step.reached), (Some("5a5e"), None, true));
        assert!(step.gain >= 300, "{step:?}");
        let after = refute(&state, bare, &owned(&["9i8i", "5a5e", "8i9i"]), Some(300)).unwrap();
        assert!(after.gain >= 300, "{after:?}");
        // Guarded, the engine answers, and nothing is reached.
        let held = "4r3k/9/9/9/4S4/4P4/9/7R1/K8 b - 1";
        assert!(!refute(&state, held, &owned(&["9i8i"]), Some(300)).unwrap().reached);
    }

    #[test]
    fn moves_that_ask_nothing_are_refused() {
        let folder = TempDir::new().unwrap();
        let state = AppState::for_test(folder.path());
        let sfen = zenpuku_shogi::STARTPOS;
        for moves in [&[][..], &["7g7f", "3c3d"], &["7g7e"], &["nonsense"]] {
            assert!(refute(&state, sfen, &owned(moves), None).is_err(), "{moves:?}");
        }
    }
}
