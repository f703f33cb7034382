//! The weights of a network as a trainer makes them and files keep them.

use super::features::FeatureSet;

/// Sums of the transformer for one view in the shape that is trained, [`Shape::STANDARD`].
pub const TRANSFORMED: usize = 256;
/// Inputs of the first hidden layer there: both views, the side to move first.
pub const FIRST_INPUTS: usize = 2 * TRANSFORMED;
/// Neurons of each hidden layer there.
pub const HIDDEN: usize = 32;
/// Hidden sums are shifted right by this: a weight of `1 << WEIGHT_SHIFT` is 1.0.
pub const WEIGHT_SHIFT: u32 = 6;

/// Widths of the layers, written as in `256x2-32-32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Sums of the transformer for one view: a multiple of 64, at most 4,096.
    pub transformed: usize,
    /// Neurons of the two hidden layers: multiples of 8, at most 128.
    pub hidden: [usize; 2],
}

impl Shape {
    /// The first and still most common shape in shogi.
    pub const STANDARD: Self = Self { transformed: TRANSFORMED, hidden: [HIDDEN; 2] };

    /// The shapes of YaneuraOu's editions [yaneuraou].
    pub const USUAL: [Self; 4] = [
        Self::STANDARD,
        Self { transformed: 512, hidden: [16, 32] },
        Self { transformed: 1024, hidden: [8, 32] },
        Self { transformed: 1024, hidden: [8, 64] },
    ];

    /// Inputs of the first hidden layer: both views, the side to move first.
    #[must_use]
    pub const fn inputs(self) -> usize {
        2 * self.transformed
    }

    /// Reads what [`core::fmt::Display`] writes, if it is possible.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (transformed, hidden) = text.split_once("x2-")?;
        let (first, second) = hidden.split_once('-')?;
        let hidden = [first.parse().ok()?, second.parse().ok()?];
        let shape = Self { transformed: transformed.parse().ok()?, hidden };
        shape.is_possible().then_some(shape)
    }

    /// Can a network have this shape here?
    #[must_use]
    pub fn is_possible(self) -> bool {
        let fits = |width: usize, step: usize, most: usize| {
            width > 0 && width <= most && width.is_multiple_of(step)
        };
        fits(self.transformed, 64, 4096) && self.hidden.iter().all(|&width| fits(width, 8, 128))
    }
}

impl core::fmt::Display for Shape {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let [first, second] = self.hidden;
        write!(f, "{}x2-{first}-{second}", self.transformed)
    }
}

/// The scale of the network's output: centipawns = output * `numerator` /
/// `denominator`, rounded towards zero.
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

    /// Is it possible?
    pub(super) const fn check(self) -> Result<(), WeightError> {
        let Self { numerator, denominator } = self;
        if numerator == 0 || denominator == 0 {
            return Err(WeightError::Scale(numerator, denominator));
        }
        Ok(())
    }

    /// `output` in centipawns.
    #[must_use]
    #[inline]
    pub fn centipawns(self, output: i32) -> i32 {
        let scaled = i64::from(output) * i64::from(self.numerator) / i64::from(self.denominator);
        scaled.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }
}

/// The quantised weights of a network with one transformer and two hidden layers, in the order of
/// files and of matrices as they are written on paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The name of the network, for people.
    pub name: String,
    /// The input features of the first layer.
    pub features: FeatureSet,
    /// How wide the layers are.
    pub shape: Shape,
    /// The output scale.
    pub scale: OutputScale,
    /// [`Shape::transformed`] biases; 127 is 1.0.
    pub transformer_biases: Vec<i16>,
    /// [`Shape::transformed`] weights for each feature, feature after feature; 127 is 1.0.
    pub transformer_weights: Vec<i16>,
    /// A bias for each neuron; 127 * 64 is 1.0.
    pub first_biases: Vec<i32>,
    /// [`Shape::inputs`] weights for each neuron, neuron after neuron; 64 is 1.0.
    pub first_weights: Vec<i8>,
    /// A bias for each neuron; 127 * 64 is 1.0.
    pub second_biases: Vec<i32>,
    /// A weight for each neuron of the first layer, neuron after neuron; 64 is 1.0.
    pub second_weights: Vec<i8>,
    /// Bias of the output, in output units.
    pub output_bias: i32,
    /// A weight for each neuron of the second layer: output units for each 1/127 of a neuron.
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
    /// Layers of a width that no kernel computes.
    #[error(
        "shape {0}: the first width must be a multiple of 64 up to 4096, the others of 8 up to 128"
    )]
    Shape(Shape),
    /// As [`Self::Shape`], of an SFNN network.
    #[error("shape {0}: widths that no kernel computes")]
    StackedShape(super::stacked_shape::StackedShape),
}

impl Weights {
    /// All zero: every position is worth 0.
    #[must_use]
    pub fn zero(name: &str, features: FeatureSet, shape: Shape, scale: OutputScale) -> Self {
        let Shape { transformed, hidden: [first, second] } = shape;
        Self {
            name: name.into(),
            features,
            shape,
            scale,
            transformer_biases: vec![0; transformed],
            transformer_weights: vec![0; features.dimensions() * transformed],
            first_biases: vec![0; first],
            first_weights: vec![0; first * shape.inputs()],
            second_biases: vec![0; second],
            second_weights: vec![0; second * first],
            output_bias: 0,
            output_weights: vec![0; second],
        }
    }

    /// Do all lists fit the shape?
    ///
    /// # Errors
    /// [`WeightError`] names the mismatch.
    pub fn check(&self) -> Result<(), WeightError> {
        if !self.shape.is_possible() {
            return Err(WeightError::Shape(self.shape));
        }
        let Shape { transformed, hidden: [first, second] } = self.shape;
        let features = self.features.dimensions();
        for (what, found, expected) in [
            ("transformer biases", self.transformer_biases.len(), transformed),
            ("transformer weights", self.transformer_weights.len(), features * transformed),
            ("first biases", self.first_biases.len(), first),
            ("first weights", self.first_weights.len(), first * self.shape.inputs()),
            ("second biases", self.second_biases.len(), second),
            ("second weights", self.second_weights.len(), second * first),
            ("output weights", self.output_weights.len(), second),
        ] {
            if found != expected {
                return Err(WeightError::Length { what, expected, found });
            }
        }
        self.scale.check()
    }
}
