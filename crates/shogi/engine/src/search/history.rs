//! What cut elsewhere in the tree, by move and surroundings: the history heuristic
//! [schaeffer1989] and its descendants [stockfish]. Switches: `HistoryHeuristic`,
//! `ContinuationHistory`, `PawnHistory`, `LowPlyHistory`, `CaptureHistory`, `CounterMoves`.
//!
//! A value moves towards its limit by a share of the distance left, so it stays within
//! `-LIMIT..=LIMIT` and forgets old evidence.

use super::stack::{CONTINUATIONS, NO_CONTINUATION, PIECE_TO, piece_to};
use crate::large_pages::LargePages;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, Move, PieceType, Position, Square};

/// Greatest absolute value.
pub(crate) const LIMIT: i32 = 16_384;

/// Greatest absolute value of the continuation histories.
const CONTINUATION_LIMIT: i32 = 30_000;

/// Origins: squares, then kinds in hand.
const ORIGINS: usize = Square::COUNT + PieceType::HAND_TABLE_SIZE;

/// Pairs of origin and target.
const FROM_TO: usize = ORIGINS * Square::COUNT;

/// The pair of a move.
#[inline]
fn from_to(mv: Move) -> usize {
    mv.origin_index() * Square::COUNT + mv.to().to_index()
}

/// Number of pawn structures distinguished, a power of two.
const PAWN_STRUCTURES: usize = 1 << 10;

/// Plies from the root that have a separate history.
pub(crate) const LOW_PLIES: usize = 5;

/// The initial value of an unknown move: most moves turn out bad [stockfish].
struct Start {
    low_ply: i16,
    continuation: i16,
    pawns: i16,
    captures: i16,
}

const START: Start = Start { low_ply: 220, continuation: -523, pawns: -2476, captures: -1040 };

/// The tables of one thread.
pub(crate) struct History {
    /// By colour, origin and target.
    butterfly: Box<[i16]>,
    /// The same by ply near the root, of this search alone.
    low_ply: Box<[i16]>,
    /// By a previous move's row, or none, and this move's (piece, target).
    continuation: LargePages<i16>,
    /// By the pawns' structure and this move's (piece, target).
    pawns: LargePages<i16>,
    /// By a capture's (piece, target) and the kind that it takes.
    captures: Box<[i16]>,
    /// By a previous move's row: the quiet move that refuted it last.
    counters: Box<[Move]>,
}

/// Plies back at which continuation history looks.
pub(crate) const CONTINUATION_PLIES: [usize; 5] = [1, 2, 3, 4, 6];

/// The rows of the moves that many plies back, [`NO_CONTINUATION`] where there was none.
pub(crate) type Continuations = [usize; CONTINUATION_PLIES.len()];

/// The key of a quiet move in the histories.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryContext {
    pub(crate) color: Color,
    pub(crate) ply: usize,
    /// Hash of the pawns.
    pub(crate) pawns: u64,
    pub(crate) continuations: Continuations,
}

impl HistoryContext {
    pub(crate) fn new(position: &Position, ply: usize, continuations: Continuations) -> Self {
        Self { color: position.side_to_move(), ply, pawns: position.part_keys()[0], continuations }
    }
}

