//! The lists of a search's stages: captures, quiet moves, answers to check.
//!
//! The same moves in the same order as the generators of `rsshogi` (the tests' oracle), from one
//! body of code for all lists and both colours, so that it fits in the instruction cache
//! together with a search. `all` lists the non-promotions too that are almost never better.

use crate::geometry::{
    alone, contains, dead_ranks, files_without, last_ranks, line, squares, step,
};
use crate::move_list::MoveList;
use crate::moves::Move;
use crate::position::Position;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};
use rsshogi::board::attack_tables::{
    GOLD_ATTACKS, KING_ATTACKS, KNIGHT_ATTACKS, SILVER_ATTACKS, bishop_attacks, lance_attacks,
    rook_attacks,
};

/// The pieces in hand, in the order of the lists.
pub(crate) const DROPS: [PieceType; 7] = [
    PieceType::PAWN,
    PieceType::LANCE,
    PieceType::KNIGHT,
    PieceType::SILVER,
    PieceType::GOLD,
    PieceType::BISHOP,
    PieceType::ROOK,
];

/// What moves like gold and can only have become so.
const GOLDS_BY_PROMOTION: [PieceType; 4] =
    [PieceType::PRO_PAWN, PieceType::PRO_LANCE, PieceType::PRO_KNIGHT, PieceType::PRO_SILVER];

/// Which pieces may go where.
struct Scope {
    /// The pieces that may move, the king apart.
    movers: Bitboard,
    /// Where the king may go.
    king: Bitboard,
    /// Where the others may go.
    others: Bitboard,
    /// List every non-promotion?
    all: bool,
}

impl Scope {
    fn all_to(squares: Bitboard, all: bool) -> Self {
        Self { movers: Bitboard::ALL, king: squares, others: squares, all }
    }
}

impl Position {
    /// Appends captures and pawns' promotions, see [`crate::MoveKind::Captures`].
    pub(crate) fn captures(&self, all: bool, list: &mut MoveList) {
        let us = self.side_to_move();
        let enemy = self.pieces_of(us.flip());
        self.pawn_moves(Bitboard::ALL, enemy | Bitboard::promotion_zone(us), all, list);
        if all {
            list.retain(|mv| mv.is_promotion() || self.is_capture(mv));
        }
        self.piece_moves(&Scope::all_to(enemy, all), list);
    }

    /// Appends what captures leave out, see [`crate::MoveKind::Quiets`].
    pub(crate) fn quiets(&self, all: bool, list: &mut MoveList) {
        let empty = self.occupied().not();
        let zone = Bitboard::promotion_zone(self.side_to_move());
        let targets = if all { empty } else { empty.and_not(zone) };
        self.pawn_moves(Bitboard::ALL, targets, all, list);
        if all {
            list.retain(|mv| !mv.is_promotion());
        }
        self.piece_moves(&Scope::all_to(empty, all), list);
        self.drops(empty, list);
    }

    /// Appends the pseudo-legal moves to `targets`, without drops.
    pub(crate) fn moves_to(&self, targets: Bitboard, all: bool, list: &mut MoveList) {
        self.pawn_moves(Bitboard::ALL, targets, all, list);
        let free = targets.and_not(self.pieces_of(self.side_to_move()));
        self.piece_moves(&Scope::all_to(free, all), list);
    }

    /// Appends the legal moves where there is no check to answer.
    pub(crate) fn legal_without_check(&self, all: bool, list: &mut MoveList) {
        self.moves_to(Bitboard::ALL, all, list);
        list.retain(|mv| self.is_legal_after_pseudo(mv));
        self.drops(self.occupied().not(), list);
    }

    /// Appends the legal answers to check, see [`crate::MoveKind::Evasions`]; none when not in check.
    pub(crate) fn evasions(&self, all: bool, list: &mut MoveList) {
        let us = self.side_to_move();
        let Some(king) = self.king(us).filter(|_| self.in_check()) else { return };
        // One checker can be taken or, at a distance, blocked, but not by a
        // pinned piece: its line is another one, unless it is behind the
        // checker. From two the king has to flee.
        let (between, others) = self.answers_to_check();
        let behind = self.checkers().lsb().map_or(Bitboard::EMPTY, |checker| line(king, checker));
        let movers = self.blockers(us).not() | behind;
        let mut flight = Bitboard::EMPTY;
        self.flight(king).for_each(|to| flight |= alone(to));
        self.pawn_moves(movers, others, all, list);
        self.piece_moves(&Scope { movers, king: flight, others, all }, list);
        self.drops(between, list);
    }

