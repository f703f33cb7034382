//! A legal position with its history.

use crate::geometry::in_promotion_zone;
use crate::moves::Move;
use crate::setup::{Setup, SetupError, SetupRules};
use crate::types::{
    Bitboard, Color, EnteringKingRule, Hand, HandPiece, Piece, PieceType, RepetitionState, Square,
};
use rsshogi::board::{self, CapturedPieceDelta};
use rsshogi::types::Move as Move16;

/// What a move changed, for incremental evaluations: the pieces before and
/// after with their squares, and hand counts before the change.
pub use rsshogi::board::position::MoveDelta32 as MoveDelta;

/// The even start position in SFEN.
pub const STARTPOS: &str = board::STARTPOS_SFEN;

/// A position, the moves that led to it (for repetition), and the entering-king rule.
///
/// `do`/`undo` pairs restore everything. Playing a move costs a scan of the
/// reversible history: take [`Position::clone_for_search`] once at a root.
#[derive(Clone)]
pub struct Position {
    pub(crate) core: board::Position,
}

impl Position {
    /// The even start position; Black to move, ply 1, declaration by the 27-point rule.
    #[must_use]
    pub fn startpos() -> Self {
        Self::from_core(board::hirate_position())
    }

    pub(crate) fn from_core(mut core: board::Position) -> Self {
        core.init_stack();
        core.set_entering_king_rule(EnteringKingRule::Point27);
        Self { core }
    }

    /// A position for play from SFEN: both kings, legal counts, the side not to
    /// move not in check. For mate problems go through [`Setup`].
    ///
    /// # Errors
    /// [`SetupError`] names the field, the place and the rule broken.
    pub fn from_sfen(sfen: &str) -> Result<Self, SetupError> {
        Setup::from_sfen(sfen)?.position(SetupRules::Play)
    }

    /// The position in SFEN, with its ply.
    #[must_use]
    pub fn to_sfen(&self) -> String {
        self.core.to_sfen(Some(i32::from(self.core.game_ply())))
    }

    /// A copy for a search: repetition history is kept and indexed.
    #[must_use]
    pub fn clone_for_search(&self) -> Self {
        Self { core: self.core.clone_for_search() }
    }

