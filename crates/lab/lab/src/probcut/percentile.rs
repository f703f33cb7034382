//! Table 3: games with ProbCut against the same program without, by PERCENTILE.

use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::{GameRules, Winner};
use zenpuku_arena::matches::{MatchScore, PairRecord};
use zenpuku_arena::openings::{self, Opening};
use zenpuku_arena::own_player::OwnEngineFactory;
use zenpuku_core::random::SplitMix64;
use zenpuku_params::Fraction;
use zenpuku_report::plot::{BarSeries, BarValue, bar_chart};
use zenpuku_report::{Cell, Chart, Legend, Table};
use zenpuku_shogi_engine::{EngineOptions, Hooks, Timer};

use super::{changes, program, shown};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Findings, Plot};
use crate::inputs::Input;
use crate::measure::play_pair;
use crate::options::RunOptions;
use crate::statistics::{Interval, bootstrap, ratio};

/// Table 3: PERCENTILE in hundredths; wins, losses, draws of 800 games.
const PAPER: [(i32, [u64; 3]); 8] = [
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
    fn new(options: &RunOptions) -> Plan {
        let all = PAPER.iter().map(|(raw, _)| *raw);
        let mut plan = if options.quick {
            Plan { pairs: 1, nodes: 100, percentiles: all.take(2).collect() }
        } else {
            Plan { pairs: 50, nodes: 5000, percentiles: all.collect() }
        };
        plan.nodes = options.nodes.unwrap_or(plan.nodes);
        if let Some(games) = options.games {
            plan.pairs = games.div_ceil(2) as usize;
        }
        plan
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

    fn inputs(&self) -> &'static [Input] {
        &[Input::Positions, Input::Nodes, Input::Games]
    }

    fn summary(&self) -> &'static str {
        "ProbCut, D(2,4): games against the same program without it at equal nodes, by PERCENTILE"
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let plan = Plan::new(options);
        let places = changes::places(options)?;
        let openings = drawn(options.seed, plan.pairs);
        let games = plan.percentiles.len() * openings.len();
        session.expect((games + changes::units(options, places.len())) as u64);
        let mut findings = Findings::default();
        let changed = changes::table(options, &places, session)?;
        let mut scores = Vec::new();
        let mut records = Table::new("Table 3 games", GAME_COLUMNS);
        for &raw in &plan.percentiles {
            let mut played = Vec::new();
            for (number, opening) in openings.iter().enumerate() {
                let key = format!("PERCENTILE {} pair {}", shown(raw), number + 1);
                let pair = session.unit(&key, || pair(options, &plan, raw, opening))?;
                game_rows(&mut records, raw, number, &pair)?;
                played.push(pair);
            }
            scores.push((raw, played));
        }
        findings.paper.push(paper_table()?);
        findings.ours.push(table(&plan, &scores)?);
        findings.ours.push(changed);
        findings.rows.push(records);
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

/// The program with ProbCut at this PERCENTILE, and without.
pub(super) fn sides(percentile: i32, hash: usize) -> Result<[EngineOptions; 2], LabError> {
    let mut with = program(hash)?;
    with.params.prob_cut_shallow_depth = 2;
    with.params.prob_cut_deep_depth = 4;
    with.params.prob_cut_percentile = Fraction::from_raw(percentile);
    let mut without = program(hash)?;
    without.params.prob_cut = false;
    Ok([with, without])
}

/// One opening with either colour; the program with ProbCut has Black first.
fn pair(
    options: &RunOptions,
    plan: &Plan,
    percentile: i32,
    opening: &Opening,
) -> Result<PairRecord, LabError> {
    let stop = &options.stop;
    let team = |options| OwnEngineFactory {
        options,
        hooks: Hooks::default(),
        stop: stop.clone(),
        timer: Timer::Wall,
    };
    let [with, without] = sides(percentile, 16)?.map(team);
    play_pair(options, plan.rules(), 0, std::slice::from_ref(opening), [&with, &without])
}

/// Games of the program with ProbCut.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Score {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Score {
    fn of(pairs: &[PairRecord]) -> Score {
        let mut score = MatchScore::default();
        pairs.iter().for_each(|pair| score.add(pair));
        let MatchScore { wins, draws, losses, .. } = score;
        Score { wins, draws, losses }
    }

    /// Wins of the decided games, the paper's measure.
    fn rate(&self) -> f64 {
        self.wins as f64 / (self.wins + self.losses).max(1) as f64
    }

    fn cells(&self) -> [Cell; 4] {
        let Score { wins, draws, losses } = *self;
        [wins.into(), losses.into(), draws.into(), Cell::fixed(self.rate(), 3)]
    }
}

