//! `zenpuku learn pipeline`: self-play, training and a match, generation after generation.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_shogi_eval::EvalKind;
use zenpuku_shogi_learn::train::params::Layout;
use zenpuku_shogi_learn::train::quantise::quantise;
use zenpuku_shogi_learn::train::shape::TrainedShape;

use super::{selfplay, train};
use crate::commands::match_;
use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::{files, output};

/// Arguments of `zenpuku learn pipeline`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn pipeline --out net --generations 3\n  \
    zenpuku learn pipeline --out net --selfplay '--games 20000 --nodes 2000 --threads 4' \\\n      \
      --train '--epochs 15 --threads 4' --match '--games 200 --nodes 5000 --concurrency 4'\n\n\
    Each generation plays games with the best evaluation so far, trains the network further on all \
    games so far, and plays a match against the evaluation that has played them; the better of \
    the two is kept. \
    Before the first training the network learns to imitate the evaluation that it \
    begins with. All files are in FOLDER/1, FOLDER/2 ...: games, net, match.jsonl, and in \
    FOLDER/imitation; the summary is in FOLDER/pipeline.json. The same command resumes \
    after a stop.")]
pub(super) struct Args {
    /// Folder for games, networks and matches
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// How often to play, train and compare
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    generations: u32,
    /// Engine options of the evaluation to begin with; `nothing`: a network that finds every
    /// position equal
    #[arg(long, default_value = "Evaluation=material", value_name = "OPTIONS")]
    start: String,
    /// Options of `zenpuku learn selfplay`; each generation adds 1 to its seed
    #[arg(
        long,
        default_value = "--games 5000 --nodes 1000",
        allow_hyphen_values = true,
        value_name = "OPTIONS"
    )]
    selfplay: String,
    /// Options of `zenpuku learn train` for imitating the evaluation to begin with
    #[arg(
        long,
        default_value = "--epochs 4 --scale 350",
        allow_hyphen_values = true,
        value_name = "OPTIONS"
    )]
    imitate: String,
    /// Options of `zenpuku learn train` for learning from the games
    #[arg(
        long,
        default_value = "--epochs 10 --rate 5e-4 --scale 350",
        allow_hyphen_values = true,
        value_name = "OPTIONS"
    )]
    train: String,
    /// Options of `zenpuku match`
    #[arg(
        long = "match",
        default_value = "--games 100 --nodes 2000",
        allow_hyphen_values = true,
        value_name = "OPTIONS"
    )]
    match_: String,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

/// The JSON of `zenpuku learn pipeline --json`, also pipeline.json.
#[derive(Default, Serialize)]
struct Report {
    generations: Vec<Generation>,
    /// Engine options of the best evaluation.
    best: String,
}

/// The result of one generation.
#[derive(Serialize)]
struct Generation {
    /// Its games.
    games: u64,
    /// Their positions with a score.
    positions: u64,
    /// Positions of all generations that taught the network.
    learned_from: usize,
    validation_loss: Option<f64>,
    /// The network against the evaluation that has played the games: wins, draws, losses.
    score: [u64; 3],
    elo: Option<f64>,
    elo_error: Option<f64>,
    /// Is the network adopted?
    better: bool,
}

/// Runs all generations.
///
/// # Errors
/// Those of the steps, with the generation.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    if args.out.to_string_lossy().contains([' ', ',', ';']) {
        // A configuration of a match is parted at these.
        return Err(Usage::new("--out: the path has a blank, comma or semicolon").into());
    }
    std::fs::create_dir_all(&args.out).with_context(|| path(&args.out))?;
    let mut report = Report { best: start(args)?, ..Report::default() };
    let mut network = None;
    for number in 1..=args.generations {
        let step = Step { args, number, best: &report.best, context };
        let run = step.run(network.as_deref()).with_context(|| format!("generation {number}"))?;
        let Some(generation) = run else {
            output::complain("stopped; the same command continues");
            return Ok(Exit::Interrupted);
        };
        show(number, &generation);
        let net = step.network();
        if generation.better {
            report.best = format!("Evaluation=nnue EvalFile={net}");
        }
        network = Some(net);
        report.generations.push(generation);
        files::replace(&args.out.join("pipeline.json"), &serde_json::to_vec_pretty(&report)?)?;
    }
    if args.json {
        output::json(&report)?;
    } else {
        output::line(format_args!("best evaluation: {}", report.best))?;
    }
    Ok(Exit::Done)
}

/// Engine options of the evaluation to begin with.
fn start(args: &Args) -> anyhow::Result<String> {
    if args.start != "nothing" {
        return Ok(args.start.clone());
    }
    let file = args.out.join("nothing.zpnet");
    // Random weights with an output layer of zero: the start of a training without --start.
    let layout = Layout::new(TrainedShape::default());
    let network = quantise(&layout, &layout.random(1), 1.0, "nothing");
    files::replace(&file, &network.file(&[])?)?;
    Ok(format!("Evaluation=nnue EvalFile={}", path(&file)))
}

