//! Living groups, territory, and the score.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zenpuku_go::{Color, Point, Setup, Size, Wide};

use super::{SolvedRegion, UnsolvedRegion, moves, points};
use crate::appraise::{self, Appraisal, best_moves};

/// The judgement of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "GoStatus")]
pub struct Status {
    /// The side to move.
    #[ts(type = "Side")]
    pub to_move: Color,
    /// Every point, row by row from the top.
    pub points: Vec<PointStatus>,
    /// The chains.
    pub chains: Vec<ChainStatus>,
    /// The score if play ends now.
    pub standing: i32,
    /// `proved`, `proved-as-marked`, `likely`, or `marked` if counted by the user's corrections.
    pub trust: String,
    /// The score with the side to move first.
    pub score: Estimate,
    /// With Black first.
    pub black_first: Estimate,
    /// With White first.
    pub white_first: Estimate,
    /// The stones to be removed.
    pub dead: Vec<String>,
    /// The stones in seki.
    pub seki: Vec<String>,
    /// Points without an owner.
    pub dame: Vec<String>,
    /// Empty points that their owner has to fill.
    pub teire: Vec<String>,
    /// Places where play can still gain something.
    pub places_left: usize,
    /// Open regions with a value, the hottest first.
    pub open: Vec<SolvedRegion>,
    /// Open regions without.
    pub unsolved: Vec<UnsolvedRegion>,
}

impl Status {
    /// Names points and moves.
    #[must_use]
    pub fn new(setup: &Setup, found: &Appraisal) -> Self {
        let size = setup.size;
        let [black_first, white_first] =
            found.first.each_ref().map(|estimate| Estimate::new(size, estimate));
        let unsolved = found.regions.unsolved.iter();
        Self {
            to_move: setup.to_move,
            points: size.points().map(|point| PointStatus::new(size, point, found)).collect(),
            chains: found.map.chains.iter().map(|chain| ChainStatus::new(size, chain)).collect(),
            standing: found.standing,
            trust: found.trust.name().to_owned(),
            score: Estimate::new(size, &found.first[setup.to_move.index()]),
            black_first,
            white_first,
            dead: points(size, found.dead),
            seki: points(size, found.map.seki()),
            dame: points(size, found.dame),
            teire: points(size, found.teire),
            places_left: found.places_left(),
            open: found.regions.open.iter().map(|open| SolvedRegion::new(size, open)).collect(),
            unsolved: unsolved.map(|region| UnsolvedRegion::new(size, region)).collect(),
        }
    }
}

/// The judgement of a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "GoPointStatus")]
pub struct PointStatus {
    /// The point.
    pub coord: String,
    /// `alive`, `dead`, `seki`, `territory`, `teire`, `dame` or `unsettled`.
    pub status: String,
    /// Whose it is at the end.
    #[ts(type = "Side | null")]
    pub owner: Option<Color>,
    /// The chance that this is so, 0 to 1, to a thousandth.
    pub probability: f64,
    /// `unconditional`, `proved` or `assumed`.
    pub how: String,
}

impl PointStatus {
    fn new(size: Size, point: Point, found: &Appraisal) -> Self {
        let status = found.map.at(point);
        Self {
            coord: size.vertex(point),
            status: status.status.name().to_owned(),
            owner: status.owner,
            probability: thousandths(status.chance()),
            how: status.how.name().to_owned(),
        }
    }
}

/// The judgement of a chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "GoChainStatus")]
pub struct ChainStatus {
    /// Its stones.
    pub stones: Vec<String>,
    /// Whose they are.
    #[ts(type = "Side")]
    pub color: Color,
    /// `alive`, `dead`, `seki` or `unsettled`.
    pub status: String,
    /// The chance that this is so, 0 to 1, to a thousandth.
    pub probability: f64,
    /// `unconditional`, `proved` or `assumed`.
    pub how: String,
}

impl ChainStatus {
    fn new(size: Size, chain: &zenpuku_go_status::ChainStatus<Wide>) -> Self {
        Self {
            stones: points(size, chain.stones),
            color: chain.color,
            status: chain.status.name().to_owned(),
            probability: thousandths(chain.chance()),
            how: chain.how.name().to_owned(),
        }
    }
}

/// The likely score with one side first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "GoEstimate")]
pub struct Estimate {
    /// The least score.
    pub low: i32,
    /// The greatest.
    pub high: i32,
    /// The likeliest.
    pub best: i32,
    /// The best moves.
    pub moves: Vec<String>,
}

impl Estimate {
    /// Names the moves.
    #[must_use]
    pub fn new(size: Size, estimate: &appraise::Estimate) -> Self {
        Self {
            low: estimate.range.low,
            high: estimate.range.high,
            best: estimate.best,
            moves: moves(size, &best_moves(estimate)),
        }
    }
}

/// To a thousandth: more digits carry no information.
fn thousandths(chance: f64) -> f64 {
    (chance * 1000.0).round() / 1000.0
}
