//! The mistakes of a game as problems.

use std::path::Path;

use anyhow::Context as _;
use zenpuku_go::Move;
use zenpuku_go::sgf::SgfDocument;

use super::super::names;
use super::record::best_move;
use super::{Reviewed, ReviewedMove, name, points};
use crate::files;

/// Writes a file for each mistake that a move on the board would have avoided: `GAME-move-NUMBER.sgf`.
///
/// # Errors
/// If the folder or a file cannot be written.
pub(super) fn write(folder: &Path, game: &Path, found: &Reviewed) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let stem = game.file_stem().map_or("game".into(), |stem| stem.to_string_lossy());
    let stem = if stem == files::STANDARD { "game".into() } else { stem };
    for (one, loss) in found.mistakes() {
        if one.review.best.iter().all(|&mv| mv == Move::Pass) {
            continue;
        }
        let file = folder.join(format!("{stem}-move-{}.sgf", one.number));
        files::replace(&file, problem(found, one, loss).as_bytes())?;
    }
    Ok(())
}

/// The position, the best moves as solutions, and the move that was played.
fn problem(found: &Reviewed, one: &ReviewedMove, loss: i32) -> String {
    let rules = names::rules(&found.rules);
    let mut document = SgfDocument::new(&one.before, Some(&rules), found.game.komi);
    let root = document.root();
    document.player(root, one.color);
    let task = format!("{} to play. Which move is worth most?", one.color);
    document.comment(root, &task);
    for &mv in &one.review.best {
        best_move(&mut document, root, one.color, mv);
    }
    let node = document.add_move(root, one.color, one.mv);
    let (played, basis) = (name(found, one.mv), one.review.basis.name());
    let said = format!("{played} was played in the game. It loses {}, {basis}.", points(loss));
    document.comment(node, &said);
    document.to_sgf()
}
