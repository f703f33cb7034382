//! `zenpuku book convert` and `zenpuku book merge`.

use std::path::{Path, PathBuf};

use zenpuku_shogi_engine::book::Book;

use super::{format_of, load, save};
use crate::exit::Exit;

/// Arguments of `zenpuku book convert`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku book convert user_book1.db --out user_book1.ybb\n  \
    zenpuku book convert shogigui.sbk --out shogigui.db\n\n\
    What the other format cannot hold is left out and reported.")]
pub(super) struct Convert {
    /// The book: .db, .sbk or .ybb; `-` reads stdin
    book: PathBuf,
    /// The book to be written; its extension is the format
    #[arg(short, long)]
    out: PathBuf,
}

/// Arguments of `zenpuku book merge`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku book merge mine.db shogigui.sbk --out all.db\n\n\
    Of a move that several books have, counts are added; value, depth and reply are from\n\
    the deepest search, of equal depths from the first book. Of comments and marks the\n\
    first is kept. The moves of the first book come first.")]
pub(super) struct Merge {
    /// The books
    #[arg(required = true, num_args = 2..)]
    books: Vec<PathBuf>,
    /// The book to be written; its extension is the format: .db, .sbk or .ybb
    #[arg(short, long)]
    out: PathBuf,
}

/// Converts a book.
///
/// # Errors
/// If a file cannot be read or written, or is not a book.
pub(super) fn convert(args: &Convert) -> anyhow::Result<Exit> {
    merged([args.book.as_path()], &args.out)
}

/// Merges books.
///
/// # Errors
/// If a file cannot be read or written, or is not a book.
pub(super) fn merge(args: &Merge) -> anyhow::Result<Exit> {
    merged(args.books.iter().map(PathBuf::as_path), &args.out)
}

fn merged<'p>(paths: impl IntoIterator<Item = &'p Path>, out: &Path) -> anyhow::Result<Exit> {
    format_of(out)?;
    let mut book = Book::default();
    for path in paths {
        book.merge(load(path)?);
    }
    save(&book, out)?;
    Ok(Exit::Done)
}
