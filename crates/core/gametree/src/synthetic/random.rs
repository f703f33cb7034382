//! Irregular random trees and graphs: early ends of the game, lines that transpose,
//! even at different plies.

use super::tree::{ExplicitTree, NodeId, TreeBuilder, TreeError};
use zenpuku_core::Score;
use zenpuku_core::random::SplitMix64;

/// The shape of a random tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeShape {
    /// The greatest distance of a node from the root, in plies.
    pub depth: u32,
    /// The greatest number of moves of a node.
    pub width: u32,
    /// How often a node above the greatest depth is an end of the game, in percent.
    pub early_end: u8,
    /// Values are in `-spread..=spread`; a small spread makes many equal ones.
    pub spread: u16,
}

/// A random tree of this shape.
///
/// # Errors
/// [`TreeError::TooLarge`] if it has more nodes than 32 bits can number.
pub fn random_tree(shape: &TreeShape, seed: u64) -> Result<ExplicitTree, TreeError> {
    let mut builder = TreeBuilder::new();
    grow(&mut builder, shape, shape.depth, &mut SplitMix64::new(seed))?;
    builder.build()
}

fn grow(
    builder: &mut TreeBuilder,
    shape: &TreeShape,
    depth: u32,
    rng: &mut SplitMix64,
) -> Result<NodeId, TreeError> {
    let ends = depth == 0 || (depth < shape.depth && rng.percent(shape.early_end));
    let moves = if ends { 0 } else { 1 + rng.below(u64::from(shape.width)) };
    let children: Result<Vec<NodeId>, TreeError> =
        (0..moves).map(|_| grow(builder, shape, depth - 1, rng)).collect();
    builder.add(Score::new(rng.within(shape.spread)), &children?)
}

/// The shape of a random graph without cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphShape {
    /// Layers below the root.
    pub layers: u32,
    /// Nodes of a layer.
    pub layer_size: u32,
    /// The greatest number of moves of a node.
    pub width: u32,
    /// How often a move skips layers, so that a node is reached at several plies, in
    /// percent.
    pub skip: u8,
    /// How often a node above the last layer is an end of the game, in percent.
    pub early_end: u8,
    /// Values are in `-spread..=spread`.
    pub spread: u16,
}

/// A random graph of this shape. Nodes that no line reaches may be among its nodes.
///
/// # Errors
/// [`TreeError::TooLarge`] if it has more nodes than 32 bits can number.
pub fn random_graph(shape: &GraphShape, seed: u64) -> Result<ExplicitTree, TreeError> {
    let mut rng = SplitMix64::new(seed);
    let mut builder = TreeBuilder::new();
    let mut layers: Vec<Vec<NodeId>> = Vec::new();
    for layer in 0..=shape.layers {
        let is_root = layer == shape.layers;
        let size = if is_root { 1 } else { shape.layer_size.max(1) };
        let mut nodes = Vec::new();
        for _ in 0..size {
            let ends = layers.is_empty() || (!is_root && rng.percent(shape.early_end));
            let moves = if ends { 0 } else { 1 + rng.below(u64::from(shape.width)) };
            let children: Vec<NodeId> =
                (0..moves).filter_map(|_| pick(&layers, shape.skip, &mut rng)).collect();
            nodes.push(builder.add(Score::new(rng.within(shape.spread)), &children)?);
        }
        layers.push(nodes);
    }
    builder.build()
}

/// A node of the last layer made, or, for a skip, of any.
fn pick(layers: &[Vec<NodeId>], skip: u8, rng: &mut SplitMix64) -> Option<NodeId> {
    let last = layers.len().checked_sub(1)?;
    let layer = if rng.percent(skip) { rng.below(layers.len() as u64) as usize } else { last };
    let nodes = &layers[layer];
    nodes.get(rng.below(nodes.len() as u64) as usize).copied()
}
