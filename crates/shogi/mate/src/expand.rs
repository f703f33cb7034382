//! The moves of a node, in the order in which they are taken up, and first guesses.

use crate::one::legal_checks;
use zenpuku_shogi::{Bitboard, HandPiece, Move, MoveList, PieceType, Position};

/// The legal moves, without keeping the long list on the stack.
#[inline(never)]
pub(crate) fn replies(position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.to_vec()
}

/// A move with the link to the one that is delayed until it is decided.
#[derive(Clone, Copy)]
pub(crate) struct Listed {
    pub(crate) mv: Move,
    /// Is it delayed behind an earlier move?
    pub(crate) delayed: bool,
    /// Distance in the list to the move delayed behind this one; 0: none.
    pub(crate) next: u16,
    order: u32,
}

/// Added to the order of delayed moves.
const LATE: u32 = 1_000;

/// Lists the attacker's checks. A piece that may promote does so first; the
/// same move without promotion is delayed, because it is seldom better.
pub(crate) fn list_checks(position: &Position, scratch: &mut MoveList, list: &mut Vec<Listed>) {
    legal_checks(position, scratch);
    list.clear();
    for &mv in &*scratch {
        let kind = mv.piece_after().piece_type();
        let late = !mv.is_drop()
            && !mv.is_promotion()
            && matches!(
                kind,
                PieceType::PAWN | PieceType::BISHOP | PieceType::ROOK | PieceType::LANCE
            );
        let order = u32::from(late) * LATE + check_order(position, mv);
        list.push(Listed { mv, delayed: false, next: 0, order });
    }
    list.sort_by_key(|listed| listed.order);
    link(list, |early, late| {
        late.order >= LATE
            && early.mv.is_promotion()
            && early.mv.to() == late.mv.to()
            && early.mv.from() == late.mv.from()
    });
}

/// Checks close to the king first, and of these the pieces that hold most squares near him.
fn check_order(position: &Position, mv: Move) -> u32 {
    let king = position.king(position.side_to_move().flip());
    let distance = king.map_or(0, |king| king.distance(mv.to()).unsigned_abs());
    let weight = match mv.piece_after().piece_type() {
        PieceType::PAWN => 10,
        PieceType::LANCE | PieceType::KNIGHT => 20,
        PieceType::SILVER => 30,
        PieceType::KING => 80,
        _ => 50,
    };
    100 + 10 * u32::from(distance) - weight
}

/// Lists the replies: captures, king moves, interpositions from the board, drops. Of the drops on
/// one square one is taken up after the other, the cheapest piece first; all that are
/// [`futile`] wait for one another.
pub(crate) fn list_replies(position: &Position, scratch: &mut MoveList, list: &mut Vec<Listed>) {
    position.legal_moves(scratch);
    list.clear();
    for &mv in &*scratch {
        let order = reply_order(position, mv) + u32::from(futile(position, mv)) * LATE;
        list.push(Listed { mv, delayed: false, next: 0, order });
    }
    list.sort_by_key(|listed| listed.order);
    link(list, |early, late| {
        if late.order >= LATE {
            return early.order >= LATE;
        }
        early.mv.to() == late.mv.to()
            && early.mv.is_drop() == late.mv.is_drop()
            && (late.mv.is_drop() || early.mv.from() == late.mv.from())
    });
}

/// A drop that no piece supports and that gives no check: it is seldom more than a delay.
fn futile(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    mv.is_drop()
        && !position.is_attacked(mv.to(), us)
        && !(position.king(us.flip()).is_some() && position.gives_check(mv))
}

/// Small numbers first.
pub(crate) fn reply_order(position: &Position, mv: Move) -> u32 {
    if position.checkers().test(mv.to()) {
        1
    } else if mv.piece_after().piece_type() == PieceType::KING {
        2
    } else if let Some(kind) = mv.dropped().and_then(HandPiece::from_piece_type) {
        10 + drop_order(kind)
    } else {
        3 + u32::from(!mv.is_promotion())
    }
}

fn drop_order(kind: HandPiece) -> u32 {
    match kind {
        HandPiece::PAWN => 0,
        HandPiece::LANCE => 1,
        HandPiece::KNIGHT => 2,
        HandPiece::SILVER => 3,
        HandPiece::GOLD => 4,
        HandPiece::BISHOP => 5,
        _ => 6,
    }
}

/// Puts every move off behind the last earlier one that it belongs to.
fn link(list: &mut [Listed], belongs: impl Fn(&Listed, &Listed) -> bool) {
    for late in 1..list.len() {
        let early = (0..late).rev().find(|&early| belongs(&list[early], &list[late]));
        if let Some(early) = early {
            list[late].delayed = true;
            list[early].next = (late - early) as u16;
        }
    }
}

/// First proof and disproof numbers of the position after a check: its legal
/// replies that are not delayed. Of the drops that no piece supports one
/// counts.
pub(crate) fn guess_defence(position: &Position, replies: &MoveList) -> (u32, u32) {
    let us = position.side_to_move();
    let (mut others, mut drops, mut alone) = (0, Bitboard::EMPTY, false);
    for &mv in replies {
        if !mv.is_drop() {
            others += 1;
        } else if !drops.test(mv.to()) {
            if position.is_attacked(mv.to(), us) {
                drops.set(mv.to());
            } else {
                alone = true;
            }
        }
    }
    (others + drops.count() + u32::from(alone), 1)
}

/// First numbers of the position after a reply that leaves `checks` checks.
pub(crate) fn guess_attack(checks: u32) -> (u32, u32) {
    (1, checks.max(1))
}
