//! A user's experiment: a pruning that Zenpuku does not have, measured with its
//! positions, tables and intervals. README.md next to `Cargo.toml` explains it.

use std::path::Path;
use std::process::ExitCode;

use zenpuku_core::Score;
use zenpuku_lab::measure::{Measurer, Run, TestPosition, positions, spread};
use zenpuku_lab::statistics::{bootstrap, rate, ratio};
use zenpuku_lab::{
    Build, Cell, Experiment, Findings, Input, LabError, RunOptions, Session, Table, run,
};
use zenpuku_params::Params;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{Depth, MoveTry, SearchLimits, SearchObserver, Visit};

/// The technique: near the horizon a node far above beta is cut, and at its last ply quiet moves
/// late in the order are left out, more of them the further the evaluation is below alpha.
#[derive(Default)]
struct Hopeless {
    /// The evaluation and alpha of the nodes on the way, by ply.
    path: Vec<Option<i32>>,
    cuts: u64,
    left_out: u64,
}

/// Centipawns above beta for each ply of remaining depth.
const MARGIN: i32 = 150;
/// Moves that are always searched.
const ALWAYS: u32 = 6;

impl SearchObserver for Hopeless {
    fn cut(&mut self, _: &Position, visit: &Visit, eval: Option<Score>) -> Option<Score> {
        self.path.resize(visit.ply + 1, None);
        let eval = eval?.value();
        self.path[visit.ply] = Some(visit.alpha.value() - eval);
        let margin = visit.depth.times(MARGIN);
        let is_cut = visit.depth <= Depth::plies(3)
            && !visit.beta.is_mate()
            && eval - margin >= visit.beta.value();
        self.cuts += u64::from(is_cut);
        is_cut.then_some(visit.beta)
    }

    fn skips(&mut self, position: &Position, tried: &MoveTry) -> bool {
        let below = self.path.get(tried.ply).copied().flatten().unwrap_or(0);
        let skip = tried.depth < Depth::plies(2)
            && below > 0
            && tried.number > ALWAYS.max(40_u32.saturating_sub(below.unsigned_abs() / 20))
            && !position.gives_check(tried.mv);
        self.left_out += u64::from(skip);
        skip
    }
}

/// The experiment: the paper's program without futility pruning, and with the technique instead.
struct HopelessExperiment;

impl Experiment for HopelessExperiment {
    fn name(&self) -> &'static str {
        "hopeless"
    }

    fn summary(&self) -> &'static str {
        "cuts and moves left out near the horizon, against the same search without"
    }

    /// The options of the run; others are refused.
    fn inputs(&self) -> &'static [Input] {
        &[Input::Positions]
    }

    /// What decides the figures and is in no option, so that a journal of other margins never serves.
    fn settings(&self) -> serde_json::Value {
        serde_json::json!({ "margin": MARGIN, "always": ALWAYS })
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let (count, depth) = if options.quick { (2, 4) } else { (20, 6) };
        let places = spread(&positions(options)?, count);
        session.expect(2 * places.len() as u64);
        let mut params = Params::profile("foundation")?;
        params.null_move_pruning = true;
        let limits = SearchLimits::depth(depth);
        let mut measurer = Measurer::new(options, 16);
        let mut pairs = Vec::new();
        for place in &places {
            let without = session.unit(&format!("{}: without", place.name), || {
                measurer.search(&params, &place.position, &limits)
            })?;
            let with = session.unit(&format!("{}: with", place.name), || {
                let mut own = Hopeless::default();
                let run = measurer.search_watched(&params, &place.position, &limits, &mut own)?;
                Ok((run, own.cuts, own.left_out))
            })?;
            pairs.push((without, with));
        }
        Ok(Findings {
            ours: vec![summary(&pairs)?],
            rows: vec![rows(&places, &pairs)?],
            ..Findings::default()
        })
    }
}

/// Without the technique; with it, its cuts and the moves it left out.
type Pair = (Run, (Run, u64, u64));

/// One row: the nodes with their quotient and its interval, and how often the move is the same.
fn summary(pairs: &[Pair]) -> Result<Table, LabError> {
    let columns = [
        "positions",
        "nodes without",
        "nodes with",
        "with / without",
        "95 %",
        "same move %",
        "same move, 95 %",
        "cuts",
        "moves left out",
    ];
    let nodes: Vec<(f64, f64)> =
        pairs.iter().map(|(a, (b, ..))| (a.nodes as f64, b.nodes as f64)).collect();
    let same = pairs.iter().filter(|(a, (b, ..))| a.best == b.best).count() as u64;
    let share = rate(same, pairs.len() as u64);
    let mut table = Table::new("Hopeless nodes and moves", columns);
    table.push(vec![
        pairs.len().into(),
        pairs.iter().map(|(a, _)| a.nodes).sum::<u64>().into(),
        pairs.iter().map(|(_, (b, ..))| b.nodes).sum::<u64>().into(),
        Cell::fixed(ratio(&nodes), 3),
        bootstrap(&nodes, ratio).map_or(Cell::Absent, |found| format!("{found:.3}").into()),
        Cell::fixed(100.0 * same as f64 / pairs.len() as f64, 1),
        format!("{:.0} to {:.0}", 100.0 * share.low, 100.0 * share.high).into(),
        pairs.iter().map(|(_, (_, cuts, _))| cuts).sum::<u64>().into(),
        pairs.iter().map(|(_, (.., left_out))| left_out).sum::<u64>().into(),
    ])?;
    Ok(table)
}

/// One row a position.
fn rows(places: &[TestPosition], pairs: &[Pair]) -> Result<Table, LabError> {
    let columns =
        ["position", "phase", "nodes without", "nodes with", "move without", "move with", "sfen"];
    let mut table = Table::new("Hopeless positions", columns);
    for (place, (without, (with, ..))) in places.iter().zip(pairs) {
        table.push(vec![
            place.name.as_str().into(),
            place.phase.name().into(),
            without.nodes.into(),
            with.nodes.into(),
            without.best.as_str().into(),
            with.best.as_str().into(),
            place.position.to_sfen().into(),
        ])?;
    }
    Ok(table)
}

/// `own-experiment [--quick] [--positions FILE] [FOLDER]`
fn main() -> ExitCode {
    let mut options = RunOptions::default();
    let mut folder = None;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quick" => options.quick = true,
            "--positions" => options.positions = words.next().map(Into::into),
            _ => folder = Some(word),
        }
    }
    let build = Build { commit: env!("CARGO_PKG_VERSION").to_owned(), ..Build::default() };
    let folder = folder.as_deref().map(Path::new);
    let told =
        |now: zenpuku_lab::Progress<'_>| eprintln!("{}/{} {}", now.done, now.total, now.what);
    match run(&HopelessExperiment, &options, &build, folder, told) {
        Ok(outcome) => {
            for table in &outcome.findings.ours {
                println!("{}", table.to_text());
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
