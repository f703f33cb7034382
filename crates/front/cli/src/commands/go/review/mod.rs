//! `zenpuku go review`: the losses of the endgame moves of a game.

mod exercises;
mod record;
pub(crate) mod report;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use zenpuku_go::sgf::{Change, SgfGame};
use zenpuku_go::{Color, Move, Rules, Setup};
use zenpuku_go_endgame::appraise::{Appraisal, AppraiseOptions, Estimate, appraise};
use zenpuku_go_endgame::review::{Basis, LineReviewer, MoveReview, QUIET_MOVES};
use zenpuku_go_engines::LineAdviser;

use super::second::{self, advised};
use crate::context::Context;
use crate::exit::Exit;
use crate::{files, output};

/// Arguments of `zenpuku go review`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku go review game.sgf\n  \
    zenpuku go review game.sgf --from 180 --time 3 --sgf reviewed.sgf\n  \
    zenpuku go review game.sgf --exercises mine --min-loss 2 --json\n  \
    zenpuku go review game.sgf --min-loss 2 --engine 'gnugo --mode gtp'\n\n\
    A loss is reported if two appraisals agree on it, of the positions before and after the \
    move; the smaller one is used. \
    `proved` ones are exact, those by `bounds` hold if what counts as \
    settled is. Losses that only our estimates show are not confirmed, and counted apart. With \
    --engine another program judges the positions before and after such a move: the loss is \
    `agreed` if that program also sees one, else not judged. Moves in places without values, and \
    during ko fights, are not judged.")]
pub(super) struct Args {
    /// The SGF file; its main line is reviewed. `-` reads stdin
    file: PathBuf,
    /// japanese, chinese, tromp-taylor, aga or new-zealand; default: the file's
    /// rules, else japanese
    #[arg(short, long)]
    rules: Option<Rules>,
    /// The game of a file with several, 1 for the first
    #[arg(long, value_name = "N", value_parser = super::parse_game)]
    game: Option<usize>,
    /// How many moves, the last ones of the game
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..))]
    last: u16,
    /// The first move to review, by its number
    #[arg(long, value_name = "MOVE", conflicts_with = "last")]
    from: Option<usize>,
    /// The least loss that is shown as a mistake, in points
    #[arg(long, default_value_t = 1, value_name = "POINTS", value_parser = clap::value_parser!(i32).range(1..))]
    min_loss: i32,
    /// Only mistakes that are proved or follow from bounds, not those on which a second opinion agrees
    #[arg(long)]
    sure: bool,
    /// Seconds for a position
    #[arg(long, value_name = "SECONDS", value_parser = super::parse_seconds, default_value = "1")]
    time: Duration,
    /// Let no clock cut anything short: the same answer on every machine
    #[arg(long, conflicts_with = "time")]
    untimed: bool,
    /// Write the game with comments at its mistakes as SGF
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Write each mistake as a problem with its solution into this folder, one SGF file each
    #[arg(long, value_name = "FOLDER")]
    exercises: Option<PathBuf>,
    #[command(flatten)]
    second: second::Args,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A game with the judgements of its moves.
struct Reviewed {
    file: String,
    game: SgfGame,
    rules: Rules,
    /// How many moves the game has.
    length: usize,
    moves: Vec<ReviewedMove>,
    /// The definition of a mistake: the smallest loss, and its minimum basis.
    mistake: (i32, Basis),
    /// Are all second opinions there that were asked for?
    whole: bool,
    seconds: f64,
}

impl Reviewed {
    /// The moves that count as mistakes, and their losses.
    fn mistakes(&self) -> impl Iterator<Item = (&ReviewedMove, i32)> {
        let (least, basis) = self.mistake;
        let known = self.moves.iter().filter_map(|one| Some((one, one.review.loss.points()?)));
        known.filter(move |&(one, loss)| loss >= least && one.review.basis >= basis)
    }
}

/// A move of the game.
struct ReviewedMove {
    /// The first move of the game is 1.
    number: usize,
    /// The number of its step of the record.
    step: usize,
    color: Color,
    mv: Move,
    /// The position before it.
    before: Setup,
    /// What that is worth.
    estimate: Estimate,
    review: MoveReview,
}

