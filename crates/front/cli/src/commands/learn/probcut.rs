//! `zenpuku learn probcut`: the parameters of ProbCut, fitted to the evaluation in use.

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::openings::Opening;
use zenpuku_core::StopToken;
use zenpuku_shogi_engine::{
    DEEPEST_PAIR, DepthPair, Engine, EngineOptions, EvalKind, evaluation_checksum,
};
use zenpuku_shogi_learn::probcut::{
    Fitted, Fitting, Measured, PhaseChoice, Run, Sample, Sampling, lines,
};
use zenpuku_shogi_learn::selfplay::{self, Event, Target};

use crate::context::Context;
use crate::engine_args::SettingArgs;
use crate::exit::{Exit, Usage};
use crate::{files, output};

/// Where values are kept, in the output folder.
const VALUES: &str = "values.jsonl";
/// Pairs of depths, usually.
const PAIRS: &str = "2-3,2-4,3-4,2-5,3-5,4-5";
/// The pairs that the search uses.
const FIT_PAIRS: &str = "1-3,2-4,2-6,3-5,3-7,4-6,4-8,5-7,6-8";
/// Games of self-play for a network.
const FIT_GAMES: u64 = 100;
/// Where games of self-play are kept, in the output folder.
const GAMES: &str = "games";
/// Nodes a move of self-play.
const SELFPLAY_NODES: u64 = 2000;

/// Arguments of `zenpuku learn probcut`.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn probcut --games games.jsonl --profile probcut2003 --out fit\n  \
    zenpuku learn probcut --games games --pairs 3-6,4-8,5-10 --random-moves 3 --out fit\n  \
    zenpuku learn probcut --selfplay 200 --threads 2 --out fit\n  \
    zenpuku learn probcut --fit-for my.nn --threads 2\n  \
    zenpuku learn probcut --games games.jsonl --share 3/10 --out part-3\n  \
    zenpuku match --a ProbCutFile=fit/nnue.probcut --b ProbCut=off --nodes 50000\n\n\
    Writes into the folder: EVALUATION.probcut, lines.csv, spreads.csv, phases.csv, a scatter plot \
    and a histogram of the residuals for each pair of depths. Values are kept in values.jsonl: \
    the same command resumes an interrupted run, and fits again with other --scale or \
    --phases. With \
    --share only values.jsonl is written; the lines of all shares under one first line are the \
    values of the whole.")]
pub(super) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// Folder for parameters, values, tables and plots [with --fit-for: EVALFILE.fit]
    #[arg(short, long, value_name = "FOLDER", required_unless_present = "fit_for")]
    out: Option<PathBuf>,
    /// Pairs of depths, shallow-deep [default: 2-3,2-4,3-4,2-5,3-5,4-5; with --fit-for: those of
    /// the built-in parameters]
    #[arg(long, value_delimiter = ',', value_parser = parse_pair)]
    pairs: Vec<DepthPair>,
    /// First and last ply of the positions [default: 10,61; with --fit-for: 10,100]
    #[arg(long, value_name = "FIRST,LAST", value_parser = parse_plies)]
    plies: Option<(u16, u16)>,
    /// Positions at most [default: 5000; with --fit-for: 900]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    positions: Option<u32>,
    /// Random moves made in each position at most, to spread the values as in a search [default:
    /// 0; with --fit-for: 2]
    #[arg(long, value_parser = clap::value_parser!(u16).range(..=100))]
    random_moves: Option<u16>,
    /// Decides which positions, and their random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// c of the transform c tanh(v / c), in centipawns
    #[arg(long, default_value_t = 1000.0, value_name = "CP")]
    scale: f64,
    /// Fit kinds of positions separately: `none`, `best`, or ply, hands, moved, battle, castle
    #[arg(long, default_value = "best", value_parser = parse_phases)]
    phases: PhaseChoice,
    /// Kinds of positions at most
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=16))]
    classes: u8,
    /// Only search one share of the positions, such as 0/4, numbered from 0, to
    /// distribute the work over several machines
    #[arg(long, value_name = "NUMBER/SHARES", requires = "games", value_parser = parse_share)]
    share: Option<Share>,
    /// Positions searched at a time, one thread each
    #[arg(short = 'j', long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Size of each transposition table in MiB
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    hash: u32,
    // ProbCut is off while measuring.
    #[command(flatten)]
    setting: SettingArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// One of several shares of the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Share {
    number: usize,
    shares: usize,
}

