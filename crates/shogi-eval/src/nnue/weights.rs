//! The weights of a network as a trainer makes them and files keep them.

use super::features::FeatureSet;

/// Sums of the transformer for one view.
pub const TRANSFORMED: usize = 256;
/// Inputs of the first hidden layer: both views, the side to move first.
pub const FIRST_INPUTS: usize = 2 * TRANSFORMED;
/// Neurons of each hidden layer.
pub const HIDDEN: usize = 32;
/// Hidden sums are shifted right by this: a weight of `1 << WEIGHT_SHIFT` is 1.0.
pub const WEIGHT_SHIFT: u32 = 6;

/// What the network's output counts: centipawns = output * `numerator` / `denominator`, rounded
/// towards zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputScale {
    /// At least 1.
    pub numerator: u32,
    /// At least 1.
    pub denominator: u32,
}

impl OutputScale {
    /// The scale of a YaneuraOu network: output / `fv_scale` counts a pawn as 90 [yaneuraou], ours
    /// counts it as 50 (exchanging a pawn is 100), so centipawns are output * 50 / (90 * fv_scale).
    #[must_use]
    pub const fn yaneuraou(fv_scale: u32) -> Self {
        Self { numerator: 5, denominator: 9 * if fv_scale == 0 { 1 } else { fv_scale } }
    }

    /// `output` in centipawns.
    #[must_use]
    #[inline]
    pub fn centipawns(self, output: i32) -> i32 {
        let scaled = i64::from(output) * i64::from(self.numerator) / i64::from(self.denominator);
        scaled.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }
}

/// The quantised weights of a 256x2-32-32 network, in the order of files and of matrices as they
/// are written on paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// What the network is called: for people.
    pub name: String,
    /// What the first layer sees.
    pub features: FeatureSet,
    /// What the output counts.
    pub scale: OutputScale,
    /// [`TRANSFORMED`] biases; 127 is 1.0.
    pub transformer_biases: Vec<i16>,
    /// [`TRANSFORMED`] weights for each feature, feature after feature; 127 is 1.0.
    pub transformer_weights: Vec<i16>,
    /// [`HIDDEN`] biases; 127 * 64 is 1.0.
    pub first_biases: Vec<i32>,
    /// [`FIRST_INPUTS`] weights for each neuron, neuron after neuron; 64 is 1.0.
    pub first_weights: Vec<i8>,
    /// [`HIDDEN`] biases; 127 * 64 is 1.0.
    pub second_biases: Vec<i32>,
    /// [`HIDDEN`] weights for each neuron, neuron after neuron; 64 is 1.0.
    pub second_weights: Vec<i8>,
    /// Bias of the output, in output units.
    pub output_bias: i32,
    /// [`HIDDEN`] weights of the output: output units for each 1/127 of a neuron.
    pub output_weights: Vec<i8>,
}

/// A list of weights has the wrong length, or the scale is impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightError {
    /// A list does not fit the shape.
    #[error("{what}: {found} numbers, the shape needs {expected}")]
    Length {
        /// Which list.
        what: &'static str,
        /// How long it must be.
        expected: usize,
        /// How long it is.
        found: usize,
    },
    /// A zero in the scale.
    #[error("output scale {0}/{1}: both must be at least 1")]
    Scale(u32, u32),
}

impl Weights {
    /// All zero: every position is worth 0.
    #[must_use]
    pub fn zero(name: &str, features: FeatureSet, scale: OutputScale) -> Self {
        Self {
            name: name.into(),
            features,
            scale,
            transformer_biases: vec![0; TRANSFORMED],
            transformer_weights: vec![0; features.dimensions() * TRANSFORMED],
            first_biases: vec![0; HIDDEN],
            first_weights: vec![0; HIDDEN * FIRST_INPUTS],
            second_biases: vec![0; HIDDEN],
            second_weights: vec![0; HIDDEN * HIDDEN],
            output_bias: 0,
            output_weights: vec![0; HIDDEN],
        }
    }

    /// Do all lists fit the shape?
    ///
    /// # Errors
    /// [`WeightError`] names the list that does not.
    pub fn check(&self) -> Result<(), WeightError> {
        let features = self.features.dimensions();
        for (what, found, expected) in [
            ("transformer biases", self.transformer_biases.len(), TRANSFORMED),
            ("transformer weights", self.transformer_weights.len(), features * TRANSFORMED),
            ("first biases", self.first_biases.len(), HIDDEN),
            ("first weights", self.first_weights.len(), HIDDEN * FIRST_INPUTS),
            ("second biases", self.second_biases.len(), HIDDEN),
            ("second weights", self.second_weights.len(), HIDDEN * HIDDEN),
            ("output weights", self.output_weights.len(), HIDDEN),
        ] {
            if found != expected {
                return Err(WeightError::Length { what, expected, found });
            }
        }
        let OutputScale { numerator, denominator } = self.scale;
        if numerator == 0 || denominator == 0 {
            return Err(WeightError::Scale(numerator, denominator));
        }
        Ok(())
    }
}
