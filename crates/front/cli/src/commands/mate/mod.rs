//! `zenpuku mate`: the shortest mate, or a proof that there is no mate.

pub(crate) mod check;
mod inputs;
mod kif;
pub(crate) mod report;
mod results;
mod tally;
mod target;
mod workers;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use zenpuku_core::Limits;
use zenpuku_core::StopToken;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_mate::{ComposerCount, Count, MateReport, Proof, Replay, Verdict};

use crate::arguments;
use crate::context::Context;
use crate::exit::Exit;
use crate::output;
use crate::progress::Progress;
use check::Check;
use inputs::{Problem, Rest};
use report::Report;
use results::{Keep, Results};
use tally::Tally;
use target::Target;

/// The assumption for a problem that does not have all pieces.
const REST: &str = "the rest of the pieces is in the defender's hand";

/// Time for a problem when no limit is given.
const USUAL_TIME: Duration = Duration::from_secs(60);

/// Arguments of `zenpuku mate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku mate '9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1'\n  \
    zenpuku mate problems.sfen --nodes 1000000 --json\n  \
    zenpuku mate game.kif --time 10 --kif solved.kifu\n  \
    zenpuku mate problem.kif --proof proof.txt\n  \
    zenpuku mate collection/ --results found.jsonl --verify --threads 4\n  \
    zenpuku mate problem.kif --check -n 100000\n\n\
    The side to move attacks and may have no king. Of a game record the start position is \
    searched, of any other file every line: SFEN, or a JSON object with a field `sfen`; blank \
    lines and lines that begin with # are skipped, - is stdin. A folder stands for all files of \
    problems in it. Plies are counted as composers do: useless interpositions (muda-ai) do not \
    count, unless --strict is given. Pieces that a problem does not have are in the defender's \
    hand, which is said, unless --as-given is given. With --check the limits apply to each \
    search, including each other check.")]
pub struct Args {
    /// Positions in SFEN, files and folders
    #[arg(required = true, value_name = "SFEN|FILE|FOLDER")]
    inputs: Vec<OsString>,
    /// Positions to visit at most, for each problem
    #[arg(short, long, alias = "limit-nodes", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time for each problem; 60 without any limit
    #[arg(short, long, value_name = "SECONDS", value_parser = arguments::seconds)]
    time: Option<Duration>,
    /// Longest mate to look for
    #[arg(short, long, value_parser = clap::value_parser!(u32).range(1..=255))]
    plies: Option<u32>,
    /// Threads that search problems side by side, or one long problem together; the answers and
    /// their order stay the same
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of the solver's table in MiB, for each thread
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=16384))]
    hash: u16,
    /// Leave out the pieces that a problem does not have; else they are in the defender's hand
    #[arg(long)]
    as_given: bool,
    /// Count every legal interposition, also a useless one
    #[arg(long)]
    strict: bool,
    /// Print one JSON object for each problem
    #[arg(long)]
    json: bool,
    /// Replay every proof over all defences, slowly and by the rules alone
    #[arg(long)]
    verify: bool,
    /// Write mates as KIF with the other defences as variations; of many problems into a folder
    #[arg(long, value_name = "FILE|FOLDER")]
    kif: Option<PathBuf>,
    /// Write the proofs of mates, a position a line, for others to check; of many problems into a
    /// folder
    #[arg(long, value_name = "FILE|FOLDER")]
    proof: Option<PathBuf>,
    /// Keep results in FILE, and take up there a run that was broken off
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Check mates as compositions: other mates and where they branch, pieces left or not needed
    #[arg(long)]
    check: bool,
    /// Length that is meant, in plies; else that of the file
    #[arg(long, value_name = "PLIES", requires = "check", value_parser = clap::value_parser!(u64).range(1..))]
    length: Option<u64>,
    /// Search again what FILE has undecided or not as shortest
    #[arg(long, requires = "results")]
    retry: bool,
}

impl Args {
    fn count(&self) -> Count {
        if self.strict { Count::Strict } else { Count::Composer }
    }

    fn limits(&self, stop: &StopToken) -> Limits {
        let limited = self.nodes.is_some() || self.plies.is_some();
        let time = self.time.or((!limited).then_some(USUAL_TIME));
        Limits { depth: self.plies, nodes: self.nodes, time, stop: stop.clone() }
    }
}

/// Searches every problem and prints each result as soon as it is finished. An
/// invalid line is reported and the others continue.
///
/// # Errors
/// If a file cannot be read, an argument is not a position, or the results cannot be written.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let rest = if args.as_given { Rest::AsGiven } else { Rest::Defender };
    let problems = inputs::collect(&args.inputs, rest)?;
    let stop = context.stop()?;
    let many = problems.len() > 1;
    let keep =
        Keep { count: args.count(), retry: args.retry, verify: args.verify, check: args.check };
    let open = |path: &PathBuf| Results::open(path, keep);
    let target = |option, path: &Option<PathBuf>| {
        path.as_ref().map(|path| Target::new(option, path, many)).transpose()
    };
    let mut batch = Batch {
        args,
        progress: Arc::new(context.progress(many.then_some(problems.len() as u64), "problems")),
        many,
        tally: Tally::default(),
        results: args.results.as_ref().map(open).transpose()?,
        kif: target("--kif", &args.kif)?,
        proof: target("--proof", &args.proof)?,
    };
    let started = Instant::now();
    workers::run(&mut batch, &problems, &args.limits(&stop))?;
    let tally = batch.tally;
    drop(batch);
    let filled = problems.iter().flatten().filter(|problem| problem.rest).count();
    if many && filled > 0 {
        output::complain(&format!("of {filled} problems {REST} (--as-given: leave it out)"));
    }
    if many {
        output::complain(&format!("{tally}; {:.1} s", started.elapsed().as_secs_f64()));
    }
    let exit = if tally.errors > 0 { Exit::Failed } else { Exit::Done };
    Ok(if stop.is_stopped() { Exit::Interrupted } else { exit })
}

