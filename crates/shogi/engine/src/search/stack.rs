//! State by ply of the line being searched.

use zenpuku_core::Score;
use zenpuku_shogi::{Move, PieceType, Square};

/// The longest line, in plies.
pub(crate) const MAX_PLY: usize = 192;

/// Number of (piece, square) pairs.
pub(crate) const PIECE_TO: usize = zenpuku_shogi::Piece::COUNT * zenpuku_shogi::Square::COUNT;

/// The pair of the piece a move puts down and its square: how continuation history names a move.
#[inline]
pub(crate) fn piece_to(mv: Move) -> usize {
    mv.piece_after().to_index() * zenpuku_shogi::Square::COUNT + mv.to().to_index()
}

/// Placeholder (piece, square) for a pass or a move before the first.
pub(crate) const NO_MOVE: usize = PIECE_TO;

/// Rows of the continuation history: moves by whether they answered a check and
/// whether they captured, and one row for no move.
pub(crate) const CONTINUATIONS: usize = 4 * PIECE_TO + 1;

/// The row of no move.
pub(crate) const NO_CONTINUATION: usize = CONTINUATIONS - 1;

/// Plies before the root, without moves.
const BEFORE: usize = 8;

/// One ply of the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The move being searched at this ply; `NONE` before the first, `NULL` for a pass.
    pub(crate) current: Move,
    /// Static evaluation for the side to move; in check `None`, or the one two plies ago.
    pub(crate) static_eval: Option<Score>,
    /// Does the table know the position?
    pub(crate) tt_hit: bool,
    /// Is the side to move in check?
    pub(crate) in_check: bool,
    /// Quiet moves that cut here last, the latest first.
    pub(crate) killers: [Move; 2],
    /// The move that is left out here while the others are searched; usually `NONE`.
    pub(crate) excluded: Move,
    /// Hash of the position at this ply.
    pub(crate) key: u64,
    /// The (piece, square) of `current`, or [`NO_MOVE`].
    pub(crate) piece_to: usize,
    /// The row of `current` in the continuation history, or [`NO_CONTINUATION`].
    pub(crate) continuation: usize,
    /// The piece captured by `current`, as on the board; `NONE`: no capture.
    pub(crate) taken: PieceType,
    /// By how much `current` is expected to raise the evaluation of the side that plays it, in
    /// centipawns; kept only where futility margins are verified.
    pub(crate) gain: i32,
    /// Was the position at this ply once on a principal variation?
    pub(crate) tt_pv: bool,
    /// By how many plies `current` is being searched shallower than its node asks.
    pub(crate) reduction: i32,
    /// Place of `current` in the order, from 1.
    pub(crate) number: u32,
    /// Nodes at this ply that cut, below the same parent.
    pub(crate) cutoffs: u32,
    /// The history score of `current`.
    pub(crate) stat_score: i32,
}

impl Frame {
    const EMPTY: Self = Self {
        current: Move::NONE,
        static_eval: None,
        tt_hit: false,
        in_check: false,
        killers: [Move::NONE; 2],
        excluded: Move::NONE,
        key: 0,
        piece_to: NO_MOVE,
        continuation: NO_CONTINUATION,
        taken: PieceType::NONE,
        gain: 0,
        tt_pv: false,
        reduction: 0,
        number: 0,
        cutoffs: 0,
        stat_score: 0,
    };
}

impl Frame {
    /// Is `current` a move, not empty and not a pass?
    #[inline]
    pub(crate) fn moved(&self) -> bool {
        self.piece_to != NO_MOVE
    }

