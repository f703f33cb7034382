//! The weights of SFNN networks: halves of the transformer's sums are
//! multiplied, and one of several stacks of dense layers is chosen by the
//! squares of the kings [yaneuraou].

use super::features::FeatureSet;
use super::stacked_shape::StackedShape;
use super::weights::{OutputScale, WeightError};

/// The dense layers of one stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackLayers {
    /// A bias for each of [`StackedShape::first`] neurons.
    pub first_biases: Vec<i32>,
    /// [`StackedShape::transformed`] weights for each neuron.
    pub first_weights: Vec<i8>,
    /// A bias for each neuron of the second layer.
    pub second_biases: Vec<i32>,
    /// Weights for each neuron: first for the squares of the first layer's neurons, then for
    /// themselves.
    pub second_weights: Vec<i8>,
    /// Bias of the output, in output units.
    pub output_bias: i32,
    /// A weight for each neuron of the second layer.
    pub output_weights: Vec<i8>,
}

/// The quantised weights of an SFNN network, in the order of files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackedWeights {
    /// The name of the network, for people.
    pub name: String,
    /// The input features of the first layer.
    pub features: FeatureSet,
    /// How wide the layers are.
    pub shape: StackedShape,
    /// The output scale.
    pub scale: OutputScale,
    /// [`StackedShape::transformed`] biases; 127 is 1.0.
    pub transformer_biases: Vec<i16>,
    /// As many weights for each feature, feature after feature; 127 is 1.0.
    pub transformer_weights: Vec<i16>,
    /// As many as [`StackBy::count`] says.
    pub stacks: Vec<StackLayers>,
}

impl StackedWeights {
    /// All zero: every position is worth 0.
    #[must_use]
    pub fn zero(name: &str, features: FeatureSet, shape: StackedShape, scale: OutputScale) -> Self {
        let layers = StackLayers {
            first_biases: vec![0; shape.first()],
            first_weights: vec![0; shape.first() * shape.transformed],
            second_biases: vec![0; shape.hidden[1]],
            second_weights: vec![0; shape.hidden[1] * 2 * shape.hidden[0]],
            output_bias: 0,
            output_weights: vec![0; shape.hidden[1]],
        };
        Self {
            name: name.into(),
            features,
            shape,
            scale,
            transformer_biases: vec![0; shape.transformed],
            transformer_weights: vec![0; features.dimensions() * shape.transformed],
            stacks: vec![layers; shape.stack_by.count()],
        }
    }

    /// Do all lists fit the shape?
    ///
    /// # Errors
    /// [`WeightError`] names the mismatch.
    pub fn check(&self) -> Result<(), WeightError> {
        let shape = self.shape;
        if !shape.is_possible() {
            return Err(WeightError::StackedShape(shape));
        }
        let weights = self.features.dimensions() * shape.transformed;
        let mut lengths = vec![
            ("transformer biases", self.transformer_biases.len(), shape.transformed),
            ("transformer weights", self.transformer_weights.len(), weights),
            ("stacks", self.stacks.len(), shape.stack_by.count()),
        ];
        for stack in &self.stacks {
            let [first, second] = shape.hidden;
            lengths.extend([
                ("first biases", stack.first_biases.len(), shape.first()),
                ("first weights", stack.first_weights.len(), shape.first() * shape.transformed),
                ("second biases", stack.second_biases.len(), second),
                ("second weights", stack.second_weights.len(), second * 2 * first),
                ("output weights", stack.output_weights.len(), second),
            ]);
        }
        let wrong = lengths.into_iter().find(|(_, found, expected)| found != expected);
        match wrong {
            Some((what, found, expected)) => Err(WeightError::Length { what, expected, found }),
            None => self.scale.check(),
        }
    }
}
