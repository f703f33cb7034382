//! A legal position with its history.

use crate::board::Board;
use crate::moves::Move;
use crate::points::required_points;
use crate::seen::Seen;
use crate::state::{Repetition, Sight, State, hand_key, held, piece_key, side_key};
use crate::types::{
    Bitboard, Color, EnteringKingRule, Hand, Piece, PieceType, RepetitionState, Square,
};
use rsshogi::board::CapturedPieceDelta;

/// The changes by a move, for incremental evaluations: the pieces before and
/// after with their squares, and hand counts before the change.
pub use rsshogi::board::position::MoveDelta32 as MoveDelta;

/// The even start position in SFEN.
pub const STARTPOS: &str = rsshogi::board::STARTPOS_SFEN;

/// A position, the moves that led to it (for repetition), and the entering-king rule.
///
/// `do`/`undo` pairs restore everything.
#[derive(Clone)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) side: Color,
    pub(crate) ply: u16,
    /// The stored state of this position, and of the earlier ones.
    pub(crate) now: State,
    pub(crate) past: Vec<State>,
    /// What bears on each king.
    pub(crate) sights: [Sight; Color::COUNT],
    /// Earlier ones, the last changed last.
    pub(crate) kept: Vec<(Color, Sight)>,
    /// Which boards the past has, roughly.
    pub(crate) seen: Seen,
    pub(crate) rule: EnteringKingRule,
    /// Points that a declaration needs, by colour.
    pub(crate) required: [i32; Color::COUNT],
}

/// States for which a search has room at once.
const SEARCH_PLIES: usize = 256;

impl Position {
    /// A position without history; declaration by the 27-point rule.
    pub(crate) fn start(board: Board, side: Color, ply: u16) -> Self {
        let rule = EnteringKingRule::Point27;
        let required = required_points(&board, rule).unwrap_or_default();
        let (now, past) = (State::of(&board, side), Vec::new());
        let sights = [Sight::of(&board, Color::Black), Sight::of(&board, Color::White)];
        let (seen, kept) = (Seen::of(&past), Vec::new());
        Self { board, side, ply, now, past, sights, kept, seen, rule, required }
    }

    /// A copy for a search: with the history that a repetition can come from, and with room.
    #[must_use]
    pub fn clone_for_search(&self) -> Self {
        let reach = usize::from(self.now.plies).min(self.past.len());
        let mut past = Vec::with_capacity(reach + SEARCH_PLIES);
        past.extend_from_slice(&self.past[self.past.len() - reach..]);
        let mut kept = Vec::with_capacity(self.kept.len() + SEARCH_PLIES);
        kept.extend_from_slice(&self.kept);
        Self {
            board: self.board.clone(),
            seen: Seen::of(&past),
            past,
            side: self.side,
            ply: self.ply,
            now: self.now,
            sights: self.sights,
            kept,
            rule: self.rule,
            required: self.required,
        }
    }

    /// Side to move.
    #[must_use]
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Number of the next move, 1 at the start of a game.
    #[must_use]
    #[inline]
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Piece on a square, [`Piece::NONE`] when empty.
    #[must_use]
    #[inline]
    pub fn piece_on(&self, square: Square) -> Piece {
        self.board.on(square)
    }

