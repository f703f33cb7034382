//! The JSON of `zenpuku go`. Scores are from Black's view.

use serde::Serialize;
use zenpuku_go::{Color, Move, Size};

use super::input::Problem;
use super::names;
use super::status::{self, SideJson};
use zenpuku_go_endgame::appraise::Appraisal;
use zenpuku_go_endgame::outcome::{
    BentFours, KoBounds, KoFindings, KoValues, Outcome, Region, Regions, Unknown,
};
use zenpuku_go_endgame::{KoThermograph, LoopValue};

/// `zenpuku go solve --json`.
#[derive(Serialize)]
pub(super) struct Report {
    file: String,
    rules: String,
    width: usize,
    height: usize,
    black_first: Side,
    white_first: Side,
    count: CountJson,
    /// Absent where there is none, and by area.
    #[serde(skip_serializing_if = "Option::is_none")]
    bent_four: Option<BentFourJson>,
    #[serde(flatten)]
    regions: Values,
    nodes: u64,
    seconds: f64,
}

/// The score as people count it, prisoners of the file's own moves included, without komi.
#[derive(Serialize)]
struct CountJson {
    standing: i32,
    trust: &'static str,
    /// Of `standing`, with komi.
    result: String,
    prisoners: [u16; 2],
    dead: Vec<String>,
    dame: Vec<String>,
    black_first: SideJson,
    white_first: SideJson,
}

/// `zenpuku go values --json`, and a part of the other.
#[derive(Serialize)]
pub(super) struct Values {
    regions: Vec<RegionJson>,
    unsolved: Vec<UnsolvedJson>,
    dame: Vec<String>,
    teire: Vec<TeireJson>,
}

/// What the rules of Japan decide without play.
#[derive(Serialize)]
struct BentFourJson {
    dead: Vec<String>,
    black_first: RangeJson,
    white_first: RangeJson,
}

#[derive(Serialize)]
struct RangeJson {
    low: i32,
    high: i32,
}

#[derive(Serialize)]
struct Side {
    /// Null unless exact.
    score: Option<i32>,
    status: &'static str,
    reason: String,
    low: i32,
    high: i32,
    best: Vec<String>,
    line: Vec<String>,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    score: i32,
    loss: i32,
}

#[derive(Serialize)]
struct RegionJson {
    points: Vec<String>,
    value: String,
    chilled: String,
    temperature: f64,
    miai_value: f64,
    count: f64,
    kind: &'static str,
    black_move: Option<LocalMoveJson>,
    white_move: Option<LocalMoveJson>,
}

#[derive(Serialize)]
struct LocalMoveJson {
    #[serde(rename = "move")]
    mv: String,
    count: String,
}

#[derive(Serialize)]
struct UnsolvedJson {
    points: Vec<String>,
    reason: String,
    low: i32,
    high: i32,
    /// Count and temperature in spite of ko and repetition, where they are found.
    #[serde(skip_serializing_if = "Option::is_none")]
    thermograph: Option<KoValuesJson>,
    /// Between what they lie where they were looked for and not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    thermograph_bounds: Option<KoBoundsJson>,
}

/// What is proved without ko threats elsewhere, as [`KoThermographJson`].
#[derive(Serialize)]
struct KoBoundsJson {
    count_low: f64,
    count_low_exact: String,
    count_high: f64,
    count_high_exact: String,
    /// A move is worth at least this; -1 says nothing.
    temperature_low: f64,
    temperature_low_exact: String,
    /// Why no more is known.
    reason: String,
}

fn ko_bounds(found: &KoBounds) -> KoBoundsJson {
    let [low, high] = found.count;
    KoBoundsJson {
        count_low: low.to_f64(),
        count_low_exact: low.to_string(),
        count_high: high.to_f64(),
        count_high_exact: high.to_string(),
        temperature_low: found.least_temperature.to_f64(),
        temperature_low_exact: found.least_temperature.to_string(),
        reason: found.reason.clone(),
    }
}

#[derive(Serialize)]
struct KoValuesJson {
    /// Without ko threats elsewhere.
    #[serde(flatten)]
    without_threats: KoThermographJson,
    kind: &'static str,
    /// Whether they are the same whatever the threats.
    whatever_threats: bool,
    /// With as many threats as needed for one side; null where not found.
    black_threats: Option<KoThermographJson>,
    white_threats: Option<KoThermographJson>,
}

/// Exact fractions as text, and as numbers.
#[derive(Serialize)]
struct KoThermographJson {
    temperature: f64,
    temperature_exact: String,
    count: f64,
    count_exact: String,
}

