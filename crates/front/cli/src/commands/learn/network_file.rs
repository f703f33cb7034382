//! A network in our own format: the start of a training, or its fixed partner.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use zenpuku_core::hash::fnv1a;
use zenpuku_params::Params;
use zenpuku_shogi_eval::classic::Weights;
use zenpuku_shogi_eval::nnue::{AnyWeights, MOST_BYTES, Network, file};
use zenpuku_shogi_eval::{AnyEvaluator, EvalData, EvalKind};
use zenpuku_shogi_learn::train::params::Layout;
use zenpuku_shogi_learn::train::quantise::dequantise;

use crate::exit::Usage;
use crate::files;

/// The file of `--start` or `--beside`, read once: the samples may need it as well as the first epoch.
pub(super) struct NetworkFile<'a> {
    path: &'a Path,
    weights: AnyWeights,
    /// Identifies this file.
    pub(super) checksum: u64,
}

impl<'a> NetworkFile<'a> {
    /// Reads the file.
    ///
    /// # Errors
    /// If it cannot be read or is not a network in our format.
    pub(super) fn read(path: &'a Path) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        let bytes = files::read_limited(path, MOST_BYTES).with_context(name)?;
        let weights = file::read(&bytes).with_context(name)?;
        Ok(Self { path, weights, checksum: fnv1a(&bytes) })
    }

    /// This network, quantised.
    ///
    /// # Errors
    /// If the weights do not fit the engine's shape.
    pub(super) fn network(&self) -> anyhow::Result<Arc<Network>> {
        Ok(Arc::new(self.weights.network().with_context(|| self.name())?))
    }

    /// This network as an evaluation, in the mean with `classic` if there are such weights.
    ///
    /// # Errors
    /// If the weights do not fit the engine's shape.
    pub(super) fn evaluator(&self, classic: Option<&Arc<Weights>>) -> anyhow::Result<AnyEvaluator> {
        let network = Some(self.network()?);
        let data = EvalData { network, classic: classic.cloned(), ..EvalData::default() };
        Ok(AnyEvaluator::with_data(EvalKind::Ensemble, &Params::default(), &data))
    }

    /// The weights in floating point, with `scale` centipawns for odds of e to 1.
    ///
    /// # Errors
    /// If the network has other features or another shape than that of `layout`.
    pub(super) fn params(&self, layout: &Layout, scale: f64) -> anyhow::Result<Vec<f32>> {
        let wrong = || {
            let found = self.weights.shape_name();
            Usage::new(format!(
                "--start is a network of {found}, --shape {} wants one of K-P and that shape",
                layout.shape
            ))
        };
        dequantise(layout, &self.weights, scale).ok_or_else(wrong).with_context(|| self.name())
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}
