//! `zenpuku go`: exact results of Go endgames.

pub(crate) mod count;
pub(crate) mod input;
pub(crate) mod names;
mod picture;
mod record;
pub(crate) mod report;
pub(crate) mod review;
mod second;
mod show;
pub(crate) mod status;
mod values;
mod verify;
mod work;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use zenpuku_go::{AnyBoard, Color, KoRule, PointSet, Rules};
use zenpuku_go_endgame::appraise::{Appraisal, AppraiseOptions, appraise};
use zenpuku_go_endgame::{LocalLimits, SolveOptions, partition};

use crate::context::Context;
use crate::exit::Exit;
use crate::{files, output};
use input::Problem;
use zenpuku_go_endgame::outcome::Outcome;

/// Time for the count that comes before the exact result.
const COUNT_TIME: Duration = Duration::from_millis(1500);

/// Arguments of `zenpuku go`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku go solve endgame.sgf\n  \
    zenpuku go status game.sgf\n  \
    zenpuku go review game.sgf\n  \
    zenpuku go values endgame.sgf --json")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What to do with a position.
#[derive(Debug, clap::Subcommand)]
enum Command {
    /// The exact result, best moves and the loss of every move
    Solve(SolveArgs),
    /// The open regions: their values, temperatures, gote and sente
    Values(ValuesArgs),
    /// Living, dead and seki groups, territory, and the score
    Status(status::Args),
    /// The losses of the endgame moves of a game, with better moves
    Review(review::Args),
    /// Check the proofs that `solve --certificate` wrote
    Verify(verify::Args),
}

