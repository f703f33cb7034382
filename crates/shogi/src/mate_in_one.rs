//! Mate in one: the core's search for it, behind a cheap test that rules most positions out.

use crate::geometry::{slider_origins, squares, step};
use crate::moves::Move;
use crate::position::Position;
use crate::types::{Bitboard, Color, Piece, PieceType, Rank, Square};
use rsshogi::board::attack_tables::{
    GOLD_ATTACKS, KING_ATTACKS, KNIGHT_ATTACKS, SILVER_ATTACKS, bishop_attacks,
    bishop_step_attacks, lance_attacks, lance_step_attacks, rook_attacks, rook_step_attacks,
};

/// The squares around each square from which a piece other than a slider may attack a neighbour of
/// it: two files and three ranks away.
static ZONES: [Bitboard; Square::COUNT] = zones();

/// Most neighbours of the king that a slider covers from afar: those on its line, and with a
/// promoted one's steps those beside it.
const COVERED_FROM_AFAR: u32 = 2;
const COVERED_BY_PROMOTED: u32 = 5;

impl Position {
    /// A mate in one for the side to move, if there is one; the position is
    /// restored. All checks count, non-promotions and drops included.
    #[must_use]
    pub fn mate_in_one(&mut self) -> Option<Move> {
        if !self.may_mate_in_one() {
            return None;
        }
        rsshogi::mate::solve_mate_in_one_in_place(&mut self.core).map(Move)
    }

    /// May there be a mate in one? Never `false` where there is one: what a single move cannot
    /// bring about is missing.
    fn may_mate_in_one(&self) -> bool {
        let us = self.side_to_move();
        let Some(king) = self.king(us.flip()) else { return true };
        let ours = self.pieces_of(us);
        if self.blockers(us.flip()).intersects(ours) {
            return true; // a discovered check
        }
        let near = KING_ATTACKS[king];
        let reach = self.reach(us, (king, near));
        // Where the king goes unless the mating piece covers it.
        let free = near.and_not(self.pieces_of(us.flip())).and_not(reach.once);
        // A piece that moves to the king needs another one behind it, a dropped one any.
        near.and_not(ours).intersects(reach.twice)
            || self.drop_may_mate(us, near & reach.once, free)
            || self.slider_may_mate(us, (king, near), free)
            || (free.is_empty() && self.knight_may_check(us))
    }

    /// What the pieces of `us` attack beside the other king once and at least twice, at most after
    /// a move of theirs: lines go on through them, and through that king.
    fn reach(&self, us: Color, (king, near): (Square, Bitboard)) -> Reach {
        let (core, color) = (&self.core, us.to_index());
        let ours = self.pieces_of(us);
        let walls = self.walls(us, king);
        let mut reach =
            Reach { once: step(self.pieces(PieceType::PAWN, us), us), twice: Bitboard::EMPTY };
        let zone = ZONES[king.to_index()] & ours;
        let all = core.bitboards();
        for knight in squares(zone & all.pieces(PieceType::KNIGHT)) {
            reach.add(KNIGHT_ATTACKS[knight][color]);
        }
        for silver in squares(zone & all.pieces(PieceType::SILVER)) {
            reach.add(SILVER_ATTACKS[silver][color]);
        }
        for gold in squares(zone & all.golds()) {
            reach.add(GOLD_ATTACKS[gold][color]);
        }
        for own_king in squares(zone & all.pieces(PieceType::KING)) {
            reach.add(KING_ATTACKS[own_king]);
        }
        for lance in squares(ours & all.pieces(PieceType::LANCE)) {
            if lance_step_attacks(lance, us).intersects(near) {
                reach.add(lance_attacks(lance, walls, us));
            }
        }
        for bishop in squares(ours & all.bishop_horse()) {
            let steps = self.steps_of_promoted(bishop);
            if (bishop_step_attacks(bishop) | steps).intersects(near) {
                reach.add(bishop_attacks(bishop, walls) | steps);
            }
        }
        for rook in squares(ours & all.rook_dragon()) {
            let steps = self.steps_of_promoted(rook);
            if (rook_step_attacks(rook) | steps).intersects(near) {
                reach.add(rook_attacks(rook, walls) | steps);
            }
        }
        reach
    }

    /// What stops a line of `us` for certain: pieces of the other side but its king.
    #[inline]
    fn walls(&self, us: Color, king: Square) -> Bitboard {
        self.pieces_of(us.flip()).and_not(Bitboard::from_square(king))
    }

    /// A step in each direction for a horse or a dragon, nothing for a bishop or a rook.
    #[inline]
    fn steps_of_promoted(&self, square: Square) -> Bitboard {
        let kind = self.piece_on(square).piece_type();
        if kind.demote() == kind { Bitboard::EMPTY } else { KING_ATTACKS[square] }
    }

