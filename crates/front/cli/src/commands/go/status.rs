//! `zenpuku go status`: living groups, territory, and the score.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde::Serialize;
use zenpuku_core::StopToken;
use zenpuku_go::sgf::{Change, Mark, SgfDocument, SgfGame};
use zenpuku_go::{Color, Move, PointSet, Rules, Setup};
use zenpuku_go_endgame::appraise::{Appraisal, AppraiseOptions, appraise};
use zenpuku_go_endgame::report;
use zenpuku_go_engines::{Adviser, Question, SecondOpinion};
use zenpuku_go_status::Status;

use super::second::{self, advised};
use super::{count, names};
use crate::background;
use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::{files, output};

/// Arguments of `zenpuku go status`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku go status game.sgf\n  \
    zenpuku go status game.sgf --dead C3 --alive Q16 --sgf marked.sgf\n  \
    zenpuku go status games/ --before 10 --json\n  \
    zenpuku go status game.sgf --before 20 --engine 'gnugo --mode gtp'\n\n\
    Statuses are unconditional, proved (if every move is answered) or assumed, with a chance. Prisoners are those \
    of the file's moves. With --engine another program plays the position out and says which stones are dead; \
    the count is ours, and what is proved here does not depend on it. A finished board with marked stones is counted by the marks. \
    JSON has one line a \
    game; scores are Black's lead in points without komi.")]
pub(super) struct Args {
    /// SGF files, or folders with such; main lines are played to the end
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// japanese, chinese, tromp-taylor, aga or new-zealand; default: the file's
    /// rules, else japanese
    #[arg(short, long)]
    rules: Option<Rules>,
    /// The game of files with several, 1 for the first; default: all
    #[arg(long, value_name = "N", value_parser = super::parse_game)]
    game: Option<usize>,
    /// Moves before the end, passes at the end left aside
    #[arg(long, default_value_t = 0)]
    before: usize,
    /// Take the chains on these points as alive, unless proved otherwise
    #[arg(long, value_delimiter = ',', value_name = "POINTS")]
    alive: Vec<String>,
    /// Take the chains on these points as dead, unless proved otherwise
    #[arg(long, value_delimiter = ',', value_name = "POINTS")]
    dead: Vec<String>,
    /// Number of random games for unproved statuses
    #[arg(long, default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time limit in seconds per file
    #[arg(long, value_name = "SECONDS", value_parser = super::parse_seconds, default_value = "2")]
    time: Duration,
    /// Let no clock cut anything short: the same answer on every machine
    #[arg(long, conflicts_with = "time")]
    untimed: bool,
    /// Write the position with TB, TW and MA (dead) as SGF
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    second: second::Args,
    /// Print one JSON object a game
    #[arg(long)]
    json: bool,
}

/// A position of a file.
struct Position {
    file: String,
    /// The number of the game in a file with several.
    game: Option<usize>,
    setup: Setup,
    rules: Rules,
    /// Both sides have passed.
    finished: bool,
}

/// Judges every file.
///
/// # Errors
/// If a file cannot be read or is not a position.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let stop = context.stop()?;
    let mut failed = false;
    let mut adviser = args.second.adviser(&stop)?;
    let paths = all_files(&args.paths)?;
    for path in &paths {
        let positions = load(args, path);
        let many = paths.len() > 1 || positions.len() > 1;
        if many && args.sgf.is_some() {
            return Err(Usage::new(
                "--sgf writes one position: name one file, and one --game of it",
            )
            .into());
        }
        for position in positions {
            if stop.is_stopped() {
                return Ok(Exit::Interrupted);
            }
            match position.and_then(|position| one(args, &position, adviser.as_mut(), &stop)) {
                Ok(whole) => failed |= !whole,
                Err(error) if many => {
                    failed = true;
                    output::complain(&format!("error: {error:#}"));
                }
                Err(error) => return Err(error),
            }
        }
    }
    Ok(if failed && !stop.is_stopped() { Exit::Failed } else { Exit::after(&stop) })
}

