//! Bent four in the corner: dead by rule in Japan, and elsewhere once no ko threat is left.
//!
//! ```text
//! X X . O X      White can play neither C5 nor A3: Black would take all. Black can, and sacrifices four stones in the
//! X O O O X      corner for a ko that Black takes first. So Black removes every ko threat first and then plays it,
//! . O X X X      whenever Black likes. White's only chance is a threat that cannot be removed.
//! O O X . .
//! X X X . .
//! ```

use zenpuku_go::{Board, Color, PointSet};

/// A bent four in the corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BentFour<S> {
    /// Who holds the bent four, and has living stones all around.
    pub attacker: Color,
    /// The attacker's three stones in the corner.
    pub three: S,
    /// The other colour's stones.
    pub dead: S,
    /// The two empty points, which only the attacker can play.
    pub empty: S,
}

/// The bent fours in corners of a board, given the `living` stones of Black and
/// White that stay: one chain of three in an eye space of the defender, whose
/// chains all have the same two liberties as the three and only living stones
/// around; at either of them, or both, the three becomes a bent four in the
/// corner.
#[must_use]
pub fn bent_fours<S: PointSet>(board: &Board<S>, living: [S; 2]) -> Vec<BentFour<S>> {
    let of = |attacker: Color| {
        let threes = board.chains(attacker).filter(|three| three.count() == 3);
        threes.filter_map(move |three| bent_four(board, three, attacker, living[attacker.index()]))
    };
    Color::BOTH.into_iter().flat_map(of).collect()
}

fn bent_four<S: PointSet>(
    board: &Board<S>,
    three: S,
    attacker: Color,
    living: S,
) -> Option<BentFour<S>> {
    let geometry = board.geometry();
    let empty = board.liberties(three);
    let inside = three | empty;
    let bends = empty.iter().any(|point| is_bent(board, three | S::single(point)));
    if empty.count() != 2 || !bends {
        return None;
    }
    let other = board.stones(attacker.opponent());
    let beside = geometry.neighbours(inside) & other;
    let dead = geometry.flood(beside, other);
    let is_bound =
        !dead.is_empty() && geometry.components(dead).all(|chain| board.liberties(chain) == empty);
    let around = geometry.neighbours(dead | inside).minus(dead | inside);
    (is_bound && around.is_subset(living)).then_some(BentFour { attacker, three, dead, empty })
}

/// Whether four points are a corner, both its neighbours and the point beyond one of these.
fn is_bent<S: PointSet>(board: &Board<S>, four: S) -> bool {
    let geometry = board.geometry();
    (four & geometry.corners()).iter().map(S::single).any(|corner| {
        let near = geometry.neighbours(corner);
        let last = four.minus(corner | near);
        // The fourth point of a square is adjacent to two of the others.
        near.is_subset(four) && last.count() == 1 && (geometry.neighbours(last) & four).count() == 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{JudgeOptions, Status, StatusMap, judge};
    use zenpuku_go::{Setup, Suicide, Symmetry};

    const CORNER: &str = "XX.OX....\nXOOOX....\n.OXXX....\nOOX......\nXXX......\nXXXXXXXXX\nOOOOOOOOO\n\
                          .........\n.........";

    fn board(text: &str) -> Board<u128> {
        Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap()
    }

    /// All bent fours if every stone around stays.
    fn found(text: &str) -> Vec<BentFour<u128>> {
        let board = board(text);
        bent_fours(&board, Color::BOTH.map(|color| board.stones(color)))
    }

    fn judged(board: &Board<u128>, ko_threats_count: bool) -> StatusMap<u128> {
        judge(board, &JudgeOptions { ko_threats_count, ..JudgeOptions::default() })
    }

    #[test]
    fn it_is_dead_in_every_corner_and_both_colours() {
        let setup = Setup::from_diagram(CORNER).unwrap();
        let swapped = Setup { black: setup.white, white: setup.black, ..setup };
        for (setup, attacker) in [(setup, Color::Black), (swapped, Color::White)] {
            for symmetry in Symmetry::of(setup.size) {
                let turned = setup.transformed(symmetry).board(Suicide::Forbidden).unwrap();
                let map = judged(&turned, true);
                let [four] = bent_fours(&turned, Color::BOTH.map(|color| turned.stones(color)))[..]
                else {
                    panic!("{turned}")
                };
                assert_eq!((four.attacker, four.dead.count()), (attacker, 7));
                assert_eq!((map.dead(), map.seki()), (four.dead, 0));
                let owner = |point| map.at(point).owner;
                assert!((four.empty | four.three).iter().all(|at| owner(at) == Some(attacker)));
                assert!(four.empty.iter().all(|at| map.at(at).status == Status::Territory));
            }
        }
    }

    #[test]
    fn near_misses_are_none() {
        // Two stones in four points; the same shape next to the corner; a straight four; a square.
        assert!(found("X..OX\nXOOOX\n.OXXX\nOOX..\nXXX..").is_empty());
        assert!(found("OXX.OX\nOXOOOX\nO.OXXX\nOOOX..\nXXXX..").is_empty());
        assert!(found("XXX.OX\nOOOOOX\nXXXXXX\n......").is_empty());
        assert!(found("XXOX..\nX.OX..\nOOOX..\nXXXX..").is_empty());
        // The defender has an eye at D4, or a liberty outside at E4.
        assert!(found("XX.OX.\nXOO.OX\n.OOOOX\nXXXXXX\n......").is_empty());
        assert!(found("XX.OX.\nXOOO.X\n.OXXX.\nOOX...\nXXX...").is_empty());
        // The defender can play at one of the points without being taken, as it has another liberty there.
        assert!(found("XX..OX\nXOOOOX\n.OXXXX\nOOX...\nXXX...").is_empty());
    }

    #[test]
    fn walls_have_to_live() {
        let board = board(CORNER);
        assert!(bent_fours(&board, [0, 0]).is_empty());
        assert_eq!(bent_fours(&board, [board.stones(Color::Black), 0]).len(), 1);
    }

    #[test]
    fn a_seki_elsewhere_saves_it_where_ko_threats_count() {
        // On the left a seki of one eye each: White's threats there cannot be removed.
        let text = ".X.O.OXO.XX\nXXOOOOXOOOX\nOOXXXXXXXO.\n.OX.XX..XOO\nOOXXXX..XXX\n.OX.XX.....\n\
                    OOXXXX.....";
        let board = board(text);
        let white = bent_fours(&board, [board.stones(Color::Black), 0])[0].dead;
        let [by_rule, played] = [false, true].map(|threats| judged(&board, threats));
        assert!(white.is_subset(by_rule.dead()));
        assert!(white.is_subset(played.seki()));
    }
}
