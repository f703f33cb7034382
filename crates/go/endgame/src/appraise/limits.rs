//! Score bounds from disputed points.

use zenpuku_go::{AnyBoard, Color, PointSet, Scoring, Wide};
use zenpuku_go_status::{Status, StatusBasis, StatusMap};

use crate::LoopValue;
use crate::bounds::range;
use crate::loops::prisoners;

/// A point that is less likely whose it is than this is disputed where a region has no value, 0 to 1.
const SURE: f64 = 0.9;

/// What these points are worth to Black by their statuses, in points.
pub(super) fn worth(
    board: &AnyBoard,
    scoring: Scoring,
    map: &StatusMap<Wide>,
    points: Wide,
) -> i32 {
    let filled = map.points_where(|point| point.status == Status::Teire);
    let count = |color: Color| {
        let owned = points & map.points_where(|point| point.owner == Some(color));
        let count = match scoring {
            Scoring::Area => owned.count(),
            Scoring::Territory => {
                let territory = owned.minus(board.stones(color) | filled);
                territory.count() + (territory & board.occupied()).count()
            }
        };
        count as i32
    };
    count(Color::Black) - count(Color::White)
}

/// The bounds of any score, given the proved part: each side is given all the rest.
pub(super) fn limits(board: &AnyBoard, scoring: Scoring, map: &StatusMap<Wide>) -> LoopValue {
    let known = map.points_where(|point| point.how != StatusBasis::Assumed);
    let all = given(board, scoring, map, (board.geometry().full(), known));
    all.plus(prisoners(board, scoring))
}

/// The bounds of a region without value on the score for Black by territory,
/// given the certain owners.
pub(super) fn likely_range(board: &AnyBoard, map: &StatusMap<Wide>, region: Wide) -> LoopValue {
    let sure =
        map.points_where(|point| point.how != StatusBasis::Assumed || point.probability >= SURE);
    given(board, Scoring::Territory, map, (region, sure))
}

/// What these points are worth to Black, those that are not known given to each side in turn.
fn given(
    board: &AnyBoard,
    scoring: Scoring,
    map: &StatusMap<Wide>,
    (points, known): (Wide, Wide),
) -> LoopValue {
    range(board, points.minus(known), scoring).plus(worth(board, scoring, map, points & known))
}
