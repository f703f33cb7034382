//! `zenpuku convert`: from one record format to another.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use zenpuku_shogi_record::{
    CsaVersion, Document, Encoding, Format, Newline, Record, WriteOptions, write_with,
};

use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::{files, output};

/// Arguments of `zenpuku convert`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku convert game.kif game.csa\n  \
    zenpuku convert --encoding utf-8 old.kif new.kifu\n  \
    zenpuku convert --to ki2 game.csa -\n  \
    zenpuku convert --split tournament.csa games/game.kif\n  \
    zenpuku convert --split run/game.db games/game.kif\n\n\
    Formats: kif, ki2, csa, jkf, sfen (USI lines), usen, hcpe, psv; as input also \
    game.db (ShogiArena). Information that the target cannot hold is listed on stderr; \
    --strict makes it an error.")]
pub struct Args {
    /// Record to read; `-` reads stdin
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// File to write; `-` writes stdout
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Target format; default: by the extension of OUT
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    to: Option<Format>,
    /// Target encoding: utf-8, shift_jis, euc-jp; default: as the input when the format
    /// stays, else UTF-8
    #[arg(long, value_parser = parse_encoding)]
    encoding: Option<Encoding>,
    /// Line ends: lf or crlf
    #[arg(long, value_parser = parse_newline)]
    newline: Option<Newline>,
    /// Begin UTF-8 with a byte order mark
    #[arg(long)]
    bom: bool,
    /// Version of CSA files: 2.2 or 3.0
    #[arg(long, value_name = "VERSION", value_parser = parse_csa)]
    csa: Option<CsaVersion>,
    /// Write only this game of a file with several, 1 for the first
    #[arg(long, value_name = "N", conflicts_with = "split")]
    game: Option<usize>,
    /// Write every game to a separate file: OUT-1, OUT-2, ...
    #[arg(long)]
    split: bool,
    /// Overwrite OUT
    #[arg(short, long)]
    force: bool,
    /// Fail without writing if the target cannot hold everything
    #[arg(long)]
    strict: bool,
}

fn parse_format(text: &str) -> Result<Format, String> {
    Format::from_extension(text)
        .filter(|format| *format != Format::CsaLog)
        .ok_or_else(|| "one of kif, ki2, csa, jkf, sfen, usen, hcpe, psv expected".to_owned())
}

fn parse_encoding(text: &str) -> Result<Encoding, String> {
    Encoding::from_name(text)
        .ok_or_else(|| "one of utf-8, shift_jis, euc-jp, iso-2022-jp expected".to_owned())
}

fn parse_newline(text: &str) -> Result<Newline, String> {
    match text.to_ascii_lowercase().as_str() {
        "lf" => Ok(Newline::Lf),
        "crlf" => Ok(Newline::CrLf),
        _ => Err("lf or crlf expected".into()),
    }
}

fn parse_csa(text: &str) -> Result<CsaVersion, String> {
    match text {
        "2.2" => Ok(CsaVersion::V2_2),
        "3.0" => Ok(CsaVersion::V3_0),
        _ => Err("2.2 or 3.0 expected".into()),
    }
}

/// Converts.
///
/// # Errors
/// If the input is not a record, the target cannot hold it, or a file cannot be
/// read or written.
pub fn run(args: &Args, _context: &Context) -> anyhow::Result<Exit> {
    let name = args.input.display().to_string();
    let mut document = files::read_record(&args.input).with_context(|| name.clone())?;
    for warning in &document.warnings {
        output::complain(&format!("{name}: {warning}"));
    }
    let format = target_format(args)?;
    if let Some(number) = args.game {
        let games = document.records.len();
        let index = number
            .checked_sub(1)
            .filter(|index| *index < games)
            .ok_or_else(|| Usage::new(format!("--game {number}: {name} holds {games} games")))?;
        document.records = vec![document.records.swap_remove(index)];
    }
    if args.split {
        let records = std::mem::take(&mut document.records);
        for (index, record) in records.into_iter().enumerate() {
            let target = numbered(&args.output, index + 1);
            write_one(args, &single(&document, record), format, &target)?;
        }
    } else {
        write_one(args, &document, format, &args.output)?;
    }
    Ok(Exit::Done)
}

fn single(document: &Document, record: Record) -> Document {
    Document { records: vec![record], ..document.clone() }
}

fn target_format(args: &Args) -> anyhow::Result<Format> {
    if let Some(format) = args.to {
        return Ok(format);
    }
    let extension = args.output.extension().unwrap_or_default().to_string_lossy();
    Ok(parse_format(&extension).map_err(|expected| {
        Usage::new(format!("{}: unknown extension; --to FORMAT: {expected}", args.output.display()))
    })?)
}

fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|extension| format!(".{}", extension.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{}", extension.unwrap_or_default()))
}

fn write_one(
    args: &Args,
    document: &Document,
    format: Format,
    target: &Path,
) -> anyhow::Result<()> {
    let options = WriteOptions {
        encoding: args.encoding,
        newline: args.newline,
        bom: args.bom.then_some(true),
        csa: args.csa,
        ..WriteOptions::new(format)
    };
    let name = target.display().to_string();
    let written = write_with(document, &options).with_context(|| name.clone())?;
    let losses: Vec<String> = written.losses.iter().map(ToString::to_string).collect();
    if args.strict && !losses.is_empty() {
        anyhow::bail!("{name}: {format} cannot hold everything: {}", losses.join(", "));
    }
    if target.as_os_str() == files::STANDARD {
        output::file(&written.bytes)?;
    } else {
        may_write(args, target)?;
        files::replace(target, &written.bytes)?;
    }
    losses.iter().for_each(|loss| output::complain(&format!("{name}: {loss}")));
    Ok(())
}

/// A file that is there is replaced only when asked for, the input never.
fn may_write(args: &Args, target: &Path) -> anyhow::Result<()> {
    if !target.exists() {
        return Ok(());
    }
    let same = target.canonicalize().ok() == args.input.canonicalize().ok();
    let name = target.display();
    if same {
        return Err(Usage::new(format!("{name}: is the input itself")).into());
    }
    anyhow::ensure!(args.force, "{name}: exists already (--force overwrites it)");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_files_are_numbered_before_the_extension() {
        assert_eq!(numbered(Path::new("a/game.kif"), 12), Path::new("a/game-12.kif"));
        assert_eq!(numbered(Path::new("game"), 1), Path::new("game-1"));
    }
}
