//! Why a move is illegal, and the safe way to play one.

use crate::geometry::{attacks, files_without, in_promotion_zone};
use crate::moves::Move;
use crate::position::Position;
use crate::setup::{MAX_PLY, is_dead, kind_name};
use crate::types::{Bitboard, Color, File, HandPiece, Piece, PieceType, Square};
use rsshogi::types::Move as Move16;

/// The rule that a move breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleViolation {
    /// Not a move in USI notation, or one of the special values.
    #[error("`{0}` is not a move")]
    NotAMove(String),
    /// The origin square is empty.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// An opponent's piece is on the origin square.
    #[error("the {} on {square} is the opponent's", kind_name(.piece.piece_type()))]
    OpponentsPiece {
        /// Origin.
        square: Square,
        /// The content there.
        piece: Piece,
    },
    /// The move names another piece than the one that moves.
    #[error("the piece on {0} is another than the move says")]
    WrongPiece(Square),
    /// The piece does not move that way, or another piece is in between.
    #[error("the {} on {from} cannot reach {to}", kind_name(.piece.piece_type()))]
    CannotReach {
        /// The piece.
        piece: Piece,
        /// Origin.
        from: Square,
        /// Target.
        to: Square,
    },
    /// An own piece is on the target.
    #[error("an own piece is on {0}")]
    OwnPieceOnTarget(Square),
    /// A drop on an occupied square.
    #[error("a piece cannot be dropped on {0}, which is not empty")]
    DropOnPiece(Square),
    /// The dropped kind is not in hand.
    #[error("there is no {} in hand", kind_name(*.0))]
    NotInHand(PieceType),
    /// A second unpromoted pawn on a file (二歩).
    #[error("two pawns on file {0}")]
    TwoPawns(File),
    /// A pawn drop that mates (打ち歩詰め).
    #[error("the pawn drop on {0} would mate")]
    DropPawnMate(Square),
    /// The piece could never move again (行き所のない駒).
    #[error("the {} could never move again from {to}", kind_name(.piece.piece_type()))]
    DeadPiece {
        /// The resulting piece.
        piece: Piece,
        /// Target.
        to: Square,
    },
    /// Promotion of a kind that has no other side, or is promoted already.
    #[error("a {} cannot promote", kind_name(*.0))]
    NotPromotable(PieceType),
    /// Promotion outside the last three ranks.
    #[error("{from} to {to} neither enters nor leaves the promotion zone")]
    OutsidePromotionZone {
        /// Origin.
        from: Square,
        /// Target.
        to: Square,
    },
    /// The own king would be in check (王手放置, or a pinned piece leaves).
    #[error("the king on {king} would be taken from {attacker}")]
    KingLeftInCheck {
        /// The king after the move.
        king: Square,
        /// A piece that would take it.
        attacker: Square,
    },
    /// The game has reached [`MAX_PLY`].
    #[error("no move after ply {MAX_PLY}")]
    PlyLimit,
}

impl Position {
    /// The rule that `mv` breaks here; `None` exactly when it is legal.
    #[must_use]
    pub fn illegality(&self, mv: Move) -> Option<RuleViolation> {
        if !mv.is_normal() || !mv.to().is_valid() {
            return Some(RuleViolation::NotAMove(mv.to_string()));
        }
        let broken = match mv.dropped() {
            Some(kind) => self.broken_by_drop(kind, mv),
            None => self.broken_by_board_move(mv),
        };
        broken.or_else(|| self.king_left_in_check(mv)).or_else(|| self.drop_pawn_mate(mv))
    }

    /// Reads a USI move that must be legal here.
    ///
    /// # Errors
    /// [`RuleViolation`] names the rule broken.
    pub fn read_usi(&self, usi: &str) -> Result<Move, RuleViolation> {
        let raw = Move16::from_usi(usi).filter(|raw| raw.is_normal());
        let not_a_move = || RuleViolation::NotAMove(usi.chars().take(20).collect());
        let mv = self.complete(raw.ok_or_else(not_a_move)?).ok_or_else(not_a_move)?;
        match self.illegality(mv) {
            Some(broken) => Err(broken),
            None => Ok(mv),
        }
    }

