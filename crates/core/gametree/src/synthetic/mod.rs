//! Trees made to measure: seeded, of any shape and order; explicit, or drawn while they are searched.

mod incremental;
mod order;
mod position;
mod random;
mod tree;
mod uniform;

pub use incremental::{IncrementalPosition, IncrementalShape};
pub use order::Order;
pub use position::{StaticValue, TreePosition};
pub use random::{GraphShape, TreeShape, random_graph, random_tree};
pub use tree::{ExplicitTree, NodeId, TreeBuilder, TreeError};
pub use uniform::{uniform, uniform_without_cuts};
