//! What is said of chains and points, and by what it is known.

use zenpuku_go::{Color, Point, PointSet};

/// The state of a chain or a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A stone that stays.
    Alive,
    /// A stone that comes off at the end.
    Dead,
    /// A stone that stays without two eyes, as nobody wants to move there.
    Seki,
    /// An empty point of one colour.
    Territory,
    /// An empty point of nobody.
    Dame,
    /// Play has yet to decide.
    Unsettled,
}

impl Status {
    /// The name in JSON: `alive`, `dead`, `seki`, `territory`, `dame` or `unsettled`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Dead => "dead",
            Self::Seki => "seki",
            Self::Territory => "territory",
            Self::Dame => "dame",
            Self::Unsettled => "unsettled",
        }
    }
}

/// By what a status is known, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// It holds although the owner never answers [benson1976].
    Unconditional,
    /// It holds if the owner answers every move in the room of that move, whatever is outside.
    Proved,
    /// It is what random games and shapes make likely, or what a person said.
    Assumed,
}

impl How {
    /// The name in JSON: `unconditional`, `proved` or `assumed`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unconditional => "unconditional",
            Self::Proved => "proved",
            Self::Assumed => "assumed",
        }
    }
}

/// What is said of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointStatus {
    /// Its state: that of the stone, if one stands there.
    pub status: Status,
    /// Whose it is at the end; nobody's for dame.
    pub owner: Option<Color>,
    /// The chance that this is so, 0 to 1; 1 for what is proved.
    pub probability: f64,
    /// By what it is known.
    pub how: How,
}

/// What is said of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainStatus<S> {
    /// Its stones.
    pub stones: S,
    /// Its colour.
    pub color: Color,
    /// Its state.
    pub status: Status,
    /// The chance that this is so, 0 to 1.
    pub probability: f64,
    /// By what it is known.
    pub how: How,
}

/// The states of a whole board.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusMap<S> {
    /// By point number.
    pub points: Vec<PointStatus>,
    /// Black's chains, then White's.
    pub chains: Vec<ChainStatus<S>>,
    /// What each point is expected to be worth to Black with Black first and with White first, by point number, in
    /// points of territory: a dead stone counts two.
    pub expected: [Vec<f32>; 2],
}

impl<S: PointSet> StatusMap<S> {
    /// What is said of a point.
    ///
    /// # Panics
    /// When the point is not on the board.
    #[must_use]
    pub fn at(&self, point: Point) -> &PointStatus {
        &self.points[point.index()]
    }

    /// The points that satisfy a condition.
    #[must_use]
    pub fn points_where(&self, wanted: impl Fn(&PointStatus) -> bool) -> S {
        let numbered = self.points.iter().enumerate();
        S::from_points(numbered.filter(|(_, point)| wanted(point)).map(|(i, _)| Point::new(i)))
    }

    /// The stones of the chains in this state.
    #[must_use]
    pub fn stones(&self, status: Status) -> S {
        let chains = self.chains.iter().filter(|chain| chain.status == status);
        chains.fold(S::EMPTY, |set, chain| set | chain.stones)
    }

    /// Takes what is proved only by answers as assumed: where a rule may forbid an answer.
    pub fn doubt_answers(&mut self) {
        let doubt = |how: &mut How| {
            if *how == How::Proved {
                *how = How::Assumed;
            }
        };
        self.points.iter_mut().for_each(|point| doubt(&mut point.how));
        self.chains.iter_mut().for_each(|chain| doubt(&mut chain.how));
    }

    /// The dead stones.
    #[must_use]
    pub fn dead(&self) -> S {
        self.stones(Status::Dead)
    }

    /// The stones in seki.
    #[must_use]
    pub fn seki(&self) -> S {
        self.stones(Status::Seki)
    }
}
