//! Going through shards of games with a progress bar.

use std::path::PathBuf;

use anyhow::Context as _;
use zenpuku_core::StopToken;
use zenpuku_shogi_learn::folder;
use zenpuku_shogi_learn::game::Game;
use zenpuku_shogi_learn::shard::{self, Shard, ShardError};

use crate::context::Context;
use crate::exit::Usage;

/// Shows every shard of `paths` (files, or folders of them) to `each`, in order. Ends early when
/// `stop` is stopped.
///
/// # Errors
/// If a file cannot be read, no file exists, or `each` fails; the error names the file.
pub(super) fn for_each_shard(
    paths: &[PathBuf],
    context: &Context,
    stop: &StopToken,
    mut each: impl FnMut(&Shard) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let files = folder::files(paths)?;
    if files.is_empty() {
        let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(Usage::new(format!("no games in {}", names.join(", "))).into());
    }
    let progress = context.progress(Some(files.len() as u64), "files");
    for file in files {
        if stop.is_stopped() {
            break;
        }
        let shard = match shard::read(&file) {
            // A run of self-play has just begun it.
            Err(ShardError::Empty(_)) => continue,
            read => read?,
        };
        each(&shard).with_context(|| file.display().to_string())?;
        progress.advance(1);
    }
    Ok(())
}

/// Names a game in an error.
pub(super) fn game_name(game: &Game) -> String {
    format!("game {}", game.number)
}