    /// Side to move.
    #[must_use]
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.core.turn()
    }

    /// Number of the next move, 1 at the start of a game.
    #[must_use]
    #[inline]
    pub fn ply(&self) -> u16 {
        self.core.game_ply()
    }

    /// Piece on a square, [`Piece::NONE`] when empty.
    #[must_use]
    #[inline]
    pub fn piece_on(&self, square: Square) -> Piece {
        self.core.piece_on(square)
    }

    /// Hand of `color`.
    #[must_use]
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.core.hand(color)
    }

    /// King's square of `color`; `None` in mate problems without that king.
    #[must_use]
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        let square = self.core.king_square(color);
        (!square.is_none()).then_some(square)
    }

    /// All occupied squares.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.core.pieces()
    }

    /// Squares of the pieces of `color`.
    #[must_use]
    #[inline]
    pub fn pieces_of(&self, color: Color) -> Bitboard {
        self.core.pieces_by_color(color)
    }

    /// Squares of the pieces of one kind and colour.
    #[must_use]
    #[inline]
    pub fn pieces(&self, kind: PieceType, color: Color) -> Bitboard {
        self.core.pieces_for(kind, color)
    }

    /// Hash of board, side to move and hands.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        self.core.key().low_u64()
    }

    /// Hash of board and side to move without the hands, for tables that compare hands.
    #[must_use]
    #[inline]
    pub fn board_key(&self) -> u64 {
        self.core.board_key().low_u64()
    }

    /// Hashes of parts of the position, for tables that look at a part only: the pawns on the
    /// board, both hands, Black's other pieces, White's other pieces.
    #[must_use]
    #[inline]
    pub fn part_keys(&self) -> [u64; 4] {
        let parts = self.core.partial_keys();
        let [black, white] = parts.non_pawn;
        let hands = self.key() ^ self.board_key();
        [parts.pawn.low_u64(), hands, black.low_u64(), white.low_u64()]
    }

    /// Hash that the position has after `mv`, without playing it; for prefetching.
    // Deprecated upstream for 2.0; the version is pinned.
    #[allow(deprecated)]
    #[must_use]
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        self.core.key_after(mv.0).low_u64()
    }

    /// As [`Position::board_key`] after `mv`, without playing it.
    // Deprecated upstream for 2.0; the version is pinned.
    #[allow(deprecated)]
    #[must_use]
    #[inline]
    pub fn board_key_after(&self, mv: Move) -> u64 {
        self.core.board_key_after(mv.0).low_u64()
    }

    /// Pieces that give check to the side to move.
    #[must_use]
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.core.checkers()
    }

    /// Is the side to move in check?
    #[must_use]
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.core.checkers().is_empty()
    }

    /// Pieces of either colour that alone stand between the king of `color` and a slider, other
    /// sliders of that line left aside: behind one that gives check there may be a blocker that
    /// is not pinned.
    #[must_use]
    #[inline]
    pub fn blockers(&self, color: Color) -> Bitboard {
        self.core.blockers_for_king(color)
    }

    /// Sliders that pin a piece against the king of `color`.
    #[must_use]
    #[inline]
    pub fn pinners(&self, color: Color) -> Bitboard {
        self.core.pinners(color)
    }

    /// Pieces of `color` that attack `square` when `occupied` stands on the board. Compiled once,
    /// for the instruction cache.
    #[must_use]
    #[inline(never)]
    pub fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        self.core.attackers_to_color(color, square, occupied)
    }

    /// Is `square` attacked by `color`?
    #[must_use]
    #[inline]
    pub fn is_attacked(&self, square: Square, color: Color) -> bool {
        self.core.is_attacked_by(square, color)
    }

    /// Does `mv` (legal or pseudo-legal) give check?
    #[must_use]
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        if self.gives_direct_check(mv) {
            return true;
        }
        // Only a piece that stands between can discover a check, which the core judges.
        let them = self.side_to_move().flip();
        let discovers = |from| self.core.blockers_for_king(them).test(from);
        !mv.is_drop() && discovers(mv.from_unchecked()) && self.core.gives_check_move32(mv.0)
    }

    /// Does the piece that `mv` (legal or pseudo-legal) puts down give check from there? Checks
    /// that it discovers are not seen.
    #[must_use]
    #[inline]
    pub fn gives_direct_check(&self, mv: Move) -> bool {
        self.core.check_square(mv.piece_after().piece_type()).test(mv.to())
    }

    /// Where a piece of the side to move gives direct check at all, whatever its kind: a move to
    /// another square does not.
    #[must_use]
    #[inline]
    pub fn check_area(&self) -> Bitboard {
        // What steps a square or along a line is covered by the promoted sliders.
        self.core.check_square(PieceType::DRAGON)
            | self.core.check_square(PieceType::HORSE)
            | self.core.check_square(PieceType::KNIGHT)
    }

    /// Does `mv` take a piece?
    #[must_use]
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        !mv.is_drop() && !self.piece_on(mv.to()).is_empty()
    }

    /// The piece that moves or is dropped, as it is before the move.
    #[must_use]
    #[inline]
    pub fn moved_piece(&self, mv: Move) -> Piece {
        self.core.moved_piece_before(mv.0)
    }

    /// Full legality, for moves from tables, books, files and the network.
    #[must_use]
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        mv.is_normal()
            && self.core.is_legal_move32(mv.0)
            && self.core.moved_piece_after(mv.0) == mv.piece_after()
    }

    /// The second half of legality for a move from a pseudo-legal generator.
    #[must_use]
    #[inline]
    pub fn is_legal_after_pseudo(&self, mv: Move) -> bool {
        // Most moves are of a piece that shields nothing, or drops; the core judges the others.
        let free = |from| !self.core.blockers_for_king(self.side_to_move()).test(from);
        let king = mv.piece_after().piece_type() == PieceType::KING;
        mv.is_drop()
            || (!king && free(mv.from_unchecked()))
            || self.core.is_legal_after_pseudo_move32(mv.0)
    }

    /// The move with these table bits, if it is legal here (a table may collide).
    #[must_use]
    #[inline]
    pub fn move_from_bits(&self, bits: u16) -> Option<Move> {
        let mv = Move(self.core.move32_from_move(Move16::from_raw(bits)));
        self.is_legal(mv).then_some(mv)
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// On an illegal move that would take a king or corrupt the hands; callers
    /// with unchecked moves ask [`Position::is_legal`] first.
    #[inline]
    pub fn do_move(&mut self, mv: Move) {
        let gives_check = self.core.gives_check_move32(mv.0);
        self.core.apply_move32_with_gives_check(mv.0, gives_check);
    }

    /// Plays a legal move of which it is known whether it gives check.
    ///
    /// # Panics
    /// As [`Position::do_move`].
    #[inline]
    pub fn do_move_known(&mut self, mv: Move, gives_check: bool) {
        self.core.apply_move32_with_gives_check(mv.0, gives_check);
    }

    /// Plays a legal move whose check is known, and says what changed.
    ///
    /// # Panics
    /// As [`Position::do_move`].
    #[inline]
    pub fn do_move_with_delta(&mut self, mv: Move, gives_check: bool) -> MoveDelta {
        // Read off the board before: less than the core's own account, which has more in it.
        let delta = self.delta_of(mv);
        self.do_move_known(mv, gives_check);
        delta
    }

    /// What the legal `mv` will change.
    #[inline]
    fn delta_of(&self, mv: Move) -> MoveDelta {
        let color = self.side_to_move();
        let hand = self.hand(color);
        let held = |kind| HandPiece::from_piece_type(kind).map_or(0, |piece| hand.count(piece));
        if let Some(kind) = mv.dropped() {
            return MoveDelta::drop(color, kind, mv.to(), held(kind));
        }
        let (from, to) = (mv.from_unchecked(), mv.to());
        let piece = self.piece_on(to);
        let captured = (!piece.is_empty()).then(|| CapturedPieceDelta {
            piece,
            hand_count_before: held(piece.piece_type().demote()),
        });
        MoveDelta::board(color, from, to, self.piece_on(from), mv.piece_after(), captured)
    }

    /// Takes back `mv`, which must be the last move played.
    #[inline]
    pub fn undo_move(&mut self, mv: Move) {
        let undone = self.core.undo_move32(mv.0);
        debug_assert!(undone.is_ok(), "undo of a move that was not the last one");
    }

    /// Passes; not allowed in check.
    #[inline]
    pub fn do_null_move(&mut self) {
        let done = self.core.apply_null_move();
        debug_assert!(done.is_ok(), "null move in check");
    }

    /// Takes back a pass.
    #[inline]
    pub fn undo_null_move(&mut self) {
        let undone = self.core.undo_null_move();
        debug_assert!(undone.is_ok(), "undo of a null move that was not played");
    }

    /// The last move, [`Move::NONE`] at the start of the history.
    #[must_use]
    #[inline]
    pub fn last_move(&self) -> Move {
        Move(self.core.last_move())
    }

    /// Repetition by the rules of the game: the fourth occurrence of board,
    /// hands and side to move, with continuous check lost by the checking side.
    /// `Win`/`Lose` are seen from the side to move. Scans the history when its
    /// board has occurred before; meant for games, not for the nodes of a search.
    #[must_use]
    pub fn game_repetition(&self) -> RepetitionState {
        // The core stops at the first equal board, even with other hands, so its
        // own verdict may miss an exact repetition behind that one.
        if self.core.repetition_type() == RepetitionState::None {
            return RepetitionState::None;
        }
        let Some(distance) = self.third_last_occurrence() else { return RepetitionState::None };
        let us = self.side_to_move();
        let checks = self.core.continuous_checks().map(usize::from);
        if distance <= checks[us.to_index()] {
            RepetitionState::Lose
        } else if distance <= checks[us.flip().to_index()] {
            RepetitionState::Win
        } else {
            RepetitionState::Draw
        }
    }

    /// Plies back to the third earlier occurrence of this position.
    fn third_last_occurrence(&self) -> Option<usize> {
        let history = self.core.state_history();
        let now = history.len() - 1;
        let mut earlier = [None; 3];
        let (board, hand) = (self.core.board_key(), self.hand(self.side_to_move()));
        for (index, state) in history.iter().enumerate().take(now) {
            if state.board_key() == board && state.hand() == hand {
                earlier.rotate_left(1);
                earlier[2] = Some(index);
            }
        }
        earlier[0].map(|first| now - first)
    }

    /// Repetition for a search at `ply` plies from its root: the first return
    /// to a position inside the search counts, `Superior`/`Inferior` mean the
    /// same board with a better or worse hand for the side to move.
    #[must_use]
    #[inline]
    pub fn search_repetition(&self, ply: usize) -> RepetitionState {
        // The last move has looked through the whole history: mostly there is nothing to look for.
        if self.core.repetition_distance() == 0 {
            return RepetitionState::None;
        }
        self.core.repetition_state_with_ply(ply)
    }

    /// Selects the rule by which [`Position::can_declare_win`] judges.
    pub fn set_entering_king_rule(&mut self, rule: EnteringKingRule) {
        self.core.set_entering_king_rule(rule);
    }

    /// May the side to move win by declaration (or by the try rule) now? The
    /// answer is [`Move::WIN`], the king's step under the try rule, or `None`.
    #[must_use]
    #[inline]
    pub fn declaration_move(&self) -> Option<Move> {
        // Every rule asks for a king in the enemy camp, or a step from its goal there.
        let us = self.side_to_move();
        if !self.king(us).is_some_and(|king| in_promotion_zone(us, king)) {
            return None;
        }
        let mv = Move(self.core.declaration_win_move());
        (!mv.is_none()).then_some(mv)
    }
}