    /// May a drop mate: beside the king on a covered square, or a slider from afar?
    fn drop_may_mate(&self, us: Color, covered: Bitboard, free: Bitboard) -> bool {
        let (core, hand) = (&self.core, self.hand(us));
        let empty = self.occupied().not();
        let beside = covered & empty;
        let few = free.count() <= COVERED_FROM_AFAR;
        if hand.bits() == 0 || (beside.is_empty() && !few) {
            return false;
        }
        let Some(king) = self.king(us.flip()) else { return true };
        let walls = self.walls(us, king);
        let lies_in = |area: Bitboard| free.and_not(area).is_empty();
        let kinds = [PieceType::GOLD, PieceType::SILVER, PieceType::ROOK, PieceType::BISHOP];
        for kind in kinds.into_iter().chain([PieceType::LANCE]) {
            if !hand.has(kind) {
                continue;
            }
            let checks = core.check_square(kind) & empty;
            let piece = Piece::from_parts(us, kind);
            if squares(checks & beside).any(|at| lies_in(crate::attacks(piece, at, walls))) {
                return true;
            }
            let line_of = if kind == PieceType::LANCE { PieceType::ROOK } else { kind };
            let lines = slider_origins(line_of, us, king);
            let afar = checks.and_not(KING_ATTACKS[king]);
            if !afar.is_empty() && few && lies_in(lines) {
                return true;
            }
        }
        let knights = core.check_square(PieceType::KNIGHT) & empty;
        free.is_empty() && hand.has(PieceType::KNIGHT) && !knights.is_empty()
    }

    /// May a slider on the board check from afar and cover what is free?
    fn slider_may_mate(&self, us: Color, (king, near): (Square, Bitboard), free: Bitboard) -> bool {
        if free.count() > COVERED_BY_PROMOTED {
            return false;
        }
        let (core, ours, occupied) = (&self.core, self.pieces_of(us), self.occupied());
        let all = core.bitboards();
        let few = free.count() <= COVERED_FROM_AFAR;
        let checks = |kind: PieceType| core.check_square(kind).and_not(near).and_not(ours);
        let along = |kind| if few { checks(kind) } else { Bitboard::EMPTY };
        let bishop = along(PieceType::BISHOP) | checks(PieceType::HORSE);
        let rook = along(PieceType::ROOK) | checks(PieceType::DRAGON);
        let lance = along(PieceType::LANCE);
        let bishop_reaches =
            |at| (bishop_attacks(at, occupied) | self.steps_of_promoted(at)).intersects(bishop);
        let rook_reaches =
            |at| (rook_attacks(at, occupied) | self.steps_of_promoted(at)).intersects(rook);
        let lance_reaches = |at| lance_attacks(at, occupied, us).intersects(lance);
        let lances =
            ours & all.pieces(PieceType::LANCE) & slider_origins(PieceType::LANCE, us, king);
        squares(ours & all.bishop_horse()).any(bishop_reaches)
            || squares(ours & all.rook_dragon()).any(rook_reaches)
            || squares(lances).any(lance_reaches)
    }

    /// May a knight on the board give check?
    fn knight_may_check(&self, us: Color) -> bool {
        let targets = self.core.check_square(PieceType::KNIGHT).and_not(self.pieces_of(us));
        let attacks = |at: Square| KNIGHT_ATTACKS[at][us.to_index()];
        squares(self.pieces(PieceType::KNIGHT, us)).any(|at| attacks(at).intersects(targets))
    }
}

/// Squares attacked at least once, and at least twice.
#[derive(Clone, Copy)]
struct Reach {
    once: Bitboard,
    twice: Bitboard,
}

impl Reach {
    #[inline]
    fn add(&mut self, attacks: Bitboard) {
        self.twice |= self.once & attacks;
        self.once |= attacks;
    }
}

const fn zones() -> [Bitboard; Square::COUNT] {
    let mut zones = [Bitboard::EMPTY; Square::COUNT];
    let mut center = 0;
    while center < Square::COUNT {
        let mut bits = 0_u128;
        let mut square = 0;
        while square < Square::COUNT {
            let files = (square / Rank::COUNT).abs_diff(center / Rank::COUNT);
            let ranks = (square % Rank::COUNT).abs_diff(center % Rank::COUNT);
            if files <= 2 && ranks <= 3 {
                bits |= 1 << square;
            }
            square += 1;
        }
        zones[center] = Bitboard::from_packed_bits(bits);
        center += 1;
    }
    zones
}