impl History {
    /// Tables of zeros; [`History::clear`] them before use. Their large parts take no memory until then.
    pub(crate) fn untouched() -> Self {
        Self {
            butterfly: vec![0; Color::COUNT * FROM_TO].into(),
            low_ply: vec![0; LOW_PLIES * Color::COUNT * FROM_TO].into(),
            continuation: LargePages::zeroed(CONTINUATIONS * PIECE_TO),
            pawns: LargePages::zeroed(PAWN_STRUCTURES * PIECE_TO),
            captures: vec![0; PIECE_TO * PieceType::COUNT].into(),
            counters: vec![Move::NONE; CONTINUATIONS].into(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.low_ply.fill(START.low_ply);
        self.continuation.fill(START.continuation);
        self.pawns.fill(START.pawns);
        self.captures.fill(START.captures);
        self.counters.fill(Move::NONE);
    }

    /// Another root: the history by plies from the old root is no longer valid.
    pub(crate) fn new_root(&mut self) {
        self.low_ply.fill(START.low_ply);
    }

    #[inline]
    fn butterfly_index(color: Color, mv: Move) -> usize {
        color.to_index() * FROM_TO + from_to(mv)
    }

    #[inline]
    fn low_ply_index(ply: usize, color: Color, mv: Move) -> usize {
        ply * Color::COUNT * FROM_TO + Self::butterfly_index(color, mv)
    }

    #[inline]
    fn pawn_index(pawns: u64, mv: Move) -> usize {
        (pawns as usize & (PAWN_STRUCTURES - 1)) * PIECE_TO + piece_to(mv)
    }

    /// Evidence that the quiet `mv` of `color` is good.
    #[inline]
    pub(crate) fn butterfly(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.butterfly[Self::butterfly_index(color, mv)])
    }

    /// Evidence that `mv` is good in this pawn structure.
    #[inline]
    pub(crate) fn pawns(&self, pawns: u64, mv: Move) -> i32 {
        i32::from(self.pawns[Self::pawn_index(pawns, mv)])
    }

    /// Evidence that `mv` is good after the first `plies` moves of `continuations`, summed up.
    #[inline]
    pub(crate) fn continuation(
        &self,
        continuations: &Continuations,
        plies: usize,
        mv: Move,
    ) -> i32 {
        let now = piece_to(mv);
        let before = continuations[..plies].iter();
        before.map(|before| i32::from(self.continuation[before * PIECE_TO + now])).sum()
    }

    /// What orders the quiet moves of a node: the histories that are on.
    #[inline]
    pub(crate) fn quiets(&self, params: &Params, context: &HistoryContext) -> Quiets<'_> {
        let HistoryContext { color, ply, pawns, continuations } = *context;
        let side = color.to_index() * FROM_TO;
        let low_ply = params.low_ply_history && ply < LOW_PLIES;
        let structure = pawns as usize & (PAWN_STRUCTURES - 1);
        let nothing = row_of(false, &[], 0);
        let mut continuation = [nothing; CONTINUATION_PLIES.len()];
        for (row, before) in continuation.iter_mut().zip(continuations) {
            *row = row_of(params.continuation_history, &self.continuation, before * PIECE_TO);
        }
        Quiets {
            butterfly: row_of(params.history_heuristic, &self.butterfly, side),
            low_ply: low_ply
                .then(|| row_of(true, &self.low_ply, ply * Color::COUNT * FROM_TO + side)),
            low_ply_divisor: 2 * (1 + ply as i32),
            pawns: row_of(params.pawn_history, &self.pawns, structure * PIECE_TO),
            continuation,
        }
    }

    /// The ordering score of a quiet answer to check: evidence is scarce, so
    /// only the main history, at half its weight, and the continuation of the
    /// last move.
    #[inline]
    pub(crate) fn evasion(&self, params: &Params, context: &HistoryContext, mv: Move) -> i32 {
        if !params.continuation_history {
            return self.quiets(params, context).score(mv);
        }
        let main = if params.history_heuristic { self.butterfly(context.color, mv) / 2 } else { 0 };
        main + self.continuation(&context.continuations, 1, mv)
    }

    /// What reduces a quiet move less: the main history and the continuation of two plies.
    #[inline]
    pub(crate) fn stat_score(&self, params: &Params, context: &HistoryContext, mv: Move) -> i32 {
        let mut sum = 0;
        if params.history_heuristic {
            sum += self.butterfly(context.color, mv);
        }
        if params.continuation_history {
            sum += self.continuation(&context.continuations, 2, mv);
        }
        sum
    }

    /// What prunes a quiet move: the continuation of two plies and the pawns' history.
    #[inline]
    pub(crate) fn pruning_history(
        &self,
        params: &Params,
        context: &HistoryContext,
        mv: Move,
    ) -> i32 {
        let mut sum = 0;
        if params.continuation_history {
            sum += self.continuation(&context.continuations, 2, mv);
        }
        if params.pawn_history {
            sum += self.pawns(context.pawns, mv) / 2;
        }
        sum
    }

    #[inline]
    fn capture_index(position: &Position, mv: Move) -> usize {
        piece_to(mv) * PieceType::COUNT + position.piece_on(mv.to()).piece_type().to_index()
    }

