//! Groups whose life depends on one small eye space: its exact results with each side first.
//!
//! Random games seldom keep a seki, so they are confident of corner territory
//! that is lost if the other side moves first. A group without liberties
//! outside its eye space is a separate region between the stones around it: a
//! thermograph ([`thermograph_bounds`]) gives its results, if those stones
//! stay.

use zenpuku_go::{AnyBoard, Color, PointSet, Scoring, Wide};
use zenpuku_go_status::{StatusBasis, StatusMap};

use super::part_of_time;
use crate::bounds::range;
use crate::{Exact, LocalLimits, ThermographBounds, Threats, thermograph_bounds};

/// Points of the largest eye space that is examined: larger ones have too many positions.
const LARGEST: u32 = 9;
/// Empty points and prisoners in one piece that an eye space has at least: smaller ones are left to the status of their
/// chains.
const SMALLEST_PIECE: u32 = 4;
/// Points of the largest region, the group's stones included: all of them are open once the group is taken.
const LARGEST_REGION: u32 = 24;
/// Positions of all thermographs of a board.
const POSITIONS: usize = 60_000;
/// The part of the time for the regions that may go to thermographs.
const SHARE: f64 = 0.8;

/// A group with its eye space that is not simply territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EyeSpace {
    /// Its stones and the points inside.
    pub(super) points: Wide,
    /// Its results with Black and with White first, in points for Black.
    pub(super) worth: [i32; 2],
}

/// The eye spaces that do not give their owner all their points with either side first.
pub(super) fn open_eye_spaces(
    board: &AnyBoard,
    map: &StatusMap<Wide>,
    owned: [Wide; 2],
    limits: &LocalLimits,
) -> Vec<EyeSpace> {
    let deadline = limits.deadline.map(|by| part_of_time(by, SHARE));
    let mut left = POSITIONS;
    let mut open = Vec::new();
    let spaces = Color::BOTH
        .into_iter()
        .flat_map(|owner| eye_spaces(board, map, owned, owner).map(move |points| (owner, points)));
    for (owner, points) in spaces {
        let limits = LocalLimits { positions: left, deadline, ..limits.clone() };
        let safe = Color::BOTH.map(|color| owned[color.index()] & board.stones(color));
        let safe = safe.map(|stones| stones.minus(points));
        let Ok(bounds) = thermograph_bounds(board, safe, points, Threats::None, &limits) else {
            continue;
        };
        if bounds.stopped.is_some() {
            break;
        }
        left = left.saturating_sub(bounds.low.positions);
        let all = range(board, points, Scoring::Territory);
        let all = if owner == Color::Black { all.high } else { all.low };
        let worth = worth(&bounds).filter(|&worth| worth != [all; 2]);
        open.extend(worth.map(|worth| EyeSpace { points, worth }));
    }
    open
}

/// The groups of a colour with one eye space that is only assumed to be its own and no other liberties.
fn eye_spaces<'a>(
    board: &'a AnyBoard,
    map: &'a StatusMap<Wide>,
    owned: [Wide; 2],
    owner: Color,
) -> impl Iterator<Item = Wide> + 'a {
    let geometry = board.geometry();
    let walls = owned[owner.opponent().index()] & board.stones(owner.opponent());
    geometry.components(owned[owner.index()]).filter(move |&region| {
        let space = region.minus(board.stones(owner));
        let is_piece = |piece: Wide| piece.count() >= SMALLEST_PIECE;
        let around = geometry.neighbours(region).minus(region);
        let is_assumed = |point| map.at(point).how == StatusBasis::Assumed;
        region.count() <= LARGEST_REGION
            && space.count() <= LARGEST
            && geometry.components(space).any(is_piece)
            && space.iter().any(is_assumed)
            && around.is_subset(walls)
    })
}

/// The results of the region with Black and with White first, in points for Black, if exact.
fn worth(bounds: &ThermographBounds) -> Option<[i32; 2]> {
    let found = bounds.exact().filter(|found| found.exact_from <= Exact::default())?;
    let at_zero = |first| found.at(Exact::default(), first).to_f64().round() as i32;
    Some(Color::BOTH.map(at_zero))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appraise::{AppraiseOptions, appraise};
    use zenpuku_go::{Rules, Setup, Suicide};
    use zenpuku_go_status::{JudgeOptions, judge};

    fn looked_at(text: &str) -> (AnyBoard, Vec<EyeSpace>) {
        let board: AnyBoard = Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap();
        let map = judge(&board, &JudgeOptions { games: 400, ..JudgeOptions::default() });
        let owned = Color::BOTH.map(|color| map.points_where(|at| at.owner == Some(color)));
        (board, open_eye_spaces(&board, &map, owned, &LocalLimits::default()))
    }

    #[test]
    fn territory_that_stays_whoever_moves_first_is_left_alone() {
        // White cannot take Black's eyes, with either side first.
        let (_, spaces) = looked_at(".O.OOOO\nOOOOOOO\nXXXOOOO\n..XXXOO\n.X..XOO");
        assert_eq!(spaces, []);
    }

    #[test]
    fn a_corner_where_a_seki_threatens_is_open() {
        let text = ".O.OOOO\nOOOOOOO\nXXXOOOO\n..XXXOO\n....XOO";
        let (board, spaces) = looked_at(text);
        let [space] = spaces.as_slice() else { panic!("{spaces:?}") };
        assert_eq!(space.points.count(), 13);
        // White first makes a seki, worth nothing; Black first fills one of six points. `zenpuku go solve` proves the former.
        assert_eq!(space.worth, [5, 0]);
        let mut options = AppraiseOptions::default();
        options.proof.nodes = 1;
        options.judge.games = 400;
        let seen = appraise(&board.setup(), &Rules::JAPANESE, &options).unwrap();
        // White has two points elsewhere.
        assert_eq!(seen.first.map(|estimate| estimate.best), [3, -2]);
    }
}
