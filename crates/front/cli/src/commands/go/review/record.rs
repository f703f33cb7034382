//! The game with comments at its mistakes.

use zenpuku_go::sgf::{Change, NodeId, SgfDocument};
use zenpuku_go::{Color, Move};

use super::super::names;
use super::{Reviewed, ReviewedMove, best, name, points};

/// The annotated game from its last set-up on, with the comments it had; a mistake has a variation for each best move.
pub(super) fn sgf(found: &Reviewed) -> String {
    let steps = &found.game.steps;
    let is_edit = |change: &Change| matches!(change, Change::Edit { .. });
    let first = steps.iter().rposition(|step| is_edit(&step.change)).map_or(0, |edit| edit + 1);
    // The reader has already made every position of the game.
    let Ok(start) = found.game.position(first) else { return String::new() };
    let rules = names::rules(&found.rules);
    let mut document = SgfDocument::new(&start, Some(&rules), found.game.komi);
    for (property, text) in information(found) {
        document.info(property, text);
    }
    let mut node = document.root();
    for (number, step) in steps.iter().enumerate().skip(first) {
        let Change::Move(color, mv) = step.change else { continue };
        let before = node;
        node = document.add_move(before, color, mv);
        let mistake = found.mistakes().find(|(one, _)| one.step == number);
        let said = mistake.map(|(one, loss)| comment(found, one, loss));
        let comments: Vec<&str> =
            [step.comment.as_deref(), said.as_deref()].into_iter().flatten().collect();
        if !comments.is_empty() {
            document.comment(node, &comments.join("\n"));
        }
        if let Some((one, _)) = mistake {
            document.cross(node, mv);
            variations(&mut document, before, one);
        }
    }
    document.to_sgf()
}

fn information(found: &Reviewed) -> Vec<(&'static str, &str)> {
    let game = &found.game;
    let [black, white] = &game.players;
    let all = [("GN", &game.name), ("PB", black), ("PW", white), ("RE", &game.result)];
    all.into_iter().filter_map(|(property, text)| Some((property, text.as_deref()?))).collect()
}

fn comment(found: &Reviewed, one: &ReviewedMove, loss: i32) -> String {
    let (played, basis) = (name(found, one.mv), one.review.basis.name());
    format!("{played} loses {}, {basis}. Best: {}.", points(loss), best(found, one))
}

fn variations(document: &mut SgfDocument, before: NodeId, one: &ReviewedMove) {
    for &mv in &one.review.best {
        best_move(document, before, one.color, mv);
    }
}

/// A variation of one best move.
pub(super) fn best_move(document: &mut SgfDocument, before: NodeId, color: Color, mv: Move) {
    let node = document.add_move(before, color, mv);
    document.comment(node, "Best.");
}
