//! Which rule a move breaks.
//!
//! [`zenpuku_shogi`] says whether a move is legal; a reader of a record has to
//! say why it is not.

use core::fmt;
use zenpuku_shogi::{Bitboard, Color, HandPiece, Move, Piece, PieceType, Position, Square};

/// A rule of the game that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The origin is empty.
    EmptyOrigin(Square),
    /// The piece on the origin is the opponent's.
    NotYourPiece(Square),
    /// The piece on the origin differs from that in the record.
    OtherPiece {
        /// Origin.
        origin: Square,
        /// The piece in the record.
        said: PieceType,
        /// The piece there.
        found: PieceType,
    },
    /// No piece of this kind can reach the target.
    NoSuchMove(PieceType),
    /// An own piece is on the target.
    OwnPieceOnTarget(Square),
    /// The piece does not move that way.
    WrongMovement(PieceType),
    /// Another piece is in the way.
    Blocked(PieceType),
    /// The piece cannot promote, or not with this move.
    CannotPromote,
    /// The piece could never move again (行き所のない駒).
    DeadPiece(PieceType),
    /// A drop on a piece.
    OccupiedDrop(Square),
    /// The piece is not in hand.
    NotInHand(PieceType),
    /// A second unpromoted pawn on the file (二歩).
    TwoPawns,
    /// Mate by the drop of a pawn (打ち歩詰め).
    DropPawnMate,
    /// The own king is in check after the move (王手放置, 自殺手).
    KingInCheck,
    /// The opponent's king is taken.
    KingTaken,
    /// `同` without a move before.
    SameWithoutMove,
    /// The game is longer than positions can count.
    TooLong,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::EmptyOrigin(square) => write!(f, "there is no piece on {square}"),
            Self::NotYourPiece(square) => {
                write!(f, "the piece on {square} is the opponent's")
            }
            Self::OtherPiece { origin, said, found } => {
                write!(f, "a {} stands on {origin}, not a {}", name(found), name(said))
            }
            Self::NoSuchMove(kind) => write!(f, "no {} can move or be dropped there", name(kind)),
            Self::OwnPieceOnTarget(square) => write!(f, "an own piece is on {square}"),
            Self::WrongMovement(kind) => write!(f, "a {} does not move so", name(kind)),
            Self::Blocked(kind) => write!(f, "another piece is in the way of the {}", name(kind)),
            Self::CannotPromote => f.write_str("the piece cannot promote with this move"),
            Self::DeadPiece(kind) => {
                write!(f, "the {} could never move again", name(kind))
            }
            Self::OccupiedDrop(square) => write!(f, "drop on {square}, which is occupied"),
            Self::NotInHand(kind) => write!(f, "no {} in hand", name(kind)),
            Self::TwoPawns => f.write_str("two pawns on one file"),
            Self::DropPawnMate => f.write_str("mate by the drop of a pawn"),
            Self::KingInCheck => f.write_str("the own king is left in check"),
            Self::KingTaken => f.write_str("the king is taken"),
            Self::SameWithoutMove => f.write_str("`同` (same square) without a move before it"),
            Self::TooLong => f.write_str("the game has more moves than can be counted"),
        }
    }
}

const fn name(kind: PieceType) -> &'static str {
    match kind {
        PieceType::PAWN => "pawn",
        PieceType::LANCE => "lance",
        PieceType::KNIGHT => "knight",
        PieceType::SILVER => "silver",
        PieceType::GOLD => "gold",
        PieceType::BISHOP => "bishop",
        PieceType::ROOK => "rook",
        PieceType::KING => "king",
        PieceType::PRO_PAWN => "promoted pawn",
        PieceType::PRO_LANCE => "promoted lance",
        PieceType::PRO_KNIGHT => "promoted knight",
        PieceType::PRO_SILVER => "promoted silver",
        PieceType::HORSE => "horse",
        PieceType::DRAGON => "dragon",
        _ => "piece",
    }
}

