//! The evaluator that a user chose, behind one type.

use crate::classic::{self, Classic, GroupSet};
use crate::ensemble::Ensemble;
use crate::evaluator::{EvalPart, Evaluator};
use crate::king_distance::KingDistance;
use crate::linear::Linear;
use crate::material::Material;
use crate::nnue::{Network, Nnue};
use crate::own::{OwnEvaluation, OwnEvaluator};
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
    Nnue,
    /// The mean of a network and of the classic features.
    #[default]
    Ensemble,
}

impl EvalKind {
    /// All of them, the default included.
    pub const ALL: [Self; 7] = [
        Self::Material,
        Self::PieceSquare,
        Self::KingDistance,
        Self::Linear,
        Self::Classic,
        Self::Nnue,
        Self::Ensemble,
    ];

    /// An evaluation without trained weights: measurements of the search alone,
    /// and expectations of tests, stay the same with it when the default
    /// network is replaced.
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
            Self::Ensemble => "ensemble",
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
    "unknown evaluation `{0}`; known: material, piece-square, king-distance, linear, classic, \
     nnue, ensemble"
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
    /// See [`Ensemble`].
    Ensemble(Ensemble),
    /// See [`OwnEvaluation`].
    Own(OwnEvaluator),
}

/// The data of evaluators in addition to the parameters, shared by all users.
#[derive(Clone, Debug, Default)]
pub struct EvalData {
    /// The network of [`EvalKind::Nnue`] and [`EvalKind::Ensemble`]; `None`: the built-in one of
    /// each.
    pub network: Option<Arc<Network>>,
    /// The weights of [`EvalKind::Classic`] and [`EvalKind::Ensemble`]; `None`: the built-in ones
    /// of each, see [`EvalData::in_use`].
    pub classic: Option<Arc<classic::Weights>>,
    /// The groups of classic features to use.
    pub groups: GroupSet,
    /// An evaluation from outside, used whatever kind was chosen.
    pub own: Option<OwnEvaluation>,
}

impl AnyEvaluator {
    /// A new evaluator of `kind` with the built-in data; [`Evaluator::refresh`] it before use.
    #[must_use]
    pub fn new(kind: EvalKind, params: &Params) -> Self {
        Self::with_data(kind, params, &EvalData::default())
    }

    /// A new evaluator of `kind` if `data` has it, see [`EvalData::in_use`];
    /// [`Evaluator::refresh`] it before use.
    #[must_use]
    pub fn with_data(kind: EvalKind, params: &Params, data: &EvalData) -> Self {
        if let Some(own) = &data.own {
            return Self::Own(own.evaluator(params));
        }
        match data.in_use(kind) {
            EvalKind::Material => Self::Material(Material::new(params)),
            EvalKind::PieceSquare => Self::PieceSquare(PieceSquare::new(params)),
            EvalKind::KingDistance => Self::KingDistance(KingDistance::new(params)),
            EvalKind::Linear => Self::Linear(Linear::new(params)),
            EvalKind::Classic => Self::Classic(data.classic(classic::Weights::built_in, params)),
            EvalKind::Nnue => Self::Nnue(data.nnue(Network::built_in, params)),
            EvalKind::Ensemble => {
                let network = data.nnue(Network::of_ensemble, params);
                let classic = data.classic(classic::Weights::of_ensemble, params);
                Self::Ensemble(Ensemble::new(network, classic))
            }
        }
    }

    /// The classic evaluation with `weights`; [`Evaluator::refresh`] it before use.
    #[must_use]
    pub fn classic(weights: Arc<classic::Weights>) -> Self {
        let data = EvalData { classic: Some(weights), ..EvalData::default() };
        Self::with_data(EvalKind::Classic, &Params::default(), &data)
    }
}

impl EvalData {
    /// The evaluation in use if `chosen` is set: a network without classic
    /// weights is used alone instead of in an ensemble.
    #[must_use]
    pub const fn in_use(&self, chosen: EvalKind) -> EvalKind {
        match chosen {
            EvalKind::Ensemble if self.network.is_some() && self.classic.is_none() => {
                EvalKind::Nnue
            }
            _ => chosen,
        }
    }

    /// The evaluations that there are with these data, each under its own name.
    pub fn kinds(&self) -> impl Iterator<Item = EvalKind> {
        EvalKind::ALL.into_iter().filter(|&kind| self.in_use(kind) == kind)
    }

    fn nnue(&self, built_in: fn() -> Arc<Network>, params: &Params) -> Nnue {
        Nnue::new(self.network.clone().unwrap_or_else(built_in), params)
    }

    fn classic(&self, built_in: fn() -> Arc<classic::Weights>, params: &Params) -> Classic {
        let weights = self.classic.clone().unwrap_or_else(built_in);
        Classic::new(weights, params).with_groups(self.groups)
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
            AnyEvaluator::Ensemble($inner) => $call,
            AnyEvaluator::Own($inner) => $call,
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

    #[test]
    fn a_network_stands_alone_unless_weights_go_with_it() {
        let mut data = EvalData::default();
        assert_eq!(data.in_use(EvalKind::Ensemble), EvalKind::Ensemble);
        data.network = Some(Network::built_in());
        assert_eq!(data.in_use(EvalKind::Ensemble), EvalKind::Nnue);
        assert_eq!(data.in_use(EvalKind::Classic), EvalKind::Classic);
        assert!(
            data.kinds().eq(EvalKind::ALL.into_iter().filter(|&kind| kind != EvalKind::Ensemble))
        );
        data.classic = Some(classic::Weights::of_ensemble());
        assert_eq!(data.in_use(EvalKind::Ensemble), EvalKind::Ensemble);
    }
}
