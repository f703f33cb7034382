//! The part of a game to which a position belongs.

use super::GamePhase;
use zenpuku_shogi::{Color, PieceType, Position, king_zone};

/// The opening ends here at the latest.
const OPENING_PLIES: u32 = 40;
/// Pieces in hand, of both sides, up to which pieces were only exchanged as openings do: bishops and
/// two pawns.
const OPENING_HANDS: u32 = 4;

/// The phase of a position after `plies` moves, by what stands near the kings and what was exchanged.
pub(super) fn phase(position: &Position, plies: u32) -> GamePhase {
    let attacked =
        [Color::Black, Color::White].into_iter().any(|side| is_approached(position, side));
    match attacked {
        true => GamePhase::Endgame,
        false if plies < OPENING_PLIES && in_hand(position) <= OPENING_HANDS => GamePhase::Opening,
        false => GamePhase::Middle,
    }
}

/// Does a piece of the other side, more than a pawn, stand within two squares of this side's king?
fn is_approached(position: &Position, side: Color) -> bool {
    let Some(king) = position.king(side) else { return false };
    let other = !side;
    let pieces = position.pieces_of(other).and_not(position.pieces(PieceType::PAWN, other));
    !(pieces & king_zone(king)).is_empty()
}

/// Pieces in hand, as far as a full set of forty tells: what is not on the board.
fn in_hand(position: &Position) -> u32 {
    40_u32.saturating_sub(position.occupied().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sfen: &str, plies: u32) -> GamePhase {
        phase(&Position::from_sfen(sfen).unwrap(), plies)
    }

    #[test]
    fn phases_follow_exchanges_and_attacks() {
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        assert_eq!((of(start, 0), of(start, 40)), (GamePhase::Opening, GamePhase::Middle));
        // Both bishops and a silver each are in hand, and a few pawns.
        let fought = "lnsgkg1nl/1r7/p1pp1pppp/9/9/9/P1PP1PPPP/7R1/LNSGKG1NL b BS2Pbs2p 1";
        assert_eq!(of(fought, 20), GamePhase::Middle);
        let attacked = "lnsgkgsnl/1r2+S2b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKG1NL w - 1";
        assert_eq!(of(attacked, 20), GamePhase::Endgame);
    }
}