impl core::fmt::Debug for Position {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Position({})", self.to_sfen())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::move_list::MoveList;
    use crate::movegen::MoveKind;

    /// What is asked of the core only where it matters, or not at all, is what the core says.
    fn agrees_with_the_core(position: &mut Position, list: &mut MoveList) {
        let declared = Move(position.core.declaration_win_move());
        assert_eq!(position.declaration_move().unwrap_or(Move::NONE), declared, "{position:?}");
        for kind in [MoveKind::CapturesAll, MoveKind::QuietsAll] {
            position.generate(kind, list);
            for &mv in list.iter().filter(|_| !position.in_check()) {
                let legal = position.core.is_legal_after_pseudo_move32(mv.0);
                assert_eq!(position.is_legal_after_pseudo(mv), legal, "{position:?} {mv}");
            }
        }
        position.legal_moves(list);
        for &mv in &*list {
            let delta = position.delta_of(mv);
            let gives_check = position.gives_check(mv);
            let by_core = position.core.apply_move32_with_delta(mv.0, gives_check);
            position.undo_move(mv);
            assert_eq!(delta, by_core, "{position:?} {mv}");
        }
    }

    #[test]
    fn short_cuts_say_what_the_core_says() {
        // Pins on all lines, and kings that may declare.
        let pins = "8k/9/4r4/1b5b1/4S4/3N1P3/r2GK4/9/9 b GSNLP 1";
        let entered = "+R+R+B1K4/+P+P+P+P+P+P+P2/9/9/9/9/9/9/4k4 b 6P2n2s2g2l5pb 1";
        let mut list = MoveList::new();
        for (seed, sfen) in (0..).zip([STARTPOS, pins, entered, STARTPOS]) {
            let mut position = Position::from_sfen(sfen).expect(sfen);
            let mut random: u64 = seed;
            for _ in 0..200 {
                agrees_with_the_core(&mut position, &mut list);
                if list.is_empty() {
                    break;
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let mv = list[(random >> 33) as usize % list.len()];
                position.do_move(mv);
            }
        }
    }
}