/// Files as named, and those of folders that end in `.sgf`, by name.
fn all_files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(path).with_context(|| path.display().to_string())? {
            inside.push(entry?.path());
        }
        inside.retain(|path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf")));
        inside.sort();
        found.extend(inside);
    }
    Ok(found)
}

/// Judges a position; after a stop by the user, no more output is written. `false` if the second opinion that was
/// asked for is missing.
fn one(
    args: &Args,
    position: &Position,
    adviser: Option<&mut Adviser>,
    stop: &StopToken,
) -> anyhow::Result<bool> {
    let Position { setup, rules, finished, .. } = position;
    let question = Question { setup, rules, finished: *finished };
    let opinion = adviser.map(|adviser| adviser.ask(&question).map_err(advised)).transpose();
    if let Err(error) = &opinion {
        output::complain(&format!("error: no second opinion: {error:#}"));
    }
    let start = Instant::now();
    let options = options(args, position)?.stopped_by(stop.clone());
    let (setup, rules) = (position.setup, position.rules);
    let Some(found) = background::until_stopped(stop, move || appraise(&setup, &rules, &options))?
    else {
        return Ok(true);
    };
    let found = found?;
    let whole = opinion.is_ok();
    if let Some(path) = &args.sgf {
        files::replace(path, sgf(position, &found).as_bytes())?;
    }
    let second = opinion
        .ok()
        .flatten()
        .map(|(opinion, engine)| SecondOpinion::new(&position.setup, &found, engine, &opinion));
    if args.json {
        output::json(&report(position, &found, second, start.elapsed().as_secs_f64()))?;
    } else {
        let mut text = count::text(&position.setup, &position.rules, &found);
        text.push_str(&second.as_ref().map_or_else(String::new, second::text));
        if position.game.is_some() {
            output::line(label(&position.file, position.game))?;
        }
        output::line(format!("{}\n\n{}", picture(&position.setup, &found), text.trim_end()))?;
    }
    Ok(whole)
}

fn options(args: &Args, position: &Position) -> anyhow::Result<AppraiseOptions> {
    let mut options = AppraiseOptions::default();
    if !args.untimed {
        options = options.until(Instant::now() + args.time);
    }
    if position.finished {
        options = options.finished();
    }
    options.judge.games = args.games;
    options.judge.seed = args.seed;
    options.judge.alive = position.setup.size.parse_vertices(&args.alive)?;
    options.judge.dead = position.setup.size.parse_vertices(&args.dead)?;
    options.count_as_marked = position.finished;
    Ok(options)
}

/// The positions of a file's games, or of the game that is asked for.
fn load(args: &Args, path: &Path) -> Vec<anyhow::Result<Position>> {
    let file = path.display().to_string();
    if args.game.is_some() {
        let game = super::input::read_game(path, args.game).context(file.clone());
        return vec![game.and_then(|game| position(args, &file, None, &game))];
    }
    let found = match super::input::read_games(path).with_context(|| file.clone()) {
        Ok(found) => found,
        Err(error) => return vec![Err(error)],
    };
    for warning in &found.warnings {
        output::complain(&format!("{file}: {warning}"));
    }
    let many = found.games.len() > 1;
    let games = (1..).zip(found.games);
    let positions = games.map(|(number, game)| {
        let number = many.then_some(number);
        position(args, &file, number, &game.with_context(|| label(&file, number))?)
    });
    positions.collect()
}

/// The name of a file, with the number of a game of several.
fn label(file: &str, game: Option<usize>) -> String {
    game.map_or_else(|| file.to_owned(), |game| format!("{file}, game {game}"))
}

fn position(
    args: &Args,
    file: &str,
    number: Option<usize>,
    game: &SgfGame,
) -> anyhow::Result<Position> {
    let end = end_of(game, args.before);
    let rules = game.rules_or(args.rules);
    let finished = args.before == 0 && game.is_finished(rules.scoring);
    let name = label(file, number);
    super::input::warn(&name, game);
    let setup = game.position(end).with_context(|| name)?;
    Ok(Position { file: file.to_owned(), game: number, setup, rules, finished })
}