    /// Where the king of the side to move, on `king`, may go.
    #[inline]
    fn flight(&self, king: Square) -> impl Iterator<Item = Square> + '_ {
        let around = KING_ATTACKS[king].and_not(self.pieces_of(self.side_to_move()));
        squares(around).filter(move |&to| self.is_safe_for_king(king, to))
    }

    /// May the king of the side to move go anywhere?
    pub(crate) fn king_has_flight(&self) -> bool {
        self.king(self.side_to_move()).is_some_and(|king| self.flight(king).next().is_some())
    }

    /// Appends what moves to answer a check or, the king, anywhere: it may still be taken.
    pub(crate) fn attempts_in_check(&self, all: bool, list: &mut MoveList) {
        let (line, others) = self.answers_to_check();
        let king = self.pieces_of(self.side_to_move()).not();
        self.pawn_moves(Bitboard::ALL, others, all, list);
        self.piece_moves(&Scope { movers: Bitboard::ALL, king, others, all }, list);
        self.drops(line, list);
    }

    /// Moves of the pawns among `movers` to `allowed` squares.
    fn pawn_moves(&self, movers: Bitboard, allowed: Bitboard, all: bool, list: &mut MoveList) {
        let us = self.side_to_move();
        let piece = Piece::from_parts(us, PieceType::PAWN);
        let zone = Bitboard::promotion_zone(us);
        let back = if us == Color::Black { 1 } else { -1 };
        let pawns = self.pieces(PieceType::PAWN, us) & movers;
        let targets = (step(pawns, us) & allowed).and_not(self.pieces_of(us));
        for to in squares(targets) {
            let from = Square::new(to.raw() + back);
            let promotes = contains(zone, to);
            list.push(Move::board(from, to, piece, promotes));
            if all && promotes && !last_ranks(us, 1).test(to) {
                list.push(Move::board(from, to, piece, false));
            }
        }
    }

    /// Moves of all pieces but pawns within the scope.
    fn piece_moves(&self, scope: &Scope, list: &mut MoveList) {
        let us = self.side_to_move();
        let color = us.to_index();
        let all = self.occupied();
        let king = |from| KING_ATTACKS[from];
        let gold = |from: Square| GOLD_ATTACKS[from][color];
        self.moves_of(PieceType::LANCE, |from| lance_attacks(from, all, us), scope, list);
        for (kind, attacks) in
            [(PieceType::KNIGHT, &KNIGHT_ATTACKS), (PieceType::SILVER, &SILVER_ATTACKS)]
        {
            self.moves_of(kind, |from| attacks[from][color], scope, list);
        }
        self.moves_of(PieceType::BISHOP, |from| bishop_attacks(from, all), scope, list);
        self.moves_of(PieceType::ROOK, |from| rook_attacks(from, all), scope, list);
        self.moves_of(PieceType::GOLD, gold, scope, list);
        self.moves_of(PieceType::KING, king, scope, list);
        let promoted = self.board.golds().and_not(self.board.kind(PieceType::GOLD));
        if promoted.intersects(self.pieces_of(us)) {
            for kind in GOLDS_BY_PROMOTION {
                self.moves_of(kind, gold, scope, list);
            }
        }
        let horse = |from| bishop_attacks(from, all) | king(from);
        self.moves_of(PieceType::HORSE, horse, scope, list);
        let dragon = |from| rook_attacks(from, all) | king(from);
        self.moves_of(PieceType::DRAGON, dragon, scope, list);
    }

    /// Moves of the pieces of a kind; a loop for each, for a branch on the kind would be guessed
    /// wrong too often.
    #[inline(always)]
    fn moves_of(
        &self,
        kind: PieceType,
        attacks: impl Fn(Square) -> Bitboard,
        scope: &Scope,
        list: &mut MoveList,
    ) {
        let piece = Piece::from_parts(self.side_to_move(), kind);
        let is_king = kind == PieceType::KING;
        let allowed = if is_king { scope.king } else { scope.others };
        let mut sources = self.pieces(kind, piece.color());
        if !is_king {
            sources &= scope.movers;
        }
        while let Some(from) = sources.pop_lsb() {
            let targets = attacks(from) & allowed;
            if !targets.is_empty() {
                push_moves(piece, from, targets, scope.all, list);
            }
        }
    }

    pub(crate) fn drops(&self, empty: Bitboard, list: &mut MoveList) {
        let us = self.side_to_move();
        let hand = self.hand(us);
        for kind in DROPS {
            if !hand.has(kind) {
                continue;
            }
            for to in squares(self.drop_targets(kind, us, empty)) {
                list.push(Move::drop(kind, to, us));
            }
        }
    }

    /// Where the side to move may drop a piece of `kind`, of the `empty` squares: not where it could
    /// never move, a pawn not on a file with an own one, and not to mate.
    pub(crate) fn drop_targets(&self, kind: PieceType, us: Color, empty: Bitboard) -> Bitboard {
        let mut targets = empty.and_not(dead_ranks(kind, us));
        if kind == PieceType::PAWN {
            targets &= files_without(self.pieces(PieceType::PAWN, us));
            let checking = self.check_square(PieceType::PAWN) & targets;
            if let Some(to) = checking.lsb()
                && self.pawn_drop_mates(to)
            {
                targets.clear(to);
            }
        }
        targets
    }
}

/// Appends the moves of `piece`, no pawn, from `from` to each target, promotions first. Compiled
/// once, for the instruction cache.
#[inline(never)]
pub(crate) fn push_moves(
    piece: Piece,
    from: Square,
    targets: Bitboard,
    all: bool,
    list: &mut MoveList,
) {
    let us = piece.color();
    let zone = Bitboard::promotion_zone(us);
    let promotes = if contains(zone, from) { targets } else { targets & zone };
    let kind = piece.piece_type();
    if promotes.is_empty() || kind.demote() != kind || !kind.is_promotable() {
        for to in squares(targets) {
            list.push(Move::board(from, to, piece, false));
        }
        return;
    }
    // Not to promote is useless, or not allowed, there.
    let must = must_promote(kind, us, promotes, all);
    for to in squares(targets) {
        if contains(promotes, to) {
            list.push(Move::board(from, to, piece, true));
        }
        if !contains(must, to) {
            list.push(Move::board(from, to, piece, false));
        }
    }
}

/// Where a piece that may promote on `promotes` has no move without promotion listed.
#[inline]
pub(crate) fn must_promote(kind: PieceType, us: Color, promotes: Bitboard, all: bool) -> Bitboard {
    match kind {
        _ if all => dead_ranks(kind, us),
        PieceType::PAWN | PieceType::BISHOP | PieceType::ROOK => promotes,
        PieceType::LANCE | PieceType::KNIGHT => last_ranks(us, 2),
        _ => Bitboard::EMPTY,
    }
}