fn ko_values(found: &KoValues) -> KoValuesJson {
    let json = |found: &KoThermograph| {
        let (temperature, count) = (found.temperature(), found.count());
        KoThermographJson {
            temperature: temperature.to_f64(),
            temperature_exact: temperature.to_string(),
            count: count.to_f64(),
            count_exact: count.to_string(),
        }
    };
    let [black_threats, white_threats] =
        found.with_threats.each_ref().map(|f| f.as_ref().map(json));
    KoValuesJson {
        without_threats: json(&found.without_threats),
        kind: found.without_threats.kind().name(),
        whatever_threats: found.is_same_with_threats(),
        black_threats,
        white_threats,
    }
}

#[derive(Serialize)]
struct TeireJson {
    color: &'static str,
    #[serde(rename = "move")]
    mv: String,
}

/// The whole result.
pub(super) fn report(
    problem: &Problem,
    counted: &Appraisal,
    outcome: &Outcome,
    seconds: f64,
) -> Report {
    let size = problem.setup.size;
    let [black, white] = Color::BOTH.map(|color| side(size, outcome, color));
    Report {
        file: problem.file.clone(),
        rules: names::rules(&problem.rules),
        width: size.width(),
        height: size.height(),
        count: count(problem, counted),
        black_first: black,
        white_first: white,
        bent_four: outcome.bent_fours.as_ref().map(|found| bent_four(size, found)),
        regions: values(problem, &outcome.regions),
        nodes: outcome.first.iter().map(|answer| answer.nodes).max().unwrap_or_default(),
        seconds,
    }
}

fn count(problem: &Problem, found: &Appraisal) -> CountJson {
    let size = problem.setup.size;
    CountJson {
        standing: found.standing,
        trust: found.trust.name(),
        result: super::count::result(found.standing, problem.rules.komi),
        prisoners: problem.counted.prisoners,
        dead: names::vertices(size, found.dead),
        dame: names::vertices(size, found.dame),
        black_first: status::side(size, &found.first[0]),
        white_first: status::side(size, &found.first[1]),
    }
}

fn unsolved(size: Size, region: &Unknown) -> UnsolvedJson {
    let (thermograph, thermograph_bounds) = match &region.ko {
        Some(KoFindings::Values(values)) => (Some(ko_values(values)), None),
        Some(KoFindings::Bounds(bounds)) => (None, Some(ko_bounds(bounds))),
        None => (None, None),
    };
    UnsolvedJson {
        points: names::vertices(size, region.points),
        reason: region.reason.clone(),
        low: region.range.low,
        high: region.range.high,
        thermograph,
        thermograph_bounds,
    }
}

/// The regions.
pub(super) fn values(problem: &Problem, regions: &Regions) -> Values {
    let size = problem.setup.size;
    Values {
        regions: regions.open.iter().map(|open| region(size, open)).collect(),
        unsolved: regions.unsolved.iter().map(|region| unsolved(size, region)).collect(),
        dame: names::vertices(size, regions.dame()),
        teire: regions
            .teire()
            .map(|(color, mv)| TeireJson { color: names::letter(color), mv: size.move_name(mv) })
            .collect(),
    }
}

fn bent_four(size: Size, found: &BentFours) -> BentFourJson {
    let range = |value: LoopValue| RangeJson { low: value.low, high: value.high };
    BentFourJson {
        dead: names::vertices(size, found.dead[0] | found.dead[1]),
        black_first: range(found.scores[0]),
        white_first: range(found.scores[1]),
    }
}

fn side(size: Size, outcome: &Outcome, color: Color) -> Side {
    let answer = &outcome.first[color.index()];
    let moves = answer.candidates.iter().map(|candidate| MoveJson {
        mv: size.move_name(candidate.mv),
        score: candidate.score,
        loss: candidate.loss,
    });
    Side {
        score: answer.score.exact(),
        status: answer.status.name(),
        reason: answer.status.reason(),
        low: answer.score.low,
        high: answer.score.high,
        best: names::moves(size, &outcome.best(color)),
        line: names::moves(size, &answer.line),
        moves: moves.collect(),
    }
}

fn region(size: Size, region: &Region) -> RegionJson {
    let local = |best: &Option<(Move, String)>| {
        best.as_ref()
            .map(|(mv, count)| LocalMoveJson { mv: size.move_name(*mv), count: count.clone() })
    };
    RegionJson {
        points: names::vertices(size, region.points),
        value: region.value.clone(),
        chilled: region.chilled.clone(),
        temperature: region.temperature_number,
        miai_value: region.temperature_number,
        count: region.count_number,
        kind: region.kind.name(),
        black_move: local(&region.moves[0]),
        white_move: local(&region.moves[1]),
    }
}
