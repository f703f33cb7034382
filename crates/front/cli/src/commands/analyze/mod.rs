//! `zenpuku analyze`: judges every move of a game.

mod batch;
pub(super) mod inputs;
mod outputs;
mod show;

use std::path::PathBuf;
use std::time::Duration;

use zenpuku_analysis::move_count;
use zenpuku_shogi_engine::SearchLimits;
use zenpuku_shogi_record::Document;

use crate::context::Context;
use crate::engine_args::EngineArgs;
use crate::exit::Exit;
use crate::{arguments, files, output};
use batch::numbers;
pub(super) use batch::{Batch, Told};
pub(super) use inputs::Input;

/// Nodes of the search for mate before each position's search.
pub(super) const MATE_NODES: u64 = 20_000;

/// Arguments of `zenpuku analyze`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku analyze game.kif\n  \
    zenpuku analyze --time 2 --threads 2 --out reports my-games/\n  \
    zenpuku analyze --nodes 100000 --json game.csa > game.json\n\n\
    Next to each record (or in --out) it writes NAME.zenpuku.kif with comments, \
    NAME.zenpuku.json, and NAME.zenpuku.html, a report that opens in any browser. \
    NAME keeps its extension where a neighbour has the same name (game.kif, game.csa). \
    Records whose results are newer than they are skipped: an interrupted run resumes where it \
    stopped.")]
pub struct Args {
    /// Records (KIF, KI2, CSA, JKF, SFEN) or folders of records; `-` reads stdin, and writes files only
    /// with --out
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder for the results; default: next to each record
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    engine: EngineArgs,
    /// Nodes of the search for mate before each position's search; 0: none
    #[arg(long, default_value_t = MATE_NODES, value_name = "NODES")]
    mate_nodes: u64,
    /// Leave out the reasons of mistakes
    #[arg(long)]
    no_reasons: bool,
    /// An opening book; the reasons then say which mistakes left it
    #[arg(long, value_name = "FILE", conflicts_with = "no_reasons")]
    book: Option<PathBuf>,
    /// Repeat finished analyses
    #[arg(short, long)]
    force: bool,
    /// Print one JSON object a game instead of text, and write no files unless --out is given
    #[arg(long)]
    json: bool,
}

/// How long to think about a position; exactly one way.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Budget {
    /// Seconds a move [default: 0.5]
    #[arg(short, long, value_name = "SECONDS", value_parser = arguments::seconds)]
    time: Option<Duration>,
    /// Nodes a move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies a move
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
}

impl Budget {
    fn limits(&self) -> SearchLimits {
        match (self.nodes, self.depth) {
            (Some(nodes), _) => SearchLimits::nodes(nodes),
            (None, Some(depth)) => SearchLimits::depth(depth),
            (None, None) => SearchLimits::movetime(self.time.unwrap_or(Duration::from_millis(500))),
        }
    }
}

impl Args {
    /// Reads a record; `None` when its results are there already.
    fn read(&self, input: &Input) -> anyhow::Result<Option<Document>> {
        if !self.json && !self.force && outputs::are_current(input) {
            output::complain(&format!(
                "{}: analysed already (--force analyses again)",
                input.path.display()
            ));
            return Ok(None);
        }
        files::read_record(&input.path).map(Some)
    }
}

/// Analyses every record; one that fails does not stop the others.
///
/// # Errors
/// If an option is wrong or stdout cannot be written.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let stop = context.stop()?;
    let told = if args.json { Told::Json } else { Told::Text };
    let options = args.engine.options()?;
    let mut batch = Batch::new(options, (args.budget.limits(), args.mate_nodes), &stop, told)?;
    if !args.no_reasons {
        batch = batch.with_reasons();
    }
    if let Some(path) = &args.book {
        batch = batch.with_book(super::book::open(path)?);
    }
    let writes = !args.json || args.out.is_some();
    let inputs = inputs::tell_apart(inputs::collect(&args.files, args.out.as_deref())?);
    if writes {
        outputs::check_apart(inputs.iter().map(|input| (input, vec![None])))?;
    }
    let mut failed = false;
    let mut games = Vec::new();
    for input in inputs {
        match args.read(&input) {
            Ok(document) => games.extend(document.map(|document| (input, document))),
            Err(error) => {
                failed = true;
                let error = error.context(input.path.display().to_string());
                let _ = crate::exit::report(&error);
            }
        }
    }
    if writes {
        outputs::check_apart(games.iter().map(|(input, document)| (input, numbers(document))))?;
    }
    let total: usize =
        games.iter().flat_map(|(_, document)| &document.records).map(move_count).sum();
    let progress = context.progress(Some(total as u64), "moves");
    for (input, document) in games {
        if stop.is_stopped() {
            break;
        }
        // stdin has no folder.
        let writes = writes && (args.out.is_some() || !input.is_standard());
        if let Err(error) = batch.analyze(&input, document, writes, &progress) {
            if error.is::<output::Closed>() {
                break;
            }
            failed = true;
            let error = error.context(input.path.display().to_string());
            progress.suspend(|| crate::exit::report(&error));
        }
    }
    drop(progress);
    Ok(if stop.is_stopped() {
        Exit::Interrupted
    } else if failed {
        Exit::Failed
    } else {
        Exit::Done
    })
}
