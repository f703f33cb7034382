//! `zenpuku analyze`: what every move of a game was worth.

pub(super) mod inputs;
mod outputs;
mod show;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use zenpuku_analysis::{
    EngineAnalyst, GameAnalysis, OwnEngine, analyze_record, annotate, move_count,
};
use zenpuku_shogi_engine::{Engine, SearchLimits};
use zenpuku_shogi_record::{Document, Record, WriteOptions, write_with};

use crate::context::Context;
use crate::engine_args::EngineArgs;
use crate::exit::Exit;
use crate::interrupt::Stop;
use crate::progress::Progress;
use crate::{files, output};
use inputs::Input;

/// Arguments of `zenpuku analyze`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku analyze game.kif\n  \
    zenpuku analyze --time 2 --threads 2 --out reports my-games/\n  \
    zenpuku analyze --nodes 100000 --json game.csa > game.json\n\n\
    Beside each record (or in --out) it writes NAME.zenpuku.kif with comments,\n\
    NAME.zenpuku.json, and NAME.zenpuku.html, a report that opens in any browser.\n\
    Records whose results are newer than they are skipped: a run that was\n\
    interrupted goes on where it was.")]
pub struct Args {
    /// Records (KIF, KI2, CSA, JKF, SFEN) or folders of records
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder for the results; default: beside each record
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    engine: EngineArgs,
    /// Nodes of the search for mate before each position's search; 0: none
    #[arg(long, default_value_t = 20_000, value_name = "NODES")]
    mate_nodes: u64,
    /// Analyse again what is analysed already
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
    #[arg(short, long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Nodes a move
    #[arg(long)]
    nodes: Option<u64>,
    /// Plies a move
    #[arg(long)]
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

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds expected".to_owned())?;
    if (0.001..=86_400.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("between 0.001 and 86400 seconds expected".into())
    }
}

/// Analyses every record; one that fails does not stop the others.
///
/// # Errors
/// If an option is wrong or nothing can be written to stdout.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let stop = context.stop()?;
    let mut batch = Batch::new(args, &stop)?;
    let inputs = inputs::collect(&args.files, args.out.as_deref())?;
    let mut failed = false;
    let mut games = Vec::new();
    for input in inputs {
        match batch.read(&input) {
            Ok(document) => games.extend(document.map(|document| (input, document))),
            Err(error) => {
                failed = true;
                let error = error.context(input.path.display().to_string());
                let _ = crate::exit::report(&error);
            }
        }
    }
    let total: usize =
        games.iter().flat_map(|(_, document)| &document.records).map(move_count).sum();
    let progress = context.progress(Some(total as u64), "moves");
    for (input, document) in games {
        if stop.requested() {
            break;
        }
        if let Err(error) = batch.analyze(&input, document, &progress) {
            failed = true;
            let error = error.context(input.path.display().to_string());
            progress.suspend(|| crate::exit::report(&error));
        }
    }
    drop(progress);
    Ok(if stop.requested() {
        Exit::Interrupted
    } else if failed {
        Exit::Failed
    } else {
        Exit::Done
    })
}

/// What is the same for all records.
struct Batch<'a> {
    args: &'a Args,
    analyst: EngineAnalyst<OwnEngine>,
    stop: &'a Stop,
}

impl<'a> Batch<'a> {
    fn new(args: &'a Args, stop: &'a Stop) -> anyhow::Result<Self> {
        let mut engine = Engine::new(args.engine.options()?);
        engine.prepare()?;
        output::notices(&mut engine);
        let search = OwnEngine::new(engine, stop.flag());
        let analyst =
            EngineAnalyst::new(search, args.budget.limits(), args.mate_nodes, stop.flag());
        Ok(Self { args, analyst, stop })
    }

    /// Reads a record; `None` when its results are there already.
    fn read(&self, input: &Input) -> anyhow::Result<Option<Document>> {
        if !self.args.json && !self.args.force && outputs::are_current(input) {
            output::complain(&format!(
                "{}: analysed already (--force analyses again)",
                input.path.display()
            ));
            return Ok(None);
        }
        files::read_record(&input.path).map(Some)
    }

    fn analyze(
        &mut self,
        input: &Input,
        document: Document,
        progress: &Progress,
    ) -> anyhow::Result<()> {
        for warning in &document.warnings {
            progress.suspend(|| {
                output::complain(&format!("{}: {warning}", input.path.display()));
            });
        }
        let many = document.records.len() > 1;
        for (index, record) in document.records.iter().enumerate() {
            if self.stop.requested() {
                break;
            }
            let number = many.then_some(index + 1);
            let mut record = record.clone();
            let analysis = self.game(input, number, &record, progress)?;
            if self.args.json && self.args.out.is_none() {
                continue;
            }
            annotate(&mut record, &analysis);
            let kif = kif_bytes(&document, record)?;
            // Of a game that was interrupted the moves judged are kept; the next run begins it
            // again.
            let whole = !self.stop.requested();
            let written = outputs::write(input, number, &kif, &analysis, whole)?;
            if !self.args.json {
                progress.suspend(|| output::line(format_args!("wrote {written}")))?;
            }
        }
        Ok(())
    }

    /// Analyses one game and prints it move by move.
    fn game(
        &mut self,
        input: &Input,
        number: Option<usize>,
        record: &Record,
        progress: &Progress,
    ) -> anyhow::Result<GameAnalysis> {
        anyhow::ensure!(move_count(record) > 0, "no move to analyse");
        let name = name(&input.path, number);
        let text = !self.args.json;
        if text {
            progress.suspend(|| output::line(show::title(&name, record)))?;
        }
        self.analyst.search_mut().new_game();
        let mut closed = Ok(());
        let result = analyze_record(&name, record, &mut self.analyst, |mv| {
            progress.advance(1);
            if text && closed.is_ok() {
                closed = progress.suspend(|| output::line(show::move_line(mv)));
            }
        });
        closed?;
        if let Some(error) = self.analyst.search_mut().take_error() {
            return Err(error.into());
        }
        let analysis = result?;
        if text && !self.stop.requested() {
            progress.suspend(|| output::line(show::summary(&analysis)))?;
        } else if !text {
            progress.suspend(|| output::json(&analysis))?;
        }
        Ok(analysis)
    }
}

fn name(path: &Path, number: Option<usize>) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    number.map_or_else(|| name.to_string(), |number| format!("{name} game {number}"))
}

/// The annotated game as KIF, in the source's encoding where it was KIF.
fn kif_bytes(document: &Document, record: Record) -> anyhow::Result<Vec<u8>> {
    let single = Document { records: vec![record], ..document.clone() };
    let written = write_with(&single, &WriteOptions::new(zenpuku_shogi_record::Format::Kif))
        .context("the annotated record")?;
    Ok(written.bytes)
}
