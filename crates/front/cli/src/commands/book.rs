//! `zenpuku book`: builds opening books and looks into them.

use std::path::PathBuf;

use anyhow::Context as _;
use zenpuku_arena::openings;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::book::{Book, BookBuilder, skipped_lines};
use zenpuku_shogi_engine::{Engine, EngineError, EngineOptions, SearchLimits};
use zenpuku_shogi_record::Limits;

use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::{files, output};

/// Arguments of `zenpuku book`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku book build lines.sfen --out book.db\n  \
    zenpuku book show --book book.db")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What to do with books.
#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Build a book from lines of moves and our own analysis
    Build(Build),
    /// Show a book's entry for a position
    Show(Show),
}

/// Arguments of `zenpuku book build`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku book build lines.sfen --out book.db\n  \
    zenpuku book build lines.sfen --min-count 3 --nodes 50000 --out book.db\n\n\
    A line of a file is `startpos moves 7g7f ...` or `sfen ... moves ...`. Moves have the \
    castle that their side built later, as the comment castle=ID.")]
struct Build {
    /// Files with lines
    #[arg(required = true)]
    lines: Vec<PathBuf>,
    /// The book to be written, YaneuraOu's text format
    #[arg(short, long)]
    out: PathBuf,
    /// Plies of each line that enter the book
    #[arg(long, default_value_t = 16)]
    plies: usize,
    /// Moves played less often are left out
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    min_count: u64,
    /// Nodes for the value of each move; 0: no values
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Moves that lose more centipawns against the best are left out
    #[arg(long, default_value_t = 40)]
    loss: i32,
}

/// Arguments of `zenpuku book show`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku book show\n  \
    zenpuku book show --book book.db \\\n      \
    --sfen 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2'")]
struct Show {
    /// The book; default: the built-in one; `-` reads stdin
    #[arg(long)]
    book: Option<PathBuf>,
    /// The position; default: the even start position
    #[arg(long)]
    sfen: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// If a file cannot be read or written, or is malformed.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    match &args.command {
        Command::Build(args) => build(args, context),
        Command::Show(args) => show(args),
    }
}

fn build(args: &Build, context: &Context) -> anyhow::Result<Exit> {
    let mut builder = BookBuilder::default();
    for path in &args.lines {
        let named = || path.display().to_string();
        let text = files::read_text(path).with_context(named)?;
        for opening in openings::read(&text).with_context(named)? {
            builder.add(&opening.start, &opening.moves, args.plies);
        }
    }
    let stop = context.stop()?;
    let progress = context.progress(Some(builder.moves(args.min_count) as u64), "moves");
    let mut engine = Engine::new(EngineOptions { hash: 16, ..EngineOptions::default() });
    let limits = SearchLimits::nodes(args.nodes);
    let mut judge = |position: &Position| {
        if stop.is_stopped() {
            return Err(None);
        }
        progress.advance(1);
        opinion(&mut engine, position, &limits).map_err(Some)
    };
    let judge: Option<&mut zenpuku_shogi_engine::book::Judge<'_, _>> =
        if args.nodes > 0 { Some(&mut judge) } else { None };
    let book = match builder.build(args.min_count, args.loss, judge) {
        Ok(book) => book,
        Err(None) => return Ok(Exit::Interrupted),
        Err(Some(error)) => return Err(error.into()),
    };
    files::replace(&args.out, book.to_text().as_bytes())?;
    output::complain(&format!("{} positions written to {}", book.len(), args.out.display()));
    Ok(Exit::Done)
}

/// The engine's value of a position for the side that has just moved, with the best reply.
fn opinion(
    engine: &mut Engine,
    position: &Position,
    limits: &SearchLimits,
) -> Result<(i32, u32, Option<zenpuku_shogi::Move>), EngineError> {
    // Each value depends only on its position.
    engine.new_game();
    engine.set_position(position.clone())?;
    let result = engine.search(limits)?;
    let reply = Some(result.best).filter(|mv| mv.is_normal());
    Ok((-result.score.value(), result.depth, reply))
}

fn show(args: &Show) -> anyhow::Result<Exit> {
    let position = match &args.sfen {
        Some(sfen) => {
            Position::from_sfen(sfen).map_err(|error| Usage::new(format!("SFEN: {error}")))?
        }
        None => Position::startpos(),
    };
    let book = match &args.book {
        Some(path) => {
            let named = || path.display().to_string();
            let bytes =
                files::read_limited(path, Limits::default().bytes as u64).with_context(named)?;
            let text = String::from_utf8_lossy(&bytes);
            let (book, skipped) = Book::read_skipping(&text).with_context(named)?;
            skipped_lines(&named(), &skipped).iter().for_each(|text| output::complain(text));
            book
        }
        None => Book::built_in(),
    };
    output::line(format_args!("{} positions", book.len()))?;
    let Some(entry) = book.entry(&position) else { return Ok(Exit::Done) };
    for book in &entry.moves {
        let number = |value: Option<i64>| value.map_or_else(|| "-".into(), |n| n.to_string());
        let castle = book.castle().map_or("", |castle| castle.en);
        let (eval, depth) = (number(book.eval.map(i64::from)), number(book.depth.map(i64::from)));
        let count = book.count.map_or_else(|| "-".into(), |count| count.to_string());
        output::line(format_args!(
            "{:<6} times {count:>6}  cp {eval:>6}  depth {depth:>3}  {castle}",
            book.mv.to_string()
        ))?;
    }
    Ok(Exit::Done)
}
