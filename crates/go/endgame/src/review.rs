//! A move of a game, compared with the value of the position before it.
//!
//! Where both positions are proved the loss is the difference of their scores. Else two things have to agree: the ranking
//! of the moves in the sum of the regions before the move, and the difference of the estimates before and after it. The
//! loss is the smaller one of both, for an estimate that is wrong once calls a
//! good move a mistake. If the intervals of both do not meet, it does not
//! depend on estimates of open parts; else it is not confirmed until another program sees a loss too: of 36 losses that
//! only our estimates showed, KataGo saw nine (`experiments/go-real`). Moves in places without values, or during
//! a ko fight, are not judged: a move that loses points may be a threat.

mod line;

use zenpuku_go::{Color, Move, PointSet, Scoring};
use zenpuku_go_status::Status;

use crate::appraise::{Appraisal, Estimate, Trust, best_moves};

pub use line::{LineReviewer, QUIET_MOVES};

/// The loss of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Points, 0 for a best move.
    Points(i32),
    /// The move is in a place without value.
    NoValue,
    /// A ko is or may be fought.
    Ko,
    /// Our estimates show a loss of these points, and no second opinion was asked.
    Unconfirmed(i32),
    /// A second opinion sees no loss where ours does.
    Disputed,
}

impl Loss {
    /// The points, where they are known.
    #[must_use]
    pub const fn points(self) -> Option<i32> {
        match self {
            Self::Points(points) => Some(points),
            Self::NoValue | Self::Ko | Self::Unconfirmed(_) | Self::Disputed => None,
        }
    }

    /// The points of a loss that is not confirmed.
    #[must_use]
    pub const fn unconfirmed(self) -> Option<i32> {
        match self {
            Self::Unconfirmed(points) => Some(points),
            _ => None,
        }
    }

    /// Why they are not known: `ko`, `no-value`, `unconfirmed` or `disputed`.
    #[must_use]
    pub const fn unknown(self) -> Option<&'static str> {
        match self {
            Self::Points(_) => None,
            Self::Ko => Some("ko"),
            Self::NoValue => Some("no-value"),
            Self::Unconfirmed(_) => Some("unconfirmed"),
            Self::Disputed => Some("disputed"),
        }
    }
}

/// The basis of a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Basis {
    /// Estimates of both positions.
    Likely,
    /// Estimates of both positions, and another program's.
    Agreed,
    /// The intervals of both positions, which do not meet: it holds if their
    /// settled points are settled.
    Bounds,
    /// Proofs of both positions, or of the one before it.
    Proved,
}

impl Basis {
    /// `likely`, `agreed`, `bounds` or `proved`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Likely => "likely",
            Self::Agreed => "agreed",
            Self::Bounds => "bounds",
            Self::Proved => "proved",
        }
    }
}

/// The judgement of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReview {
    /// Its loss.
    pub loss: Loss,
    /// What that rests on.
    pub basis: Basis,
    /// The best moves of the position.
    pub best: Vec<Move>,
    /// Points that it loses by another program's judgement, less than 0 where it gains; `None` if none was asked.
    pub second: Option<i32>,
}

impl MoveReview {
    /// Weighs a loss that is not confirmed against what the move loses by another program's judgement: the smaller
    /// of both, or disputed if that program sees no loss.
    pub fn weigh(&mut self, theirs: i32) {
        self.second = Some(theirs);
        match self.loss {
            Loss::Unconfirmed(ours) if theirs > 0 => {
                (self.loss, self.basis) = (Loss::Points(ours.min(theirs)), Basis::Agreed);
            }
            Loss::Unconfirmed(_) => self.loss = Loss::Disputed,
            _ => {}
        }
    }
}

/// Reviews a move between the appraisals of the positions before and after it. `ko` says whether a ko was taken shortly
/// before.
#[must_use]
pub fn review_move(
    scoring: Scoring,
    [before, after]: [&Appraisal; 2],
    (color, mv): (Color, Move),
    ko: bool,
) -> MoveReview {
    let (one, other) = (&before.first[color.index()], &after.first[color.opponent().index()]);
    let is_proved = [before, after].map(|found| found.trust == Trust::Proved);
    let fallen = (one.best - other.best) * color.sign();
    let (mut loss, mut basis) = match (is_proved, ranked_loss(scoring, before, (color, mv))) {
        ([true, true], _) => (Loss::Points(fallen), Basis::Proved),
        _ if ko => (Loss::Ko, Basis::Likely),
        (_, None) => (Loss::NoValue, Basis::Likely),
        ([true, false], Some(loss)) => (Loss::Points(loss), Basis::Proved),
        (_, Some(loss)) => (Loss::Points(loss.min(fallen).max(0)), Basis::Likely),
    };
    if basis == Basis::Likely
        && loss.points().is_some_and(|loss| loss <= bound([one, other], color))
    {
        basis = Basis::Bounds;
    }
    if let (Loss::Points(points @ 1..), Basis::Likely) = (loss, basis) {
        loss = Loss::Unconfirmed(points);
    }
    let mut best = best_moves(one);
    if best.iter().any(|&mv| mv != Move::Pass) {
        best.retain(|&mv| mv != Move::Pass);
    }
    MoveReview { loss, basis, best, second: None }
}

/// The minimum loss of a move of this side if the intervals before and after it are correct.
const fn bound([one, other]: [&Estimate; 2], color: Color) -> i32 {
    match color {
        Color::Black => one.range.low - other.range.high,
        Color::White => other.range.low - one.range.high,
    }
}

/// The loss of the move by the ranking of the position before it, if the move
/// and a best one are in regions with values or elsewhere. A move in settled
/// territory is a pass that costs a point by territory; a dame is a pass.
fn ranked_loss(scoring: Scoring, before: &Appraisal, (color, mv): (Color, Move)) -> Option<i32> {
    let estimate = &before.first[color.index()];
    let has_value = |mv: Move| {
        mv.point().is_none_or(|point| {
            !before.regions.unsolved.iter().any(|region| region.points.contains(point))
        })
    };
    if !has_value(mv) || !best_moves(estimate).into_iter().any(has_value) {
        return None;
    }
    let loss = |mv| estimate.candidates.iter().find(|found| found.mv == mv).map(|found| found.loss);
    if let Some(known) = loss(mv) {
        return Some(known);
    }
    let point = mv.point()?;
    let is_settled = before.regions.settled.iter().any(|points| points.contains(point));
    // A liberty of a seki has no owner either.
    let is_dame = before.map.at(point).status == Status::Dame && before.map.seki().is_empty();
    if !is_settled && !is_dame {
        return None;
    }
    let cost = i32::from(is_settled && scoring == Scoring::Territory);
    Some(loss(Move::Pass)? + cost)
}
