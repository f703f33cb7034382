//! Table 4: how much faster the search is, and how often it chooses the same move.

use zenpuku_params::{Fraction, Params};
use zenpuku_report::plot::{BarSeries, BarValue, bar_chart};
use zenpuku_report::{Cell, Chart, Legend, Table};
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::SearchLimits;

use super::{EVALUATION, PROFILE, games, shown};
use crate::error::LabError;
use crate::experiment::{Experiment, Session};
use crate::findings::{Findings, Plot};
use crate::inputs::Input;
use crate::measure::{Measurer, Run};
use crate::options::RunOptions;

/// The plies of table 4.
const PLIES: [u16; 3] = [30, 50, 70];
/// PERCENTILE, in hundredths.
const PERCENTILES: [i32; 3] = [10, 30, 50];
/// Table 4: speed-up at the plies, then the share of equal moves.
const PAPER: [[f64; 6]; 3] = [
    [2.99, 3.35, 3.35, 0.41, 0.57, 0.60],
    [2.87, 3.20, 3.47, 0.47, 0.58, 0.61],
    [2.60, 3.04, 3.36, 0.50, 0.54, 0.63],
];
/// Games of the paper.
const GAMES: usize = 140;

/// How much is searched.
struct Plan {
    games: usize,
    /// One ply more than D(3,5) cuts at, and so on.
    depths: &'static [u32],
    percentiles: &'static [i32],
}

impl Plan {
    fn new(quick: bool) -> Plan {
        if quick {
            Plan { games: 1, depths: &[6], percentiles: &PERCENTILES[1..2] }
        } else {
            Plan { games: GAMES, depths: &[6, 7, 8], percentiles: &PERCENTILES }
        }
    }
}

/// The experiment `probcut-reduction`.
#[derive(Clone, Copy, Debug)]
pub struct ReductionExperiment;

impl Experiment for ReductionExperiment {
    fn name(&self) -> &'static str {
        "probcut-reduction"
    }

    fn summary(&self) -> &'static str {
        "ProbCut, D(3,5): how much faster, and how often the same move is chosen, by ply and PERCENTILE"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Data]
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let plan = Plan::new(options.quick);
        let places = places(options, plan.games)?;
        let each = plan.depths.len() * (1 + plan.percentiles.len());
        session.expect((places.len() * each) as u64);
        let mut measurer = Measurer::new(options, 16).with_evaluation(EVALUATION);
        let mut findings = Findings::default();
        findings.paper.push(paper_table()?);
        for &depth in plan.depths {
            let compared = compare(session, &mut measurer, &plan, &places, depth)?;
            findings.ours.push(table(depth, &compared)?);
            findings.ours.push(seconds_table(depth, &compared)?);
            findings.plots.extend(plots(depth, &compared)?);
        }
        Ok(findings)
    }
}

/// A position with its ply in the game.
struct Place {
    name: String,
    ply: u16,
    position: Position,
}

/// The positions at the plies of table 4, without the games before them.
fn places(options: &RunOptions, most: usize) -> Result<Vec<Place>, LabError> {
    let mut places = Vec::new();
    for (game, line) in games(options)?.iter().enumerate().take(most) {
        let mut position = line.start.clone();
        for &mv in &line.moves {
            position.do_move(mv);
            let ply = position.ply();
            if PLIES.contains(&ply) && position.has_legal_move() {
                let name = format!("game {} ply {ply}", game + 1);
                let position = Position::from_sfen(&position.to_sfen())?;
                places.push(Place { name, ply, position });
            }
        }
    }
    if places.is_empty() {
        return Err(LabError::NoPosition("at ply 30, 50 or 70".to_owned()));
    }
    Ok(places)
}

/// The measures of a search with ProbCut.
struct Compared {
    percentile: i32,
    /// By ply of [`PLIES`]: searches without and with ProbCut.
    runs: [Vec<(Run, Run)>; PLIES.len()],
}

fn compare(
    session: &mut Session<'_>,
    measurer: &mut Measurer,
    plan: &Plan,
    places: &[Place],
    depth: u32,
) -> Result<Vec<Compared>, LabError> {
    let base = Params::profile(PROFILE)?;
    let off = Params { prob_cut: false, ..base };
    let empty = |&percentile: &i32| Compared { percentile, runs: Default::default() };
    let mut compared: Vec<Compared> = plan.percentiles.iter().map(empty).collect();
    let limits = SearchLimits::depth(depth);
    for place in places {
        let ply = PLIES.iter().position(|&ply| ply == place.ply).unwrap_or(0);
        let key = format!("{} depth {depth}", place.name);
        let mut search = |key: &str, params: &Params| {
            session.unit(key, || measurer.search(params, &place.position, &limits))
        };
        let without = search(&key, &off)?;
        for one in &mut compared {
            let prob_cut_percentile = Fraction::from_raw(one.percentile);
            let key = format!("{key} PERCENTILE {}", shown(one.percentile));
            let with = search(&key, &Params { prob_cut_percentile, ..base })?;
            one.runs[ply].push((without.clone(), with));
        }
    }
    Ok(compared)
}

