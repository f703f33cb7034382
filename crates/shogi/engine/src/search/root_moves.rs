//! The moves of the root with their results.

use crate::tt::Bound;
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, MoveKind, MoveList, Position};

/// A running mean of values, the latest one counting half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Average {
    pub(crate) mean: Score,
    /// The same of their squares, with the sign of the value, in centipawns squared.
    square: i64,
}

impl Average {
    fn with(known: Option<Self>, score: Score) -> Self {
        let value = i64::from(score.value());
        let square = value * value.abs();
        match known {
            None => Self { mean: score, square },
            Some(known) => Self {
                mean: Score::new((known.mean.value() + score.value()) / 2),
                square: (known.square + square) / 2,
            },
        }
    }

    /// What high values add to the half width of a window, in centipawns.
    pub(crate) fn spread(self, params: &Params) -> i32 {
        let spread = self.square.abs() / i64::from(params.aspiration_spread);
        spread.min(Score::MAX_EVAL.value().into()) as i32
    }
}

/// A root move with its last value and line.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Value in the running iteration; `-INFINITE` while it has none.
    pub(crate) score: Score,
    /// Value in the iteration before.
    pub(crate) previous: Score,
    /// Of the values it had in this search; `None` before the first.
    pub(crate) average: Option<Average>,
    /// What `score` says.
    pub(crate) bound: Bound,
    /// The line, `mv` first.
    pub(crate) pv: Vec<Move>,
    pub(crate) sel_depth: usize,
    /// Nodes spent on it in this search.
    pub(crate) nodes: u64,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> Self {
        Self {
            mv,
            score: -Score::INFINITE,
            previous: -Score::INFINITE,
            average: None,
            bound: Bound::Upper,
            pv: vec![mv],
            sel_depth: 0,
            nodes: 0,
        }
    }

    /// Takes a value into the running mean.
    pub(crate) fn count(&mut self, score: Score) {
        self.average = Some(Average::with(self.average, score));
    }

    /// The latest value there is, if the move ever had one.
    pub(crate) fn latest(&self) -> Option<Score> {
        let known = |score: Score| (score > -Score::INFINITE).then_some(score);
        known(self.score).or_else(|| known(self.previous))
    }
}

/// The legal moves of the root, `only` those if it names any that are legal; captures and
/// promotions first, so that even a search that is stopped immediately has a sensible answer.
pub(crate) fn list(position: &Position, all: bool, only: &[Move]) -> Vec<RootMove> {
    let mut moves = MoveList::new();
    let kind = if all { MoveKind::LegalAll } else { MoveKind::Legal };
    position.generate(kind, &mut moves);
    if moves.is_empty() {
        position.legal_moves(&mut moves);
    }
    let mut chosen: Vec<Move> = Vec::new();
    for &mv in only {
        if position.is_legal(mv) && !chosen.contains(&mv) {
            chosen.push(mv);
        }
    }
    let mut moves = if chosen.is_empty() { moves.to_vec() } else { chosen };
    moves.sort_by_key(|&mv| (!position.is_capture(mv), !mv.is_promotion(), mv.is_drop()));
    moves.into_iter().map(RootMove::new).collect()
}

/// A new iteration: the values become those of the iteration before.
pub(crate) fn begin_iteration(moves: &mut [RootMove]) {
    for root in moves {
        root.previous = root.score;
        root.score = -Score::INFINITE;
    }
}

/// Puts a mating line first, unless the first move mates as fast. Was it put there?
pub(crate) fn lead(moves: &mut Vec<RootMove>, line: &[Move]) -> bool {
    let (Some(&mv), score) = (line.first(), Score::mate_in(line.len() as u32)) else {
        return false;
    };
    if moves.first().and_then(RootMove::latest).is_some_and(|known| known >= score) {
        return false;
    }
    // A non-promotion may be left out of the list.
    let place = moves.iter().position(|root_move| root_move.mv == mv).unwrap_or_else(|| {
        moves.push(RootMove::new(mv));
        moves.len() - 1
    });
    moves[..=place].rotate_right(1);
    let first = &mut moves[0];
    (first.score, first.bound, first.sel_depth) = (score, Bound::Exact, line.len());
    first.pv = line.to_vec();
    true
}

/// Best first; moves without a value in this iteration keep their order.
pub(crate) fn sort(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| core::cmp::Reverse((root.score, root.previous)));
}
