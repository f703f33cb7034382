//! Which plan a goal belongs to.

use crate::aim::{Aim, Goal, Source};
use crate::castles::seen_by;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zenpuku_shogi::{Bitboard, Color, PieceType, Position, Square, attacks};

/// Kinds of plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PlanKind {
    /// 囲い: build a castle.
    Castle,
    /// 棒銀: a silver goes up the rook's file.
    ClimbingSilver,
    /// 飛車先突破: break through on the rook's file.
    RookFile,
    /// 端攻め: an attack on an edge file.
    EdgeAttack,
    /// 玉頭戦: an attack in front of a king that faces the own one.
    KingHead,
    /// 寄せ: an attack on the squares around the king.
    KingAttack,
    /// 入玉: the king goes into the enemy camp.
    EnteringKing,
    /// The king goes elsewhere.
    KingMove,
    /// 駒得: win a piece.
    Win,
    /// Drive a piece away.
    DriveAway,
    /// 成り込み: make a promoted piece.
    Promotion,
    /// 角道: open the bishop's diagonal.
    Diagonal,
    /// 駒組み: bring a piece into play.
    Develop,
}

/// What goals of one plan have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Theme {
    pub(super) kind: PlanKind,
    /// Of a plan on a file: a square of it.
    pub(super) square: Option<Square>,
    /// For a plan about one piece: the piece on its current or target square.
    pub(super) piece: PieceType,
}

impl Theme {
    const fn of(kind: PlanKind) -> Self {
        Self { kind, square: None, piece: PieceType::NONE }
    }

    const fn with(kind: PlanKind, piece: PieceType, square: Square) -> Self {
        Self { kind, square: Some(square), piece }
    }

    const fn piece(kind: PlanKind, piece: PieceType) -> Self {
        Self { kind, square: None, piece }
    }
}

/// Board patterns of plans from the owner's view: rank 0 is the enemy's first,
/// file 0 the own right edge.
pub(super) struct Board<'a> {
    position: &'a Position,
    owner: Color,
    own_king: Option<Square>,
    their_king: Option<Square>,
    rook: Option<Square>,
    /// Squares that the own bishop attacks, blockers included.
    diagonals: Bitboard,
}

impl<'a> Board<'a> {
    pub(super) fn new(position: &'a Position, owner: Color) -> Self {
        let seen = |square| seen_by(owner, square);
        let bishops = position.pieces(PieceType::BISHOP, owner);
        let diagonals = bishops.iter().fold(Bitboard::EMPTY, |all, from| {
            all | attacks(position.piece_on(from), from, position.occupied())
        });
        Self {
            position,
            owner,
            own_king: position.king(owner).map(seen),
            their_king: position.king(owner.flip()).map(seen),
            rook: position.pieces(PieceType::ROOK, owner).lsb().map(seen),
            diagonals,
        }
    }

    pub(super) fn theme(&self, goal: &Goal) -> Theme {
        if goal.is_from(Source::Knowledge) {
            return Theme::of(PlanKind::Castle);
        }
        match goal.aim {
            Aim::Placement { kind, square } => self.placement(kind, square),
            Aim::Acquisition { kind, square } => {
                let area = self.area(kind, square);
                area.unwrap_or(Theme::with(PlanKind::Win, kind, square))
            }
            Aim::Removal { square, of } if of == self.owner => self.own_removal(square),
            Aim::Removal { square, .. } => {
                let kind = self.position.piece_on(square).piece_type();
                let area = self.area(kind, square);
                area.unwrap_or(Theme::with(PlanKind::DriveAway, kind, square))
            }
        }
    }

    fn placement(&self, kind: PieceType, square: Square) -> Theme {
        let rank = seen_by(self.owner, square).rank().raw();
        if kind == PieceType::KING {
            let entering = rank <= 3;
            return Theme::of(if entering { PlanKind::EnteringKing } else { PlanKind::KingMove });
        }
        if kind == PieceType::SILVER && self.climbs(square) {
            return Theme::of(PlanKind::ClimbingSilver);
        }
        if let Some(area) = self.area(kind, square) {
            return area;
        }
        if kind.is_promoted() {
            return Theme::piece(PlanKind::Promotion, kind);
        }
        Theme::piece(PlanKind::Develop, kind)
    }

    fn own_removal(&self, square: Square) -> Theme {
        if self.diagonals.test(square) {
            return Theme::of(PlanKind::Diagonal);
        }
        Theme::piece(PlanKind::Develop, self.position.piece_on(square).piece_type())
    }

    /// A silver beyond the middle of the board, the rook behind it or on the next file.
    fn climbs(&self, square: Square) -> bool {
        let square = seen_by(self.owner, square);
        self.rook.is_some_and(|rook| {
            let files = (rook.file().raw() - square.file().raw()).abs();
            rook.rank().raw() >= 6 && square.rank().raw() <= 4 && files <= 1
        })
    }

    /// The attack that a goal in the enemy's half belongs to.
    fn area(&self, kind: PieceType, square: Square) -> Option<Theme> {
        let seen = seen_by(self.owner, square);
        let (file, rank) = (seen.file().raw(), seen.rank().raw());
        if self.their_king.is_some_and(|king| king.distance(seen) <= 2) {
            let kind =
                if self.is_before_king(seen) { PlanKind::KingHead } else { PlanKind::KingAttack };
            return Some(Theme::of(kind));
        }
        let edge = file == 0 || file == 8;
        if edge && rank <= 4 && is_edge_piece(kind) {
            return Some(Theme::with(PlanKind::EdgeAttack, PieceType::NONE, top(square)));
        }
        let on_rook_file = self.rook.is_some_and(|rook| rook.file().raw() == file);
        (on_rook_file && rank <= 3 && !is_general(kind))
            .then(|| Theme::with(PlanKind::RookFile, PieceType::NONE, top(square)))
    }

