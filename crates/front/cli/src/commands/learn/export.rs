//! `zenpuku learn export`: training positions for other programs.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use zenpuku_shogi_learn::export::Exporter;
use zenpuku_shogi_record::Format;

use super::games::for_each_shard;
use crate::context::Context;
use crate::exit::{Exit, Usage};
use crate::output;

/// Arguments of `zenpuku learn export`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn export games positions.psv\n  \
    zenpuku learn export games more-games positions.hcpe --distinct\n\n\
    psv is the 40-byte PackedSfenValue of YaneuraOu's trainers, hcpe the 38-byte \
    HuffmanCodedPosAndEval of Apery's and dlshogi's. Scores are ours: an exchange of pawns is \
    100, theirs is about 180.")]
pub(super) struct Args {
    /// Files of games, or folders of them; last, the file to write (.psv or .hcpe)
    #[arg(required = true, num_args = 2.., value_names = ["PATH", "OUT"])]
    paths: Vec<PathBuf>,
    /// Write each position once, the first one met
    #[arg(long)]
    distinct: bool,
}

/// Writes the file.
///
/// # Errors
/// If a file cannot be read or written, or holds an illegal game.
pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let Some((out, games)) = args.paths.split_last() else {
        return Err(Usage::new("games and a file to write are expected").into());
    };
    let format = match out.extension().and_then(|extension| extension.to_str()) {
        Some("psv") => Format::Psv,
        Some("hcpe") => Format::Hcpe,
        _ => return Err(Usage::new(format!("{}: .psv or .hcpe expected", out.display())).into()),
    };
    let stop = context.stop()?;
    let mut exporter = Exporter::new(format, args.distinct)?;
    let part = out.with_added_extension("part");
    let mut file = File::create(&part).with_context(|| part.display().to_string())?;
    let mut entries = 0;
    for_each_shard(games, context, &stop, |shard| {
        let bytes = exporter.entries(&shard.games)?;
        entries += bytes.len() / exporter.entry_bytes();
        file.write_all(&bytes).with_context(|| part.display().to_string())
    })?;
    finish(&part, out)?;
    output::line(format_args!(
        "{}: {entries} positions, {} left out as repeated",
        out.display(),
        exporter.repeated
    ))?;
    Ok(Exit::after(&stop))
}

fn finish(part: &Path, out: &Path) -> anyhow::Result<()> {
    zenpuku_core::files::rename(part, out).with_context(|| out.display().to_string())
}
