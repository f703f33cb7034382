//! Move generators, by kind.

use crate::move_list::MoveList;
use crate::moves::Move;
use crate::position::Position;
use crate::types::{Bitboard, Square};
use rsshogi::types::Move as Move16;

/// The kinds of generated lists. "Pseudo" kinds may leave the own king in
/// check: filter them with [`Position::is_legal_after_pseudo`].
///
/// Kinds without `All` leave out non-promotions that are almost never better
/// (pawn, bishop, rook, lance to the second rank) [bonanza2006]; the `All`
/// kinds list them, as needed by perft, mate search and the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Every legal move.
    LegalAll,
    /// Every legal move without the useless non-promotions.
    Legal,
    /// Captures and promotions of pawns; pseudo; not for positions in check.
    Captures,
    /// As `Captures`, with all non-promotions.
    CapturesAll,
    /// What `Captures` leaves out; pseudo; not for positions in check.
    Quiets,
    /// As `Quiets`, with all non-promotions.
    QuietsAll,
    /// Answers to check; legal; empty when not in check.
    Evasions,
    /// As `Evasions`, with all non-promotions.
    EvasionsAll,
    /// Moves that give check, all non-promotions; pseudo.
    ChecksAll,
    /// Quiet moves that give check; pseudo.
    QuietChecks,
}

impl Position {
    /// Fills `list` with the moves of `kind` for the side to move.
    #[inline]
    pub fn generate(&self, kind: MoveKind, list: &mut MoveList) {
        list.clear();
        match kind {
            MoveKind::Captures => self.captures(false, list),
            MoveKind::Quiets => self.quiets(false, list),
            MoveKind::Evasions => self.evasions(false, list),
            _ => self.generate_rarer(kind, list),
        }
    }

    #[inline(never)]
    fn generate_rarer(&self, kind: MoveKind, list: &mut MoveList) {
        match kind {
            MoveKind::LegalAll => self.legal(true, list),
            MoveKind::Legal => self.legal(false, list),
            MoveKind::Captures | MoveKind::CapturesAll => self.captures(true, list),
            MoveKind::Quiets | MoveKind::QuietsAll => self.quiets(true, list),
            MoveKind::Evasions | MoveKind::EvasionsAll => self.evasions(true, list),
            MoveKind::ChecksAll => self.checks(true, false, list),
            MoveKind::QuietChecks => self.checks(false, true, list),
        }
    }

    fn legal(&self, all: bool, list: &mut MoveList) {
        if self.in_check() {
            self.evasions(all, list);
        } else {
            self.legal_without_check(all, list);
        }
    }

    /// Fills `list` with every legal move; the rule book's list.
    #[inline]
    pub fn legal_moves(&self, list: &mut MoveList) {
        self.generate(MoveKind::LegalAll, list);
    }

    /// Fills `list` with the pseudo-legal moves to `target`; `all` lists every non-promotion.
    pub fn generate_to(&self, target: Square, all: bool, list: &mut MoveList) {
        list.clear();
        self.moves_to(Bitboard::from_square(target), all, list);
    }

    /// Is there a legal move? (No: the side to move is mated, or has lost by stalemate.)
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.king_has_flight() || {
            let mut list = MoveList::new();
            self.legal_moves(&mut list);
            !list.is_empty()
        }
    }

    /// Parses a USI move and checks it; `None` when it is malformed or illegal here.
    #[must_use]
    pub fn parse_usi(&self, usi: &str) -> Option<Move> {
        let raw = Move16::from_usi(usi).filter(|raw| raw.is_normal())?;
        self.complete(raw).filter(|&mv| self.is_legal(mv))
    }
}