/// Reviews a game; after Ctrl-C the results so far are shown.
///
/// # Errors
/// If the file cannot be read, is not a game, has no such moves, or something cannot be written.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let file = args.file.display().to_string();
    let game = super::input::read_game(&args.file, args.game).with_context(|| file.clone())?;
    let rules = game.rules_or(args.rules);
    super::input::warn(&file, &game);
    let stop = context.stop()?;
    let found = review(args, context, (file, game, rules))?;
    if let Some(path) = &args.sgf {
        files::replace(path, record::sgf(&found).as_bytes())?;
    }
    if let Some(folder) = &args.exercises {
        exercises::write(folder, &args.file, &found)?;
    }
    if args.json {
        output::json(&report::json(&found))?;
    } else {
        output::line(report::text(&found).trim_end())?;
    }
    Ok(if found.whole || stop.is_stopped() { Exit::after(&stop) } else { Exit::Failed })
}

fn review(
    args: &Args,
    context: &Context,
    (file, game, rules): (String, SgfGame, Rules),
) -> anyhow::Result<Reviewed> {
    let start = Instant::now();
    let played: Vec<(usize, Color, Move)> = played(&game).collect();
    let length = played.len();
    let first = first_move(args, length).with_context(|| file.clone())?;
    let mut found = Reviewed {
        file,
        game,
        rules,
        length,
        moves: Vec::new(),
        mistake: (args.min_loss, if args.sure { Basis::Bounds } else { Basis::Likely }),
        whole: true,
        seconds: 0.0,
    };
    let stop = context.stop()?;
    let progress = context.progress(Some((length - first) as u64), "reviewing");
    // A ko of the moves before is still fought. The first step is the root's.
    let offset = played[first].0.saturating_sub(QUIET_MOVES).max(1);
    let positions = found.game.positions(found.game.steps.len() - offset + 1)?;
    let mut reviewer = LineReviewer::default();
    let adviser = args.second.adviser(&stop)?;
    let mut second = adviser.map(|adviser| LineAdviser::new(adviser, rules));
    for earlier in positions[..=played[first].0 - offset].windows(2) {
        reviewer.pass_over([&earlier[0], &earlier[1]]);
    }
    for (number, &(step, color, mv)) in played.iter().enumerate().skip(first) {
        if stop.is_stopped() {
            break;
        }
        let [before, after] = [positions[step - offset], positions[step + 1 - offset]];
        let appraise = |setup: &Setup| appraisal(args, setup, &rules);
        let reviewed = reviewer.review([&before, &after], (color, mv), rules.scoring, appraise);
        let (estimate, mut review) = reviewed?;
        let number = number + 1;
        if let Some(second) = second.as_mut().filter(|_| review.loss.unconfirmed().is_some()) {
            match second.loss(step - offset, [&before, &after]) {
                Ok(theirs) => review.weigh(theirs),
                Err(error) => {
                    found.whole = false;
                    let error = advised(error);
                    output::complain(&format!(
                        "error: move {number}: no second opinion: {error:#}"
                    ));
                }
            }
        }
        found.moves.push(ReviewedMove { number, step, color, mv, before, estimate, review });
        progress.advance(1);
    }
    found.seconds = start.elapsed().as_secs_f64();
    Ok(found)
}

/// The moves with the numbers of their steps.
fn played(game: &SgfGame) -> impl Iterator<Item = (usize, Color, Move)> {
    game.steps.iter().enumerate().filter_map(|(number, step)| match step.change {
        Change::Move(color, mv) => Some((number, color, mv)),
        Change::Edit { .. } => None,
    })
}

/// How many moves come before the first one to review.
fn first_move(args: &Args, length: usize) -> anyhow::Result<usize> {
    ensure!(length > 0, "the main line has no moves to review");
    let Some(from) = args.from else { return Ok(length.saturating_sub(args.last.into())) };
    ensure!((1..=length).contains(&from), "--from {from}: the moves are 1 to {length}");
    Ok(from - 1)
}

fn appraisal(args: &Args, setup: &Setup, rules: &Rules) -> anyhow::Result<Appraisal> {
    let mut options = AppraiseOptions::default();
    if !args.untimed {
        options = options.until(Instant::now() + args.time);
    }
    Ok(appraise(setup, rules, &options)?)
}

/// `Q16`, or `pass`.
fn name(found: &Reviewed, mv: Move) -> String {
    found.game.size.move_name(mv)
}

/// The best moves by name, the first ones of many.
fn best(found: &Reviewed, one: &ReviewedMove) -> String {
    const SHOWN: usize = 4;
    let names: Vec<String> =
        one.review.best.iter().take(SHOWN).map(|&mv| name(found, mv)).collect();
    let more = if one.review.best.len() > SHOWN { ", ..." } else { "" };
    format!("{}{more}", names.join(" or "))
}

/// `1 point`, `2 points`.
fn points(number: i32) -> String {
    if number == 1 { "1 point".to_owned() } else { format!("{number} points") }
}