impl Share {
    /// All in one.
    const WHOLE: Self = Self { number: 0, shares: 1 };

    /// Its indices of `count` positions; shares differ by one position at most.
    fn of(self, count: usize) -> Range<usize> {
        count * self.number / self.shares..count * (self.number + 1) / self.shares
    }
}

/// Where positions come from; exactly one way.
#[derive(Clone, Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct SourceArgs {
    /// Games: `.jsonl` with `sfen` and `moves`, lines of `startpos moves ...`, or self-play
    #[arg(long, num_args = 1.., value_name = "PATH")]
    games: Vec<PathBuf>,
    /// Number of games to play first, kept in the output folder
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1..))]
    selfplay: Option<u64>,
    /// Fit to this network: a hundred short games by it, and the positions,
    /// depths and random moves that the built-in parameters were fitted with;
    /// takes minutes
    #[arg(long, value_name = "EVALFILE")]
    fit_for: Option<PathBuf>,
}

impl Args {
    /// The same with `--fit-for` expanded.
    fn filled(&self) -> Self {
        let mut filled = self.clone();
        let fits = self.source.fit_for.is_some();
        if let Some(file) = &self.source.fit_for {
            filled.source.selfplay = Some(FIT_GAMES);
            filled.setting.set.push(format!("EvalFile={}", file.display()));
            let mut folder = file.clone().into_os_string();
            folder.push(".fit");
            filled.out = Some(self.out.clone().unwrap_or(folder.into()));
        }
        if self.pairs.is_empty() {
            let pairs = if fits { FIT_PAIRS } else { PAIRS };
            filled.pairs = pairs.split(',').filter_map(|pair| parse_pair(pair).ok()).collect();
        }
        filled.plies = self.plies.or(fits.then_some((10, 100)));
        filled.positions = self.positions.or(fits.then_some(900));
        filled.random_moves = self.random_moves.or(fits.then_some(2));
        filled
    }

    fn out(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new("."))
    }

    fn sampling(&self) -> Sampling {
        Sampling {
            seed: self.seed,
            plies: self.plies.unwrap_or((10, 61)),
            positions: self.positions.unwrap_or(5000) as usize,
            random_moves: self.random_moves.unwrap_or(0),
        }
    }
}

fn parse_pair(text: &str) -> Result<DepthPair, String> {
    let depth =
        |part: &str| part.trim().parse::<u32>().map_err(|_| format!("`{part}` is not a depth"));
    let (shallow, deep) = text.split_once('-').ok_or("two depths as in 3-5 expected")?;
    let pair = DepthPair { shallow: depth(shallow)?, deep: depth(deep)? };
    let known = 0 < pair.shallow && pair.shallow < pair.deep && pair.deep <= DEEPEST_PAIR;
    known.then_some(pair).ok_or_else(|| format!("depths rise, from 1 to {DEEPEST_PAIR}"))
}

fn parse_share(text: &str) -> Result<Share, String> {
    let part = |part: &str| part.parse::<u32>().map_err(|_| format!("`{part}` is not a number"));
    let (number, shares) = text.split_once('/').ok_or("two numbers as in 3/10 expected")?;
    let share = Share { number: part(number)? as usize, shares: part(shares)? as usize };
    let known = share.number < share.shares;
    known.then_some(share).ok_or_else(|| "shares are numbered from 0".to_owned())
}

fn parse_plies(text: &str) -> Result<(u16, u16), String> {
    let ply = |part: &str| part.trim().parse::<u16>().map_err(|_| format!("`{part}` is not a ply"));
    let (first, last) = text.split_once(',').ok_or("two plies with a comma expected")?;
    let (first, last) = (ply(first)?, ply(last)?);
    if first <= last { Ok((first, last)) } else { Err("FIRST is after LAST".into()) }
}

fn parse_phases(text: &str) -> Result<PhaseChoice, String> {
    match text {
        "none" => Ok(PhaseChoice::None),
        "best" => Ok(PhaseChoice::Best),
        name => name
            .parse()
            .map(PhaseChoice::Variable)
            .map_err(|()| "one of: none, best, ply, hands, moved, battle, castle".to_owned()),
    }
}

/// The JSON of `zenpuku learn probcut --json`.
#[derive(Serialize)]
struct Report {
    file: PathBuf,
    evaluation: String,
    checksum: String,
    positions: usize,
    lines: serde_json::Value,
    spreads: serde_json::Value,
    phases: Option<String>,
}