    /// Hand of `color`.
    #[must_use]
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.board.hands[color.to_index()]
    }

    /// King's square of `color`; `None` in mate problems without that king.
    #[must_use]
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.board.king(color)
    }

    /// All occupied squares.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// Squares of the pieces of `color`.
    #[must_use]
    #[inline]
    pub fn pieces_of(&self, color: Color) -> Bitboard {
        self.board.of(color)
    }

    /// Squares of the pieces of one kind and colour.
    #[must_use]
    #[inline]
    pub fn pieces(&self, kind: PieceType, color: Color) -> Bitboard {
        self.board.kind(kind) & self.board.of(color)
    }

    /// Hash of board, side to move and hands.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        self.now.keys.board ^ self.now.keys.hands
    }

    /// Hash of board and side to move without the hands, for tables that compare hands.
    #[must_use]
    #[inline]
    pub fn board_key(&self) -> u64 {
        self.now.keys.board
    }

    /// Hashes of parts of the position, for tables that use a part only: the
    /// pawns on the board, both hands, Black's other pieces, White's other
    /// pieces.
    #[must_use]
    #[inline]
    pub fn part_keys(&self) -> [u64; 4] {
        let [pawns, black, white] = self.now.keys.parts;
        [pawns, self.now.keys.hands, black, white]
    }

    /// Hash that the position has after `mv`, without playing it; for prefetching.
    #[must_use]
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (us, hand) = (self.side, self.hand(self.side));
        let (kind, change) = match mv.dropped() {
            Some(kind) => (kind, u32::MAX),
            None => (self.piece_on(mv.to()).piece_type().demote(), 1),
        };
        let mut hands = self.now.keys.hands;
        if kind != PieceType::NONE {
            let count = held(hand, kind);
            hands ^= hand_key(us, kind, count, count.wrapping_add(change));
        }
        self.board_key_after(mv) ^ hands
    }

    /// As [`Position::board_key`] after `mv`, without playing it.
    #[must_use]
    #[inline]
    pub fn board_key_after(&self, mv: Move) -> u64 {
        let to = mv.to();
        let key = self.now.keys.board ^ side_key() ^ piece_key(mv.piece_after(), to);
        if mv.is_drop() {
            return key;
        }
        // The key of no piece is 0.
        let from = mv.from_unchecked();
        key ^ piece_key(self.piece_on(to), to) ^ piece_key(self.piece_on(from), from)
    }

    /// Pieces that give check to the side to move.
    #[must_use]
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.now.checkers
    }

    /// Is the side to move in check?
    #[must_use]
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.now.checkers.is_empty()
    }

    /// Pieces of either colour that are alone between the king of `color` and a
    /// slider, ignoring other sliders of that line: behind one that gives check
    /// there may be a blocker that is not pinned.
    #[must_use]
    #[inline]
    pub fn blockers(&self, color: Color) -> Bitboard {
        self.sights[color.to_index()].blockers
    }

    /// Sliders that pin a piece against the king of `color`.
    #[must_use]
    #[inline]
    pub fn pinners(&self, color: Color) -> Bitboard {
        self.sights[color.to_index()].pinners
    }

    /// Pieces of `color` that attack `square` with the occupancy `occupied`.
    #[must_use]
    #[inline]
    pub fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers(color, square, occupied)
    }

    /// Is `square` attacked by `color`?
    #[must_use]
    #[inline]
    pub fn is_attacked(&self, square: Square, color: Color) -> bool {
        self.board.is_attacked(color, square, self.occupied())
    }

    /// Does `mv` take a piece?
    #[must_use]
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        !mv.is_drop() && !self.piece_on(mv.to()).is_empty()
    }

    /// The piece that moves or is dropped, in its state before the move.
    #[must_use]
    #[inline]
    pub fn moved_piece(&self, mv: Move) -> Piece {
        match mv.is_drop() {
            true => mv.piece_after(),
            false => self.piece_on(mv.from_unchecked()),
        }
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// On an illegal move that would take a king or corrupt the hands; callers
    /// with unchecked moves ask [`Position::is_legal`] first.
    #[inline]
    pub fn do_move(&mut self, mv: Move) {
        self.do_move_known(mv, self.gives_check(mv));
    }

    /// Plays a legal move whose check is known, and returns the changes.
    ///
    /// # Panics
    /// As [`Position::do_move`].
    #[inline]
    pub fn do_move_with_delta(&mut self, mv: Move, gives_check: bool) -> MoveDelta {
        let delta = self.delta_of(mv);
        self.do_move_known(mv, gives_check);
        delta
    }

    /// The changes by the legal `mv`.
    #[inline]
    fn delta_of(&self, mv: Move) -> MoveDelta {
        let color = self.side_to_move();
        let hand = self.hand(color);
        if let Some(kind) = mv.dropped() {
            return MoveDelta::drop(color, kind, mv.to(), held(hand, kind));
        }
        let (from, to) = (mv.from_unchecked(), mv.to());
        let piece = self.piece_on(to);
        let captured = (!piece.is_empty()).then(|| CapturedPieceDelta {
            piece,
            hand_count_before: held(hand, piece.piece_type().demote()),
        });
        MoveDelta::board(color, from, to, self.piece_on(from), mv.piece_after(), captured)
    }

    /// The last move, [`Move::NONE`] at the start of the history.
    #[must_use]
    #[inline]
    pub fn last_move(&self) -> Move {
        self.now.last_move
    }

    /// Repetition by the rules of the game: the fourth occurrence of board,
    /// hands and side to move, with continuous check lost by the checking side.
    /// `Win`/`Lose` are seen from the side to move. Scans the history when its
    /// board has occurred before; meant for games, not for the nodes of a search.
    #[must_use]
    pub fn game_repetition(&self) -> RepetitionState {
        // The nearest comparable board may have other hands than an exact repetition behind it.
        if self.now.repetition.kind == RepetitionState::None {
            return RepetitionState::None;
        }
        let Some(distance) = self.third_last_occurrence() else { return RepetitionState::None };
        let checked = |color: Color| distance <= self.now.checking[color.to_index()].into();
        if checked(self.side) {
            RepetitionState::Lose
        } else if checked(self.side.flip()) {
            RepetitionState::Win
        } else {
            RepetitionState::Draw
        }
    }

    /// Plies back to the third earlier occurrence of this position.
    fn third_last_occurrence(&self) -> Option<usize> {
        let same =
            |then: &State| then.keys.board == self.now.keys.board && then.hand == self.now.hand;
        let back = self.past.iter().rev().enumerate().filter(|(_, then)| same(then));
        back.map(|(index, _)| index + 1).nth(2)
    }

    /// Repetition for a search at `ply` plies from its root: the first return
    /// to a position inside the search counts, `Superior`/`Inferior` mean the
    /// same board with a better or worse hand for the side to move.
    #[must_use]
    #[inline]
    pub fn search_repetition(&self, ply: usize) -> RepetitionState {
        // The fourth occurrence ends the game wherever the others were.
        let Repetition { kind, distance, times } = self.now.repetition;
        let counts = times >= 3 || (distance > 0 && usize::from(distance) <= ply);
        if counts { kind } else { RepetitionState::None }
    }
}

impl core::fmt::Debug for Position {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Position({})", self.to_sfen())
    }
}
