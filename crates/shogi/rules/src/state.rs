//! Data derived from the pieces and stored with them: hash keys, lines to the kings, repetition.

use crate::board::Board;
use crate::geometry::{alone, between, squares};
use crate::moves::Move;
use crate::types::{Bitboard, Color, Hand, Piece, PieceType, RepetitionState, Square};
use rsshogi::board::attack_tables::{
    GOLD_ATTACKS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, SILVER_ATTACKS, bishop_attacks,
    bishop_step_attacks, lance_step_attacks, rook_attacks, rook_step_attacks,
};
use rsshogi::board::zobrist::Zobrist;

/// Hash keys by [zobrist1970], with the numbers of `rsshogi`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Keys {
    /// Board and side to move.
    pub(crate) board: u64,
    /// Both hands.
    pub(crate) hands: u64,
    /// Pawns on the board, Black's other pieces, White's other pieces.
    pub(crate) parts: [u64; 3],
}

impl Keys {
    pub(crate) fn of(board: &Board, side: Color) -> Self {
        let start = if side == Color::White { side_key() } else { 0 };
        let mut keys =
            Self { board: start, hands: 0, parts: [Zobrist::no_pawns().low_u64(), 0, 0] };
        for square in squares(board.occupied()) {
            keys.toggle(board.on(square), square);
        }
        for color in Color::iter() {
            for kind in PieceType::hand_pieces() {
                let held = held(board.hands[color.to_index()], kind);
                keys.hands ^= Zobrist::hand(color, kind, held).low_u64();
            }
        }
        keys
    }

    /// Puts the piece on the square, or takes it off.
    #[inline]
    pub(crate) fn toggle(&mut self, piece: Piece, square: Square) {
        let key = piece_key(piece, square);
        self.board ^= key;
        let part = match piece.piece_type() {
            PieceType::PAWN => 0,
            _ => 1 + piece.color().to_index(),
        };
        self.parts[part] ^= key;
    }
}

#[inline]
pub(crate) fn piece_key(piece: Piece, square: Square) -> u64 {
    Zobrist::psq(square, piece).low_u64()
}

#[inline]
pub(crate) fn side_key() -> u64 {
    Zobrist::side().low_u64()
}

/// The change of the hands' key if `color` has `after` instead of `before` pieces of `kind`.
#[inline]
pub(crate) fn hand_key(color: Color, kind: PieceType, before: u32, after: u32) -> u64 {
    Zobrist::hand_delta(color, kind, before, after).low_u64()
}

/// Pieces of `kind` in `hand`; zero for kinds that cannot be in a hand.
#[inline]
pub(crate) fn held(hand: Hand, kind: PieceType) -> u32 {
    crate::types::HandPiece::from_piece_type(kind).map_or(0, |piece| hand.count(piece))
}

/// Rows of [`Sight::checks`]: kinds that give check from the same squares share one.
const ROWS: usize = 10;
static ROW: [u8; PieceType::COUNT] = [9, 0, 1, 2, 3, 4, 5, 6, 9, 6, 6, 6, 6, 7, 8, 9];

/// What bears on the king of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sight {
    /// Pieces of either side that are alone between this king and a slider of the other side.
    pub(crate) blockers: Bitboard,
    /// Sliders that pin a piece of this king's side.
    pub(crate) pinners: Bitboard,
    /// From where each kind of the other side gives check; the last row is of those that cannot.
    checks: [Bitboard; ROWS],
}

impl Sight {
    const NONE: Self = Self {
        blockers: Bitboard::EMPTY,
        pinners: Bitboard::EMPTY,
        checks: [Bitboard::EMPTY; ROWS],
    };

    /// For the king of `color`.
    pub(crate) fn of(board: &Board, color: Color) -> Self {
        let mut sight = Self::NONE;
        if let Some(king) = board.king(color) {
            [sight.blockers, sight.pinners] = Self::pins(board, color, king);
            sight.find_checks(board, color, king);
        }
        sight
    }