/// The JSON of `zenpuku learn probcut --share --json`: of all positions those from `start` to before
/// `end` were searched.
#[derive(Serialize)]
struct Part {
    positions: usize,
    start: usize,
    end: usize,
}

/// Draws, searches and fits.
///
/// # Errors
/// If games cannot be read, the folder belongs to another run, or a file cannot be written.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    if !(args.scale.is_finite() && args.scale > 0.0) {
        return Err(Usage::new("--scale must be above 0").into());
    }
    let args = &args.filled();
    let options = options(args)?;
    let stop = context.stop()?;
    std::fs::create_dir_all(args.out()).with_context(|| args.out().display().to_string())?;
    let games = games(args, &options, context, &stop)?;
    if stop.is_stopped() {
        return Ok(Exit::Interrupted);
    }
    let sampling = args.sampling();
    let samples = sampling.draw(&games);
    if samples.is_empty() {
        let (first, last) = sampling.plies;
        return Err(Usage::new(format!("no game has a position at plies {first} to {last}")).into());
    }
    let (eval, checksum) = identity(&options)?;
    let engine = settings(args, &options, checksum);
    let measured = measure(args, (&options, &engine), &sampling, &samples, context, &stop)?;
    if let Some(share) = args.share {
        return part_done(args, share.of(samples.len()), samples.len(), &stop);
    }
    let Some(measured) = measured else { return Ok(Exit::Interrupted) };
    let fitting = Fitting {
        pairs: args.pairs.clone(),
        scale: args.scale,
        phases: args.phases,
        classes: usize::from(args.classes),
    };
    let fitted = fitting.fit(eval.name(), checksum, &measured);
    let file = write(args, &engine, &sampling, &fitted, &measured)?;
    if args.json {
        output::json(&report(file, &fitted)?)?;
    } else {
        show(&file, &fitted)?;
    }
    Ok(Exit::after(&stop))
}

fn options(args: &Args) -> anyhow::Result<EngineOptions> {
    args.setting.options(1, args.hash)
}

/// The engine in words, as the file of parameters states it.
fn settings(args: &Args, options: &EngineOptions, checksum: u64) -> String {
    let (set, eval, hash) = (args.setting.assignments(), options.eval, args.hash);
    let profile = &args.setting.profile;
    format!("Profile={profile} Evaluation={eval}{set} USI_Hash={hash} checksum {checksum:016x}")
}

/// The evaluation with the weights that the options name, and its checksum.
fn identity(options: &EngineOptions) -> anyhow::Result<(EvalKind, u64)> {
    let mut engine = Engine::new(options.clone());
    engine.options_mut().params.prob_cut = false;
    engine.prepare()?;
    let checksum = evaluation_checksum(options.eval, &options.params, engine.eval_data());
    Ok((engine.eval_kind(), checksum))
}

fn games(
    args: &Args,
    options: &EngineOptions,
    context: &Context,
    stop: &StopToken,
) -> anyhow::Result<Vec<Opening>> {
    let Some(count) = args.source.selfplay else { return Ok(lines::read(&args.source.games)?) };
    let folder = args.out().join(GAMES);
    let plan = selfplay::Plan {
        seed: args.seed,
        nodes: SELFPLAY_NODES,
        random_plies: (6, 10),
        opening_limit: 500,
        max_plies: 320,
        adjudication: Adjudication { win_plies: 4, win_score: 2500 },
        games_per_shard: 200,
        hash: args.hash as usize,
        engine: {
            let SettingArgs { profile, set } = &args.setting;
            format!("Profile={profile} Evaluation={} {set:?}", options.eval)
        },
        openings: 0,
    };
    let progress = context.progress(Some(count), "games");
    let run = selfplay::Run {
        first_shard: 0,
        plan: &plan,
        options,
        openings: &[],
        folder: &folder,
        program: crate::PROGRAM,
        stop: &stop.clone(),
        observer: &|event| match event {
            Event::Found(found) => progress.advance(found.games),
            Event::Played(_) => progress.advance(1),
            Event::Shard(_) => {}
        },
    };
    run.run(Target::Games(count), usize::from(args.threads))?;
    Ok(lines::read(&[folder])?)
}