    /// Evidence that the capture or promotion `mv` is good.
    #[inline]
    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        i32::from(self.captures[Self::capture_index(position, mv)])
    }

    /// Rewards (or punishes) a capture of `taken` that has been played.
    pub(crate) fn update_capture_of(&mut self, mv: Move, taken: PieceType, bonus: i32) {
        let index = piece_to(mv) * PieceType::COUNT + taken.to_index();
        adjust(&mut self.captures[index], bonus);
    }

    /// Rewards (or punishes) a capture or promotion.
    pub(crate) fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        adjust(&mut self.captures[Self::capture_index(position, mv)], bonus);
    }

    /// The quiet move that refuted the previous move last, or `NONE` [uiterwijk1992].
    #[inline]
    pub(crate) fn counter(&self, continuations: &Continuations) -> Move {
        self.counters[continuations[0]]
    }

    /// Remembers that the quiet `mv` refuted the previous move.
    pub(crate) fn remember_counter(&mut self, continuations: &Continuations, mv: Move) {
        if continuations[0] != NO_CONTINUATION {
            self.counters[continuations[0]] = mv;
        }
    }

    /// Rewards (or punishes) a quiet move in every history that is on.
    pub(crate) fn update_quiet(
        &mut self,
        params: &Params,
        context: &HistoryContext,
        mv: Move,
        bonus: i32,
    ) {
        let weighted = |weight: i32| bonus * weight / 1024;
        if params.history_heuristic {
            self.update(context.color, mv, weighted(params.history_main_weight));
        }
        if params.continuation_history {
            self.update_continuation(params, &context.continuations, mv, bonus);
        }
        if params.pawn_history {
            let good = bonus > 0;
            let (gain, loss) = (params.history_pawn_weight, params.history_pawn_malus_weight);
            self.update_pawns(context.pawns, mv, weighted(if good { gain } else { loss }));
        }
        if params.low_ply_history && context.ply < LOW_PLIES {
            let index = Self::low_ply_index(context.ply, context.color, mv);
            adjust(&mut self.low_ply[index], weighted(params.history_low_ply_weight));
        }
    }

    /// Rewards (or punishes) a quiet move in the main history.
    pub(crate) fn update(&mut self, color: Color, mv: Move, bonus: i32) {
        adjust(&mut self.butterfly[Self::butterfly_index(color, mv)], bonus);
    }

    /// Rewards (or punishes) a quiet move in the history of the pawns' structures.
    pub(crate) fn update_pawns(&mut self, pawns: u64, mv: Move, bonus: i32) {
        adjust(&mut self.pawns[Self::pawn_index(pawns, mv)], bonus);
    }

    /// Rewards (or punishes) a quiet move after the moves of `continuations`.
    pub(crate) fn update_continuation(
        &mut self,
        params: &Params,
        continuations: &Continuations,
        mv: Move,
        bonus: i32,
    ) {
        let weights = [
            params.continuation_weight_1,
            params.continuation_weight_2,
            params.continuation_weight_3,
            params.continuation_weight_4,
            params.continuation_weight_6,
        ];
        let now = piece_to(mv);
        for (place, (before, weight)) in continuations.iter().zip(weights).enumerate() {
            if *before != NO_CONTINUATION {
                let base = if place == 0 { params.continuation_base } else { 0 };
                let value = &mut self.continuation[before * PIECE_TO + now];
                adjust_within(value, bonus * weight / 1024 + base, CONTINUATION_LIMIT);
            }
        }
    }
}

/// A row of zeros for a history that is off; as long as the longest.
static EMPTY: [i16; FROM_TO] = [0; FROM_TO];

/// The row of a table that begins there, zeros where the table is off.
#[inline]
fn row_of<const LENGTH: usize>(on: bool, table: &[i16], from: usize) -> &[i16; LENGTH] {
    let row = if on { &table[from..] } else { &EMPTY };
    row.first_chunk().expect("tables are made of whole rows, and EMPTY is the longest")
}

/// The rows of the histories that order the quiet moves of a node.
pub(crate) struct Quiets<'a> {
    butterfly: &'a [i16; FROM_TO],
    /// Near the root only.
    low_ply: Option<&'a [i16; FROM_TO]>,
    low_ply_divisor: i32,
    pawns: &'a [i16; PIECE_TO],
    continuation: [&'a [i16; PIECE_TO]; CONTINUATION_PLIES.len()],
}

impl Quiets<'_> {
    /// The sum of the histories for the quiet `mv`.
    #[inline]
    pub(crate) fn score(&self, mv: Move) -> i32 {
        let (now, from_to) = (piece_to(mv), from_to(mv));
        let mut score = i32::from(self.butterfly[from_to]) + i32::from(self.pawns[now]);
        for row in self.continuation {
            score += i32::from(row[now]);
        }
        if let Some(low_ply) = self.low_ply {
            score += i32::from(low_ply[from_to]) * 7 / self.low_ply_divisor;
        }
        score
    }
}

/// The bonus of the move that made a cut at a depth of `plies`.
pub(crate) fn bonus(params: &Params, plies: i32) -> i32 {
    let bonus = params.history_bonus * plies.max(1) - params.history_bonus_offset;
    bonus.clamp(0, params.history_bonus_max)
}

/// What such a cut costs the moves searched before it.
pub(crate) fn malus(params: &Params, plies: i32) -> i32 {
    let malus = params.history_malus * plies.max(1) - params.history_malus_offset;
    malus.clamp(0, params.history_malus_max)
}

/// Moves a value towards its limit.
pub(crate) fn adjust(value: &mut i16, bonus: i32) {
    adjust_within(value, bonus, LIMIT);
}

fn adjust_within(value: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / limit) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_the_limit() {
        let mut value = 0;
        for _ in 0..1000 {
            adjust(&mut value, 1800);
        }
        assert!(i32::from(value) <= LIMIT && value > 14_000);
        for _ in 0..1000 {
            adjust(&mut value, -1800);
        }
        assert!(i32::from(value) >= -LIMIT && value < -14_000);
    }

    #[test]
    fn a_bonus_beyond_the_limit_stays_within_it() {
        let mut value = 0;
        adjust_within(&mut value, 100_000, CONTINUATION_LIMIT);
        assert_eq!(i32::from(value), CONTINUATION_LIMIT);
        adjust_within(&mut value, -100_000, CONTINUATION_LIMIT);
        assert_eq!(i32::from(value), -CONTINUATION_LIMIT);
    }
}
