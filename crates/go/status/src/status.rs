//! The status of chains and points, with the basis for each.

use std::sync::Arc;

use zenpuku_go::{Board, Color, Point, PointSet, Wide};

/// Probability from which chains are used to select games.
const SURE: f64 = 0.9;
/// Minimum number of games.
pub(crate) const FEW: usize = 60;

/// The ends in which each colour had at least half of its wanted points.
pub(crate) fn ends_with(ends: &[[Wide; 2]], wanted: &[(Wide, Color)]) -> Vec<[Wide; 2]> {
    let agrees = |end: &[Wide; 2], (points, color): &(Wide, Color)| {
        2 * (end[color.index()] & *points).count() >= points.count()
    };
    let ends = ends.iter().filter(|end| wanted.iter().all(|want| agrees(end, want)));
    ends.copied().collect()
}

/// The state of a chain or a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A stone that stays.
    Alive,
    /// A stone that comes off at the end.
    Dead,
    /// A stone that stays without two eyes, because neither side wants to move there.
    Seki,
    /// An empty point of one colour.
    Territory,
    /// An empty point that its owner has to fill before the end: a false eye or another protective move.
    Teire,
    /// An empty point without an owner.
    Dame,
    /// Play has yet to decide.
    Unsettled,
}

impl Status {
    /// The name in JSON: `alive`, `dead`, `seki`, `territory`, `teire`, `dame` or `unsettled`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Dead => "dead",
            Self::Seki => "seki",
            Self::Territory => "territory",
            Self::Teire => "teire",
            Self::Dame => "dame",
            Self::Unsettled => "unsettled",
        }
    }
}

/// The basis of a status, the most certain first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StatusBasis {
    /// It holds although the owner never answers [benson1976].
    Unconditional,
    /// It holds if the owner answers every move in the room of that move,
    /// independently of the outside: by static rules [mueller1997] or by local
    /// search.
    Proved,
    /// It is likely by random games and local search between likely walls, or
    /// corrected by the user.
    Assumed,
}

impl StatusBasis {
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

/// The judgement of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointStatus {
    /// Its state: that of the stone on it, if any.
    pub status: Status,
    /// The owner at the end; none for dame.
    pub owner: Option<Color>,
    /// The share of random games with this result, 0 to 1, or an equivalent by
    /// local search; 1 if proved. For display use [`PointStatus::chance`].
    pub probability: f64,
    /// Its basis.
    pub how: StatusBasis,
}

/// The judgement of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainStatus<S> {
    /// Its stones.
    pub stones: S,
    /// Its colour.
    pub color: Color,
    /// Its state.
    pub status: Status,
    /// The share of random games with this result, 0 to 1, or an equivalent by
    /// local search; see [`ChainStatus::chance`].
    pub probability: f64,
    /// Its basis.
    pub how: StatusBasis,
}

/// The states of a whole board.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusMap<S> {
    /// By point number.
    pub points: Vec<PointStatus>,
    /// Black's chains, then White's.
    pub chains: Vec<ChainStatus<S>>,
    /// Empty points by the value of a move there according to random games, in
    /// points, in descending order.
    pub gains: Vec<(Point, f32)>,
    /// Whose the points were at the end of each random game, Black's and White's: games with Black first, with White
    /// first.
    pub ends: [Arc<[[Wide; 2]]>; 2],
}

impl<S: PointSet> StatusMap<S> {
    /// The judgement of a point.
    ///
    /// # Panics
    /// If the point is not on the board.
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

    /// The value of a region for Black at the end of the random games with this
    /// side first, in points of territory, in ascending order. Only games count
    /// in which the certain chains in and next to the region ended with their
    /// status, if there are enough of them.
    #[must_use]
    pub fn outcomes(&self, board: &Board<S>, region: S, first: Color) -> Vec<i32> {
        let near = region | board.geometry().neighbours(region);
        let sure = self.chains.iter().filter(|chain| {
            chain.probability >= SURE && chain.status != Status::Seki && chain.stones.meets(near)
        });
        let wanted = sure.map(|chain| {
            let is_dead = chain.status == Status::Dead;
            let owner = if is_dead { chain.color.opponent() } else { chain.color };
            (chain.stones.to_wide(), owner)
        });
        let wanted: Vec<_> = wanted.collect();
        let ends = &self.ends[first.index()];
        let mut agreeing = ends_with(ends, &wanted);
        if agreeing.len() < FEW {
            agreeing = ends.to_vec();
        }
        let [black, white] = Color::BOTH.map(|color| (board.stones(color) & region).to_wide());
        let region = region.to_wide();
        let worth = |end: &[Wide; 2]| {
            // A dead stone counts two, a living one zero.
            let points = |own: Wide, stones: Wide, dead: Wide| {
                ((own & region).minus(stones).count() + (own & dead).count()) as i32
            };
            points(end[0], black, white) - points(end[1], white, black)
        };
        let mut worths: Vec<i32> = agreeing.iter().map(worth).collect();
        worths.sort_unstable();
        worths
    }

    /// Leaves these points to play: whose they are was not sure after all.
    pub fn unsettle(&mut self, points: S) {
        for point in points.iter() {
            self.points[point.index()].status = Status::Unsettled;
        }
    }

    /// Downgrades statuses proved by answers to assumed, for rules that may forbid an answer.
    pub fn doubt_answers(&mut self) {
        let doubt = |how: &mut StatusBasis| {
            if *how == StatusBasis::Proved {
                *how = StatusBasis::Assumed;
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
