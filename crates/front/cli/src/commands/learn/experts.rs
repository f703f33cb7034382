//! Games of experts on the command line.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use zenpuku_core::StopToken;
use zenpuku_shogi_learn::compare::games::{ExpertGame, ExpertGames};

use crate::commands::analyze::inputs::collect;
use crate::context::Context;
use crate::{files, output};

/// Which games, and which of their positions.
#[derive(Debug, clap::Args)]
pub(super) struct Experts {
    /// Records of games (KIF, KI2, CSA, JKF, SFEN), or folders of them
    #[arg(long, required = true, num_args = 1.., value_name = "PATH")]
    games: Vec<PathBuf>,
    /// Leave out positions before this many moves
    #[arg(long, default_value_t = 8, value_name = "PLIES")]
    from_ply: u16,
    /// One in this number of games is for validation; 0: none
    #[arg(long, default_value_t = 20, value_name = "GAMES")]
    validation: u32,
}

impl Experts {
    /// The games of all files that can be read, and the number of the others, which are named.
    ///
    /// # Errors
    /// If a path leads nowhere.
    pub(super) fn read(
        &self,
        context: &Context,
        stop: &StopToken,
    ) -> anyhow::Result<(ExpertGames, usize)> {
        let inputs = collect(&self.games, None)?;
        let progress = context.progress(Some(inputs.len() as u64), "files");
        let mut games = ExpertGames::default();
        let mut left_out = 0;
        for input in &inputs {
            if stop.is_stopped() {
                break;
            }
            if let Err(error) = self.read_file(&input.path, &mut games) {
                left_out += 1;
                output::complain(&format!("left out: {error:#}"));
            }
            progress.advance(1);
        }
        Ok((games, left_out))
    }

    fn read_file(&self, path: &Path, games: &mut ExpertGames) -> anyhow::Result<()> {
        let name = || path.display().to_string();
        let document = files::read_record(path).with_context(name)?;
        for warning in &document.warnings {
            output::complain(&format!("{}: {warning}", path.display()));
        }
        let moves: usize = document.records.iter().map(|record| record.main_line().count()).sum();
        anyhow::ensure!(moves > 0, "{}: no move", path.display());
        for (index, record) in document.records.iter().enumerate() {
            let game = ExpertGame::from_record(record);
            let game = game.with_context(|| format!("{}: game {}", path.display(), index + 1))?;
            games.add(game, self.from_ply, self.validation);
        }
        Ok(())
    }
}
