//! The 13-node tree of [bonanza2006], Fig. 2.

use crate::synthetic::{ExplicitTree, NodeId, TreeBuilder, TreeError};
use zenpuku_core::Score;

/// A tree whose nodes have names.
#[derive(Clone, Debug)]
pub struct LabelledTree {
    /// The tree.
    pub tree: ExplicitTree,
    names: Vec<char>,
}

impl LabelledTree {
    /// The name of a node.
    ///
    /// # Panics
    /// If the node belongs to another tree.
    #[must_use]
    pub fn name(&self, node: NodeId) -> char {
        self.names[node.index()]
    }
}

/// The leaves below B, C and D, by the root player's view.
///
/// The paper's text fixes B = 7, H = 6 and, by its cuts, K <= 7; the other
/// numbers are ours and do not affect the paper's statements.
const LEAVES: [(char, [(char, i32); 3]); 3] = [
    ('B', [('E', 9), ('F', 7), ('G', 8)]),
    ('C', [('H', 6), ('I', 8), ('J', 9)]),
    ('D', [('K', 5), ('L', 9), ('M', 7)]),
];

/// A (max) over B, C, D (min) over three leaves each, E to M. Its value is 7, through B;
/// alpha-beta visits A B E F G C H D K and cuts I, J, L and M.
///
/// # Errors
/// None in fact: the tree is well formed. The type is that of the builder.
pub fn bonanza_fig2() -> Result<LabelledTree, TreeError> {
    let mut builder = TreeBuilder::new();
    let mut names = Vec::new();
    let mut replies = Vec::new();
    for (name, leaves) in LEAVES {
        let mut children = Vec::new();
        for (leaf, value) in leaves {
            // Two plies below the root the root player moves again.
            children.push(builder.add(Score::new(value), &[])?);
            names.push(leaf);
        }
        replies.push(builder.add(Score::ZERO, &children)?);
        names.push(name);
    }
    builder.add(Score::ZERO, &replies)?;
    names.push('A');
    Ok(LabelledTree { tree: builder.build()?, names })
}
