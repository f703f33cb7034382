//! The network as a model for the trainer.

use super::adam::{self, AdamConfig, Limit};
use super::gradient::Block;
use super::lists::{FeatureLists, mirror_table, mirrored};
use super::model::{Model, Seen};
use super::params::Layout;
use super::quantise::{limits, shortcut, snap};
use super::shape::TrainedShape;
use super::units::Census;
use crate::moments::Moments;

/// The network that the engine evaluates, see [`super::params`] for its parameters.
pub struct NetworkModel {
    layout: Layout,
    /// Centipawns for odds of e to 1.
    scale: f64,
    limits: Vec<Limit>,
    mirror: Vec<u16>,
    /// The parameters as integers hold them.
    snapped: Vec<f32>,
}

/// A block with the lists of its positions.
pub struct NetworkBlock {
    lists: Vec<FeatureLists>,
    layers: Block,
}

impl NetworkModel {
    /// A network of `shape` whose integers mean centipawns, `scale` of them for odds of e to 1.
    #[must_use]
    pub fn new(shape: TrainedShape, scale: f64) -> Self {
        let layout = Layout::new(shape);
        let (limits, snapped) = (limits(&layout, scale), vec![0.0; layout.count()]);
        Self { layout, scale, limits, mirror: mirror_table(), snapped }
    }
}

impl Model for NetworkModel {
    type Features = FeatureLists;
    type Block = NetworkBlock;
    const MAGIC: [u8; 8] = *b"ZPTRAIN2";

    fn count(&self) -> usize {
        self.layout.count()
    }

    fn block(&self) -> NetworkBlock {
        let layers = Block::new(self.layout.clone(), shortcut(self.scale));
        NetworkBlock { lists: Vec::new(), layers }
    }

    fn census(&self, block: &NetworkBlock, census: &mut Census) {
        block.layers.count(census);
    }

    fn set(&mut self, params: &[f32]) {
        snap(&self.layout, params, self.scale, &mut self.snapped);
    }

    fn forward<'b>(
        &self,
        positions: &[Seen<'_, FeatureLists>],
        block: &'b mut NetworkBlock,
    ) -> &'b [f32] {
        let lists = positions.iter().map(|&Seen { features, mirrored: turned }| match turned {
            true => mirrored(features, &self.mirror),
            false => *features,
        });
        block.lists.clear();
        block.lists.extend(lists);
        block.layers.forward(&self.snapped, &block.lists)
    }

    fn backward(
        &self,
        _: &[Seen<'_, FeatureLists>],
        slopes: &[f32],
        block: &mut NetworkBlock,
        gradient: &mut [f32],
    ) {
        block.layers.backward(&self.snapped, &block.lists, slopes, gradient);
    }

    fn step(
        &self,
        params: &mut [f32],
        moments: &mut Moments,
        gradients: &mut [Vec<f32>],
        config: &AdamConfig,
    ) {
        adam::step(moments, params, gradients, config, &self.limits);
    }
}
