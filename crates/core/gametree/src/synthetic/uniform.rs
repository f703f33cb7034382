//! Uniform trees: every node above the bottom has the same number of moves.

use super::tree::{ExplicitTree, NodeId, TreeBuilder, TreeError};
use crate::optimal_tree::all_nodes;
use zenpuku_core::Score;
use zenpuku_core::random::SplitMix64;

/// The greatest uniform tree that is built, in nodes: about a gigabyte.
const NODE_LIMIT: u64 = 50_000_000;

/// A uniform tree whose nodes have random static values in `-spread..=spread`.
///
/// # Errors
/// [`TreeError::TooLarge`] above 50 million nodes.
pub fn uniform(width: u32, depth: u32, spread: u16, seed: u64) -> Result<ExplicitTree, TreeError> {
    let mut rng = SplitMix64::new(seed);
    let bottom = |_| Score::new(rng.within(spread));
    let mut inner_rng = SplitMix64::new(!seed);
    build(width, depth, bottom, || Score::new(inner_rng.within(spread)))
}

/// A uniform tree in which alpha-beta, trying moves in the given order, finds no cut at
/// all and visits every node: every move improves on the previous one, and a choice
/// near the root outweighs all choices below it.
///
/// # Errors
/// [`TreeError::TooLarge`] if `width^depth`, which is the range of the values, is above
/// [`Score::MAX_EVAL`].
pub fn uniform_without_cuts(width: u32, depth: u32) -> Result<ExplicitTree, TreeError> {
    let limit = Score::MAX_EVAL.value() as u64;
    let leaves = u64::from(width).checked_pow(depth).filter(|&leaves| leaves <= limit);
    leaves.ok_or(TreeError::TooLarge { limit })?;
    let bottom = |leaf: u64| Score::new(value_without_cuts(u64::from(width), depth, leaf));
    build(width, depth, bottom, || Score::ZERO)
}

/// The leaf's number read in base `width`, digits counting for the player who chose
/// them; seen from the side to move at the leaf.
fn value_without_cuts(width: u64, depth: u32, leaf: u64) -> i32 {
    let (mut rest, mut weight, mut value) = (leaf, 1, 0);
    for ply in (0..depth).rev() {
        let digit = (rest % width) as i32 * weight;
        // Ply 0 is the root's choice; the leaf's mover chose at plies depth - 2, - 4 ...
        value += if (depth - ply).is_multiple_of(2) { digit } else { -digit };
        rest /= width;
        weight *= width as i32;
    }
    value
}

fn build(
    width: u32,
    depth: u32,
    mut bottom: impl FnMut(u64) -> Score,
    mut inner: impl FnMut() -> Score,
) -> Result<ExplicitTree, TreeError> {
    all_nodes(u64::from(width), depth)
        .filter(|&nodes| nodes <= u128::from(NODE_LIMIT))
        .ok_or(TreeError::TooLarge { limit: NODE_LIMIT })?;
    // Without moves the root is a leaf.
    let depth = if width == 0 { 0 } else { depth };
    let mut builder = TreeBuilder::new();
    let leaves = u64::from(width).pow(depth);
    let mut level: Vec<NodeId> = Vec::new();
    for leaf in 0..leaves {
        level.push(builder.add(bottom(leaf), &[])?);
    }
    for _ in 0..depth {
        let above: Result<Vec<NodeId>, TreeError> =
            level.chunks(width as usize).map(|children| builder.add(inner(), children)).collect();
        level = above?;
    }
    builder.build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_count_is_that_of_the_formula() {
        for (width, depth) in [(0, 3), (1, 0), (1, 4), (2, 0), (3, 1), (3, 4), (10, 3)] {
            let tree = uniform(width, depth, 100, 1).unwrap();
            assert_eq!(tree.node_count() as u128, all_nodes(u64::from(width), depth).unwrap());
        }
    }

    #[test]
    fn too_large_trees_are_refused() {
        assert_eq!(uniform(40, 6, 9, 0).err(), Some(TreeError::TooLarge { limit: NODE_LIMIT }));
        assert!(uniform_without_cuts(10, 5).is_err());
        assert!(uniform(u32::MAX, u32::MAX, 9, 0).is_err());
    }
}
