//! What needs no search: ends of the game by its rules (repetition and declarations), and the moves of an
//! opening book.

use crate::claim::{Motif, Proof, Reason, Role, usi};
use crate::question::Question;
use zenpuku_shogi::{Move, Position, RepetitionState};

/// The reasons that follow from the rules, the moves before, and the book.
pub(crate) fn reasons(question: &Question<'_>) -> Vec<Reason> {
    let Some(played) = question.played else { return Vec::new() };
    let better = question.better.first().copied();
    if better == Some(played) {
        return Vec::new();
    }
    let found = declaration(question, played, better);
    let found = found.into_iter().chain(repetition(question, played, better));
    found.chain(left_book(question, played, better)).collect()
}

/// The book has the better move, and not the move played.
fn left_book(question: &Question<'_>, played: Move, better: Option<Move>) -> Option<Reason> {
    let (book, better) = (question.book, better?);
    if book.contains(&played) || !book.contains(&better) {
        return None;
    }
    reason(
        question.position,
        (Motif::LeftBook, Role::Missed),
        &[better],
        Proof::Book { moves: usi(book) },
    )
}

/// A win by declaration that is missed, or that the move lets the other side have.
fn declaration(question: &Question<'_>, played: Move, better: Option<Move>) -> Option<Reason> {
    let root = question.position;
    let role = if root.declaration_move().is_some_and(|mv| mv != played) {
        Role::Missed
    } else if declares(root, played) && better.is_some_and(|mv| !declares(root, mv)) {
        Role::Allowed
    } else {
        return None;
    };
    reason(root, (Motif::Declaration, role), &[played], Proof::Declaration)
}

/// May the other side declare after the move?
fn declares(root: &Position, mv: Move) -> bool {
    let mut next = root.without_history();
    next.do_move(mv);
    next.declaration_move().is_some()
}

/// A position of the game that comes again: after the move, after the answer to it, or only after the
/// better move.
fn repetition(question: &Question<'_>, played: Move, better: Option<Move>) -> Option<Reason> {
    let root = question.position;
    let reply = question.reply.first().copied();
    let made = (Role::Made, vec![played]);
    let allowed = reply.map(|reply| (Role::Allowed, vec![played, reply]));
    let missed = better.map(|better| (Role::Missed, vec![better]));
    [Some(made), allowed, missed].into_iter().flatten().find_map(|(role, line)| {
        let since = since_repeated(root, &line)?;
        reason(root, (Motif::Repetition, role), &line, Proof::Repetition { since })
    })
}

/// The moves from the earlier occurrence of the position after `line` to `root`, in USI; `None` if it is
/// new, or if one side has given check all the time, which is no draw.
fn since_repeated(root: &Position, line: &[Move]) -> Option<Vec<String>> {
    let mut end = root.clone();
    for &mv in line {
        end.do_move(mv);
    }
    if end.search_repetition(usize::MAX) != RepetitionState::Draw {
        return None;
    }
    let (mut earlier, mut since) = (root.clone(), Vec::new());
    while earlier.key() != end.key() {
        let mv = earlier.last_move();
        if mv == Move::NONE {
            return None;
        }
        earlier.undo_move(mv);
        since.push(mv.to_string());
    }
    since.reverse();
    Some(since)
}

/// A reason whose motif is in the last move of `line`.
fn reason(root: &Position, kind: (Motif, Role), line: &[Move], proof: Proof) -> Option<Reason> {
    Reason::new(root, kind, line, line.len().checked_sub(1)?, proof)
}
