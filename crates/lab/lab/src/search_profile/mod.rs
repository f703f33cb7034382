//! `lab search-profile`: the distribution of the search's nodes on positions of
//! games, and the depth of another engine with as many nodes.

mod against;
mod counters;
mod tables;

use serde::{Deserialize, Serialize};
use zenpuku_report::plot::line_chart;
use zenpuku_report::{Chart, Legend, Series};
use zenpuku_shogi_engine::{Engine, EngineOptions, SearchLimits, SearchRequest};

use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Findings, Plot};
use crate::inputs::Input;
use crate::measure::{TestPosition, positions, spread};
use crate::options::RunOptions;
use against::Opponent;
use counters::Counters;

/// Size of the transposition table in MiB.
const HASH: usize = 64;

/// How much is searched.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// Positions of each phase.
    per_phase: usize,
    /// Nodes a position.
    nodes: u64,
}

impl Plan {
    const fn new(quick: bool) -> Plan {
        if quick {
            Plan { per_phase: 2, nodes: 20_000 }
        } else {
            Plan { per_phase: 100, nodes: 400_000 }
        }
    }

    /// The numbers of nodes at which depths are compared.
    fn checkpoints(self) -> Vec<u64> {
        let steps = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 400_000];
        steps.into_iter().filter(|&step| step <= self.nodes).collect()
    }
}

/// The result of one engine in one position: the complete depth at each checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Depths(Vec<u32>);

/// The experiment `search-profile`.
#[derive(Clone, Copy, Debug)]
pub struct SearchProfileExperiment;

impl Experiment for SearchProfileExperiment {
    fn name(&self) -> &'static str {
        "search-profile"
    }

    fn summary(&self) -> &'static str {
        "what the search does with its nodes, on 100 positions of games; --against ENGINE: its depths too"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Positions, Input::Profile, Input::Evaluation, Input::Set, Input::Against]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let plan = Plan::new(options.quick);
        let places = spread(&positions(options)?, plan.per_phase);
        let engines = 1 + u64::from(options.against.is_some());
        session.expect(places.len() as u64 * engines);
        let settings = settings(options)?;
        let mut engine = Engine::new(settings);
        let mut all = Vec::new();
        for place in &places {
            let key = format!("{} {} {:?}", place.name, plan.nodes, options.set);
            all.push(session.unit(&key, || profile(&mut engine, options, place, plan))?);
        }
        let checkpoints = plan.checkpoints();
        let ours: Vec<Depths> = all.iter().map(|one| depths(one, &checkpoints)).collect();
        let mut theirs = None;
        if let Some(against) = &options.against {
            let mut opponent = Opponent::start(against, options)?;
            let mut found = Vec::new();
            for place in &places {
                let key = format!("{} {} {against:?}", place.name, plan.nodes);
                found.push(session.unit(&key, || opponent.depths(place, &checkpoints))?);
            }
            theirs = Some((opponent.name().to_owned(), found));
        }
        let mut findings = Findings::default();
        findings.ours.extend(tables::all(&all)?);
        findings.ours.push(tables::depths(&checkpoints, &ours, theirs.as_ref())?);
        findings.plots.push(plot(&checkpoints, &ours, theirs.as_ref())?);
        Ok(findings)
    }
}

/// Our engine with the given options, without the parallel mate search: its
/// nodes are not part of the counted tree.
fn settings(options: &RunOptions) -> Result<EngineOptions, LabError> {
    let over = EngineOptions { hash: HASH, threads: 1, ..EngineOptions::default() };
    let mut settings = options.engine_over(over)?;
    settings.params.mate_beside = false;
    Ok(settings)
}

/// Searches one position with everything forgotten, and counts.
fn profile(
    engine: &mut Engine,
    options: &RunOptions,
    place: &TestPosition,
    plan: Plan,
) -> Result<Counters, LabError> {
    options.check_stop()?;
    engine.prepare()?;
    engine.new_game();
    engine.set_position(place.position.clone())?;
    let limits = SearchLimits::nodes(plan.nodes);
    let mut counters = Counters::default();
    let result = engine.search(SearchRequest::from(&limits).watched_by(&mut counters))?;
    if result.nodes < plan.nodes {
        // Not stopped, so the last iteration is complete.
        counters.complete_iteration();
    }
    Ok(counters)
}

/// The depth complete at each checkpoint.
fn depths(counters: &Counters, checkpoints: &[u64]) -> Depths {
    let at = |nodes: u64| {
        let complete = |one: &counters::Iteration| one.complete_at > 0 && one.complete_at <= nodes;
        counters.iterations.iter().rposition(complete).unwrap_or(0) as u32
    };
    Depths(checkpoints.iter().map(|&nodes| at(nodes)).collect())
}

/// Depth by nodes.
fn plot(
    checkpoints: &[u64],
    ours: &[Depths],
    theirs: Option<&(String, Vec<Depths>)>,
) -> Result<Plot, LabError> {
    let series = |name: &str, found: &[Depths]| Series {
        name: name.to_owned(),
        points: (0..checkpoints.len())
            .map(|index| (tables::mean(found, index), checkpoints[index] as f64))
            .collect(),
    };
    let mut all = vec![series("Zenpuku", ours)];
    all.extend(theirs.map(|(name, found)| series(name, found)));
    let chart = Chart::new("Nodes by mean depth complete", "depth in plies", "nodes");
    let svg = line_chart(&chart.with_log_y().with_legend(Legend::LowerRight), &all)?;
    Ok(Plot { name: "search profile depth".to_owned(), svg })
}
