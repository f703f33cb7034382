//! Solving a position by listing all that can be reached, where they are few.

use zenpuku_go::{Board, KoRule, Move, PointSet, Rules, Scoring};

use crate::loops::exact_values;
use crate::{Answer, Candidate, Endgame, Exclusion, SolveMethod, SolveOptions, Status};

/// The answer as the interval of all positions that can be reached, under simple ko and if they are few.
pub(crate) fn by_listing<S: PointSet>(
    board: &Board<S>,
    rules: &Rules,
    options: &SolveOptions,
) -> Option<Answer> {
    if rules.ko != KoRule::Simple || options.local.is_over() {
        return None;
    }
    let moves: Vec<(Move, Board<S>)> = successors(board, rules.scoring).collect();
    let boards: Vec<Board<S>> =
        core::iter::once(*board).chain(moves.iter().map(|(_, after)| *after)).collect();
    let limit = usize::try_from(options.nodes).unwrap_or(usize::MAX).min(options.loop_positions);
    let (values, listed) =
        exact_values(&boards, rules.scoring, limit, &|| options.local.is_over()).ok()?;
    let score = values[0];
    let exact = moves.iter().zip(&values[1..]).filter_map(|(&(mv, _), value)| {
        let loss = (score.exact()? - value.exact()?) * board.to_move().sign();
        Some(Candidate { mv, score: value.low, loss })
    });
    let mut candidates: Vec<Candidate> = exact.collect();
    candidates.sort_by_key(|candidate| (candidate.loss, candidate.mv));
    Some(Answer {
        status: score.exact().map_or(Status::Loop, |_| Status::Proved(SolveMethod::Loops)),
        score,
        line: candidates.first().map(|best| best.mv).into_iter().collect(),
        candidates,
        nodes: listed as u64,
    })
}

/// Every candidate of the side to move with the board after it, passing last.
pub(crate) fn successors<S: PointSet>(
    board: &Board<S>,
    scoring: Scoring,
) -> impl Iterator<Item = (Move, Board<S>)> {
    let candidates = Endgame::new(*board, Exclusion::Exact, scoring).candidates();
    let board = *board;
    candidates.iter().map(Move::Play).chain([Move::Pass]).map(move |mv| {
        let mut after = board;
        match mv {
            Move::Play(point) => after.play_unchecked(point),
            Move::Pass => after.pass(),
        };
        (mv, after)
    })
}
