//! `zenpuku book`: builds, converts and merges opening books and looks into them.

mod build;
mod convert;
mod show;

use std::path::Path;

use anyhow::Context as _;
use zenpuku_shogi_engine::book::{Book, BookError, BookFile, BookFormat, skipped_parts};
use zenpuku_shogi_record::Limits;

use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::{files, output};

/// Arguments of `zenpuku book`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku book build lines.sfen --out book.db\n  \
    zenpuku book convert book.db --out book.ybb\n  \
    zenpuku book merge mine.db theirs.sbk --out all.db\n  \
    zenpuku book show --book book.db\n\n\
    Formats: .db (YaneuraOu's text), .ybb (YaneuraOu's binary book), .sbk (ShogiGUI).")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What to do with books.
#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Build a book from lines of moves and our own analysis
    Build(build::Build),
    /// Convert a book to another format
    Convert(convert::Convert),
    /// Merge books
    Merge(convert::Merge),
    /// Show a book's entry for a position
    Show(show::Show),
}

/// Runs the command.
///
/// # Errors
/// If a file cannot be read or written, or is malformed.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    match &args.command {
        Command::Build(args) => build::run(args, context),
        Command::Convert(args) => convert::convert(args),
        Command::Merge(args) => convert::merge(args),
        Command::Show(args) => show::run(args),
    }
}

/// Opens a book and reports what was skipped; large ones are searched in the file.
pub(super) fn open(path: &Path) -> anyhow::Result<BookFile> {
    if path.as_os_str() == files::STANDARD {
        return Ok(load(path)?.into());
    }
    let book = BookFile::open(path)?;
    report(path, book.skipped());
    Ok(book)
}

/// Reads a whole book and reports what was skipped.
fn load(path: &Path) -> anyhow::Result<Book> {
    let named = || path.display().to_string();
    if path.as_os_str() == files::STANDARD {
        let bytes = files::read_limited(path, Limits::default().bytes as u64);
        let (book, skipped) =
            Book::from_bytes(&bytes.with_context(named)?, None).with_context(named)?;
        report(path, &skipped);
        return Ok(book);
    }
    let file = BookFile::open_from(path, u64::MAX)?;
    report(path, file.skipped());
    file.into_memory().map_err(|_| anyhow::anyhow!("too large")).with_context(named)
}

fn report(path: &Path, skipped: &[BookError]) {
    let text = skipped_parts(&path.display().to_string(), skipped);
    text.iter().for_each(|text| output::complain(text));
}

/// The format that the name of a new file asks for.
fn format_of(out: &Path) -> anyhow::Result<BookFormat> {
    match (BookFormat::from_path(out), out.extension()) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(BookFormat::Db),
        (None, Some(_)) => {
            let message = format!("{}: expected a name with .db, .sbk or .ybb", out.display());
            Err(Usage::new(message).into())
        }
    }
}

/// Writes a book in the format that the file name asks for, and reports what that lacks.
fn save(book: &Book, out: &Path) -> anyhow::Result<()> {
    let (bytes, losses) = book.to_bytes(format_of(out)?);
    files::replace(out, &bytes)?;
    let positions = book.entries().filter(|(_, entry)| !entry.moves.is_empty()).count();
    output::complain(&format!("{positions} positions written to {}", out.display()));
    if !losses.is_empty() {
        output::complain(&format!("not in {}: {losses}", out.display()));
    }
    Ok(())
}
