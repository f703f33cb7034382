//! Static exchange evaluation (SEE).
//!
//! **The law.** A move starts an exchange on its target square: the sides take
//! there in turn, each with any piece that may *legally* do so (pins, discovered
//! checks and the king's safety judged on the board at that point), and either
//! side may stop at any time. Both play for material, which is the sum of board
//! and hand values, own minus opponent's. `see(mv)` is the change of material by
//! the move and the best exchange after it. A piece promotes when it may and
//! that gains, or when it must.
//!
//! That is the value of a small game tree, searched here by alpha-beta with the
//! cheapest piece first, so it is exact where the usual swap list (always the
//! cheapest piece) may be wrong: an x-ray opened, a promotion, a pin resolved.

use crate::geometry::{alone, between, queen_lines, squares};
use crate::moves::Move;
use crate::position::Position;
use crate::setup::is_dead;
use crate::types::{Bitboard, Color, HandPiece, Piece, PieceType, Square};
use core::cell::OnceCell;

/// What pieces are worth in an exchange, in centipawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeValues {
    board: [i32; PieceType::COUNT],
    /// Gain of taking a piece: its value on the board and that of the piece in hand.
    taken: [i32; PieceType::COUNT],
    hand: [i32; PieceType::COUNT],
    /// The most that a promotion gains.
    best_promotion: i32,
}

impl ExchangeValues {
    /// A table from two functions: value of each kind on the board (promoted
    /// kinds included, the king's is not used) and in hand.
    #[must_use]
    pub fn new(board: impl Fn(PieceType) -> i32, hand: impl Fn(HandPiece) -> i32) -> Self {
        let mut values = Self {
            board: [0; PieceType::COUNT],
            taken: [0; PieceType::COUNT],
            hand: [0; PieceType::COUNT],
            best_promotion: 0,
        };
        for kind in PieceType::iter() {
            let Some(base) = HandPiece::from_piece_type(kind.demote()) else { continue };
            values.board[kind.to_index()] = board(kind);
            values.taken[kind.to_index()] = board(kind) + hand(base);
            values.hand[kind.to_index()] = hand(base);
            let gain = board(kind.promote()) - board(kind);
            values.best_promotion = values.best_promotion.max(gain);
        }
        values
    }

    /// Value on the board.
    #[must_use]
    #[inline]
    pub fn on_board(&self, kind: PieceType) -> i32 {
        self.board[kind.to_index()]
    }

    /// Gain of taking a piece of `kind`.
    #[must_use]
    #[inline]
    pub fn taken(&self, kind: PieceType) -> i32 {
        self.taken[kind.to_index()]
    }

    #[inline]
    fn promotion(&self, kind: PieceType) -> i32 {
        self.on_board(kind.promote()) - self.on_board(kind)
    }
}

/// Larger than any exchange.
const INFINITE: i32 = 1 << 24;

impl Position {
    /// Exchange value of a legal move in centipawns, from the mover's side.
    #[must_use]
    pub fn see(&self, mv: Move, values: &ExchangeValues) -> i32 {
        let gain = self.material_change(mv, values);
        gain - self.reply_value(mv, values, -INFINITE, INFINITE)
    }

    /// Is the exchange value of a legal move at least `threshold`? The same as
    /// `see(mv) >= threshold`, faster.
    #[must_use]
    pub fn see_ge(&self, mv: Move, threshold: i32, values: &ExchangeValues) -> bool {
        let gain = self.material_change(mv, values);
        if gain < threshold {
            return false;
        }
        // A reply gains at most the moved piece and a promotion: later captures
        // can only lower this, or the other side would stop.
        let spare = gain - threshold;
        if values.taken(mv.piece_after().piece_type()) + values.best_promotion <= spare {
            return true;
        }
        self.reply_value(mv, values, spare, spare + 1) <= spare
    }

    /// Change of material (own minus opponent's) by a legal move itself, in centipawns.
    #[must_use]
    #[inline]
    pub fn material_change(&self, mv: Move, values: &ExchangeValues) -> i32 {
        let after = values.on_board(mv.piece_after().piece_type());
        match mv.dropped() {
            Some(kind) => after - values.hand[kind.to_index()],
            None => {
                let before = values.on_board(self.moved_piece(mv).piece_type());
                values.taken(self.piece_on(mv.to()).piece_type()) + after - before
            }
        }
    }

