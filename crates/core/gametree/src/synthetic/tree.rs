//! A game tree written down node by node.

use thiserror::Error;

use zenpuku_core::Score;

/// A node's place in its tree. Children have smaller numbers than their parents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The number, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a tree could not be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TreeError {
    /// A child that is not yet there.
    #[error("node {child} cannot be a child of node {node}: it does not exist yet")]
    UnknownChild {
        /// The node being added.
        node: usize,
        /// The child asked for.
        child: usize,
    },
    /// More nodes or edges than 32 bits can number, or than the caller allowed.
    #[error("a tree of more than {limit} nodes is too large")]
    TooLarge {
        /// The greatest number possible.
        limit: u64,
    },
    /// A tree without nodes.
    #[error("a tree needs at least one node")]
    Empty,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    value: Score,
    first_edge: u32,
    edges: u32,
}

/// An explicit game tree, or a graph without cycles where lines transpose.
///
/// Every node has a static value from its side to move's view. A node without children
/// is an end of the game of that value; elsewhere the value is the static evaluation.
#[derive(Clone, Debug)]
pub struct ExplicitTree {
    nodes: Vec<Node>,
    edges: Vec<NodeId>,
}

/// Builds a tree from the bottom; the last node added is the root.
#[derive(Clone, Debug, Default)]
pub struct TreeBuilder {
    nodes: Vec<Node>,
    edges: Vec<NodeId>,
}

impl TreeBuilder {
    /// A builder without nodes.
    #[must_use]
    pub fn new() -> Self {
        TreeBuilder::default()
    }

    /// Adds a node over children added before; the same child may have many parents.
    ///
    /// # Errors
    /// [`TreeError::UnknownChild`] or [`TreeError::TooLarge`].
    pub fn add(&mut self, value: Score, children: &[NodeId]) -> Result<NodeId, TreeError> {
        let node = self.nodes.len();
        if let Some(child) = children.iter().find(|child| child.index() >= node) {
            return Err(TreeError::UnknownChild { node, child: child.index() });
        }
        let too_large = |_| TreeError::TooLarge { limit: u64::from(u32::MAX) };
        let id = NodeId(u32::try_from(node).map_err(too_large)?);
        let first_edge = u32::try_from(self.edges.len()).map_err(too_large)?;
        let edges = u32::try_from(children.len()).map_err(too_large)?;
        self.nodes.push(Node { value, first_edge, edges });
        self.edges.extend_from_slice(children);
        Ok(id)
    }

    /// The finished tree.
    ///
    /// # Errors
    /// [`TreeError::Empty`] if no node was added.
    pub fn build(self) -> Result<ExplicitTree, TreeError> {
        if self.nodes.is_empty() {
            return Err(TreeError::Empty);
        }
        Ok(ExplicitTree { nodes: self.nodes, edges: self.edges })
    }
}

impl ExplicitTree {
    /// The root, the last node added.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId((self.nodes.len() - 1) as u32)
    }

    /// How many nodes there are; never 0.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes, children before parents.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// A node's children, in the order in which moves are generated.
    ///
    /// # Panics
    /// If the node belongs to a larger tree.
    #[must_use]
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        let Node { first_edge, edges, .. } = self.nodes[node.index()];
        &self.edges[first_edge as usize..][..edges as usize]
    }

    /// A node's static value, from its side to move.
    ///
    /// # Panics
    /// If the node belongs to a larger tree.
    #[must_use]
    pub fn value(&self, node: NodeId) -> Score {
        self.nodes[node.index()].value
    }

    /// The value of every node when everything below it is searched, by node number.
    #[must_use]
    pub fn solve(&self) -> Vec<Score> {
        let mut values: Vec<Score> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes() {
            let best = self.children(node).iter().map(|child| -values[child.index()]).max();
            values.push(best.unwrap_or(self.value(node)));
        }
        values
    }

    /// Lets `arrange` put each node's children into another order.
    pub(super) fn rearrange(&mut self, mut arrange: impl FnMut(&mut [NodeId])) {
        for node in &self.nodes {
            let first = node.first_edge as usize;
            arrange(&mut self.edges[first..first + node.edges as usize]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_trees_are_errors() {
        let mut builder = TreeBuilder::new();
        assert_eq!(builder.clone().build().err(), Some(TreeError::Empty));
        let ahead = builder.add(Score::ZERO, &[NodeId(0)]);
        assert_eq!(ahead, Err(TreeError::UnknownChild { node: 0, child: 0 }));
    }

    #[test]
    fn solving_is_minimax() {
        let mut builder = TreeBuilder::new();
        let leaf = |builder: &mut TreeBuilder, value| builder.add(Score::new(value), &[]).unwrap();
        let (a, b) = (leaf(&mut builder, 3), leaf(&mut builder, 5));
        let left = builder.add(Score::ZERO, &[a, b]).unwrap();
        let right = leaf(&mut builder, -4);
        builder.add(Score::ZERO, &[left, right]).unwrap();
        let tree = builder.build().unwrap();
        assert_eq!(tree.solve()[left.index()], Score::new(-3));
        assert_eq!(tree.solve()[tree.root().index()], Score::new(4));
    }
}