/// What both commands need to read a position.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    /// The SGF file; its main line is played to the end. `-` reads stdin
    file: PathBuf,
    /// japanese, chinese, tromp-taylor, aga or new-zealand; default: the file's
    /// rules, else japanese
    #[arg(short, long)]
    rules: Option<Rules>,
    /// The game of a file with several, 1 for the first
    #[arg(long, value_name = "N", value_parser = parse_game)]
    game: Option<usize>,
    /// The ko rule, where it is not that of the rules
    #[arg(long, value_enum)]
    ko: Option<Ko>,
    /// Stones captured before, by Black and by White, such as 3,5; those of the file count as none
    #[arg(long, value_name = "BLACK,WHITE", value_parser = input::parse_prisoners)]
    prisoners: Option<[u16; 2]>,
    /// Take the points that the file marks as territory (TB, TW) as settled; results hold if they are
    #[arg(long)]
    as_marked: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Arguments of `zenpuku go solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku go solve endgame.sgf\n  \
    zenpuku go solve endgame.sgf --to-play B --sgf answer.sgf --svg answer.svg\n  \
    zenpuku go solve endgame.sgf --rules chinese --ko simple --nodes 10000000 --json\n\n\
    Scores are Black's lead in points without komi. `proved` is exact; `bounds` and `unproved` \
    give the reason, and the bounds of the score. The position counts as the first of the game: \
    earlier positions of the game do not count for superko.")]
struct SolveArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Whose answer to show (JSON always has both)
    #[arg(short = 'p', long, value_enum, default_value_t = ToPlay::Both)]
    to_play: ToPlay,
    /// Nodes for each search of the whole board
    #[arg(long, default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Positions of regions to look at in all
    #[arg(long, default_value_t = 200_000)]
    positions: usize,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "20")]
    time: Duration,
    /// Let no clock cut anything short: the same answer on every machine
    #[arg(long, conflicts_with = "time")]
    untimed: bool,
    /// Size of the search's table in MiB
    #[arg(long, alias = "memory", value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Write the position with answers, losses and comments as SGF
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Draw the board with the loss of every move
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a proof that `go verify` checks (small endgames)
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

/// Arguments of `zenpuku go values`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  zenpuku go values endgame.sgf\n  \
    zenpuku go values ko.sgf --as-marked --positions 500000 --time 60\n\n\
    Values are by territory, in points for Black, in the notation of combinatorial games. Regions with ko or \
    repetition have no such value, but count and temperature: without ko threats elsewhere, and with as many as \
    needed for Black or for White where that makes a difference.")]
struct ValuesArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Positions to look at for each region with ko or repetition
    #[arg(long, default_value_t = 50_000)]
    positions: usize,
    /// Time limit in seconds for the count of such regions
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
}

/// Whose answer is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ToPlay {
    /// With Black first
    #[value(name = "B", alias = "b", alias = "black")]
    Black,
    /// With White first
    #[value(name = "W", alias = "w", alias = "white")]
    White,
    /// Both
    Both,
}

impl ToPlay {
    fn colors(self) -> &'static [Color] {
        match self {
            Self::Black => &[Color::Black],
            Self::White => &[Color::White],
            Self::Both => &Color::BOTH,
        }
    }
}

/// The ko rules by name.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum Ko {
    /// A single stone may not be retaken at once
    Simple,
    /// No position may come back
    Positional,
    /// No position may come back with the same player to move
    Situational,
}

impl From<Ko> for KoRule {
    fn from(ko: Ko) -> Self {
        match ko {
            Ko::Simple => Self::Simple,
            Ko::Positional => Self::PositionalSuperko,
            Ko::Situational => Self::SituationalSuperko,
        }
    }
}

/// The number of a game in its file, from 1.
fn parse_game(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "a number from 1 is expected".to_owned())
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is expected".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Runs the command.
///
/// # Errors
/// If the file cannot be read, is not a position, or something cannot be written.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    match &args.command {
        Command::Solve(args) => solve(args, context),
        Command::Values(args) => values::run(args),
        Command::Status(args) => status::run(args, context),
        Command::Review(args) => review::run(args, context),
        Command::Verify(args) => verify::run(args),
    }
}

fn solve(args: &SolveArgs, context: &Context) -> anyhow::Result<Exit> {
    let problem = Problem::load(&args.position)?;
    let options = SolveOptions {
        local: LocalLimits { positions: args.positions, ..LocalLimits::default() },
        nodes: args.nodes,
        table_bytes: (args.hash as usize) << 20,
        given: problem.given,
        ..SolveOptions::default()
    };
    let start = Instant::now();
    let counted = counted(&problem, args)?;
    // The count is printed immediately, the exact result when it is found; with
    // certain walls the exact result usually makes the estimate unnecessary.
    let count = count::text(&problem.counted, &problem.rules, &counted);
    let first = !args.position.json && !walls_stand(&problem)?;
    if first {
        output::line(&count)?;
    }
    let time = (!args.untimed).then(|| args.time.saturating_sub(start.elapsed()));
    let Some(outcome) = work::solve(&problem, options.clone(), time, context)? else {
        return Ok(Exit::Interrupted);
    };
    let seconds = start.elapsed().as_secs_f64();
    write_files(args, &problem, &outcome)?;
    if args.position.json {
        output::json(&report::report(&problem, &counted, &outcome, seconds)?)?;
    } else {
        let exact = outcome.first.iter().all(|answer| answer.score.exact().is_some());
        if !first && !exact {
            output::line(&count)?;
        }
        output::line(show::solution(&problem, &outcome, args.to_play, seconds))?;
    }
    let stop = context.stop()?;
    if let (Some(path), false) = (&args.certificate, stop.is_stopped()) {
        let options = options.stopped_by(stop.clone());
        verify::write(path, &problem, &options, args.to_play.colors())?;
    }
    Ok(Exit::after(&stop))
}

/// Whether at least half of the board is unconditionally safe or settled.
fn walls_stand(problem: &Problem) -> anyhow::Result<bool> {
    let board: AnyBoard = problem.setup.board(problem.rules.suicide)?;
    let open: u32 = partition(&board).regions.iter().map(|region| region.count()).sum();
    Ok(open as usize * 2 <= board.size().area())
}

/// The score as people count it.
fn counted(problem: &Problem, args: &SolveArgs) -> anyhow::Result<Appraisal> {
    let mut options = AppraiseOptions::default();
    if !args.untimed {
        options = options.until(Instant::now() + COUNT_TIME.min(args.time / 4));
    }
    if problem.finished {
        options = options.finished();
    }
    Ok(appraise(&problem.counted, &problem.rules, &options)?)
}

fn write_files(args: &SolveArgs, problem: &Problem, outcome: &Outcome) -> anyhow::Result<()> {
    let colors = args.to_play.colors();
    if let Some(path) = &args.sgf {
        files::replace(path, record::sgf(problem, outcome, colors).as_bytes())?;
    }
    if let Some(path) = &args.svg {
        files::replace(path, picture::svg(problem, outcome, colors).as_bytes())?;
    }
    Ok(())
}