    fn reply_value(&self, mv: Move, values: &ExchangeValues, alpha: i32, beta: i32) -> i32 {
        let target = mv.to();
        let origin = match mv.is_drop() {
            true => Bitboard::EMPTY,
            false => alone(mv.from_unchecked()),
        };
        let occupied = self.occupied().and_not(origin) | alone(target);
        let them = self.side_to_move().flip();
        let attackers = self.attackers(them, target, occupied);
        if attackers.is_empty() {
            return 0;
        }
        let exchange = Exchange::new(self, values, target, mv);
        let victim = values.taken(mv.piece_after().piece_type());
        exchange.take((them, occupied, attackers & occupied), victim, alpha, beta)
    }
}

/// The fixed part of one exchange.
struct Exchange<'a> {
    position: &'a Position,
    values: &'a ExchangeValues,
    target: Square,
    kings: [Option<Square>; Color::COUNT],
    /// Enemy sliders on a line with each side's king, computed on first use:
    /// most exchanges are decided before a pin matters.
    snipers: [OnceCell<Bitboard>; Color::COUNT],
}

impl<'a> Exchange<'a> {
    fn new(position: &'a Position, values: &'a ExchangeValues, target: Square, mv: Move) -> Self {
        let mut kings = [Color::Black, Color::White].map(|color| position.king(color));
        if mv.piece_after().piece_type() == PieceType::KING {
            kings[position.side_to_move().to_index()] = Some(target);
        }
        Self { position, values, target, kings, snipers: [const { OnceCell::new() }; Color::COUNT] }
    }

    /// What `side` gains at best by taking the piece on the target, worth
    /// `victim`, or by stopping (fail-soft alpha-beta).
    fn value(&self, side: Color, occupied: Bitboard, victim: i32, alpha: i32, beta: i32) -> i32 {
        // No capture can gain enough, so the search for one is skipped.
        if victim + self.values.best_promotion <= alpha {
            return 0;
        }
        let attackers = self.position.attackers(side, self.target, occupied) & occupied;
        self.take((side, occupied, attackers), victim, alpha, beta)
    }

    /// The same where the pieces that `side` can reach the target with are known.
    fn take(
        &self,
        (side, occupied, mut left): (Color, Bitboard, Bitboard),
        victim: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut best = 0;
        while best < beta && !left.is_empty() {
            let (from, piece) = self.cheapest(left);
            left = left.and_not(alone(from));
            let after = self.lands_as(piece, from);
            let bonus = self.values.on_board(after) - self.values.on_board(piece.piece_type());
            let gain = victim + bonus;
            let rest = occupied.and_not(alone(from));
            if gain <= best.max(alpha) || !self.may_take(side, piece, rest) {
                continue;
            }
            let next = self.values.taken(after);
            let reply = self.value(side.flip(), rest, next, gain - beta, gain - best.max(alpha));
            best = best.max(gain - reply);
        }
        best
    }

    /// The attacker worth least; the king, whose value is 0, comes last.
    fn cheapest(&self, attackers: Bitboard) -> (Square, Piece) {
        let mut cheapest = (Square::NONE, Piece::NONE);
        let mut lowest = i32::MAX;
        for square in squares(attackers) {
            let piece = self.position.piece_on(square);
            let kind = piece.piece_type();
            let price = if kind == PieceType::KING { INFINITE } else { self.values.on_board(kind) };
            if price < lowest {
                lowest = price;
                cheapest = (square, piece);
            }
        }
        cheapest
    }

    /// The kind on the target after `piece` has captured there.
    fn lands_as(&self, piece: Piece, from: Square) -> PieceType {
        let kind = piece.piece_type();
        let gains = self.values.promotion(kind) >= 0 || is_dead(piece, self.target);
        if gains && Position::can_promote(piece, from, self.target) { kind.promote() } else { kind }
    }

    /// Is the capture legal, `occupied` being the board after it?
    fn may_take(&self, side: Color, piece: Piece, occupied: Bitboard) -> bool {
        if piece.piece_type() == PieceType::KING {
            let attackers = self.position.attackers(side.flip(), self.target, occupied);
            return (attackers & occupied).is_empty();
        }
        let Some(king) = self.kings[side.to_index()] else { return true };
        // Only a piece that has left a line through the king can have uncovered it.
        let left = self.position.occupied().and_not(occupied);
        if !left.intersects(queen_lines(king)) {
            return true;
        }
        let towards_king = || self.position.sliders_towards(side.flip(), king);
        let snipers = *self.snipers[side.to_index()].get_or_init(towards_king) & occupied;
        let mut snipers = squares(snipers.and_not(alone(self.target)));
        snipers.all(|sniper| (between(sniper, king) & occupied).any())
    }
}
