//! The places left to play near the end of a game.
//!
//! The board is seen from its parts ([`crate::appraise`]). A move gains something if passing loses points against it. By
//! area every dame is worth a point as well. No other point is worth a move:
//! neither settled points, nor places whose result does not depend on who moves
//! first.

use std::time::Instant;

use zenpuku_go::{Move, PointSet, Scoring, Wide};

use super::Turn;
use crate::appraise::{Appraisal, AppraiseOptions, Estimate, appraise};

/// The points worth a move, possibly none; `None` if the time was not
/// sufficient, because unfinished regions look as if no gain were possible
/// there.
pub(super) fn ending(turn: &Turn<'_>, seed: u64, by: Instant) -> Option<Wide> {
    let found = appraised(turn, AppraiseOptions::default(), seed, by)?;
    let estimate = &found.first[turn.color().index()];
    let loss = pass_loss(estimate)?;
    let is_late = Instant::now() >= by;
    let points = if loss > 0 {
        gaining(estimate) | unknown(&found, estimate)
    } else if is_late {
        return None;
    } else if turn.rules.scoring == Scoring::Area {
        dame(&found, turn)
    } else {
        Wide::EMPTY
    };
    Some(points)
}

/// The liberties of the dead stones of the other side, those of the chains with the fewest if they can be filled.
pub(super) fn approaches(turn: &Turn<'_>, seed: u64, by: Instant) -> Wide {
    let found = appraised(turn, AppraiseOptions::default().finished(), seed, by);
    let board = turn.setup.board::<Wide>(turn.rules.suicide);
    let (Some(found), Ok(board)) = (found, board) else { return Wide::EMPTY };
    let dead = board.chains(turn.color().opponent()).filter(|chain| chain.meets(found.dead));
    let mut rooms: Vec<Wide> = dead.map(|chain| board.liberties(chain)).collect();
    rooms.sort_by_key(|room| room.count());
    let legal = board.legal_points();
    rooms.into_iter().map(|room| room & legal).find(|room| !room.is_empty()).unwrap_or(Wide::EMPTY)
}

fn appraised(
    turn: &Turn<'_>,
    options: AppraiseOptions,
    seed: u64,
    by: Instant,
) -> Option<Appraisal> {
    let mut options = options.until(by);
    options.judge.seed = seed;
    // A proof has been sought before.
    (options.proof.nodes, options.proof.loop_positions) = (1, 1);
    appraise(&turn.setup, &turn.rules, &options).ok()
}

/// What passing loses against the best move, in points.
fn pass_loss(estimate: &Estimate) -> Option<i32> {
    estimate.candidates.iter().find(|candidate| candidate.mv == Move::Pass).map(|pass| pass.loss)
}

/// The moves without loss, if a pass has one.
fn gaining(estimate: &Estimate) -> Wide {
    let best = estimate.candidates.iter().filter(|candidate| candidate.loss == 0);
    Wide::from_points(best.filter_map(|candidate| candidate.mv.point()))
}

/// The open regions without any other information.
fn unknown(found: &Appraisal, estimate: &Estimate) -> Wide {
    let points = estimate.candidates.iter().filter_map(|candidate| candidate.mv.point());
    let known = Wide::from_points(points);
    let unknown = found.regions.unsolved.iter().filter(|region| !region.points.meets(known));
    unknown.fold(Wide::EMPTY, |set, region| set | region.points)
}

/// The points without territory for either side, except the liberties of a seki.
fn dame(found: &Appraisal, turn: &Turn<'_>) -> Wide {
    let Ok(board) = turn.setup.board::<Wide>(turn.rules.suicide) else { return Wide::EMPTY };
    let beside_seki = board.geometry().neighbours(found.map.seki());
    (found.dame | found.regions.dame()).minus(beside_seki)
}