/// The move of `piece` from `from` to `to`, legal or not; `None` when no move looks so.
pub(crate) fn any_board(from: Square, to: Square, piece: Piece, promote: bool) -> Option<Move> {
    let is_move = !piece.is_empty() && (!promote || piece.piece_type().is_promotable());
    is_move.then(|| Move::board(from, to, piece, promote))
}

/// The kind of piece that moves, before it promotes.
pub(crate) fn kind_before(mv: Move) -> PieceType {
    let after = mv.piece_after().piece_type();
    if mv.is_promotion() { after.demote() } else { after }
}

/// The drop of `kind` on `to` by `color`, legal or not; `None` for kinds that are never in hand.
pub(crate) fn any_drop(kind: PieceType, to: Square, color: Color) -> Option<Move> {
    HandPiece::from_piece_type(kind).map(|_| Move::drop(kind, to, color))
}

/// Has the side to move a piece of `kind` in hand?
pub(crate) fn is_held(position: &Position, kind: PieceType) -> bool {
    let hand = position.hand(position.side_to_move());
    HandPiece::from_piece_type(kind).is_some_and(|kind| hand.count(kind) > 0)
}

/// The drop of `kind` on `to`, or the rule it breaks.
pub(crate) fn drop(position: &Position, kind: PieceType, to: Square) -> Result<Move, Rule> {
    let us = position.side_to_move();
    if !is_held(position, kind) {
        return Err(Rule::NotInHand(kind));
    }
    if !position.piece_on(to).is_empty() {
        return Err(Rule::OccupiedDrop(to));
    }
    if is_dead(kind, us, to) {
        return Err(Rule::DeadPiece(kind));
    }
    if kind == PieceType::PAWN && has_pawn_on_file(position, us, to) {
        return Err(Rule::TwoPawns);
    }
    let mv = Move::drop(kind, to, us);
    if position.is_legal(mv) {
        return Ok(mv);
    }
    let after = position.occupied() | Bitboard::from_square(to);
    Err(if king_attacked(position, us, after) { Rule::KingInCheck } else { Rule::DropPawnMate })
}

/// The board move of `said` from `from` to `to`, or the rule it breaks. `said`
/// is the piece before the move, `None` when the record does not name it.
pub(crate) fn board(
    position: &Position,
    from: Square,
    to: Square,
    said: Option<PieceType>,
    promote: bool,
) -> Result<Move, Rule> {
    let us = position.side_to_move();
    let piece = position.piece_on(from);
    if piece.is_empty() {
        return Err(Rule::EmptyOrigin(from));
    }
    if piece.color() != us {
        return Err(Rule::NotYourPiece(from));
    }
    let kind = piece.piece_type();
    if let Some(said) = said.filter(|&said| said != kind) {
        return Err(Rule::OtherPiece { origin: from, said, found: kind });
    }
    let mv = Move::board(from, to, piece, promote);
    if position.piece_on(to).piece_type() != PieceType::KING && position.is_legal(mv) {
        return Ok(mv);
    }
    check_target(position, from, to, piece)?;
    check_promotion(piece, from, to, promote)?;
    Err(Rule::KingInCheck)
}

fn check_target(position: &Position, from: Square, to: Square, piece: Piece) -> Result<(), Rule> {
    let us = piece.color();
    let target = position.piece_on(to);
    if !target.is_empty() && target.color() == us {
        return Err(Rule::OwnPieceOnTarget(to));
    }
    let reaches = |occupied| position.attackers(us, to, occupied).test(from);
    if !reaches(position.occupied()) {
        let kind = piece.piece_type();
        let alone = reaches(Bitboard::from_square(from) | Bitboard::from_square(to));
        return Err(if alone { Rule::Blocked(kind) } else { Rule::WrongMovement(kind) });
    }
    if target.piece_type() == PieceType::KING { Err(Rule::KingTaken) } else { Ok(()) }
}

fn check_promotion(piece: Piece, from: Square, to: Square, promote: bool) -> Result<(), Rule> {
    let us = piece.color();
    if promote {
        return if may_promote(piece, from, to) { Ok(()) } else { Err(Rule::CannotPromote) };
    }
    if is_dead(piece.piece_type(), us, to) {
        return Err(Rule::DeadPiece(piece.piece_type()));
    }
    Ok(())
}