    /// The state after a change on `touched`, which is on a line of the king.
    /// Compiled once, for the instruction cache.
    #[inline(never)]
    pub(crate) fn changed(
        &self,
        board: &Board,
        color: Color,
        king: Square,
        touched: Bitboard,
    ) -> Option<Self> {
        let [blockers, pinners] = Self::pins(board, color, king);
        // Where its own lines end, or the king itself.
        let near = self.checks(PieceType::HORSE) | self.checks(PieceType::DRAGON);
        let checks = touched.intersects(near | alone(king));
        // The comparison of `rsshogi` is a call.
        let differs = (blockers ^ self.blockers) | (pinners ^ self.pinners);
        if !checks && differs.is_empty() {
            return None;
        }
        let mut sight = Self { blockers, pinners, ..*self };
        if checks {
            sight.find_checks(board, color, king);
        }
        Some(sight)
    }

    /// Checks come from where the king would go if it moved like the checking piece.
    #[inline(never)]
    fn find_checks(&mut self, board: &Board, color: Color, king: Square) {
        let occupied = board.occupied();
        let (bishop, rook) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let us = color.to_index();
        self.checks = [
            PAWN_ATTACKS[king][us],
            rook & lance_step_attacks(king, color),
            KNIGHT_ATTACKS[king][us],
            SILVER_ATTACKS[king][us],
            bishop,
            rook,
            GOLD_ATTACKS[king][us],
            bishop | KING_ATTACKS[king],
            rook | KING_ATTACKS[king],
            Bitboard::EMPTY,
        ];
    }

    /// Blockers and pinners.
    #[inline]
    fn pins(board: &Board, color: Color, king: Square) -> [Bitboard; 2] {
        let snipers = ((rook_step_attacks(king) & board.rooks())
            | (bishop_step_attacks(king) & board.bishops())
            | (lance_step_attacks(king, color) & board.kind(PieceType::LANCE)))
            & board.of(color.flip());
        let others = board.occupied().and_not(snipers);
        let (mut blockers, mut pinners) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for sniper in squares(snipers) {
            let shield = between(sniper, king) & others;
            if !shield.is_empty() && !shield.more_than_one() {
                blockers |= shield;
                if shield.intersects(board.of(color)) {
                    pinners |= alone(sniper);
                }
            }
        }
        [blockers, pinners]
    }

    /// From where a piece of `kind` gives check to this king.
    #[inline]
    pub(crate) fn checks(&self, kind: PieceType) -> Bitboard {
        self.checks[usize::from(ROW[kind.to_index()])]
    }
}

/// An earlier position that the present one repeats, the nearest at least four plies back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Repetition {
    pub(crate) kind: RepetitionState,
    /// Plies back to it; 0 without one.
    pub(crate) distance: u16,
    /// Consecutive earlier occurrences with the same hands.
    pub(crate) times: u16,
}

impl Repetition {
    pub(crate) const NONE: Self = Self { kind: RepetitionState::None, distance: 0, times: 0 };
}

/// All that is kept of one position of a game; one is stored for each move to take back.
#[derive(Clone, Copy)]
pub(crate) struct State {
    pub(crate) keys: Keys,
    /// Pieces that give check to the side to move.
    pub(crate) checkers: Bitboard,
    /// Hand of the side to move.
    pub(crate) hand: Hand,
    /// The move that led here, and the captured piece.
    pub(crate) last_move: Move,
    pub(crate) captured: Piece,
    /// Plies since the start or the last pass.
    pub(crate) plies: u16,
    /// Plies since each side's first check of an unbroken row of checks, its own.
    pub(crate) checking: [u16; Color::COUNT],
    pub(crate) repetition: Repetition,
    /// How many sights of earlier positions are kept.
    pub(crate) kept: u32,
}

impl State {
    pub(crate) fn of(board: &Board, side: Color) -> Self {
        let checkers = board
            .king(side)
            .map_or(Bitboard::EMPTY, |king| board.attackers(side.flip(), king, board.occupied()));
        Self {
            keys: Keys::of(board, side),
            checkers,
            hand: board.hands[side.to_index()],
            last_move: Move::NONE,
            captured: Piece::NONE,
            plies: 0,
            checking: [0; Color::COUNT],
            repetition: Repetition::NONE,
            kept: 0,
        }
    }
}