/// The number of steps up to `before` moves before the end; passes at the end do not count.
fn end_of(game: &SgfGame, before: usize) -> usize {
    let mut end = game.steps.len();
    let is_pass = |end: usize| matches!(game.steps[end - 1].change, Change::Move(_, Move::Pass));
    while end > 1 && is_pass(end) {
        end -= 1;
    }
    for _ in 0..before {
        if end > 1 && matches!(game.steps[end - 1].change, Change::Move(..)) {
            end -= 1;
        }
    }
    end
}

/// The legend of [`picture`].
const LEGEND: &str =
    "X O stones that stay, x o dead stones, b w territory, ? not sure, . of nobody or to be filled";

/// The board: stones as `X` and `O`, dead ones as `x` and `o`, territory as `b`
/// and `w`, uncertain points as `?`.
fn picture(setup: &Setup, found: &Appraisal) -> String {
    let size = setup.size;
    let letter = |point| {
        let status = found.map.at(point);
        let stone = Color::BOTH.into_iter().find(|&color| setup.stones(color).contains(point));
        match (stone, status.status, status.owner) {
            (Some(Color::Black), Status::Dead, _) => 'x',
            (Some(Color::White), Status::Dead, _) => 'o',
            (Some(Color::Black), ..) => 'X',
            (Some(Color::White), ..) => 'O',
            (None, Status::Territory, Some(Color::Black)) => 'b',
            (None, Status::Territory, Some(Color::White)) => 'w',
            (None, Status::Unsettled, _) => '?',
            _ => '.',
        }
    };
    let row = |y: usize| {
        let cells = (0..size.width()).filter_map(|x| size.point(x, y));
        let cells: Vec<String> = cells.map(|point| letter(point).to_string()).collect();
        format!("{:>2} {}", size.height() - y, cells.join(" "))
    };
    let columns: Vec<String> =
        (0..size.width()).map(|x| size.column_letter(x).to_string()).collect();
    let rows: Vec<String> = (0..size.height()).map(row).collect();
    format!("{}\n   {}\n{LEGEND}", rows.join("\n"), columns.join(" "))
}

fn sgf(position: &Position, found: &Appraisal) -> String {
    let name = names::rules(&position.rules);
    let komi = Some(position.rules.komi);
    let mut document = SgfDocument::new(&position.setup, Some(&name), komi);
    let root = document.root();
    for color in Color::BOTH {
        let territory = found.map.points_where(|point| {
            point.owner == Some(color)
                && matches!(point.status, Status::Territory | Status::Unsettled | Status::Dead)
        });
        document.mark(root, Mark::Territory(color), territory);
    }
    document.mark(root, Mark::Cross, found.dead);
    document.comment(root, &count::text(&position.setup, &position.rules, found));
    document.to_sgf()
}

/// A line of `zenpuku go status --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GoStatusLine"))]
pub(crate) struct Report {
    /// The file as given.
    file: String,
    /// The number of the game in a file with several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    game: Option<usize>,
    /// The rules, by name.
    rules: String,
    /// In points.
    komi: f64,
    /// Stones captured by Black and by White.
    prisoners: [u16; 2],
    #[serde(flatten)]
    status: report::Status,
    /// The likeliest result with the side to move first, with komi: `B+3.5`.
    result: String,
    /// What `--engine` thinks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    second: Option<SecondOpinion>,
    /// Time used.
    seconds: f64,
}

fn report(
    position: &Position,
    found: &Appraisal,
    second: Option<SecondOpinion>,
    seconds: f64,
) -> Report {
    let (setup, rules) = (&position.setup, &position.rules);
    let estimate = &found.first[setup.to_move.index()];
    Report {
        file: position.file.clone(),
        game: position.game,
        rules: names::rules(rules),
        komi: rules.komi.to_f64(),
        prisoners: setup.prisoners,
        status: report::Status::new(setup, found),
        result: count::result(estimate.best, rules.komi),
        second,
        seconds,
    }
}
