//! Mate in one: every check is tried, behind a cheap test that rules most positions out.

use crate::geometry::{
    alone, attacks_of, between, dead_ranks, files_without, slider_origins, squares, step,
};
use crate::move_list::MoveList;
use crate::movegen::MoveKind;
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

/// Maximum number of the king's neighbours covered by one piece: a promoted
/// rook next to it, or at a distance.
const COVERED_BY_ONE: u32 = 5;

impl Position {
    /// A mate in one for the side to move, if there is one; the position is
    /// restored. All checks count, non-promotions and drops included.
    #[must_use]
    pub fn mate_in_one(&mut self) -> Option<Move> {
        if !self.may_mate_in_one() {
            return None;
        }
        let mut checks = MoveList::new();
        if self.in_check() {
            self.generate(MoveKind::EvasionsAll, &mut checks);
        } else {
            self.generate(MoveKind::ChecksAll, &mut checks);
        }
        checks.iter().copied().find(|&mv| self.mates(mv))
    }

    /// Does this move (an answer to check, or a check if not in check) mate?
    fn mates(&mut self, mv: Move) -> bool {
        // A pawn must not mate by a drop.
        let pawn_drop = mv.dropped() == Some(PieceType::PAWN);
        if pawn_drop || !self.gives_check(mv) || !self.is_legal_after_pseudo(mv) {
            return false;
        }
        self.do_move_known(mv, true);
        let mated = !self.has_legal_move();
        self.undo_move(mv);
        mated
    }