/// One generation.
struct Step<'a> {
    args: &'a Args,
    number: u32,
    /// Engine options of the best evaluation so far.
    best: &'a str,
    context: &'a Context,
}

impl Step<'_> {
    /// Plays, trains from `network` (none: what imitates the start) and compares; `None` when the
    /// user stopped it.
    fn run(&self, network: Option<&str>) -> anyhow::Result<Option<Generation>> {
        let stop = self.context.stop()?;
        let played = selfplay::play(&self.selfplay()?, self.context).context("games")?;
        if stop.is_stopped() {
            return Ok(None);
        }
        let network = match network {
            Some(network) => Some(network.to_owned()),
            None => self.imitate().context("imitation")?,
        };
        let Some(network) = network else { return Ok(None) };
        let training = train::train(&self.train(&network)?, self.context).context("training")?;
        let Some(trained) = training else { return Ok(None) };
        let result = match_::play(&self.comparison()?, self.context).context("match")?;
        Ok(result.finished.then(|| Generation {
            games: played.games,
            positions: played.positions,
            learned_from: trained.summary.training_positions,
            validation_loss: trained.summary.best.map(|epoch| epoch.validation.loss),
            score: [result.wins, result.draws, result.losses],
            elo: result.elo,
            elo_error: result.elo_error,
            better: result.wins > result.losses,
        }))
    }

    /// A network that reproduces the initial evaluation. `None` when the user
    /// stopped the training.
    fn imitate(&self) -> anyhow::Result<Option<String>> {
        let options = match_::options(self.best)?;
        if match_::prepared(&options)?.eval_kind() == EvalKind::Nnue {
            let usage = || Usage::new("--start: Evaluation=nnue needs EvalFile=FILE");
            anyhow::ensure!(!options.eval_file.is_empty(), usage());
            return Ok(Some(options.eval_file));
        }
        let out = self.args.out.join("imitation");
        let teacher = options.eval.to_string();
        let mut more = vec!["--out".to_owned(), path(&out), "--teacher".to_owned(), teacher];
        more.extend(["--games".to_owned(), path(&self.folder(self.number).join("games"))]);
        let done = train::train(&parse("imitate", &self.args.imitate, more)?, self.context)?;
        Ok(done.map(|_| path(&out.join(train::NETWORK))))
    }

    fn folder(&self, number: u32) -> PathBuf {
        self.args.out.join(number.to_string())
    }

    /// The network that this generation trains.
    fn network(&self) -> String {
        path(&self.folder(self.number).join("net").join(train::NETWORK))
    }

    fn selfplay(&self) -> anyhow::Result<selfplay::Args> {
        let mut more = vec!["--out".to_owned(), path(&self.folder(self.number).join("games"))];
        for assignment in self.best.split_whitespace() {
            more.extend(["--set".to_owned(), assignment.to_owned()]);
        }
        let mut parsed: selfplay::Args = parse("selfplay", &self.args.selfplay, more)?;
        parsed.seed = parsed.seed.wrapping_add(u64::from(self.number - 1));
        Ok(parsed)
    }

    fn train(&self, network: &str) -> anyhow::Result<train::Args> {
        let out = path(&self.folder(self.number).join("net"));
        let mut more = ["--out", &out, "--start", network, "--games"].map(str::to_owned).to_vec();
        more.extend((1..=self.number).map(|number| path(&self.folder(number).join("games"))));
        parse("train", &self.args.train, more)
    }

    /// Without ProbCut, which would be on only for an evaluation that its parameters were fitted to.
    fn comparison(&self) -> anyhow::Result<match_::Args> {
        let save = path(&self.folder(self.number).join("match.jsonl"));
        let ours = format!("ProbCut=off Evaluation=nnue EvalFile={}", self.network());
        let best = format!("ProbCut=off {}", self.best);
        let more = ["--a", &ours, "--b", &best, "--save", &save].map(str::to_owned);
        parse("match", &self.args.match_, more.to_vec())
    }
}

fn path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Options of a command as its own command line would read them: `text` and `more`.
fn parse<A: clap::Args>(option: &str, text: &str, more: Vec<String>) -> anyhow::Result<A> {
    let command = A::augment_args(clap::Command::new("").no_binary_name(true));
    let words = text.split_whitespace().map(str::to_owned).chain(more);
    let read = command.try_get_matches_from(words);
    let parsed = read.and_then(|matches| A::from_arg_matches(&matches));
    parsed.map_err(|error| Usage::new(format!("--{option}: {error}")).into())
}

fn show(number: u32, generation: &Generation) {
    let [wins, draws, losses] = generation.score;
    let verdict = if generation.better { "is kept" } else { "is not better" };
    output::complain(&format!(
        "generation {number}: {} games, {} positions to learn from; the network won {wins}, drew \
         {draws}, lost {losses} and {verdict}",
        generation.games, generation.learned_from
    ));
}
