//! `zenpuku mate`: the shortest mate, or the proof that there is none.

mod inputs;
mod report;

use std::time::Duration;

use zenpuku_gametree::{Limits, StopReason};
use zenpuku_shogi_mate::MateSolver;

use crate::context::Context;
use crate::exit::Exit;
use crate::interrupt::Stop;
use crate::output;
use crate::progress::Progress;
use inputs::Problem;

/// Seconds for a problem when no limit is given.
const USUAL_TIME: f64 = 60.0;

/// Arguments of `zenpuku mate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku mate '9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1'\n  \
    zenpuku mate problems.sfen --limit-nodes 1000000 --json\n  \
    zenpuku mate game.kif --time 10\n\n\
    The side to move attacks and may have no king. Of a game record the start position is \
    searched, of any other file every line: SFEN, or a JSON object with a field `sfen`; blank \
    lines and lines that begin with # are skipped, - is stdin. Every legal interposition counts, \
    also a futile one.")]
pub struct Args {
    /// Positions in SFEN, and files
    #[arg(required = true, value_name = "SFEN|FILE")]
    inputs: Vec<String>,
    /// Positions to visit at most, for each problem
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit_nodes: Option<u64>,
    /// Time for each problem; 60 without any limit
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// Longest mate to look for
    #[arg(short, long, value_parser = clap::value_parser!(u32).range(1..=255))]
    plies: Option<u32>,
    /// Size of the solver's table in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=16384))]
    hash: u16,
    /// Print one JSON object for each problem
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.001..=1e9).contains(number));
    number.ok_or_else(|| "a number of seconds from 0.001 is expected".to_owned())
}

impl Args {
    fn limits(&self, stop: &Stop) -> Limits {
        let limited = self.limit_nodes.is_some() || self.plies.is_some();
        let time = self.time.or((!limited).then_some(USUAL_TIME));
        Limits {
            depth: self.plies,
            nodes: self.limit_nodes,
            time: time.map(Duration::from_secs_f64),
            stop: stop.flag().into(),
        }
    }
}

/// Searches every problem and prints what was found, each as soon as it is done. A line that is
/// no position is told and the others go on.
///
/// # Errors
/// If a file cannot be read, an argument is no position, or stdout cannot be written.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let problems = inputs::collect(&args.inputs)?;
    let stop = context.stop()?;
    let limits = args.limits(&stop);
    let mut solver = MateSolver::new(usize::from(args.hash));
    let many = problems.len() > 1;
    let progress = context.progress(many.then_some(problems.len() as u64), "problems");
    let mut exit = Exit::Done;
    for problem in problems {
        let solved = problem.and_then(|problem| {
            let report = solve(&mut solver, &problem, &limits, &progress)?;
            Ok((problem, report))
        });
        match solved {
            // Half a search says nothing; what was finished is out already.
            Ok((_, report)) if report.stopped == Some(StopReason::Flag) => break,
            Ok((problem, report)) => {
                progress.suspend(|| report::print(&problem, &report, args.json, many))?;
            }
            Err(message) => {
                progress.suspend(|| output::complain(&format!("error: {message}")));
                exit = Exit::Failed;
            }
        }
        progress.advance(1);
    }
    Ok(if stop.requested() { Exit::Interrupted } else { exit })
}

fn solve(
    solver: &mut MateSolver,
    problem: &Problem,
    limits: &Limits,
    progress: &Progress,
) -> Result<zenpuku_shogi_mate::MateReport, String> {
    let show = |news: zenpuku_shogi_mate::Progress| {
        progress.message(format!("no mate in {}, {} nodes", news.depth, news.nodes));
    };
    solver.solve_with(&problem.position, limits, show).map_err(|error| problem.place.tell(&error))
}
