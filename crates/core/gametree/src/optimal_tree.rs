//! The optimal tree: the nodes that even perfectly ordered alpha-beta must visit
//! [knuth-moore1975] [primer2012].
//!
//! A uniform tree of width `b` and depth `d` has `b^ceil(d/2) + b^floor(d/2) - 1` of
//! them at the bottom. Bonanza's example (width 100, depth 2) has 10,101 positions, of
//! which 9,801 are never visited [bonanza2006].

use std::ops::{Add, AddAssign};

use crate::game::Game;

/// The kind of a critical node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum CriticalType {
    /// On the principal variation: every move is searched, with an open window.
    One,
    /// A refuted alternative: its first move is enough.
    Two,
    /// A reply that refutes: every move must be searched.
    Three,
}

impl CriticalType {
    /// The type of the child reached by the move of this place (from 0); `None` if that
    /// child is cut.
    #[must_use]
    pub fn child(self, index: usize) -> Option<CriticalType> {
        match (self, index) {
            (CriticalType::One, 0) => Some(CriticalType::One),
            (CriticalType::One | CriticalType::Three, _) => Some(CriticalType::Two),
            (CriticalType::Two, 0) => Some(CriticalType::Three),
            (CriticalType::Two, _) => None,
        }
    }
}

/// The type of the node reached from the root by moves of these places (from 0); `None`
/// if the node is not critical.
#[must_use]
pub fn critical_type(path: &[usize]) -> Option<CriticalType> {
    path.iter().try_fold(CriticalType::One, |node, &index| node.child(index))
}

/// How many nodes of each type there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TypeCounts {
    /// Type 1.
    pub one: u128,
    /// Type 2.
    pub two: u128,
    /// Type 3.
    pub three: u128,
}

impl TypeCounts {
    /// Nodes of all types.
    #[must_use]
    pub fn total(self) -> u128 {
        self.one + self.two + self.three
    }

    fn count(&mut self, node: CriticalType) {
        match node {
            CriticalType::One => self.one += 1,
            CriticalType::Two => self.two += 1,
            CriticalType::Three => self.three += 1,
        }
    }
}

impl Add for TypeCounts {
    type Output = TypeCounts;
    fn add(self, other: TypeCounts) -> TypeCounts {
        TypeCounts {
            one: self.one + other.one,
            two: self.two + other.two,
            three: self.three + other.three,
        }
    }
}

impl AddAssign for TypeCounts {
    fn add_assign(&mut self, other: TypeCounts) {
        *self = *self + other;
    }
}

/// The critical nodes `ply` plies below the root of a uniform tree of this width, by
/// type; `None` if a number does not fit. Takes time in proportion to `ply`.
#[must_use]
pub fn critical_at(width: u64, ply: u32) -> Option<TypeCounts> {
    let width = u128::from(width);
    let root = TypeCounts { one: 1, two: 0, three: 0 };
    if width == 0 {
        return Some(if ply == 0 { root } else { TypeCounts::default() });
    }
    (0..ply).try_fold(root, |level, _| {
        let two = (width - 1).checked_mul(level.one)?;
        let two = two.checked_add(width.checked_mul(level.three)?)?;
        Some(TypeCounts { one: level.one, two, three: level.two })
    })
}

/// Knuth and Moore's number of critical bottom nodes of a uniform tree,
/// `width^ceil(depth/2) + width^floor(depth/2) - 1`; `None` if it does not fit.
#[must_use]
pub fn minimal_leaves(width: u64, depth: u32) -> Option<u128> {
    if width == 0 {
        return Some(u128::from(depth == 0));
    }
    let power = |exponent| u128::from(width).checked_pow(exponent);
    power(depth.div_ceil(2))?.checked_add(power(depth / 2)?)?.checked_sub(1)
}

/// Critical nodes of a uniform tree at all plies together, the root included; `None` if
/// the number does not fit.
#[must_use]
pub fn minimal_nodes(width: u64, depth: u32) -> Option<u128> {
    sum_over_plies(width, depth, |ply| minimal_leaves(width, ply))
}

/// All nodes of a uniform tree, the root included; `None` if the number does not fit.
#[must_use]
pub fn all_nodes(width: u64, depth: u32) -> Option<u128> {
    sum_over_plies(width, depth, |ply| u128::from(width).checked_pow(ply))
}

/// Adds up the nodes of each ply. Widths 0 and 1 are special only in that their sums
/// never overflow, so a huge depth would be counted to its end.
fn sum_over_plies(width: u64, depth: u32, nodes_at: impl Fn(u32) -> Option<u128>) -> Option<u128> {
    match width {
        0 => Some(1),
        1 => Some(u128::from(depth) + 1),
        _ => (0..=depth).try_fold(0_u128, |sum, ply| sum.checked_add(nodes_at(ply)?)),
    }
}

/// The critical nodes of any game to `depth` plies, if every first move is a best one.
/// Counted by walking only the critical tree.
pub fn critical_nodes<G: Game>(game: &mut G, depth: u32) -> TypeCounts {
    let mut walk = Walk { game, moves: Vec::new(), counts: TypeCounts::default() };
    walk.node(CriticalType::One, depth);
    walk.counts
}

struct Walk<'a, G: Game> {
    game: &'a mut G,
    moves: Vec<G::Move>,
    counts: TypeCounts,
}

impl<G: Game> Walk<'_, G> {
    fn node(&mut self, node: CriticalType, depth: u32) {
        self.counts.count(node);
        if depth == 0 || self.game.terminal().is_some() {
            return;
        }
        let first = self.moves.len();
        self.game.generate(&mut self.moves);
        for index in first..self.moves.len() {
            let Some(child) = node.child(index - first) else { break };
            let mv = self.moves[index];
            let undo = self.game.play(mv);
            self.node(child, depth - 1);
            self.game.undo(mv, undo);
        }
        self.moves.truncate(first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bonanza_example_of_width_100() {
        assert_eq!(all_nodes(100, 2), Some(10_101));
        assert_eq!(all_nodes(100, 2).unwrap() - minimal_nodes(100, 2).unwrap(), 9_801);
    }

    #[test]
    fn types_add_up_to_the_formula() {
        for width in 0..12 {
            for depth in 0..12 {
                let total = critical_at(width, depth).map(TypeCounts::total);
                assert_eq!(total, minimal_leaves(width, depth), "width {width}, depth {depth}");
            }
        }
    }

    #[test]
    fn formula_counts_the_critical_paths() {
        let (width, depth) = (3_usize, 4);
        let paths = width.pow(depth);
        let digits = |n: usize| (0..depth).map(move |place| n / width.pow(place) % width);
        let critical =
            (0..paths).filter(|&n| critical_type(&digits(n).collect::<Vec<_>>()).is_some()).count();
        assert_eq!(Some(critical as u128), minimal_leaves(3, 4));
    }

    #[test]
    fn numbers_that_do_not_fit_are_none() {
        assert_eq!(minimal_leaves(u64::MAX, 9), None);
        assert_eq!(minimal_nodes(u64::MAX, 9), None);
        assert_eq!(all_nodes(1000, 99), None);
        assert_eq!(all_nodes(1, u32::MAX), Some(1 << 32));
        assert_eq!(minimal_nodes(0, u32::MAX), Some(1));
        assert_eq!(critical_at(u64::MAX, 9), None);
    }
}
