//! `zenpuku book build`: books from lines of moves.

use std::path::PathBuf;

use anyhow::Context as _;
use zenpuku_arena::openings;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::book::{BookBuilder, Judge};
use zenpuku_shogi_engine::{Engine, EngineError, EngineOptions, SearchLimits};

use super::{format_of, save};
use crate::context::Context;
use crate::exit::Exit;
use crate::files;

/// Arguments of `zenpuku book build`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku book build lines.sfen --out book.db\n  \
    zenpuku book build lines.sfen --min-count 3 --nodes 50000 --out book.db\n\n\
    A line of a file is `startpos moves 7g7f ...` or `sfen ... moves ...`. Moves have the \
    castle that their side built later, as the comment castle=ID.")]
pub(super) struct Build {
    /// Files with lines
    #[arg(required = true)]
    lines: Vec<PathBuf>,
    /// The book to be written; its extension is the format: .db (default), .sbk or .ybb
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

/// Builds a book.
///
/// # Errors
/// If a file cannot be read or written, or is malformed.
pub(super) fn run(args: &Build, context: &Context) -> anyhow::Result<Exit> {
    format_of(&args.out)?;
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
    let judge: Option<&mut Judge<'_, _>> = if args.nodes > 0 { Some(&mut judge) } else { None };
    let book = match builder.build(args.min_count, args.loss, judge) {
        Ok(book) => book,
        Err(None) => return Ok(Exit::Interrupted),
        Err(Some(error)) => return Err(error.into()),
    };
    save(&book, &args.out)?;
    Ok(Exit::Done)
}

/// The engine's value of a position for the side that has just moved, with the best reply.
fn opinion(
    engine: &mut Engine,
    position: &Position,
    limits: &SearchLimits,
) -> Result<(i32, u32, Option<Move>), EngineError> {
    // Each value depends only on its position.
    engine.new_game();
    engine.set_position(position.clone())?;
    let result = engine.search(limits)?;
    let reply = Some(result.best).filter(|mv| mv.is_normal());
    Ok((-result.score.value(), result.depth, reply))
}
