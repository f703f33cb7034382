//! The networks' features by name.

use pyo3::prelude::*;
use zenpuku_shogi_eval::nnue::FeatureSet;

use crate::errors::word;

/// The features `HalfKP`, `K-P` and so on.
pub(crate) fn feature_set(kind: &str) -> PyResult<FeatureSet> {
    word("kind", kind, &FeatureSet::ALL.map(|set| (set.name(), set)))
}
