//! Groups that surely live in seki, for counting by territory.

use crate::{Board, Color, PointSet, cannot_hold_two_eyes, ownership};

/// The stones that certainly live in seki, with dead stones removed first.
///
/// Japanese rules (article 8) count no points surrounded by stones that live but have dame. Players seldom
/// fill all dame first, so a group that merely touches one is not yet in seki. Reported is only a group
/// (stones joined by their own territory) that touches a dame and whose territory cannot be two eyes.
#[must_use]
pub fn seki_groups<S: PointSet>(board: &Board<S>, dead: S) -> S {
    let owned = ownership(board, dead);
    let board = board.without(dead);
    let geometry = board.geometry();
    let in_seki = |color: Color| {
        let stones = board.stones(color);
        let territory = owned.territory[color.index()];
        geometry
            .components(stones | territory)
            .filter(move |&group| geometry.neighbours(group).meets(owned.dame))
            .filter(move |&group| cannot_hold_two_eyes(geometry, group & territory))
            .fold(S::EMPTY, move |set, group| set | (group & stones))
    };
    in_seki(Color::Black) | in_seki(Color::White)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Setup, Suicide, territory_score};

    fn board(text: &str) -> Board<u64> {
        Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap()
    }

    #[test]
    fn one_eyed_groups_with_common_liberties_are_in_seki() {
        // The inner groups have one eye each and share C4; the outer ones touch no dame.
        let board = board(".X.O.OX\nXXOOOOX\nOOXXXXX\n.OX.X..");
        let seki = seki_groups(&board, 0);
        assert_eq!(seki, 0b11_1111 << 7 | 0b010_1010);
        assert_eq!(territory_score(&board, 0, seki).territory, [3, 1]);
    }

    #[test]
    fn unfilled_dame_are_no_seki() {
        let board = board("..X.O..\n..X.O..\nXXX.OOO");
        assert_eq!(seki_groups(&board, 0), 0);
    }
}
