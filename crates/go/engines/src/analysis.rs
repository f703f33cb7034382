//! A running engine that speaks the analysis protocol of KataGo [kata-analysis]: a query and its answer, each a line of
//! JSON. It judges a position as it stands, by the owners and the score that it expects, and does not play it out.

use crate::channel::Channel;
use crate::error::EngineError;
use serde::{Deserialize, Serialize};
use zenpuku_go::{Color, HalfPoints, Move, Point, PointSet as _, Rules, Scoring, Setup, Wide};

/// What our errors call a query.
const QUERY: &str = "analysis";
/// All queries have it: there is never more than one at a time.
const ID: &str = "zenpuku";
/// Ownership, from -1 (White's) to 1 (Black's), from which a point is said to be a side's: a chance of 3 in 4.
const OWNED: f64 = 0.5;

/// A running engine that speaks the analysis protocol.
#[derive(Debug)]
pub struct AnalysisEngine {
    pub(crate) channel: Channel,
}

/// What it expects of a position.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    /// Black's lead less komi.
    pub(crate) lead: HalfPoints,
    /// The points that it expects to be Black's and White's.
    pub(crate) owned: [Wide; 2],
    /// The line that it expects, from the side to move.
    pub(crate) line: Vec<Move>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Query {
    id: &'static str,
    initial_stones: Vec<[String; 2]>,
    initial_player: &'static str,
    moves: Vec<[String; 2]>,
    rules: &'static str,
    komi: f64,
    board_x_size: usize,
    board_y_size: usize,
    include_ownership: bool,
    override_settings: Overrides,
}

/// Settings that go before those of its file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Overrides {
    report_analysis_winrates_as: &'static str,
}

/// The fields of answers that are read; others may come at any time.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Answer {
    id: Option<String>,
    error: Option<String>,
    warning: Option<String>,
    version: Option<String>,
    is_during_search: bool,
    root_info: Option<RootInfo>,
    move_infos: Vec<MoveInfo>,
    ownership: Vec<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    score_lead: f64,
}

#[derive(Deserialize)]
struct MoveInfo {
    order: u32,
    pv: Vec<String>,
}

impl AnalysisEngine {
    /// An engine that has answered in JSON; it is asked for its version.
    pub(crate) fn greet(mut channel: Channel) -> Result<Self, EngineError> {
        channel.rename("KataGo");
        let mut engine = Self { channel };
        let query = format!(r#"{{"id":"{ID}","action":"query_version"}}"#);
        let version = engine.answer("query_version", &query)?.version.unwrap_or_default();
        engine.channel.set_version(version);
        Ok(engine)
    }

    /// Asks about the position after some moves.
    pub(crate) fn analyse(
        &mut self,
        setup: &Setup,
        moves: &[Move],
        rules: &Rules,
    ) -> Result<Analysis, EngineError> {
        let query = query(setup, moves, rules);
        // These texts and numbers always become JSON.
        let text = serde_json::to_string(&query).unwrap_or_default();
        let answer = self.answer(QUERY, &text)?;
        self.read(setup, answer)
    }

    /// Sends a query; returns the last answer to it, warnings and answers during the search left aside.
    fn answer(&mut self, command: &str, query: &str) -> Result<Answer, EngineError> {
        self.channel.say(query)?;
        loop {
            let line = self.channel.full_line(command)?;
            let nonsense = |error: serde_json::Error| {
                self.channel.nonsense(command, &line, &format!("it is not such JSON: {error}"))
            };
            let answer: Answer = serde_json::from_str(&line).map_err(nonsense)?;
            match answer.error {
                Some(reason) => return Err(self.channel.refused(command, reason)),
                None if answer.id.as_deref() != Some(ID) => {}
                None if answer.warning.is_some() || answer.is_during_search => {}
                None => return Ok(answer),
            }
        }
    }

    fn read(&self, setup: &Setup, answer: Answer) -> Result<Analysis, EngineError> {
        let nonsense = |reason: &str| self.channel.nonsense(QUERY, "", reason);
        let lead = answer.root_info.and_then(|root| HalfPoints::from_f64(root.score_lead));
        let lead = lead.ok_or_else(|| nonsense("it has no score"))?;
        let size = setup.size;
        if answer.ownership.len() != size.area() {
            return Err(nonsense("it has not one owner for each point"));
        }
        // It writes the points as we number them, row by row from the top left.
        let owned = Color::BOTH.map(|color| {
            let sign = f64::from(color.sign());
            let points = size.points().zip(&answer.ownership);
            let owned = points.filter(|(_, owner)| **owner * sign >= OWNED);
            owned.fold(Wide::EMPTY, |set, (point, _)| set | Wide::single(point))
        });
        let best = answer.move_infos.into_iter().min_by_key(|info| info.order);
        let names = best.map(|info| info.pv).unwrap_or_default();
        let read = |name: &String| {
            size.parse_vertex(name).map(|point| point.map_or(Move::Pass, Move::Play))
        };
        let line: Result<Vec<Move>, _> = names.iter().map(read).collect();
        let line = line.map_err(|error| nonsense(&error.to_string()))?;
        Ok(Analysis { lead, owned, line })
    }

    /// The error of a line that cannot be played.
    pub(crate) fn nonsense(&self, reason: &str) -> EngineError {
        self.channel.nonsense(QUERY, "", reason)
    }
}

fn query(setup: &Setup, moves: &[Move], rules: &Rules) -> Query {
    let size = setup.size;
    let stones = Color::BOTH.into_iter().flat_map(|color| {
        let stone = move |point: Point| [letter(color).to_owned(), size.vertex(point)];
        setup.stones(color).iter().map(stone)
    });
    let mut color = setup.to_move;
    let moves = moves.iter().map(|&mv| {
        let named = [letter(color).to_owned(), size.move_name(mv)];
        color = color.opponent();
        named
    });
    Query {
        id: ID,
        initial_stones: stones.collect(),
        initial_player: letter(setup.to_move),
        moves: moves.collect(),
        rules: rules_name(rules),
        komi: rules.komi.to_f64() - prisoners(setup, rules),
        board_x_size: size.width(),
        board_y_size: size.height(),
        include_ownership: true,
        override_settings: Overrides { report_analysis_winrates_as: "BLACK" },
    }
}

/// Black's lead by the prisoners taken so far: the engine does not know them, so they go into the komi.
fn prisoners(setup: &Setup, rules: &Rules) -> f64 {
    let [by_black, by_white] = setup.prisoners.map(f64::from);
    if rules.scoring == Scoring::Territory { by_black - by_white } else { 0.0 }
}

/// The rules of an engine that are nearest to ours: its way of counting is what matters.
pub(crate) fn rules_name(rules: &Rules) -> &'static str {
    if rules.scoring == Scoring::Territory { "japanese" } else { "chinese" }
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
