//! `zenpuku book show`: the moves of a position.

use std::path::PathBuf;

use zenpuku_shogi::Position;
use zenpuku_shogi_engine::book::{Book, BookFile, BookMove, MoveMark};

use super::open;
use crate::exit::{Exit, Usage};
use crate::output;

/// Arguments of `zenpuku book show`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku book show\n  \
    zenpuku book show --book book.ybb \\\n      \
    --sfen 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2'")]
pub(super) struct Show {
    /// The book: .db, .sbk or .ybb; default: the built-in one; `-` reads stdin
    #[arg(long)]
    book: Option<PathBuf>,
    /// The position; default: the even start position
    #[arg(long)]
    sfen: Option<String>,
}

/// Shows a position.
///
/// # Errors
/// If the book cannot be read.
pub(super) fn run(args: &Show) -> anyhow::Result<Exit> {
    let position = match &args.sfen {
        Some(sfen) => {
            Position::from_sfen(sfen).map_err(|error| Usage::new(format!("SFEN: {error}")))?
        }
        None => Position::startpos(),
    };
    let book = args.book.as_deref().map_or_else(|| Ok(BookFile::from(Book::built_in())), open)?;
    output::line(format_args!("{} positions", book.len()))?;
    let Some(entry) = book.entry(&position)? else { return Ok(Exit::Done) };
    for line in entry.comment.lines() {
        output::line(format_args!("# {line}"))?;
    }
    if let Some(results) = entry.results {
        output::line(format_args!(
            "{} games, won by Black {}, by White {}",
            results.games, results.black_wins, results.white_wins
        ))?;
    }
    entry.moves.iter().try_for_each(line)?;
    Ok(Exit::Done)
}

fn line(book: &BookMove) -> anyhow::Result<()> {
    let number = |value: Option<i64>| value.map_or_else(|| "-".into(), |n| n.to_string());
    let castle = book.castle().map(|castle| castle.en);
    let note = castle.or_else(|| book.mark.map(word)).unwrap_or("");
    let (eval, depth) = (number(book.eval.map(i64::from)), number(book.depth.map(i64::from)));
    let count = book.count.map_or_else(|| "-".into(), |count| count.to_string());
    let (mv, depth) = (book.mv.to_string(), format!("depth {depth:>3}"));
    output::line(format_args!("{mv:<6} times {count:>6}  cp {eval:>6}  {depth}  {note}"))
}

const fn word(mark: MoveMark) -> &'static str {
    match mark {
        MoveMark::Forced => "only move",
        MoveMark::Good => "good",
        MoveMark::Doubtful => "doubtful",
        MoveMark::Bad => "bad",
    }
}
