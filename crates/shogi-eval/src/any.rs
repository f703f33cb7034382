//! The evaluator that a user chose, behind one type.

use crate::classic::{self, Classic, GroupSet};
use crate::evaluator::{EvalPart, Evaluator};
use crate::king_distance::KingDistance;
use crate::linear::Linear;
use crate::material::Material;
use crate::nnue::{Network, Nnue};
use crate::piece_square::PieceSquare;
use core::fmt;
use core::str::FromStr;
use std::sync::Arc;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, MoveDelta, Position};

/// The evaluations there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum EvalKind {
    /// Material alone.
    Material,
    /// Material and the squares of the pieces.
    PieceSquare,
    /// Material and the distances of the pieces to both kings.
    KingDistance,
    /// Material, squares and distances: the programs of [goals2001].
    Linear,
    /// The features of Bonanza's appendix [bonanza2006].
    Classic,
    /// A neural network.
    #[default]
    Nnue,
}

impl EvalKind {
    /// All of them, the default included.
    pub const ALL: [Self; 6] = [
        Self::Material,
        Self::PieceSquare,
        Self::KingDistance,
        Self::Linear,
        Self::Classic,
        Self::Nnue,
    ];

    /// An evaluation that no training changes: what is measured or shown of the search alone, and
    /// what tests expect, stays the same with it when the default network is replaced.
    pub const UNTRAINED: Self = Self::PieceSquare;

    /// The name for options and documents, without blanks.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::PieceSquare => "piece-square",
            Self::KingDistance => "king-distance",
            Self::Linear => "linear",
            Self::Classic => "classic",
            Self::Nnue => "nnue",
        }
    }
}

impl fmt::Display for EvalKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No evaluation has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown evaluation `{0}`; known: material, piece-square, king-distance, linear, classic, nnue"
)]
pub struct UnknownEvaluator(pub String);

impl FromStr for EvalKind {
    type Err = UnknownEvaluator;

    /// Reads a name, without regard to case.
    fn from_str(name: &str) -> Result<Self, UnknownEvaluator> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownEvaluator(name.into()))
    }
}

/// One of the evaluators; one predictable branch per call instead of one search per evaluator.
#[derive(Clone, Debug)]
pub enum AnyEvaluator {
    /// See [`Material`].
    Material(Material),
    /// See [`PieceSquare`].
    PieceSquare(PieceSquare),
    /// See [`KingDistance`].
    KingDistance(KingDistance),
    /// See [`Linear`].
    Linear(Linear),
    /// See [`Classic`].
    Classic(Classic),
    /// See [`Nnue`].
    Nnue(Nnue),
}

/// What evaluators know beside the parameters, shared by all that use it.
#[derive(Clone, Debug, Default)]
pub struct EvalData {
    /// The network of [`EvalKind::Nnue`]; `None`: the built-in one.
    pub network: Option<Arc<Network>>,
    /// The weights of [`EvalKind::Classic`]; `None`: the built-in ones.
    pub classic: Option<Arc<classic::Weights>>,
    /// The groups of features that [`EvalKind::Classic`] looks at.
    pub groups: GroupSet,
}

impl AnyEvaluator {
    /// A new evaluator of `kind` with the built-in data; [`Evaluator::refresh`] it before use.
    #[must_use]
    pub fn new(kind: EvalKind, params: &Params) -> Self {
        Self::with_data(kind, params, &EvalData::default())
    }

    /// A new evaluator of `kind`; [`Evaluator::refresh`] it before use.
    #[must_use]
    pub fn with_data(kind: EvalKind, params: &Params, data: &EvalData) -> Self {
        match kind {
            EvalKind::Material => Self::Material(Material::new(params)),
            EvalKind::PieceSquare => Self::PieceSquare(PieceSquare::new(params)),
            EvalKind::KingDistance => Self::KingDistance(KingDistance::new(params)),
            EvalKind::Linear => Self::Linear(Linear::new(params)),
            EvalKind::Classic => {
                let weights = data.classic.clone().unwrap_or_else(classic::Weights::built_in);
                Self::Classic(Classic::new(weights, params).with_groups(data.groups))
            }
            EvalKind::Nnue => {
                let network = data.network.clone().unwrap_or_else(Network::built_in);
                Self::Nnue(Nnue::new(network, params))
            }
        }
    }
}

macro_rules! each {
    ($self:ident, $inner:ident => $call:expr) => {
        match $self {
            AnyEvaluator::Material($inner) => $call,
            AnyEvaluator::PieceSquare($inner) => $call,
            AnyEvaluator::KingDistance($inner) => $call,
            AnyEvaluator::Linear($inner) => $call,
            AnyEvaluator::Classic($inner) => $call,
            AnyEvaluator::Nnue($inner) => $call,
        }
    };
}

impl Evaluator for AnyEvaluator {
    fn refresh(&mut self, position: &Position) {
        each!(self, inner => inner.refresh(position));
    }

    #[inline]
    fn apply(&mut self, delta: &MoveDelta, after: &Position) {
        each!(self, inner => inner.apply(delta, after));
    }

    #[inline]
    fn undo(&mut self) {
        each!(self, inner => inner.undo());
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        each!(self, inner => inner.evaluate(position))
    }

    #[inline]
    fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        each!(self, inner => inner.move_gain(position, mv))
    }

    fn move_gain_is_exact(&self) -> bool {
        each!(self, inner => inner.move_gain_is_exact())
    }

    #[inline]
    fn material(&self, position: &Position) -> i32 {
        each!(self, inner => inner.material(position))
    }

    fn parts(&mut self, position: &Position) -> Vec<EvalPart> {
        each!(self, inner => inner.parts(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for kind in EvalKind::ALL {
            assert_eq!(kind.name().to_uppercase().parse(), Ok(kind));
        }
        assert!("nnue2".parse::<EvalKind>().is_err());
    }
}