    /// Records the move to be searched, and the captured piece; with `kinds`
    /// its row in the continuation history depends on check and capture.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move, taken: PieceType, kinds: bool) {
        (self.current, self.taken, self.piece_to) = (mv, taken, piece_to(mv));
        let kind = 2 * usize::from(self.in_check) + usize::from(self.captures());
        self.continuation = self.piece_to + if kinds { kind * PIECE_TO } else { 0 };
    }

    /// Takes note of a pass.
    #[inline]
    pub(crate) fn pass(&mut self) {
        (self.current, self.taken, self.piece_to) = (Move::NULL, PieceType::NONE, NO_MOVE);
        self.continuation = NO_CONTINUATION;
    }

    /// Remembers `mv` as the latest killer [akl-newborn1977].
    pub(crate) fn remember_killer(&mut self, mv: Move) {
        if self.killers[0] != mv {
            self.killers[1] = self.killers[0];
            self.killers[0] = mv;
        }
    }

    /// Does `current` capture?
    #[inline]
    pub(crate) fn captures(&self) -> bool {
        self.taken != PieceType::NONE
    }
}

/// The line from the root, with the principal variation found below each ply.
pub(crate) struct Stack {
    frames: Box<[Frame]>,
    /// Row `ply` holds the variation from that ply on.
    lines: Box<[Move]>,
    lengths: Box<[usize]>,
    /// The best line of the iteration before.
    followed: Vec<Move>,
}

const ROW: usize = MAX_PLY + 2;

impl Stack {
    pub(crate) fn new() -> Self {
        Self {
            // Two plies more: a node clears the killers of its grandchildren.
            frames: vec![Frame::EMPTY; BEFORE + MAX_PLY + 4].into(),
            lines: vec![Move::NONE; ROW * ROW].into(),
            lengths: vec![0; ROW].into(),
            followed: Vec::with_capacity(ROW),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.frames.fill(Frame::EMPTY);
        self.lengths.fill(0);
    }

    #[inline]
    pub(crate) fn at(&self, ply: usize) -> &Frame {
        &self.frames[BEFORE + ply]
    }

    #[inline]
    pub(crate) fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[BEFORE + ply]
    }

    /// The (piece, square) of the move played `back` plies before `ply`, at most [`BEFORE`].
    #[inline]
    pub(crate) fn previous(&self, ply: usize, back: usize) -> usize {
        self.frames[BEFORE + ply - back].piece_to
    }

    /// The row in the continuation history of the move played `back` plies before `ply`, at most
    /// [`BEFORE`].
    #[inline]
    pub(crate) fn continuation(&self, ply: usize, back: usize) -> usize {
        self.frames[BEFORE + ply - back].continuation
    }

    /// Where the move that led to `ply` went, if it was a move.
    #[inline]
    pub(crate) fn recapture(&self, ply: usize) -> Option<Square> {
        let before = self.at(ply.checked_sub(1)?);
        before.moved().then(|| before.current.to())
    }

    /// The move that led to `ply`.
    #[inline]
    pub(crate) fn previous_move(&self, ply: usize) -> Move {
        if ply == 0 { Move::NONE } else { self.at(ply - 1).current }
    }

    /// The best line so far, for the iteration that begins.
    pub(crate) fn follow(&mut self, line: &[Move]) {
        self.followed.clear();
        self.followed.extend_from_slice(line);
    }

    /// Do the moves up to `ply` follow that line?
    pub(crate) fn is_followed(&self, ply: usize) -> bool {
        let line = self.followed.get(..ply);
        line.is_some_and(|line| {
            line.iter().zip(&self.frames[BEFORE..]).all(|(mv, it)| *mv == it.current)
        })
    }

    /// Clears the variation from `ply` on.
    #[inline]
    pub(crate) fn clear_line(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// The variation from `ply` on is `mv` and then the one from the next ply on.
    pub(crate) fn update_line(&mut self, ply: usize, mv: Move) {
        let below = self.lengths[ply + 1].min(ROW - 1);
        let (above, rest) = self.lines.split_at_mut((ply + 1) * ROW);
        let row = &mut above[ply * ROW..];
        row[0] = mv;
        row[1..=below].copy_from_slice(&rest[..below]);
        self.lengths[ply] = below + 1;
    }

    /// The variation from `ply` on.
    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply * ROW..][..self.lengths[ply]]
    }
}
