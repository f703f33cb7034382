//! An explicit tree played as a game.

use super::tree::{ExplicitTree, NodeId};
use crate::game::{Evaluator, Game};
use zenpuku_core::Score;
use zenpuku_core::random::mix;

/// A place in an [`ExplicitTree`]; moves are the places of the children, from 0.
#[derive(Clone, Copy, Debug)]
pub struct TreePosition<'a> {
    tree: &'a ExplicitTree,
    node: NodeId,
}

impl<'a> TreePosition<'a> {
    /// The root of a tree.
    #[must_use]
    pub fn root(tree: &'a ExplicitTree) -> Self {
        TreePosition { tree, node: tree.root() }
    }

    /// The node of this position.
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.node
    }
}

impl Game for TreePosition<'_> {
    type Move = u32;
    type Undo = NodeId;

    fn generate(&self, moves: &mut Vec<u32>) {
        moves.extend(0..self.tree.children(self.node).len() as u32);
    }

    fn play(&mut self, mv: u32) -> NodeId {
        let child = self.tree.children(self.node)[mv as usize];
        std::mem::replace(&mut self.node, child)
    }

    fn undo(&mut self, _mv: u32, undo: NodeId) {
        self.node = undo;
    }

    fn terminal(&self) -> Option<Score> {
        self.tree.children(self.node).is_empty().then(|| self.value_without_moves())
    }

    fn value_without_moves(&self) -> Score {
        self.tree.value(self.node)
    }

    fn key(&self) -> u64 {
        mix(self.node.index() as u64)
    }
}

/// The evaluation of an explicit tree: the node's static value.
#[derive(Clone, Copy, Debug, Default)]
pub struct StaticValue;

impl Evaluator<TreePosition<'_>> for StaticValue {
    fn evaluate(&mut self, game: &TreePosition<'_>) -> Score {
        game.value_without_moves()
    }
}
