//! Walls for given points with open neighbours, as the statuses of an unfinished game leave them.

use zenpuku_go::{AnyBoard, Color, PointSet, Scoring, Setup, SetupError, Suicide, Wide};

use crate::Owned;

/// A position whose given points are walled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walled {
    /// The position with a stone of the owner on every filled point.
    pub setup: Setup,
    /// The points that are still given. All their neighbours are given, or stones of their owner.
    pub given: Owned<Wide>,
    /// The filled points.
    pub filled: Wide,
    /// The points that are no longer settled: every point of their area has an open neighbour.
    pub left_open: Wide,
}

/// Puts stones of the owner on the given points with an open neighbour, so that
/// no play is possible there. By territory rules the owner gets a prisoner for
/// each of them, and one more for a dead stone: the score does not change. An
/// area in which every point has an open neighbour is left open.
///
/// # Errors
/// If the position is illegal with or without these stones.
pub fn wall_in(setup: &Setup, given: &Owned<Wide>, scoring: Scoring) -> Result<Walled, SetupError> {
    let board: AnyBoard = setup.board(Suicide::Forbidden)?;
    let geometry = board.geometry();
    let mut walled =
        Walled { setup: *setup, given: *given, filled: Wide::EMPTY, left_open: Wide::EMPTY };
    for owner in Color::BOTH {
        let points = given.0[owner.index()];
        let open = geometry.full().minus(points | setup.stones(owner));
        let border = points & geometry.neighbours(open);
        let (bare, closed): (Vec<Wide>, Vec<Wide>) =
            geometry.components(points).partition(|area| area.is_subset(border));
        let union = |areas: Vec<Wide>| areas.into_iter().fold(Wide::EMPTY, |set, area| set | area);
        let (bare, filled) = (union(bare), border & union(closed));
        walled.left_open |= bare;
        walled.given.0[owner.index()] = points.minus(bare | filled);
        walled.fill(filled, owner, scoring);
    }
    for owner in Color::BOTH {
        walled.take_off(&board, owner, scoring);
    }
    walled.setup.board::<Wide>(Suicide::Forbidden)?;
    Ok(walled)
}

impl Walled {
    fn fill(&mut self, points: Wide, owner: Color, scoring: Scoring) {
        let taken = points & self.setup.stones(owner.opponent());
        for point in points.iter() {
            self.setup.set(point, Some(owner));
        }
        self.filled |= points;
        if scoring == Scoring::Territory {
            self.setup.prisoners[owner.index()] += (points.count() + taken.count()) as u16;
        }
    }

    /// Removes the dead stones that the filled points left without a liberty.
    fn take_off(&mut self, board: &AnyBoard, owner: Color, scoring: Scoring) {
        let (geometry, setup) = (board.geometry(), &self.setup);
        let dead = self.given.0[owner.index()] & setup.stones(owner.opponent());
        let empties = geometry.full().minus(setup.black | setup.white);
        let chains = geometry.components(dead);
        let breathless = chains.filter(|&chain| !geometry.neighbours(chain).meets(empties));
        let taken = breathless.fold(Wide::EMPTY, |set, chain| set | chain);
        for point in taken.iter() {
            self.setup.set(point, None);
        }
        if scoring == Scoring::Territory {
            self.setup.prisoners[owner.index()] += taken.count() as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check_given;

    fn walled(scoring: Scoring) -> (Setup, Walled) {
        // B1 and C1 are Black's, D1 is open, E2 is a dead stone of White's among Black's.
        let setup = Setup::from_diagram("X X X X X .\n. . . . O .\nX X X X X .").unwrap();
        let given = setup.size.parse_vertices(&["A2", "B2", "C2", "E2"].map(str::to_owned));
        let given = Owned([given.unwrap(), Wide::EMPTY]);
        let found = wall_in(&setup, &given, scoring).unwrap();
        (setup, found)
    }

    #[test]
    fn points_beside_open_ones_become_stones_and_prisoners() {
        let (setup, found) = walled(Scoring::Territory);
        let names = |points: Wide| -> Vec<String> {
            points.iter().map(|point| setup.size.vertex(point)).collect()
        };
        assert_eq!(
            (names(found.filled), names(found.left_open)),
            (vec!["C2".into()], vec!["E2".into()])
        );
        assert_eq!(
            (names(found.given.0[0]), found.setup.prisoners),
            (vec!["A2".into(), "B2".into()], [1, 0])
        );
        let board: AnyBoard = found.setup.board(Suicide::Forbidden).unwrap();
        assert_eq!(check_given(&board, &found.given), Ok(()));
        assert_eq!(walled(Scoring::Area).1.setup.prisoners, [0; 2]);
    }
}
