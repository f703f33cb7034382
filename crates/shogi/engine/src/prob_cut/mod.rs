//! ProbCut's parameters: the fitted lines, their file, and the classification
//! of positions [probcut2003]. The cut itself is a step of the search.

mod file;
mod model;
mod phase;
mod source;

pub use file::ModelError;
pub(crate) use model::{Check, Checks};
pub use model::{DEEPEST_PAIR, DepthPair, FittedLine, ProbCutModel, transform};
pub use phase::{PhaseVariable, Phases};
pub(crate) use source::ProbCutSource;
pub use source::{ProbCutError, evaluation_checksum};
