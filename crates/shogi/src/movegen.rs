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
        match kind {
            MoveKind::Captures => self.captures(list),
            MoveKind::Quiets => self.quiets(list),
            MoveKind::Evasions => self.evasions(list),
            _ => self.generate_by_core(kind, list),
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

    fn generate_by_core(&self, kind: MoveKind, list: &mut MoveList) {
        let core = &self.core;
        match kind {
            MoveKind::LegalAll => self.legal_into(list),
            MoveKind::Legal => movegen::generate_moves_move32_into::<Legal, _>(core, list),
            MoveKind::Captures => {
                movegen::generate_moves_move32_into::<CapturePlusPro, _>(core, list);
            }
            MoveKind::CapturesAll => {
                movegen::generate_moves_move32_into::<CapturePlusProAll, _>(core, list);
                // The core lists quiet pawn moves without promotion here and among the quiets.
                list.retain(|mv| mv.is_promotion() || self.is_capture(mv));
            }
            MoveKind::Quiets => {
                movegen::generate_moves_move32_into::<QuietsProMinus, _>(core, list);
            }
            MoveKind::QuietsAll => {
                movegen::generate_moves_move32_into::<QuietsProMinusAll, _>(core, list);
            }
            // In check every legal move is an evasion, and the core's legal generator masks whole
            // bitboards where its evasion generator asks for each drop.
            MoveKind::Evasions | MoveKind::EvasionsAll if !self.in_check() => {}
            MoveKind::Evasions => movegen::generate_moves_move32_into::<Legal, _>(core, list),
            MoveKind::EvasionsAll => self.legal_into(list),
            MoveKind::ChecksAll => movegen::generate_moves_move32_into::<ChecksAll, _>(core, list),
            MoveKind::QuietChecks => {
                movegen::generate_moves_move32_into::<QuietChecks, _>(core, list);
            }
        }
    }

    /// Tells `sink` every legal move.
    #[inline]
    pub(crate) fn legal_into<S: Move32Sink>(&self, sink: &mut S) {
        movegen::generate_moves_move32_into::<LegalAll, _>(&self.core, sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks a random game and compares at each step.
    fn compare(mut position: Position, seed: u64, plies: usize) -> usize {
        let (mut list, mut expected) = (MoveList::new(), MoveList::new());
        let (mut random, mut compared) = (seed, 0);
        for _ in 0..plies {
            let kinds: &[MoveKind] = match position.in_check() {
                true => &[MoveKind::Evasions],
                false => &[MoveKind::Captures, MoveKind::Quiets, MoveKind::Evasions],
            };
            for &kind in kinds {
                position.generate(kind, &mut list);
                expected.clear();
                position.generate_by_core(kind, &mut expected);
                assert_eq!(&list[..], &expected[..], "{kind:?} {}", position.to_sfen());
                compared += list.len();
            }
            position.legal_moves(&mut list);
            if list.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position.do_move(list[(random >> 33) as usize % list.len()]);
        }
        compared
    }

    #[test]
    fn staged_lists_are_those_of_the_core_in_its_order() {
        let games = (0..200).map(|seed| compare(Position::startpos(), seed, 200));
        assert!(games.sum::<usize>() > 1_000_000);
        // Pawns that may not mate by a drop, kings in the enemy camp, every kind in hand.
        let full_hands = "8k/7R1/N8/9/4K4/9/9/9/9 b RBGSNLPb3g3s2n3l17p 1";
        let camp = "4k4/1K+P3P2/PN1S1L1R1/B8/9/9/9/p1p1p1p1p/9 b - 1";
        // The gold, behind the dragon on the lance's line, may take it.
        let behind = "8k/8+R/8g/9/4K3L/9/9/9/9 w RBGSNPb2g3s3n2l17p 4";
        for sfen in [full_hands, camp, behind] {
            let position = Position::from_sfen(sfen).expect(sfen);
            (0..50).for_each(|seed| assert!(compare(position.clone(), seed, 100) > 0));
        }
    }
}
