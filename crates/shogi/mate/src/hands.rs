//! Proof pieces (証明駒): the pieces that the attacker needs in hand for a mate.

use zenpuku_shogi::{Color, Hand, HandPiece, Move, Piece, Position, between};

/// The pieces needed for the mate of `position`, with the defender to move and
/// in check, if the answers to his replies together need `answers`.
///
/// A defender without a piece of some kind could interpose one if the attacker
/// did not hold them all; so the attacker must keep what he has of it.
pub(crate) fn needed_by_defence(position: &Position, answers: Hand) -> Hand {
    let defender = position.side_to_move();
    if !can_interpose(position, defender) {
        return answers;
    }
    let (held, attackers) = (position.hand(defender), position.hand(defender.flip()));
    HandPiece::iter()
        .filter(|&kind| held.count(kind) == 0)
        .fold(answers, |needed, kind| with_count(needed, kind, attackers.count(kind)))
}

/// Is there an empty square between the defender's king and a single checker?
fn can_interpose(position: &Position, defender: Color) -> bool {
    let checkers = position.checkers();
    match (position.king(defender), checkers.lsb()) {
        (Some(king), Some(checker)) => !checkers.more_than_one() && between(king, checker).any(),
        _ => false,
    }
}

/// The pieces that the attacker needs before `mv` if he needs `after` after it;
/// `captured` is the piece on its target.
pub(crate) fn needed_before(mv: Move, captured: Piece, after: Hand) -> Hand {
    if let Some(kind) = mv.dropped().and_then(HandPiece::from_piece_type) {
        return with_count(after, kind, after.count(kind) + 1);
    }
    match HandPiece::from_piece_type(captured.base_piece_type()) {
        Some(kind) => with_count(after, kind, after.count(kind).saturating_sub(1)),
        None => after,
    }
}

/// The smallest hand that holds both.
pub(crate) fn union(a: Hand, b: Hand) -> Hand {
    HandPiece::iter().fold(a, |all, kind| with_count(all, kind, a.count(kind).max(b.count(kind))))
}

fn with_count(hand: Hand, kind: HandPiece, count: u32) -> Hand {
    let without = hand.checked_sub(kind, hand.count(kind)).unwrap_or(hand);
    without.checked_add(kind, count).unwrap_or(hand)
}
