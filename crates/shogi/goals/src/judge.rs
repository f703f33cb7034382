//! The changes by a single move: the three judgements of [goals2001] 2.2.1.

use crate::settings::Settings;
use zenpuku_shogi::{Bitboard, Move, PieceType, Position, Square, attacks};

/// The changes by a move, in centipawns for the side that plays it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// Gain of the exchange that it starts; captures and promotions only.
    pub exchange: i32,
    /// The second best of the advantageous exchanges that it threatens at the same time.
    pub fork: i32,
    /// Gain of a promotion that survives.
    pub promotion: i32,
}

impl Judgement {
    /// Judges a legal move.
    #[must_use]
    pub fn of(position: &Position, mv: Move, settings: &Settings) -> Self {
        let tactical = mv.is_promotion() || position.is_capture(mv);
        let mut judgement = Self { fork: fork(position, mv, settings), ..Self::default() };
        if tactical {
            let value = position.see(mv, &settings.values);
            judgement.exchange = value.max(0);
            if mv.is_promotion() && value >= position.material_change(mv, &settings.values) {
                let after = mv.piece_after().piece_type();
                judgement.promotion =
                    settings.values.on_board(after) - settings.values.on_board(after.demote());
            }
        }
        judgement
    }

    /// The best of the three.
    #[must_use]
    pub fn best(&self) -> i32 {
        self.exchange.max(self.fork).max(self.promotion)
    }
}

/// The second best threat of the moved piece, 0 with less than two or when the piece is lost.
///
/// A threat is one capture and at most one recapture: the opponent may be in check, so that the
/// position in which it has passed need not be legal. A check counts as a threat to a rook.
fn fork(position: &Position, mv: Move, settings: &Settings) -> i32 {
    let (to, piece) = (mv.to(), mv.piece_after());
    let origin = mv.from().map_or(Bitboard::EMPTY, Bitboard::from_square);
    let occupied = position.occupied().and_not(origin) | Bitboard::from_square(to);
    let theirs = position.pieces_of(position.side_to_move().flip());
    let mut targets = attacks(piece, to, occupied) & theirs;
    targets.clear(to);
    if !targets.more_than_one() {
        return 0;
    }
    let mut best = [0; 2];
    for target in targets.iter() {
        let gain = threat(position, (piece.piece_type(), target), occupied, settings);
        if gain >= settings.params.goals_effective {
            let lower = best[0].min(gain);
            best = [best[0].max(gain), best[1].max(lower)];
        }
    }
    if best[1] > 0 && position.see_ge(mv, 0, &settings.values) { best[1] } else { 0 }
}

fn threat(
    position: &Position,
    (own, target): (PieceType, Square),
    occupied: Bitboard,
    settings: &Settings,
) -> i32 {
    let victim = position.piece_on(target).piece_type();
    if victim == PieceType::KING {
        return settings.values.taken(PieceType::ROOK);
    }
    let them = position.side_to_move().flip();
    let guarded = position.attackers(them, target, occupied).any();
    let risk = if guarded { settings.values.taken(own) } else { 0 };
    settings.values.taken(victim) - risk
}
