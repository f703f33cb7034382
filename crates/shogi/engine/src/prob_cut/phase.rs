//! The kind of a position, as a possible influence on the spread of predictions.

use core::fmt;
use core::str::FromStr;
use std::sync::LazyLock;
use zenpuku_shogi::{Color, HandPiece, Piece, PieceType, Position, Square};

/// A number measured in a position, by which positions are classified. The
/// paper split by ply and wished for something better [probcut2003] 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PhaseVariable {
    /// Number of the move.
    Ply,
    /// Pieces in both hands.
    Hands,
    /// Pieces that are not on their squares of the start position, those in hand included.
    Moved,
    /// Battle type: 0 both rooks static, 1 one of them ranging (on the own files 5 to 9), 2 both
    /// ranging, 3 a rook is promoted, in hand or taken.
    Battle,
    /// Castle state: golds and silvers, promoted or not, within two steps of their own king.
    Castle,
}

impl PhaseVariable {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Ply, Self::Hands, Self::Moved, Self::Battle, Self::Castle];

    /// The name in files, without blanks.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ply => "ply",
            Self::Hands => "hands",
            Self::Moved => "moved",
            Self::Battle => "battle",
            Self::Castle => "castle",
        }
    }

    /// The number in this position.
    #[must_use]
    pub fn measure(self, position: &Position) -> i32 {
        match self {
            Self::Ply => i32::from(position.ply()),
            Self::Hands => in_hand(position, Color::BLACK) + in_hand(position, Color::WHITE),
            Self::Moved => moved(position),
            Self::Battle => battle(position),
            Self::Castle => guards(position, Color::BLACK) + guards(position, Color::WHITE),
        }
    }
}

impl fmt::Display for PhaseVariable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PhaseVariable {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|variable| variable.name() == name).ok_or(())
    }
}

fn in_hand(position: &Position, color: Color) -> i32 {
    let hand = position.hand(color);
    HandPiece::iter().map(|piece| hand.count(piece) as i32).sum()
}

fn moved(position: &Position) -> i32 {
    static START: LazyLock<Vec<(Square, Piece)>> = LazyLock::new(|| {
        let start = Position::startpos();
        start.occupied().iter().map(|square| (square, start.piece_on(square))).collect()
    });
    let at_home = START.iter().filter(|(square, piece)| position.piece_on(*square) == *piece);
    START.len() as i32 - at_home.count() as i32
}

fn battle(position: &Position) -> i32 {
    let rook = |color: Color| position.pieces(PieceType::ROOK, color).iter().next();
    let (Some(black), Some(white)) = (rook(Color::BLACK), rook(Color::WHITE)) else { return 3 };
    // Files count from Black's right, from 0; White's right is the other side.
    let ranging = |file: i32| i32::from(file >= 4);
    ranging(black.file().to_index() as i32) + ranging(8 - white.file().to_index() as i32)
}

fn guards(position: &Position, color: Color) -> i32 {
    const GUARDS: [PieceType; 6] = [
        PieceType::GOLD,
        PieceType::SILVER,
        PieceType::PRO_SILVER,
        PieceType::PRO_PAWN,
        PieceType::PRO_LANCE,
        PieceType::PRO_KNIGHT,
    ];
    let Some(king) = position.king(color) else { return 0 };
    let near = |kind: PieceType| {
        position.pieces(kind, color).iter().filter(|square| square.distance(king) <= 2).count()
    };
    GUARDS.into_iter().map(|kind| near(kind) as i32).sum()
}

/// A variable cut into classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phases {
    /// The measured quantity.
    pub variable: PhaseVariable,
    /// The least number of each class but the first, rising.
    pub bounds: Vec<i32>,
}

impl Phases {
    /// Number of classes, at least 1.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.bounds.len() + 1
    }

    /// The class of a number, from 0.
    #[must_use]
    pub fn class_of(&self, measured: i32) -> usize {
        self.bounds.partition_point(|&bound| bound <= measured)
    }

    /// The class of a position, from 0.
    #[must_use]
    pub fn class(&self, position: &Position) -> usize {
        self.class_of(self.variable.measure(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_undeveloped_static_and_loosely_guarded() {
        let start = Position::startpos();
        let measured = PhaseVariable::ALL.map(|variable| variable.measure(&start));
        assert_eq!(measured, [1, 0, 0, 0, 8]);
    }

    #[test]
    fn ranging_rooks_are_told_from_static_ones() {
        for (moves, expected) in
            [(&["2h6h"][..], 1), (&["7g7f", "8b4b"], 1), (&["2h5h", "8b3b"], 2), (&["2h3h"], 0)]
        {
            let mut position = Position::startpos();
            for usi in moves {
                let mv = position.parse_usi(usi).unwrap();
                position.do_move(mv);
            }
            assert_eq!(PhaseVariable::Battle.measure(&position), expected, "{moves:?}");
        }
        let traded = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K3R b R 1").unwrap();
        assert_eq!(PhaseVariable::Battle.measure(&traded), 3);
        assert_eq!(PhaseVariable::Hands.measure(&traded), 1);
    }

    #[test]
    fn classes_begin_at_their_bounds() {
        let phases = Phases { variable: PhaseVariable::Ply, bounds: vec![30, 60] };
        assert_eq!(phases.classes(), 3);
        assert_eq!([1, 29, 30, 59, 60, 200].map(|ply| phases.class_of(ply)), [0, 0, 1, 1, 2, 2]);
    }
}
