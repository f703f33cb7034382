//! The regions of a board and their values.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zenpuku_go::{Color, Move, Size};

use super::points;
use crate::outcome::{self, KoFindings, Region, Unknown};

/// The regions of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "GoRegions")]
pub struct Regions {
    /// Those with a value, the hottest first.
    pub regions: Vec<SolvedRegion>,
    /// Those without.
    pub unsolved: Vec<UnsolvedRegion>,
    /// Points that gain nobody anything.
    pub dame: Vec<String>,
    /// Protective moves that have to be played some time.
    pub teire: Vec<Teire>,
    /// Unconditionally alive stones of Black and of White.
    pub safe: [Vec<String>; 2],
    /// Points that no play can take from Black and from White.
    pub settled: [Vec<String>; 2],
}

impl Regions {
    /// Names points and moves.
    #[must_use]
    pub fn new(size: Size, found: &outcome::Regions) -> Self {
        let teire = found.teire().map(|(color, mv)| Teire { color, mv: size.move_name(mv) });
        Self {
            regions: found.open.iter().map(|open| SolvedRegion::new(size, open)).collect(),
            unsolved: found
                .unsolved
                .iter()
                .map(|region| UnsolvedRegion::new(size, region))
                .collect(),
            dame: points(size, found.dame()),
            teire: teire.collect(),
            safe: found.safe.map(|stones| points(size, stones)),
            settled: found.settled.map(|settled| points(size, settled)),
        }
    }
}

/// A region as a combinatorial game, by territory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "GoRegion")]
pub struct SolvedRegion {
    /// Its points.
    pub points: Vec<String>,
    /// Its value in the notation of combinatorial games.
    pub value: String,
    /// The value cooled by one.
    pub chilled: String,
    /// The temperature, which is the miai value of a move.
    pub temperature: f64,
    /// The temperature as people write it: `3 1/2`.
    pub temperature_text: String,
    /// The mean value.
    pub count: f64,
    /// The mean value as people write it.
    pub count_text: String,
    /// `settled`, `dame`, `gote`, `black-sente` or `white-sente`.
    pub kind: String,
    /// The side that must add a protective move (teire) here eventually.
    #[ts(type = "Side | null")]
    pub protector: Option<Color>,
    /// Black's best move.
    pub black_move: Option<LocalMove>,
    /// White's.
    pub white_move: Option<LocalMove>,
}

impl SolvedRegion {
    /// Names points and moves.
    #[must_use]
    pub fn new(size: Size, region: &Region) -> Self {
        let local = |best: &Option<(Move, String)>| {
            best.as_ref()
                .map(|(mv, count)| LocalMove { mv: size.move_name(*mv), count: count.clone() })
        };
        Self {
            points: points(size, region.points),
            value: region.value.clone(),
            chilled: region.chilled.clone(),
            temperature: region.temperature_number,
            temperature_text: region.temperature.clone(),
            count: region.count_number,
            count_text: region.count.clone(),
            kind: region.kind.name().to_owned(),
            protector: region.protector,
            black_move: local(&region.moves[0]),
            white_move: local(&region.moves[1]),
        }
    }
}

/// A best move in a region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "GoLocalMove")]
pub struct LocalMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The mean value after it, as people write it.
    pub count: String,
}

/// A protective move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "GoTeire")]
pub struct Teire {
    /// The side that must play it.
    #[ts(type = "Side")]
    pub color: Color,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
}

/// A region without a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "GoUnsolved")]
pub struct UnsolvedRegion {
    /// Its points.
    pub points: Vec<String>,
    /// Why it has none, in English.
    pub reason: String,
    /// Its minimum contribution to the score.
    pub low: i32,
    /// At most.
    pub high: i32,
    /// Count and temperature in spite of ko and repetition; absent if they were
    /// not computed or not found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub thermograph: Option<KoValues>,
    /// Their bounds; absent if not computed or exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub thermograph_bounds: Option<KoBounds>,
}

impl UnsolvedRegion {
    /// Names the points.
    #[must_use]
    pub fn new(size: Size, region: &Unknown) -> Self {
        let (thermograph, thermograph_bounds) = match &region.ko {
            Some(KoFindings::Values(values)) => (Some(values.into()), None),
            Some(KoFindings::Bounds(bounds)) => (None, Some(bounds.into())),
            None => (None, None),
        };
        Self {
            points: points(size, region.points),
            reason: region.reason.clone(),
            low: region.range.low,
            high: region.range.high,
            thermograph,
            thermograph_bounds,
        }
    }
}

/// Count and temperature of a region with ko.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "GoKoValues")]
pub struct KoValues {
    /// Without ko threats elsewhere.
    #[serde(flatten)]
    pub without_threats: KoThermograph,
    /// As of other regions.
    pub kind: String,
    /// Are they the same with any threats?
    pub whatever_threats: bool,
    /// With as many threats as needed for Black; null where not found.
    pub black_threats: Option<KoThermograph>,
    /// For White.
    pub white_threats: Option<KoThermograph>,
}

impl From<&outcome::KoValues> for KoValues {
    fn from(found: &outcome::KoValues) -> Self {
        let [black_threats, white_threats] =
            found.with_threats.each_ref().map(|found| found.as_ref().map(KoThermograph::from));
        Self {
            without_threats: (&found.without_threats).into(),
            kind: found.without_threats.kind().name().to_owned(),
            whatever_threats: found.is_same_with_threats(),
            black_threats,
            white_threats,
        }
    }
}

/// A thermograph's foot and top: exact fractions as text, and as numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "GoKoThermograph")]
pub struct KoThermograph {
    /// The temperature.
    pub temperature: f64,
    /// As a fraction.
    pub temperature_exact: String,
    /// The mean value.
    pub count: f64,
    /// As a fraction.
    pub count_exact: String,
}

impl From<&crate::KoThermograph> for KoThermograph {
    fn from(found: &crate::KoThermograph) -> Self {
        let (temperature, count) = (found.temperature(), found.count());
        Self {
            temperature: temperature.to_f64(),
            temperature_exact: temperature.to_string(),
            count: count.to_f64(),
            count_exact: count.to_string(),
        }
    }
}

/// Bounds of count and temperature, proved without ko threats elsewhere: fractions as text, and as numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "GoKoBounds")]
pub struct KoBounds {
    /// The least mean value.
    pub count_low: f64,
    /// As a fraction.
    pub count_low_exact: String,
    /// The greatest.
    pub count_high: f64,
    /// As a fraction.
    pub count_high_exact: String,
    /// Lower bound of the value of a move; -1 is no information.
    pub temperature_low: f64,
    /// As a fraction.
    pub temperature_low_exact: String,
    /// Why the bounds do not meet, in English.
    pub reason: String,
}

impl From<&outcome::KoBounds> for KoBounds {
    fn from(found: &outcome::KoBounds) -> Self {
        let [low, high] = found.count;
        Self {
            count_low: low.to_f64(),
            count_low_exact: low.to_string(),
            count_high: high.to_f64(),
            count_high_exact: high.to_string(),
            temperature_low: found.least_temperature.to_f64(),
            temperature_low_exact: found.least_temperature.to_string(),
            reason: found.reason.clone(),
        }
    }
}
