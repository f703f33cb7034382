//! The shapes of networks that are trained here.
//!
//! The plain shape hands all outputs of the transformer on. In SFNN networks
//! [yaneuraou] those of the first half of a view are multiplied by those of the
//! second, so that the dense layers, which cost more than the sums in a search, have
//! half the inputs; the first hidden layer is half as wide, and the second has
//! squares as inputs in addition to values. Neither needs stacks, which would have a
//! ninth of the positions each. Other programs know both.

use core::fmt;
use core::str::FromStr;
use serde::{Deserialize, Serialize};
use zenpuku_shogi_eval::nnue::{FIRST_INPUTS, HIDDEN, StackBy, StackedShape, TRANSFORMED};

/// Neurons of the first hidden layer with products, including the shortcut.
pub(crate) const PRODUCT_FIRST: usize = 16;
/// Of them those that the second layer sees.
pub(crate) const PRODUCT_SEEN: usize = PRODUCT_FIRST - 1;

/// The shape to train; the features are K-P.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TrainedShape {
    /// 256x2-32-32.
    #[default]
    #[serde(rename = "256x2-32-32")]
    Plain,
    /// Products of pairs, 256 sums for each view: SFNN_KP_256_15_32.
    #[serde(rename = "256-15-32")]
    Product256,
    /// Products of pairs, 512 sums for each view: SFNN_KP_512_15_32.
    #[serde(rename = "512-15-32")]
    Product512,
}

impl TrainedShape {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Product256, Self::Product512];

    /// The name on command lines.
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Plain => "256x2-32-32",
            Self::Product256 => "256-15-32",
            Self::Product512 => "512-15-32",
        }
    }

    /// Sums of the transformer for one view.
    #[must_use]
    pub const fn transformed(self) -> usize {
        match self {
            Self::Plain | Self::Product256 => TRANSFORMED,
            Self::Product512 => 512,
        }
    }

    /// Are halves of the sums multiplied?
    #[must_use]
    pub(crate) const fn has_products(self) -> bool {
        !matches!(self, Self::Plain)
    }

    /// Inputs of the first hidden layer.
    #[must_use]
    pub(crate) const fn inputs(self) -> usize {
        if self.has_products() { self.transformed() } else { FIRST_INPUTS }
    }

    /// Neurons of the first hidden layer.
    #[must_use]
    pub const fn first(self) -> usize {
        if self.has_products() { PRODUCT_FIRST } else { HIDDEN }
    }

    /// Inputs of the second hidden layer.
    #[must_use]
    pub const fn seen(self) -> usize {
        if self.has_products() { 2 * PRODUCT_SEEN } else { HIDDEN }
    }

    /// The engine's shape, for one with products.
    #[must_use]
    pub(crate) fn stacked(self) -> Option<StackedShape> {
        let hidden = [PRODUCT_SEEN, HIDDEN];
        let (transformed, stack_by) = (self.transformed(), StackBy::Nothing);
        self.has_products().then_some(StackedShape { transformed, hidden, stack_by })
    }
}

impl fmt::Display for TrainedShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name of no shape that is trained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not a trainable shape: {}", TrainedShape::ALL.map(TrainedShape::name).join(", "))]
pub struct UnknownShape {
    /// The requested shape.
    name: String,
}

impl FromStr for TrainedShape {
    type Err = UnknownShape;

    fn from_str(text: &str) -> Result<Self, UnknownShape> {
        let known = Self::ALL.into_iter().find(|shape| shape.name() == text);
        known.ok_or_else(|| UnknownShape { name: text.to_owned() })
    }
}