    /// Plays `mv` if it is legal and the game has room for it.
    ///
    /// # Errors
    /// [`RuleViolation`] names the rule broken; the position is unchanged.
    pub fn try_do_move(&mut self, mv: Move) -> Result<(), RuleViolation> {
        if self.ply() >= MAX_PLY {
            return Err(RuleViolation::PlyLimit);
        }
        match self.illegality(mv) {
            Some(broken) => Err(broken),
            None => {
                self.do_move(mv);
                Ok(())
            }
        }
    }

    fn broken_by_drop(&self, kind: PieceType, mv: Move) -> Option<RuleViolation> {
        let (us, to) = (self.side_to_move(), mv.to());
        let piece = Piece::from_parts(us, kind);
        let held = HandPiece::from_piece_type(kind).map_or(0, |kind| self.hand(us).count(kind));
        if held == 0 {
            Some(RuleViolation::NotInHand(kind))
        } else if mv.piece_after() != piece {
            Some(RuleViolation::WrongPiece(to))
        } else if !self.piece_on(to).is_empty() {
            Some(RuleViolation::DropOnPiece(to))
        } else if is_dead(piece, to) {
            Some(RuleViolation::DeadPiece { piece, to })
        } else if kind == PieceType::PAWN && !files_without(self.pieces(kind, us)).test(to) {
            Some(RuleViolation::TwoPawns(to.file()))
        } else {
            None
        }
    }

    fn broken_by_board_move(&self, mv: Move) -> Option<RuleViolation> {
        let (us, to) = (self.side_to_move(), mv.to());
        let Some(from) = mv.from().filter(|from| from.is_valid()) else {
            return Some(RuleViolation::NotAMove(mv.to_string()));
        };
        let piece = self.piece_on(from);
        let kind = piece.piece_type();
        let after = if mv.is_promotion() { piece.promote() } else { piece };
        if piece.is_empty() {
            Some(RuleViolation::NoPiece(from))
        } else if piece.color() != us {
            Some(RuleViolation::OpponentsPiece { square: from, piece })
        } else if mv.is_promotion() && !kind.is_promotable() {
            Some(RuleViolation::NotPromotable(kind))
        } else if mv.piece_after() != after {
            Some(RuleViolation::WrongPiece(from))
        } else if !attacks(piece, from, self.occupied()).test(to) {
            Some(RuleViolation::CannotReach { piece, from, to })
        } else if self.is_own(to, us) {
            Some(RuleViolation::OwnPieceOnTarget(to))
        } else if mv.is_promotion() && !in_promotion_zone(us, from) && !in_promotion_zone(us, to) {
            Some(RuleViolation::OutsidePromotionZone { from, to })
        } else if is_dead(after, to) {
            Some(RuleViolation::DeadPiece { piece: after, to })
        } else {
            None
        }
    }

    /// For a move that reaches its target: would the own king be taken?
    fn king_left_in_check(&self, mv: Move) -> Option<RuleViolation> {
        let us = self.side_to_move();
        let moves_king = mv.piece_after().piece_type() == PieceType::KING;
        let king = if moves_king { mv.to() } else { self.king(us)? };
        let target = Bitboard::from_square(mv.to());
        let origin = mv.from().map_or(Bitboard::EMPTY, Bitboard::from_square);
        let occupied = self.occupied().and_not(origin) | target;
        let attackers = self.attackers(us.flip(), king, occupied).and_not(target);
        attackers.lsb().map(|attacker| RuleViolation::KingLeftInCheck { king, attacker })
    }

    /// For a move that breaks no other rule.
    fn drop_pawn_mate(&self, mv: Move) -> Option<RuleViolation> {
        let mates = mv.dropped() == Some(PieceType::PAWN) && !self.is_legal(mv);
        mates.then(|| RuleViolation::DropPawnMate(mv.to()))
    }

    /// Has the side to move lost because it has no legal move (mate or stalemate)?
    #[must_use]
    pub fn is_mated(&self) -> bool {
        !self.has_legal_move()
    }

    /// May `piece` promote when it moves between these squares?
    #[must_use]
    #[inline]
    pub fn can_promote(piece: Piece, from: Square, to: Square) -> bool {
        let color: Color = piece.color();
        piece.piece_type().is_promotable()
            && (in_promotion_zone(color, from) || in_promotion_zone(color, to))
    }
}