/// The interval of the rate, by drawing whole openings: their two games stay together.
fn interval(pairs: &[PairRecord]) -> Option<Interval> {
    let decided = |pair| {
        let Score { wins, losses, .. } = Score::of(std::slice::from_ref(pair));
        ((wins + losses) as f64, wins as f64)
    };
    let decided: Vec<(f64, f64)> = pairs.iter().map(decided).collect();
    bootstrap(&decided, ratio)
}

const COLUMNS: [&str; 5] = ["PERCENTILE", "wins", "losses", "draws", "rate"];

const GAME_COLUMNS: [&str; 7] =
    ["PERCENTILE", "opening", "with ProbCut", "winner", "ending", "plies", "moves"];

fn game_rows(
    table: &mut Table,
    raw: i32,
    number: usize,
    pair: &PairRecord,
) -> Result<(), LabError> {
    for (game, ours) in pair.games.iter().zip(["b", "w"]) {
        let winner = game.winner.map_or("draw", |one| if one == Winner::Black { "b" } else { "w" });
        table.push(vec![
            shown(raw).into(),
            (number + 1).into(),
            ours.into(),
            winner.into(),
            format!("{:?}", game.ending).into(),
            game.moves.len().into(),
            game.moves.join(" ").into(),
        ])?;
    }
    Ok(())
}

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

fn table(plan: &Plan, scores: &[(i32, Vec<PairRecord>)]) -> Result<Table, LabError> {
    let title = format!("Table 3, {} nodes a move", plan.nodes);
    let mut table = Table::new(title, COLUMNS.into_iter().chain(["95 %", "paper rate"]));
    for (raw, pairs) in scores {
        let mut row = vec![Cell::from(shown(*raw))];
        row.extend(Score::of(pairs).cells());
        row.push(interval(pairs).map_or(Cell::Absent, |found| format!("{found:.3}").into()));
        row.push(Cell::fixed(paper_score(*raw).rate(), 3));
        table.push(row)?;
    }
    Ok(table)
}

/// Ours with the half-width of its interval.
fn bar(pairs: &[PairRecord]) -> BarValue {
    let error = interval(pairs).map_or(0.0, |found| (found.high - found.low) / 2.0);
    BarValue { value: Score::of(pairs).rate(), error }
}

/// The paper's with the error of as many independent games.
fn paper_bar(raw: i32) -> BarValue {
    let score = paper_score(raw);
    let (value, decided) = (score.rate(), (score.wins + score.losses).max(1) as f64);
    BarValue { value, error: 1.96 * (value * (1.0 - value) / decided).sqrt() }
}

fn plot(scores: &[(i32, Vec<PairRecord>)]) -> Result<Plot, LabError> {
    let groups: Vec<String> = scores.iter().map(|(raw, _)| shown(*raw)).collect();
    let series = [
        BarSeries {
            name: "ours (95 %)".to_owned(),
            bars: scores.iter().map(|(_, pairs)| bar(pairs)).collect(),
        },
        BarSeries {
            name: "paper (95 %)".to_owned(),
            bars: scores.iter().map(|(raw, _)| paper_bar(*raw)).collect(),
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