/// Nodes without ProbCut as a multiple of those with it, summed over the positions.
fn speed_up(runs: &[(Run, Run)], cost: impl Fn(&Run) -> f64) -> f64 {
    let sum = |run: fn(&(Run, Run)) -> &Run| runs.iter().map(|pair| cost(run(pair))).sum::<f64>();
    sum(|pair| &pair.0) / sum(|pair| &pair.1)
}

fn same_move(runs: &[(Run, Run)]) -> f64 {
    let same = runs.iter().filter(|(without, with)| without.best == with.best).count();
    same as f64 / runs.len() as f64
}

/// Nodes as a number to divide by.
fn nodes(run: &Run) -> f64 {
    run.nodes as f64
}

fn columns() -> Vec<String> {
    let speed = PLIES.map(|ply| format!("speed-up, ply {ply}"));
    let same = PLIES.map(|ply| format!("same move, ply {ply}"));
    [vec!["PERCENTILE".to_owned()], speed.to_vec(), same.to_vec()].concat()
}

fn paper_table() -> Result<Table, LabError> {
    let mut table = Table::new("Table 4", columns());
    for (raw, figures) in PERCENTILES.into_iter().zip(PAPER) {
        let cells = figures.into_iter().map(|figure| Cell::fixed(figure, 2));
        table.push([shown(raw).into()].into_iter().chain(cells).collect())?;
    }
    Ok(table)
}

fn table(depth: u32, compared: &[Compared]) -> Result<Table, LabError> {
    let last = PLIES.map(|ply| format!("positions, ply {ply}"));
    let mut table =
        Table::new(format!("Table 4, nodes at depth {depth}"), [columns(), last.to_vec()].concat());
    for one in compared {
        let mut cells = vec![shown(one.percentile).into()];
        cells.extend(one.runs.iter().map(|runs| Cell::fixed(speed_up(runs, nodes), 2)));
        cells.extend(one.runs.iter().map(|runs| Cell::fixed(same_move(runs), 2)));
        cells.extend(one.runs.iter().map(|runs| runs.len().into()));
        table.push(cells)?;
    }
    Ok(table)
}

fn seconds_table(depth: u32, compared: &[Compared]) -> Result<Table, LabError> {
    let columns = columns().into_iter().take(1 + PLIES.len());
    let mut table = Table::new(format!("Table 4, seconds at depth {depth}"), columns);
    for one in compared {
        let speeds = one.runs.iter().map(|runs| speed_up(runs, |run| run.seconds));
        let cells = speeds.map(|speed| Cell::fixed(speed, 2));
        table.push([shown(one.percentile).into()].into_iter().chain(cells).collect())?;
    }
    Ok(table)
}

/// Speed-up and share of equal moves by ply and PERCENTILE, next to the paper's.
fn plots(depth: u32, compared: &[Compared]) -> Result<[Plot; 2], LabError> {
    let groups: Vec<String> = compared
        .iter()
        .flat_map(|one| PLIES.map(|ply| format!("{}, {ply}", shown(one.percentile))))
        .collect();
    let theirs = |offset: usize| -> Vec<BarValue> {
        let row = |one: &Compared| PERCENTILES.iter().position(|&raw| raw == one.percentile);
        let of = |one| row(one).map_or([0.0; 6], |row| PAPER[row]);
        let figures = compared.iter().flat_map(|one| of(one).into_iter().skip(offset).take(3));
        figures.map(BarValue::exact).collect()
    };
    let all = || compared.iter().flat_map(|one| one.runs.iter());
    let speeds = all().map(|runs| BarValue::exact(speed_up(runs, nodes))).collect();
    let same = all().map(|runs| {
        let value = same_move(runs);
        let error = 1.96 * (value * (1.0 - value) / runs.len().max(1) as f64).sqrt();
        BarValue { value, error }
    });
    let draw = |name: &str, y: &str, ours: Vec<BarValue>, paper: Vec<BarValue>| {
        let chart = Chart::new(format!("D(3,5), depth {depth}: {name}"), "PERCENTILE, ply", y);
        let series = [
            BarSeries { name: "ours".to_owned(), bars: ours },
            BarSeries { name: "paper".to_owned(), bars: paper },
        ];
        let svg = bar_chart(&chart.with_legend(Legend::LowerRight), &groups, &series)?;
        Ok::<Plot, LabError>(Plot { name: format!("{name} depth {depth}"), svg })
    };
    Ok([
        draw("speed-up", "nodes without / nodes with", speeds, theirs(0))?,
        draw("same move", "share of the positions", same.collect(), theirs(3))?,
    ])
}
