//! Move generators, by kind.

use crate::move_list::MoveList;
use crate::moves::Move;
use crate::position::Position;
use crate::types::Square;
use rsshogi::movegen::{
    self, CapturePlusPro, CapturePlusProAll, ChecksAll, Legal, LegalAll, Move32Sink, QuietChecks,
    QuietsProMinus, QuietsProMinusAll, Recaptures, RecapturesAll,
};

/// What a generator lists. "Pseudo" kinds may leave the own king in check:
/// filter them with [`Position::is_legal_after_pseudo`].
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
        self.generate_into(kind, list);
        if kind == MoveKind::CapturesAll {
            // The core lists quiet pawn moves without promotion here and among the quiets.
            list.retain(|mv| mv.is_promotion() || self.is_capture(mv));
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
        if all {
            movegen::generate_moves_to_move32_into::<RecapturesAll, _>(&self.core, target, list);
        } else {
            movegen::generate_moves_to_move32_into::<Recaptures, _>(&self.core, target, list);
        }
    }

    /// Is there a legal move? (No: the side to move is mated, or has lost by stalemate.)
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        !self.core.is_mated()
    }

    /// Parses a USI move and checks it; `None` when it is malformed or illegal here.
    #[must_use]
    pub fn parse_usi(&self, usi: &str) -> Option<Move> {
        let mv = Move(self.core.move32_from_usi(usi)?);
        self.is_legal(mv).then_some(mv)
    }

    #[inline]
    pub(crate) fn generate_into<S: Move32Sink>(&self, kind: MoveKind, sink: &mut S) {
        let core = &self.core;
        match kind {
            MoveKind::LegalAll => movegen::generate_moves_move32_into::<LegalAll, _>(core, sink),
            MoveKind::Legal => movegen::generate_moves_move32_into::<Legal, _>(core, sink),
            MoveKind::Captures => {
                movegen::generate_moves_move32_into::<CapturePlusPro, _>(core, sink);
            }
            MoveKind::CapturesAll => {
                movegen::generate_moves_move32_into::<CapturePlusProAll, _>(core, sink);
            }
            MoveKind::Quiets => {
                movegen::generate_moves_move32_into::<QuietsProMinus, _>(core, sink);
            }
            MoveKind::QuietsAll => {
                movegen::generate_moves_move32_into::<QuietsProMinusAll, _>(core, sink);
            }
            // In check every legal move is an evasion, and the core's legal generator masks whole
            // bitboards where its evasion generator asks for each drop.
            MoveKind::Evasions | MoveKind::EvasionsAll if !self.in_check() => {}
            MoveKind::Evasions => movegen::generate_moves_move32_into::<Legal, _>(core, sink),
            MoveKind::EvasionsAll => movegen::generate_moves_move32_into::<LegalAll, _>(core, sink),
            MoveKind::ChecksAll => movegen::generate_moves_move32_into::<ChecksAll, _>(core, sink),
            MoveKind::QuietChecks => {
                movegen::generate_moves_move32_into::<QuietChecks, _>(core, sink);
            }
        }
    }
}
