//! `zenpuku learn pack`: a finished generation of games in one file, and back.

use std::path::PathBuf;

use zenpuku_shogi_learn::generation::{self, Manifest};

use crate::exit::Exit;
use crate::output;

/// Arguments of `zenpuku learn pack`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku learn pack games generation-7.zst\n  \
    zenpuku learn pack --check generation-7.zst\n  \
    zenpuku learn pack --unpack again generation-7.zst\n\n\
    The file holds the files of the folder and a manifest: the program with its commit, \
    the plan, and games, positions and checksum of every file.")]
pub(super) struct Args {
    /// Folder of games whose run has ended
    #[arg(required_unless_present_any = ["check", "unpack"], value_name = "FOLDER")]
    games: Option<PathBuf>,
    /// The packed file
    #[arg(value_name = "FILE", required_unless_present_any = ["check", "unpack"])]
    file: Option<PathBuf>,
    /// Check every byte of this packed file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "file", "unpack"])]
    check: Option<PathBuf>,
    /// Write the files of a packed file into a folder
    #[arg(long, num_args = 2, value_names = ["FOLDER", "FILE"], conflicts_with_all = ["games", "file"])]
    unpack: Option<Vec<PathBuf>>,
    /// Print the manifest as JSON
    #[arg(long)]
    json: bool,
}

/// Packs, checks or unpacks.
///
/// # Errors
/// If a file cannot be read or written, or is damaged.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let manifest = match (&args.check, args.unpack.as_deref(), &args.games, &args.file) {
        (Some(file), ..) => generation::unpack(file, None)?,
        (_, Some([folder, file]), ..) => generation::unpack(file, Some(folder))?,
        (_, _, Some(folder), Some(file)) => generation::pack(folder, file)?,
        _ => anyhow::bail!("a folder and a file expected"),
    };
    if args.json {
        output::json(&manifest)?;
    } else {
        print(&manifest)?;
    }
    Ok(Exit::Done)
}

fn print(manifest: &Manifest) -> anyhow::Result<()> {
    output::line(format_args!(
        "{} files with {} games and {} positions by {}",
        manifest.files.len(),
        manifest.games,
        manifest.positions,
        manifest.program
    ))
}
