//! Bent four in the corner: dead by rule in Japan, whatever playing it out gives.
//!
//! ```text
//! X X . O X      White can play neither C5 nor A3. Black can, and gives up four stones in the corner for a ko
//! X O O O X      that Black takes first. The rules of 1949 call White's stones dead without play; those of 1989
//! . O X X X      (article 7 and its examples of life and death) come to the same, as in the confirmation of life
//! O O X . .      a ko may be retaken only after a pass for it, so ko threats elsewhere do not help.
//! X X X . .
//! ```
//!
//! The search plays the position out by the terminal rule ([`crate::count()`]), which costs the stones given up and
//! counts ko threats: its score and that of the rule differ, so both are stated.

use zenpuku_go::{Board, Color, PointSet};

use crate::eye::sole_encloser;
use crate::{Owned, partition};

/// A bent four in the corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BentFour<S> {
    /// Who holds the bent four, and has living stones all around.
    pub attacker: Color,
    /// The other colour's stones, dead by the rule.
    pub dead: S,
    /// The two empty points, which only the attacker can play.
    pub empty: S,
}

impl<S: PointSet> BentFour<S> {
    /// Whose the points are by the rule.
    #[must_use]
    pub fn owned(&self) -> Owned<S> {
        let mut owned = Owned::NONE;
        owned.0[self.attacker.index()] = self.dead | self.empty;
        owned
    }
}

/// The bent fours in corners of a board: one chain of the defender enclosed by unconditionally alive stones, inside
/// it one chain of three, both with the same two liberties, one of which makes the three a bent four in the corner.
#[must_use]
pub fn bent_fours<S: PointSet>(board: &Board<S>) -> Vec<BentFour<S>> {
    let partition = partition(board);
    let found = partition.regions.iter().filter_map(|&region| {
        let attacker = sole_encloser(board, partition.safe, region)?;
        let dead = board.stones(attacker.opponent()) & region;
        let three = board.stones(attacker) & region;
        let empty = board.empties() & region;
        let stuck = empty.count() == 2 && three.count() == 3;
        let one_chain = |stones: S| stones.first().is_some_and(|at| board.chain_at(at) == stones);
        let stuck = stuck
            && [dead, three].into_iter().all(|it| one_chain(it) && board.liberties(it) == empty);
        let bends = empty.iter().any(|point| is_bent(board, three | S::single(point)));
        (stuck && bends).then_some(BentFour { attacker, dead, empty })
    });
    found.collect()
}

/// Whether four points are a corner, both its neighbours and the point beyond one of these.
fn is_bent<S: PointSet>(board: &Board<S>, four: S) -> bool {
    let geometry = board.geometry();
    (four & geometry.corners()).iter().map(S::single).any(|corner| {
        let near = geometry.neighbours(corner);
        let last = four.minus(corner | near);
        // The fourth point of a square is beside two of the others.
        near.is_subset(four) && last.count() == 1 && (geometry.neighbours(last) & four).count() == 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_go::{Setup, Suicide};

    fn found(text: &str) -> Vec<BentFour<u64>> {
        let setup = Setup::from_diagram(text).unwrap();
        bent_fours(&setup.board(Suicide::Forbidden).unwrap())
    }

    #[test]
    fn it_is_seen_in_every_corner() {
        let setup = Setup::from_diagram("XX.OX.\nXOOOXX\n.OXXX.\nOOXXXX\nXXXXX.").unwrap();
        for symmetry in zenpuku_go::Symmetry::of(setup.size) {
            let board: Board<u64> = setup.transformed(symmetry).board(Suicide::Forbidden).unwrap();
            let fours = bent_fours(&board);
            let [four] = fours.as_slice() else { panic!("{board}") };
            assert_eq!((four.attacker, four.dead), (Color::Black, board.stones(Color::White)));
            assert_eq!(four.owned().0[0].count(), 9);
        }
    }

    #[test]
    fn other_shapes_are_not() {
        // The three would become a straight four or a pyramid; the defender has a third liberty.
        assert!(found("O.XXX.OX.\nOOOOOOOXX\nXXXXXXXX.").is_empty());
        assert!(found("XOOXXX\nX.OX.X\nXOOXXX\n.OXX.X\nOOXXXX").is_empty());
        assert!(found("XX.OX.\nXOO.XX\n.OXXX.\nOOXXXX\nXXXXX.").is_empty());
    }
}
