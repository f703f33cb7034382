//! The parts of a game, as the graph of an analysis shows them (`phasesOf` of the page).

use super::GamePhase;
use zenpuku_shogi::{Color, HandPiece, PieceType, Position, king_zone};

/// Follows a game from its start.
pub(super) struct Phases {
    now: GamePhase,
    /// Were two enemies near a king when the middle game began?
    under_fire: bool,
}

impl Phases {
    pub(super) const fn new() -> Self {
        Self { now: GamePhase::Opening, under_fire: false }
    }

    /// The phase of the next position: the middle game begins when a piece other than pawns and bishops
    /// was taken or one of them promoted, the endgame after it when two enemies stand near a king.
    pub(super) fn follow(&mut self, position: &Position) -> GamePhase {
        let under_fire =
            || [Color::Black, Color::White].iter().any(|&side| is_under_fire(position, side));
        match self.now {
            GamePhase::Opening if is_fighting(position) => {
                self.now = GamePhase::Middle;
                self.under_fire = under_fire();
            }
            GamePhase::Middle if self.under_fire || under_fire() => self.now = GamePhase::Endgame,
            _ => {}
        }
        self.now
    }
}

fn is_fighting(position: &Position) -> bool {
    let quiet = |piece| piece == HandPiece::PAWN || piece == HandPiece::BISHOP;
    let promoted = [
        PieceType::PRO_PAWN,
        PieceType::PRO_LANCE,
        PieceType::PRO_KNIGHT,
        PieceType::PRO_SILVER,
        PieceType::DRAGON,
    ];
    [Color::Black, Color::White].into_iter().any(|side| {
        let hand = position.hand(side);
        HandPiece::iter().any(|piece| !quiet(piece) && hand.count(piece) > 0)
            || promoted.iter().any(|&kind| !position.pieces(kind, side).is_empty())
    })
}

/// Do two enemies stand within two squares of this side's king?
fn is_under_fire(position: &Position, side: Color) -> bool {
    let near = |king| (position.pieces_of(!side) & king_zone(king)).count();
    position.king(side).is_some_and(|king| near(king) >= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow(start: &str, moves: &[&str]) -> Vec<GamePhase> {
        let mut at = Position::from_sfen(start).unwrap();
        let mut phases = Phases::new();
        let mut found = vec![phases.follow(&at)];
        for usi in moves {
            at.do_move(at.read_usi(usi).unwrap());
            found.push(phases.follow(&at));
        }
        found
    }

    #[test]
    fn phases_are_those_of_the_graph() {
        use GamePhase::{Endgame, Middle, Opening};
        let exchange = ["7g7f", "3c3d", "8h2b+", "3a2b"];
        assert_eq!(follow(zenpuku_shogi::STARTPOS, &exchange), [Opening; 5]);
        assert_eq!(follow("4k4/9/4G4/9/9/9/9/9/4K4 b GSr 1", &["G*4b"]), [Middle, Endgame]);
    }
}
