//! A line as SGF, with the judgements of its moves.

use super::words::{color_of, komi_of, move_of, rules_of, setup_of};
use crate::document::MAX_STEPS;
use crate::errors::{AppResult, error, in_range};
use crate::protocol::{ErrorCode, GoLine, GoSaidMove};
use zenpuku_go::Size;
use zenpuku_go::sgf::{NodeId, SgfDocument};

/// Longest name of a game or a player, and longest comment, in bytes.
const MAX_TEXT: usize = 2_000;

/// The SGF of a line: a move that better ones are named for is crossed, and each of them a variation.
pub(super) fn write(line: &GoLine) -> AppResult<String> {
    in_range("number of moves", line.moves.len() as u32, 0, MAX_STEPS as u32)?;
    let setup = setup_of(&line.start, &rules_of(&line.rules)?)?;
    let komi = line.komi.map(komi_of).transpose()?;
    let mut document = SgfDocument::new(&setup, Some(&line.rules), komi);
    for (property, text) in [("GN", &line.name), ("PB", &line.black), ("PW", &line.white)] {
        if !text.is_empty() {
            document.info(property, short(text)?);
        }
    }
    let mut node = document.root();
    for said in &line.moves {
        node = add(&mut document, node, setup.size, said)?;
    }
    Ok(document.to_sgf())
}

/// Adds a move after a node, with its judgement.
fn add(
    document: &mut SgfDocument,
    before: NodeId,
    size: Size,
    said: &GoSaidMove,
) -> AppResult<NodeId> {
    let color = color_of(said.side);
    let mv = move_of(size, &said.mv)?;
    let node = document.add_move(before, color, mv);
    if !said.comment.is_empty() {
        document.comment(node, short(&said.comment)?);
    }
    in_range("number of better moves", said.better.len() as u32, 0, size.area() as u32 + 1)?;
    for better in &said.better {
        document.add_move(before, color, move_of(size, better)?);
    }
    if !said.better.is_empty() {
        document.cross(node, mv);
    }
    Ok(node)
}

fn short(text: &str) -> AppResult<&str> {
    if text.len() <= MAX_TEXT {
        return Ok(text);
    }
    let message = format!("a name or a comment has at most {MAX_TEXT} bytes");
    Err(error(ErrorCode::TooLarge, message))
}