    /// In front of the enemy king, which faces the own one.
    fn is_before_king(&self, square: Square) -> bool {
        let (Some(own), Some(their)) = (self.own_king, self.their_king) else { return false };
        let files = |one: Square, other: Square| (one.file().raw() - other.file().raw()).abs();
        files(own, their) <= 2
            && files(square, their) <= 1
            && square.rank().raw() > their.rank().raw()
            && own.rank().raw() >= 5
    }
}

/// Pieces with which, or against which, an edge is attacked.
fn is_edge_piece(kind: PieceType) -> bool {
    matches!(kind.demote(), PieceType::PAWN | PieceType::LANCE | PieceType::KNIGHT)
}

/// Pieces whose capture is a gain in itself, on any square.
fn is_general(kind: PieceType) -> bool {
    matches!(kind, PieceType::GOLD | PieceType::SILVER | PieceType::ROOK | PieceType::BISHOP)
}

/// One square for a whole file.
fn top(square: Square) -> Square {
    Square::from_file_rank(square.file(), zenpuku_shogi::Rank::RANK_1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black's kind of plan for a goal, and White's on the turned board: they are the same.
    fn kind(sfen: &str, aim: Aim) -> PlanKind {
        let position = Position::from_sfen(sfen).expect("a position");
        let of = |position: &Position, owner, aim| {
            Board::new(position, owner).theme(&Goal::new(aim, Source::Hypothesis, 100, 1)).kind
        };
        let found = of(&position, Color::Black, aim);
        assert_eq!(of(&position.flipped(), Color::White, aim.flip()), found, "{aim} turned");
        found
    }

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    fn put(kind: PieceType, at: &str) -> Aim {
        Aim::Placement { kind, square: square(at) }
    }

    fn take(kind: PieceType, at: &str) -> Aim {
        Aim::Acquisition { kind, square: square(at) }
    }

    fn clear(at: &str) -> Aim {
        Aim::Removal { square: square(at), of: Color::Black }
    }

    /// Static rook against static rook, kings far from the middle.
    const OPENING: &str = "lnsgkgsnl/1r5b1/p1pppp1pp/6p2/1p5P1/2P6/PP1PPPP1P/1B5R1/LNSGKGSNL b - 1";
    /// Both kings on the same side of the board.
    const FACING: &str =
        "lnsg3nl/1kr2sg2/1pppp1ppp/p4p3/9/P1P1P3P/1P1P1PPP1/1K1S1G1R1/LN1G3NL b Bb 1";

    #[test]
    fn a_silver_on_the_rooks_file_is_a_climbing_silver() {
        assert_eq!(kind(OPENING, put(PieceType::SILVER, "2e")), PlanKind::ClimbingSilver);
        assert_eq!(kind(OPENING, put(PieceType::SILVER, "2g")), PlanKind::Develop, "its own half");
        assert_eq!(kind(OPENING, put(PieceType::SILVER, "5e")), PlanKind::Develop, "another file");
    }

    #[test]
    fn a_file_is_broken_through_where_the_rook_is() {
        assert_eq!(kind(OPENING, put(PieceType::PRO_PAWN, "2c")), PlanKind::RookFile);
        assert_eq!(
            kind(OPENING, take(PieceType::BISHOP, "2b")),
            PlanKind::Win,
            "worth more than a file"
        );
        assert_eq!(kind(OPENING, put(PieceType::PRO_PAWN, "8c")), PlanKind::Promotion);
    }

    #[test]
    fn an_edge_is_attacked_with_small_pieces() {
        assert_eq!(kind(OPENING, take(PieceType::LANCE, "1a")), PlanKind::EdgeAttack);
        assert_eq!(kind(OPENING, put(PieceType::PAWN, "9e")), PlanKind::EdgeAttack);
        assert_eq!(kind(OPENING, put(PieceType::BISHOP, "9e")), PlanKind::Develop);
        assert_eq!(kind(OPENING, put(PieceType::PAWN, "9f")), PlanKind::Develop, "the own half");
    }

    #[test]
    fn kings_are_attacked_from_the_front_where_they_face_each_other() {
        assert_eq!(kind(FACING, put(PieceType::PAWN, "8d")), PlanKind::KingHead);
        assert_eq!(kind(FACING, take(PieceType::GOLD, "6a")), PlanKind::KingAttack, "beside it");
        assert_eq!(kind(OPENING, put(PieceType::GOLD, "5c")), PlanKind::KingHead);
        assert_eq!(kind(OPENING, take(PieceType::SILVER, "3a")), PlanKind::KingAttack);
    }

    #[test]
    fn a_king_that_goes_forward_enters() {
        assert_eq!(kind(FACING, put(PieceType::KING, "8d")), PlanKind::EnteringKing);
        assert_eq!(kind(FACING, put(PieceType::KING, "9h")), PlanKind::KingMove);
    }

    #[test]
    fn a_pawn_before_the_bishop_opens_its_diagonal() {
        let closed = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        assert_eq!(kind(closed, clear("7g")), PlanKind::Diagonal);
        assert_eq!(kind(closed, clear("5g")), PlanKind::Develop);
    }
}