fn measure(
    args: &Args,
    (options, engine): (&EngineOptions, &str),
    sampling: &Sampling,
    samples: &[Sample],
    context: &Context,
    stop: &StopToken,
) -> anyhow::Result<Option<Vec<Measured>>> {
    let progress = context.progress(Some(samples.len() as u64), "positions");
    let run = Run {
        samples,
        sampling,
        options,
        engine,
        deepest: args.pairs.iter().map(|pair| pair.deep).max().unwrap_or(1),
        part: args.share.unwrap_or(Share::WHOLE).of(samples.len()),
        file: &args.out().join(VALUES),
        stop: &stop.clone(),
        observer: &|count| progress.advance(count as u64),
    };
    Ok(run.run(usize::from(args.threads))?)
}

/// Says which part of the positions was searched, if the search was not stopped.
fn part_done(
    args: &Args,
    Range { start, end }: Range<usize>,
    positions: usize,
    stop: &StopToken,
) -> anyhow::Result<Exit> {
    if stop.is_stopped() {
        return Ok(Exit::Interrupted);
    }
    if args.json {
        output::json(&Part { positions, start, end })?;
    } else {
        let (count, file) = (end - start, args.out().join(VALUES));
        let file = file.display();
        output::line(format_args!(
            "{count} of {positions} positions, from number {start}: {file}"
        ))?;
    }
    Ok(Exit::Done)
}

/// Writes parameters, tables and plots; the path of the parameters.
fn write(
    args: &Args,
    engine: &str,
    sampling: &Sampling,
    fitted: &Fitted,
    measured: &[Measured],
) -> anyhow::Result<PathBuf> {
    let put = |name: &str, text: &str| files::replace(&args.out().join(name), text.as_bytes());
    let path = args.out().join(format!("{}.probcut", fitted.model.evaluation));
    files::replace(&path, fitted.model.to_text(&comments(engine, sampling, fitted)).as_bytes())?;
    put("lines.csv", &fitted.lines_table("lines")?.to_csv())?;
    put("spreads.csv", &fitted.spreads_table("spreads")?.to_csv())?;
    put("phases.csv", &fitted.phases_table("phases")?.to_csv())?;
    for (name, svg) in fitted.plots(measured)? {
        put(&format!("{}.svg", name.replace(' ', "-")), &svg)?;
    }
    Ok(path)
}

/// The header of the parameter file.
fn comments(engine: &str, sampling: &Sampling, fitted: &Fitted) -> Vec<String> {
    let Sampling { seed, plies: (first, last), random_moves, .. } = sampling;
    vec![
        "made by `zenpuku learn probcut`".to_owned(),
        engine.to_owned(),
        format!(
            "{} positions of plies {first} to {last}, at most {random_moves} random moves, seed {seed}",
            fitted.positions
        ),
    ]
}

fn report(file: PathBuf, fitted: &Fitted) -> anyhow::Result<Report> {
    Ok(Report {
        file,
        evaluation: fitted.model.evaluation.clone(),
        checksum: format!("{:016x}", fitted.model.checksum),
        positions: fitted.positions,
        lines: fitted.lines_table("lines")?.to_json()["rows"].take(),
        spreads: fitted.spreads_table("spreads")?.to_json()["rows"].take(),
        phases: fitted.model.phases.as_ref().map(|phases| phases.variable.name().to_owned()),
    })
}

fn show(file: &Path, fitted: &Fitted) -> anyhow::Result<()> {
    output::line(fitted.lines_table("Lines")?.to_text())?;
    output::line(fitted.spreads_table("Spread of the values")?.to_text())?;
    output::line(fitted.phases_table("Kinds of positions")?.to_text())?;
    output::line(format_args!("written to {}; use it with ProbCutFile", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_plies_are_read_or_refused() {
        assert_eq!(parse_pair("3-5"), Ok(DepthPair { shallow: 3, deep: 5 }));
        for bad in ["3", "5-3", "0-2", "3-x", "3-41"] {
            assert!(parse_pair(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_plies("10,61"), Ok((10, 61)));
        assert!(parse_plies("61,10").is_err() && parse_plies("10").is_err());
        assert_eq!(parse_share("2/3"), Ok(Share { number: 2, shares: 3 }));
        let shares = (0..3).map(|number| Share { number, shares: 3 }.of(80));
        assert_eq!(shares.collect::<Vec<_>>(), [0..26, 26..53, 53..80]);
        assert!(parse_share("3/3").is_err() && parse_share("0/0").is_err());
        assert_eq!(parse_phases("best"), Ok(PhaseChoice::Best));
        assert!(parse_phases("rooks").is_err());
    }
}
