//! Table 3: games with ProbCut against the same program without, by PERCENTILE.

use serde::{Deserialize, Serialize};
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::GameRules;
use zenpuku_arena::matches::{MatchPlan, PairRecord, StopRule, run as play};
use zenpuku_arena::openings::{self, Opening};
use zenpuku_arena::own_player::OwnEngineFactory;
use zenpuku_core::random::SplitMix64;
use zenpuku_params::Fraction;
use zenpuku_report::plot::{BarSeries, BarValue, bar_chart};
use zenpuku_report::{Cell, Chart, Legend, Table};
use zenpuku_shogi_engine::{EngineOptions, Timer};

use super::{program, shown};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Findings, Plot};
use crate::options::RunOptions;

/// Table 3: PERCENTILE in hundredths; wins, losses, draws of 800 games.
const PAPER: [(i32, [u32; 3]); 8] = [
    (10, [358, 429, 13]),
    (30, [357, 427, 16]),
    (50, [345, 433, 22]),
    (70, [335, 448, 17]),
    (90, [339, 448, 13]),
    (110, [353, 436, 11]),
    (130, [346, 442, 12]),
    (150, [324, 459, 17]),
];

/// How much is played.
struct Plan {
    /// Pairs of games for each PERCENTILE; both games of a pair begin alike.
    pairs: usize,
    /// Nodes a move.
    nodes: u64,
    percentiles: Vec<i32>,
}

impl Plan {
    fn new(quick: bool) -> Plan {
        let all = PAPER.iter().map(|(raw, _)| *raw);
        if quick {
            Plan { pairs: 1, nodes: 100, percentiles: all.take(2).collect() }
        } else {
            Plan { pairs: 50, nodes: 5000, percentiles: all.collect() }
        }
    }

    fn rules(&self) -> GameRules {
        let adjudication = Adjudication { win_plies: 6, win_score: 2000 };
        GameRules::even(TimeControl::Nodes(self.nodes), 256, adjudication)
    }
}

/// The experiment `probcut-percentile`.
#[derive(Clone, Copy, Debug)]
pub struct PercentileExperiment;

impl Experiment for PercentileExperiment {
    fn name(&self) -> &'static str {
        "probcut-percentile"
    }

    fn summary(&self) -> &'static str {
        "ProbCut, D(2,4): games against the same program without it at equal nodes, by PERCENTILE"
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let plan = Plan::new(options.quick);
        let openings = drawn(options.seed, plan.pairs);
        session.expect((plan.percentiles.len() * plan.pairs) as u64);
        let mut scores = Vec::new();
        for &raw in &plan.percentiles {
            let mut score = Score::default();
            for (number, opening) in openings.iter().enumerate() {
                let key = format!("PERCENTILE {} pair {}", shown(raw), number + 1);
                let work = || pair(options, &plan, raw, opening);
                score.add(&session.unit(&key, work)?);
            }
            scores.push((raw, score));
        }
        let mut findings = Findings::default();
        findings.paper.push(paper_table()?);
        findings.ours.push(table(&plan, &scores)?);
        findings.plots.push(plot(&scores)?);
        Ok(findings)
    }
}

/// Different openings in an order of the seed, the same for every PERCENTILE.
fn drawn(seed: u64, count: usize) -> Vec<Opening> {
    let mut all = openings::built_in();
    SplitMix64::new(seed).shuffle(&mut all);
    all.truncate(count);
    all
}

/// Games of the program with ProbCut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Score {
    fn add(&mut self, other: &Score) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// Wins of the decided games, the paper's measure, with the half-width of its 95 % interval.
    fn rate(&self) -> BarValue {
        let decided = f64::from((self.wins + self.losses).max(1));
        let value = f64::from(self.wins) / decided;
        BarValue { value, error: 1.96 * (value * (1.0 - value) / decided).sqrt() }
    }

    fn cells(&self) -> [Cell; 5] {
        let BarValue { value, error } = self.rate();
        let Score { wins, draws, losses } = *self;
        [wins.into(), losses.into(), draws.into(), Cell::fixed(value, 3), Cell::fixed(error, 3)]
    }
}

/// One opening with either colour.
fn pair(
    options: &RunOptions,
    plan: &Plan,
    percentile: i32,
    opening: &Opening,
) -> Result<Score, LabError> {
    let without = program(16)?;
    let mut with = without.clone();
    with.params.prob_cut_shallow_depth = 2;
    with.params.prob_cut_deep_depth = 4;
    with.params.prob_cut_percentile = Fraction::from_raw(percentile);
    let without = EngineOptions {
        params: zenpuku_params::Params { prob_cut: false, ..without.params },
        ..without
    };
    let stop = options.stop.clone();
    let team = |options| OwnEngineFactory { options, stop: stop.clone(), timer: Timer::Wall };
    let (with, without) = (team(with), team(without));
    let match_plan = MatchPlan {
        first: 0,
        rules: plan.rules(),
        pairs: 1,
        seed: options.seed,
        concurrency: 1,
        stop: StopRule::AllPairs,
    };
    let ignore = |_: &PairRecord, _: &_| ();
    let opening = std::slice::from_ref(opening);
    let standing = play(&match_plan, opening, [&with, &without], Vec::new(), &stop, ignore)?;
    options.check_stop()?;
    let count = |games: u64| games as u32;
    Ok(Score {
        wins: count(standing.wins),
        draws: count(standing.draws),
        losses: count(standing.losses),
    })
}

const COLUMNS: [&str; 6] = ["PERCENTILE", "wins", "losses", "draws", "rate", "rate ±"];

fn paper_table() -> Result<Table, LabError> {
    let mut table = Table::new("Table 3", COLUMNS);
    for (raw, _) in PAPER {
        table.push([vec![Cell::from(shown(raw))], paper_score(raw).cells().to_vec()].concat())?;
    }
    Ok(table)
}

fn paper_score(raw: i32) -> Score {
    let found = PAPER.iter().find(|(known, _)| *known == raw);
    let [wins, losses, draws] = found.map_or([0; 3], |(_, figures)| *figures);
    Score { wins, draws, losses }
}

fn table(plan: &Plan, scores: &[(i32, Score)]) -> Result<Table, LabError> {
    let title = format!("Table 3, {} nodes a move", plan.nodes);
    let mut table = Table::new(title, COLUMNS.into_iter().chain(["paper rate"]));
    for (raw, score) in scores {
        let paper = Cell::fixed(paper_score(*raw).rate().value, 3);
        table
            .push([vec![Cell::from(shown(*raw))], score.cells().to_vec(), vec![paper]].concat())?;
    }
    Ok(table)
}

fn plot(scores: &[(i32, Score)]) -> Result<Plot, LabError> {
    let groups: Vec<String> = scores.iter().map(|(raw, _)| shown(*raw)).collect();
    let series = [
        BarSeries {
            name: "ours (95 %)".to_owned(),
            bars: scores.iter().map(|(_, score)| score.rate()).collect(),
        },
        BarSeries {
            name: "paper (95 %)".to_owned(),
            bars: scores.iter().map(|(raw, _)| paper_score(*raw).rate()).collect(),
        },
    ];
    let chart = Chart::new(
        "Games with ProbCut against the same program without",
        "PERCENTILE",
        "wins / (wins + losses)",
    )
    .with_legend(Legend::LowerRight);
    Ok(Plot { name: "percentile".to_owned(), svg: bar_chart(&chart, &groups, &series)? })
}