/// May `piece` promote on its way from `from` to `to`?
pub(crate) fn may_promote(piece: Piece, from: Square, to: Square) -> bool {
    let zone = |square: Square| ranks_ahead(piece.color(), square) < 3;
    piece.piece_type().is_promotable() && (zone(from) || zone(to))
}

fn ranks_ahead(color: Color, square: Square) -> i8 {
    let rank = square.rank().raw();
    if color == Color::Black { rank } else { 8 - rank }
}

fn is_dead(kind: PieceType, color: Color, square: Square) -> bool {
    match kind {
        PieceType::PAWN | PieceType::LANCE => ranks_ahead(color, square) < 1,
        PieceType::KNIGHT => ranks_ahead(color, square) < 2,
        _ => false,
    }
}

fn has_pawn_on_file(position: &Position, us: Color, to: Square) -> bool {
    position.pieces(PieceType::PAWN, us).intersects(Bitboard::file_mask(to.file()))
}

fn king_attacked(position: &Position, us: Color, occupied: Bitboard) -> bool {
    position.king(us).is_some_and(|king| !position.attackers(us.flip(), king, occupied).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi::{Setup, SetupRules};

    fn position(sfen: &str) -> Position {
        let setup = Setup::from_sfen(sfen).expect("SFEN");
        setup.position(SetupRules::Mate).expect("position")
    }

    fn square(usi: &str) -> Square {
        Square::from_usi(usi).expect("square")
    }

    #[test]
    fn board_moves_name_the_rule() {
        let start = Position::startpos();
        let try_move = |from, to, promote| {
            board(&start, square(from), square(to), None, promote).map(|mv| mv.to_string())
        };
        assert_eq!(try_move("7g", "7f", false), Ok("7g7f".to_owned()));
        assert_eq!(try_move("7f", "7e", false), Err(Rule::EmptyOrigin(square("7f"))));
        assert_eq!(try_move("3c", "3d", false), Err(Rule::NotYourPiece(square("3c"))));
        assert_eq!(try_move("7g", "7e", false), Err(Rule::WrongMovement(PieceType::PAWN)));
        assert_eq!(try_move("8h", "2b", false), Err(Rule::Blocked(PieceType::BISHOP)));
        assert_eq!(try_move("7g", "7f", true), Err(Rule::CannotPromote));
        assert_eq!(try_move("2h", "8h", false), Err(Rule::OwnPieceOnTarget(square("8h"))));
    }

    #[test]
    fn drops_name_the_rule() {
        let mate = position("7nk/7p1/9/9/9/9/4P4/9/4K4 b 2Pr 1");
        let try_drop = |to| drop(&mate, PieceType::PAWN, square(to)).map(|mv| mv.to_string());
        assert_eq!(try_drop("5d"), Err(Rule::TwoPawns));
        assert_eq!(try_drop("9a"), Err(Rule::DeadPiece(PieceType::PAWN)));
        assert_eq!(try_drop("2b"), Err(Rule::OccupiedDrop(square("2b"))));
        assert_eq!(try_drop("4d"), Ok("P*4d".to_owned()));
        let gold = drop(&mate, PieceType::GOLD, square("5e"));
        assert_eq!(gold, Err(Rule::NotInHand(PieceType::GOLD)));
        let pawn_mate = position("7nk/7b1/7G1/9/9/9/9/9/4K4 b P 1");
        let dropped = drop(&pawn_mate, PieceType::PAWN, square("1b"));
        assert_eq!(dropped, Err(Rule::DropPawnMate));
    }

    #[test]
    fn a_king_left_in_check_is_told_from_a_pawn_drop_mate() {
        let check = position("4k4/9/9/4r4/9/9/9/9/4K4 b P 1");
        let dropped = drop(&check, PieceType::PAWN, square("1b"));
        assert_eq!(dropped, Err(Rule::KingInCheck));
        let king = board(&check, square("5i"), square("5h"), None, false);
        assert_eq!(king, Err(Rule::KingInCheck));
    }
}
