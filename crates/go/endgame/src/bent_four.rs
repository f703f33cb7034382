//! Bent fours in the corner between unconditionally alive stones: dead by
//! Japanese rules, regardless of the result of play.
//!
//! The rules of 1949 call such stones dead without play; those of 1989 (article 7 and its examples of life and death)
//! lead to the same result, because in the confirmation of life a ko may be
//! retaken only after a pass for it, so ko threats elsewhere do not help. The
//! search plays the position out by the terminal rule ([`crate::count()`]),
//! which costs the stones given up and counts ko threats: its score and that of
//! the rule differ, so both are stated.

use zenpuku_go::{Board, PointSet};
use zenpuku_go_status::{BentFour, bent_fours};

use crate::{Owned, partition};

/// Returns the points of every bent four in a corner of the board by their owner: the dead stones and the two empty
/// points belong to the attacker.
#[must_use]
pub fn owned_by_bent_fours<S: PointSet>(board: &Board<S>) -> Owned<S> {
    let mut owned = Owned::NONE;
    for BentFour { attacker, dead, empty, .. } in bent_fours(board, partition(board).safe) {
        owned.0[attacker.index()] |= dead | empty;
    }
    owned
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_go::{Color, Setup, Suicide};

    fn owned(text: &str) -> (Board<u64>, Owned<u64>) {
        let board = Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap();
        (board, owned_by_bent_fours(&board))
    }

    #[test]
    fn the_attacker_has_the_dead_stones_and_the_points_between() {
        let (board, owned) = owned("XX.OX.\nXOOOXX\n.OXXX.\nOOXXXX\nXXXXX.");
        assert_eq!(owned.0[0] & board.stones(Color::White), board.stones(Color::White));
        assert_eq!(owned.0.map(PointSet::count), [9, 0]);
    }

    #[test]
    fn walls_that_may_fall_give_nothing() {
        assert!(owned("XX.OX.\nXOOOX.\n.OXXX.\nOOX...\nXXX...").1.all().is_empty());
    }
}
