//! The parts of a game: opening, middle game, endgame.

use crate::position::position;
use crate::protocol::{GamePhase, GamePhases};
use zenpuku_shogi::{Color, HandPiece, Move, PieceType, Position, king_zone};

impl GamePhases {
    /// The phases of a game.
    pub(crate) fn of(start: &Position, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut phases = Self::default();
        phases.follow(0, start);
        let mut at = start.clone();
        for (ply, mv) in (1..).zip(moves) {
            at.do_move(mv);
            phases.follow(ply, &at);
        }
        phases
    }

    /// The phases of a stored game, with its moves in USI separated by blanks,
    /// up to the first illegal one.
    pub(crate) fn of_usi(start: &str, moves: &str) -> Self {
        let Ok(start) = position(start) else { return Self::default() };
        let mut at = start.clone();
        let play = |usi: &str| at.parse_usi(usi).filter(|&mv| at.try_do_move(mv).is_ok());
        Self::of(&start, moves.split_ascii_whitespace().map_while(play))
    }

    /// Takes the position after `ply` moves. Positions come in their order, from the first.
    pub(crate) fn follow(&mut self, ply: u32, position: &Position) {
        match (self.middle, self.endgame) {
            (None, _) if is_fighting(position) => {
                self.middle = Some(ply);
                self.endgame = is_king_attacked(position).then_some(ply + 1);
            }
            (Some(_), None) if is_king_attacked(position) => self.endgame = Some(ply),
            _ => {}
        }
    }

    /// The phase of the position after `ply` moves.
    pub(crate) fn at(self, ply: u32) -> GamePhase {
        let begun = |start: Option<u32>| start.is_some_and(|start| start <= ply);
        if begun(self.endgame) {
            GamePhase::Endgame
        } else if begun(self.middle) {
            GamePhase::Middle
        } else {
            GamePhase::Opening
        }
    }
}

/// Was a piece other than pawns and bishops taken, or did one of them promote?
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

/// Are two enemy pieces within two squares of a king?
fn is_king_attacked(position: &Position) -> bool {
    [Color::Black, Color::White].into_iter().any(|side| {
        let near = |king| (position.pieces_of(!side) & king_zone(king)).count();
        position.king(side).is_some_and(|king| near(king) >= 2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phases(start: &str, moves: &[&str]) -> GamePhases {
        let start = Position::from_sfen(start).unwrap();
        let mut at = start.clone();
        let play = |usi: &&str| {
            let mv = at.read_usi(usi).unwrap();
            at.do_move(mv);
            mv
        };
        let moves: Vec<Move> = moves.iter().map(play).collect();
        GamePhases::of(&start, moves)
    }

    #[test]
    fn an_exchange_of_bishops_belongs_to_the_opening() {
        let exchange = ["7g7f", "3c3d", "8h2b+", "3a2b"];
        let phases = phases(zenpuku_shogi::STARTPOS, &exchange);
        assert_eq!(phases, GamePhases::default());
        assert_eq!(phases.at(200), GamePhase::Opening);
    }

    #[test]
    fn the_endgame_follows_the_middle_game_by_a_move_at_least() {
        let phases = phases("4k4/9/4G4/9/9/9/9/9/4K4 b GSr 1", &["G*4b"]);
        assert_eq!(phases, GamePhases { middle: Some(0), endgame: Some(1) });
        assert_eq!([phases.at(0), phases.at(1)], [GamePhase::Middle, GamePhase::Endgame]);
    }
}