/// Data reported in addition to the solver's report.
#[derive(Default)]
struct Extra {
    replay: Option<Replay>,
    check: Option<Check>,
    count: Option<ComposerCount>,
}

impl Extra {
    /// The mate by the count that was asked for.
    fn told<'a>(&'a self, report: &'a MateReport, args: &Args) -> Told<'a> {
        let told = Told {
            plies: report.plies,
            line: &report.line,
            shortest: report.shortest,
            count: Count::Strict,
        };
        match &self.count {
            Some(ComposerCount { plies, shortest, line }) => {
                Told { plies: Some(*plies), line, shortest: *shortest, count: Count::Composer }
            }
            // Where there is no mate both counts say the same.
            None if report.plies.is_none() => Told { count: args.count(), ..told },
            None => told,
        }
    }
}

/// Length and line of a result, and how they are counted.
struct Told<'a> {
    plies: Option<u16>,
    line: &'a [Move],
    shortest: bool,
    count: Count,
}

/// Receives the results of a run over some problems.
struct Batch<'a> {
    args: &'a Args,
    progress: Arc<Progress>,
    many: bool,
    tally: Tally,
    results: Option<Results>,
    kif: Option<Target>,
    proof: Option<Target>,
}

/// A problem that was searched to the end or to its limits.
struct Solved {
    report: MateReport,
    extra: Extra,
}

impl Batch<'_> {
    /// Takes over the result of an earlier run, if there is one.
    fn keep(&mut self, problem: &Problem) -> bool {
        let kept =
            self.results.as_ref().and_then(|results| results.find(&problem.position.to_sfen()));
        let Some(kept) = kept else { return false };
        self.tally.kept += 1;
        self.tally.add(kept.verdict, kept.plies, problem.stated);
        self.progress.advance(1);
        true
    }

    /// Passes on a result, or reports an error of the problem or its proof.
    fn take(
        &mut self,
        number: usize,
        problem: &Result<Problem, String>,
        solved: Result<Solved, String>,
    ) -> anyhow::Result<()> {
        match (problem, solved) {
            (Ok(problem), Ok(solved)) => {
                let plies = solved.extra.told(&solved.report, self.args).plies.map(u64::from);
                self.tally.add(solved.report.verdict, plies, problem.stated);
                self.hand_on(number, problem, &solved.report, &solved.extra)?;
            }
            (Err(message), _) => self.complain(message),
            (_, Err(message)) => self.complain(&message),
        }
        self.progress.advance(1);
        Ok(())
    }

    fn complain(&mut self, message: &str) {
        self.tally.errors += 1;
        self.progress.suspend(|| output::complain(&format!("error: {message}")));
    }

    fn hand_on(
        &mut self,
        number: usize,
        problem: &Problem,
        report: &MateReport,
        extra: &Extra,
    ) -> anyhow::Result<()> {
        let told = extra.told(report, self.args);
        let row = Report::new(problem, report, extra, &told);
        // Before the result, after which the problem counts as done.
        if let Some(proof) = &report.proof {
            self.write_files(number, problem, told.line, proof)?;
        }
        if let Some(results) = &mut self.results {
            results.add(&row)?;
        }
        // A file on stdout is the only output.
        if [&self.kif, &self.proof].iter().any(|target| matches!(target, Some(Target::Standard))) {
            return Ok(());
        }
        self.progress.suspend(|| match self.args.json {
            true => output::json(&row),
            false => report::print(problem, report, extra, &told, self.many),
        })
    }
}

impl Batch<'_> {
    /// Writes the requested files of a mate: its record, its proof.
    fn write_files(
        &self,
        number: usize,
        problem: &Problem,
        line: &[Move],
        proof: &Proof,
    ) -> anyhow::Result<()> {
        if let Some(target) = &self.kif {
            let record = kif::file(problem, line, proof)?;
            target.write(number, problem, kif::extension(), &record)?;
        }
        if let Some(target) = &self.proof {
            let text = proof.to_text(&problem.position)?;
            target.write(number, problem, "proof.txt", text.as_bytes())?;
        }
        Ok(())
    }
}

/// The slow replay of a report's claims; `None` if it has none.
fn replay(report: &MateReport, position: &Position) -> Result<Option<Replay>, String> {
    let seen = match report.verdict {
        Verdict::Unknown => return Ok(None),
        Verdict::Mate => {
            report.proof.as_ref().map(|proof| proof.replay(position).map_err(|e| e.to_string()))
        }
        Verdict::NoMate => report
            .refutation
            .as_ref()
            .map(|refutation| refutation.replay(position).map_err(|e| e.to_string())),
    };
    match seen {
        Some(Ok(seen)) if report.plies.is_none_or(|plies| plies == seen.plies) => Ok(Some(seen)),
        Some(Ok(seen)) => Err(format!("the proof is of a mate in {}", seen.plies)),
        Some(Err(message)) => Err(format!("the proof does not hold: {message}")),
        None => Err("the limits left no time to write the proof down".to_owned()),
    }
}