    /// May there be a mate in one? Never `false` if there is a mate: it tests necessary conditions.
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
        if free.count() > COVERED_BY_ONE {
            return false;
        }
        let afar = Afar { king, free, shields: self.shields(us.flip()) };
        // A piece that moves to the king needs another one behind it, a dropped one any.
        self.step_may_mate(us, near.and_not(ours) & reach.twice, &afar)
            || self.drop_may_mate(us, near & reach.once, &afar)
            || (!afar.is_sheltered() && self.slider_may_mate(us, near, &afar))
            || (free.is_empty() && self.knight_may_check(us))
    }

    /// The squares on which `us` can certainly drop a piece, if empty: a drop
    /// between a slider and the king ends its check.
    fn shields(&self, us: Color) -> Bitboard {
        let hand = self.hand(us);
        let anywhere = [PieceType::GOLD, PieceType::SILVER, PieceType::BISHOP, PieceType::ROOK];
        if anywhere.into_iter().any(|kind| hand.has(kind)) {
            return Bitboard::ALL;
        }
        let mut shields = Bitboard::EMPTY;
        for kind in [PieceType::LANCE, PieceType::KNIGHT] {
            if hand.has(kind) {
                shields |= dead_ranks(kind, us).not();
            }
        }
        if hand.has(PieceType::PAWN) {
            let mut squares = files_without(self.pieces(PieceType::PAWN, us));
            // One that gives check might mate, which is forbidden.
            if let Some(king) = self.king(us.flip()) {
                squares = squares.and_not(step(Bitboard::from_square(king), us.flip()));
            }
            shields |= squares.and_not(dead_ranks(PieceType::PAWN, us));
        }
        shields
    }

    /// May a piece of `us` that moves to one of these squares next to the king
    /// mate, by the squares it covers from there?
    fn step_may_mate(&self, us: Color, targets: Bitboard, afar: &Afar) -> bool {
        if targets.is_empty() {
            return false;
        }
        let all = &self.board;
        let ours = self.pieces_of(us);
        let walls = self.walls(us, afar.king);
        let bishops = !(ours & all.bishops()).is_empty();
        let rooks = !(ours & (all.rooks() | all.kind(PieceType::LANCE))).is_empty();
        squares(targets).any(|at| {
            // A slider may reach squares that steps do not.
            let mut open = afar.free.and_not(KING_ATTACKS[at]);
            if bishops && !open.is_empty() {
                open = open.and_not(bishop_attacks(at, walls));
            }
            if rooks && !open.is_empty() {
                open = open.and_not(rook_attacks(at, walls));
            }
            open.is_empty()
        })
    }

    /// Upper bounds of the squares next to the other king that the pieces of
    /// `us` attack once and at least twice after a move: lines continue through
    /// them, and through that king.
    fn reach(&self, us: Color, (king, near): (Square, Bitboard)) -> Reach {
        let color = us.to_index();
        let ours = self.pieces_of(us);
        let walls = self.walls(us, king);
        let mut reach =
            Reach { once: step(self.pieces(PieceType::PAWN, us), us), twice: Bitboard::EMPTY };
        let zone = ZONES[king.to_index()] & ours;
        let all = &self.board;
        for knight in squares(zone & all.kind(PieceType::KNIGHT)) {
            reach.add(KNIGHT_ATTACKS[knight][color]);
        }
        for silver in squares(zone & all.kind(PieceType::SILVER)) {
            reach.add(SILVER_ATTACKS[silver][color]);
        }
        for gold in squares(zone & all.golds()) {
            reach.add(GOLD_ATTACKS[gold][color]);
        }
        for own_king in squares(zone & all.kind(PieceType::KING)) {
            reach.add(KING_ATTACKS[own_king]);
        }
        for lance in squares(ours & all.kind(PieceType::LANCE)) {
            if lance_step_attacks(lance, us).intersects(near) {
                reach.add(lance_attacks(lance, walls, us));
            }
        }
        for bishop in squares(ours & all.bishops()) {
            let steps = self.steps_of_promoted(bishop);
            if (bishop_step_attacks(bishop) | steps).intersects(near) {
                reach.add(bishop_attacks(bishop, walls) | steps);
            }
        }
        for rook in squares(ours & all.rooks()) {
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
        self.pieces_of(us.flip()).and_not(alone(king))
    }

    /// A step in each direction for a horse or a dragon, the empty set for a bishop or a rook.
    #[inline]
    fn steps_of_promoted(&self, square: Square) -> Bitboard {
        let kind = self.piece_on(square).piece_type();
        if kind.demote() == kind { Bitboard::EMPTY } else { KING_ATTACKS[square] }
    }

    /// May a drop mate: next to the king on a covered square, or a distant slider?
    fn drop_may_mate(&self, us: Color, covered: Bitboard, afar: &Afar) -> bool {
        let hand = self.hand(us);
        let empty = self.occupied().not();
        let beside = covered & empty;
        if hand.bits() == 0 {
            return false;
        }
        let knights = self.check_square(PieceType::KNIGHT) & empty;
        if afar.free.is_empty() && hand.has(PieceType::KNIGHT) && !knights.is_empty() {
            return true;
        }
        if beside.is_empty() && afar.is_sheltered() {
            return false;
        }
        let walls = self.walls(us, afar.king);
        let kinds = [PieceType::GOLD, PieceType::SILVER, PieceType::ROOK, PieceType::BISHOP];
        for kind in kinds.into_iter().chain([PieceType::LANCE]) {
            if !hand.has(kind) {
                continue;
            }
            let checks = self.check_square(kind) & empty;
            let piece = Piece::from_parts(us, kind);
            let covers = |at| afar.is_covered_by(attacks_of(piece, at, walls));
            if squares(checks & beside).any(|at| covers(at) && !self.is_taken(us, at)) {
                return true;
            }
            let from_afar = checks.and_not(KING_ATTACKS[afar.king]);
            if squares(from_afar).any(|at| !afar.is_shielded(at) && covers(at)) {
                return true;
            }
        }
        false
    }

    /// Can a piece that `us` drops there be taken for certain, the king aside?
    fn is_taken(&self, us: Color, at: Square) -> bool {
        let them = us.flip();
        let takers = self.attackers(them, at, self.occupied());
        !takers.and_not(self.blockers(them) | self.pieces(PieceType::KING, them)).is_empty()
    }

    /// May a slider on the board check from a distance and cover the free squares?
    #[inline(never)]
    fn slider_may_mate(&self, us: Color, near: Bitboard, afar: &Afar) -> bool {
        let (ours, occupied) = (self.pieces_of(us), self.occupied());
        let all = &self.board;
        let walls = self.walls(us, afar.king);
        let zone = Bitboard::promotion_zone(us);
        let lances = all.kind(PieceType::LANCE) & slider_origins(PieceType::LANCE, us, afar.king);
        let sliders = ours & (all.bishops() | all.rooks() | lances);
        squares(sliders).any(|from| {
            let piece = self.piece_on(from);
            let kind = piece.piece_type();
            let is_lance = kind == PieceType::LANCE;
            let mut checks = self.check_square(kind);
            if !is_lance {
                checks |= self.check_square(kind.promote());
            }
            let targets = attacks_of(piece, from, occupied) & checks;
            squares(targets.and_not(near | ours)).any(|at| {
                let promotes = !is_lance && (zone.test(from) || zone.test(at));
                let steps = if promotes { KING_ATTACKS[at] } else { Bitboard::EMPTY };
                !afar.is_shielded(at) && afar.is_covered_by(attacks_of(piece, at, walls) | steps)
            })
        })
    }

    /// May a knight on the board give check?
    fn knight_may_check(&self, us: Color) -> bool {
        let targets = self.check_square(PieceType::KNIGHT).and_not(self.pieces_of(us));
        let attacks = |at: Square| KNIGHT_ATTACKS[at][us.to_index()];
        squares(self.pieces(PieceType::KNIGHT, us)).any(|at| attacks(at).intersects(targets))
    }
}

/// The king to be mated, as a piece sees it that checks from afar.
struct Afar {
    king: Square,
    /// Where the king goes unless the checking piece covers it.
    free: Bitboard,
    /// Where the king's side can drop a piece.
    shields: Bitboard,
}

impl Afar {
    /// Can every check from afar be ended by a drop?
    #[inline]
    fn is_sheltered(&self) -> bool {
        self.shields == Bitboard::ALL
    }

    #[inline]
    fn is_covered_by(&self, attacks: Bitboard) -> bool {
        self.free.and_not(attacks).is_empty()
    }

    /// Can a check from that square, not next to the king, be ended by a drop?
    #[inline]
    fn is_shielded(&self, at: Square) -> bool {
        between(at, self.king).intersects(self.shields)
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
