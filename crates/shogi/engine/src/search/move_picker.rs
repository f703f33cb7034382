//! Moves in the order in which they are worth trying, generated stage by stage.
//!
//! Table move, good captures, killers, quiet moves by history, bad captures
//! [bonanza2006]. A stage is generated only if the earlier ones did not cut.
//! Every legal move comes exactly once (in the quiescence search: every capture
//! and pawn promotion).

use super::history::{History, HistoryContext};
use super::moves::MoveStack;
use super::selection;
use crate::technique::Technique;
use zenpuku_params::Params;
use zenpuku_shogi::{ExchangeValues, Move, MoveKind, PieceType, Position, contains};
use zenpuku_shogi_goals::OrderTable;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    GenerateCaptures,
    Captures,
    Refutations,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    BadQuiets,
    GenerateChecks,
    Checks,
    GenerateEvasions,
    Evasions,
    Done,
}

/// What ordering reads, borrowed for one step.
pub(crate) struct OrderingInput<'a> {
    pub(crate) position: &'a Position,
    pub(crate) history: &'a History,
    pub(crate) params: &'a Params,
    pub(crate) exchange: &'a ExchangeValues,
    /// Search every legal move, the useless non-promotions too.
    pub(crate) all: bool,
    /// What moves are worth to the goals of the side to move.
    pub(crate) goals: Option<&'a OrderTable>,
    /// The technique from outside, which may change the order.
    pub(crate) technique: Option<&'a dyn Technique>,
}

/// The iterator over a node's moves.
pub(crate) struct MovePicker {
    stage: Stage,
    quiescence: bool,
    /// Quiet checks after the captures of a quiescence node.
    checks: bool,
    /// No more quiet moves.
    skips_quiets: bool,
    tt_move: Move,
    /// Killers and the counter move.
    refutations: [Move; REFUTATIONS],
    refutation: usize,
    context: HistoryContext,
    start: usize,
    /// Bad captures lie from `start` to here.
    bad_end: usize,
    /// Quiet moves with bad histories lie from here to there.
    bad_quiets: (usize, usize),
    next: usize,
    end: usize,
    picked: usize,
    /// Least score of a move of this stage: worse quiet moves come after the bad captures.
    least_score: i32,
}

/// Killers and the counter move.
pub(crate) const REFUTATIONS: usize = 3;

/// This number of moves of a stage are chosen by score alone, the first in the
/// list among equals; later ones are sorted, with ties broken by the bits of
/// the moves.
const FIRST_CHOICES: usize = 5;

/// After this many moves of a stage the rest is sorted instead of searched for its best.
const SORT_AFTER: usize = 12;

impl MovePicker {
    /// All moves of a node. `tt_move` must be legal or `NONE`.
    pub(crate) fn new(
        moves: &MoveStack,
        in_check: bool,
        tt_move: Move,
        refutations: [Move; REFUTATIONS],
        context: HistoryContext,
    ) -> Self {
        let stage = match (tt_move.is_none(), in_check) {
            (false, _) => Stage::Table,
            (true, true) => Stage::GenerateEvasions,
            (true, false) => Stage::GenerateCaptures,
        };
        let start = moves.len();
        Self {
            stage,
            quiescence: false,
            checks: false,
            skips_quiets: false,
            tt_move,
            refutations,
            refutation: 0,
            context,
            start,
            bad_end: start,
            bad_quiets: (start, start),
            next: start,
            end: start,
            picked: 0,
            least_score: i32::MIN,
        }
    }

    /// The moves of a quiescence node: evasions in check, else captures and pawn promotions,
    /// with `checks` quiet checks too.
    pub(crate) fn quiescence(
        moves: &MoveStack,
        in_check: bool,
        tt_move: Move,
        checks: bool,
        context: HistoryContext,
    ) -> Self {
        let none = [Move::NONE; REFUTATIONS];
        let picker = Self::new(moves, in_check, tt_move, none, context);
        Self { quiescence: true, checks, ..picker }
    }

    /// Pseudo-legal moves already on the stack from `start` on, best score first.
    pub(crate) fn prepared(moves: &MoveStack, start: usize, context: HistoryContext) -> Self {
        let mut picker = Self::quiescence(moves, true, Move::NONE, false, context);
        (picker.start, picker.bad_end) = (start, start);
        picker.begin(Stage::Evasions, start, moves);
        picker
    }

    /// Gives the memory back; call when the node is left.
    #[inline]
    pub(crate) fn finish(self, moves: &mut MoveStack) {
        moves.truncate(self.start);
    }

    /// From now on gives out no quiet move, answers to check excepted.
    #[inline]
    pub(crate) fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// The next legal move.
    pub(crate) fn next(&mut self, from: &OrderingInput<'_>, moves: &mut MoveStack) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    let in_check = from.position.in_check();
                    self.stage =
                        if in_check { Stage::GenerateEvasions } else { Stage::GenerateCaptures };
                    return Some(self.tt_move);
                }
                Stage::GenerateCaptures => self.generate_captures(from, moves),
                Stage::Captures => {
                    if let Some(mv) = self.next_capture(from, moves) {
                        return Some(mv);
                    }
                    self.stage = match (self.quiescence, self.checks) {
                        (false, _) => Stage::Refutations,
                        (true, true) => Stage::GenerateChecks,
                        (true, false) => Stage::Done,
                    };
                }
                Stage::Refutations => {
                    if let Some(mv) = self.next_refutation(from) {
                        return Some(mv);
                    }
                    self.stage = Stage::GenerateQuiets;
                }
                Stage::GenerateQuiets if self.skips_quiets => {
                    self.begin_bad_captures((self.start, self.start));
                }
                Stage::GenerateQuiets => self.generate_quiets(from, moves),
                Stage::Quiets => {
                    if !self.skips_quiets
                        && let Some(mv) = self.next_sorted(from, moves)
                    {
                        return Some(mv);
                    }
                    self.begin_bad_captures((self.next, self.end));
                }
                Stage::BadCaptures => {
                    if self.next < self.end {
                        self.next += 1;
                        return Some(moves.get(self.next - 1));
                    }
                    self.stage = Stage::BadQuiets;
                    (self.next, self.end) = self.bad_quiets;
                    self.picked = self.picked.min(FIRST_CHOICES);
                }
                Stage::BadQuiets => {
                    if !self.skips_quiets
                        && let Some(mv) = self.next_sorted(from, moves)
                    {
                        return Some(mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::GenerateChecks => self.generate_checks(from, moves),
                Stage::Checks => {
                    if let Some(mv) = self.next_sorted(from, moves) {
                        return Some(mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::GenerateEvasions => self.generate_evasions(from, moves),
                Stage::Evasions => {
                    if let Some(mv) = self.next_sorted(from, moves) {
                        return Some(mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn begin(&mut self, stage: Stage, first: usize, moves: &MoveStack) {
        self.stage = stage;
        self.picked = 0;
        (self.next, self.end) = (first, moves.len());
    }

    fn generate_captures(&mut self, from: &OrderingInput<'_>, moves: &mut MoveStack) {
        let kind = if from.all { MoveKind::CapturesAll } else { MoveKind::Captures };
        moves.generate(from.position, kind, |mv| capture_score(from, mv));
        self.begin(Stage::Captures, self.start, moves);
    }

    fn generate_quiets(&mut self, from: &OrderingInput<'_>, moves: &mut MoveStack) {
        let first = moves.len();
        let kind = if from.all { MoveKind::QuietsAll } else { MoveKind::Quiets };
        let quiets = from.history.quiets(from.params, &self.context);
        let checks = from.position.check_area();
        moves.generate(from.position, kind, |mv| {
            let check = if contains(checks, mv.to()) { check_score(from, mv) } else { 0 };
            quiets.score(mv) + quiet_bonus(from, mv) + check
        });
        self.begin(Stage::Quiets, first, moves);
        if from.params.late_bad_quiets {
            self.least_score = from.params.bad_quiet_threshold;
        }
    }

    /// Bad captures are next; the quiet moves in this range come after them.
    fn begin_bad_captures(&mut self, bad_quiets: (usize, usize)) {
        self.stage = Stage::BadCaptures;
        self.least_score = i32::MIN;
        self.bad_quiets = bad_quiets;
        (self.next, self.end) = (self.start, self.bad_end);
    }

    fn generate_checks(&mut self, from: &OrderingInput<'_>, moves: &mut MoveStack) {
        let first = moves.len();
        let quiets = from.history.quiets(from.params, &self.context);
        let score = |mv| quiets.score(mv) + quiet_bonus(from, mv);
        moves.generate(from.position, MoveKind::QuietChecks, score);
        self.begin(Stage::Checks, first, moves);
    }

    fn generate_evasions(&mut self, from: &OrderingInput<'_>, moves: &mut MoveStack) {
        let kind = if from.all { MoveKind::EvasionsAll } else { MoveKind::Evasions };
        // Captures first: they are above any sum of histories.
        const CAPTURES: i32 = 1 << 20;
        moves.generate(from.position, kind, |mv| {
            if from.position.is_capture(mv) {
                CAPTURES + capture_score(from, mv)
            } else {
                from.history.evasion(from.params, &self.context, mv) + quiet_bonus(from, mv)
            }
        });
        self.begin(Stage::Evasions, self.start, moves);
    }

    /// The next good capture; bad ones are put aside (in the quiescence search: the next one).
    fn next_capture(&mut self, from: &OrderingInput<'_>, moves: &mut MoveStack) -> Option<Move> {
        while let Some(mv) = self.next_sorted(from, moves) {
            let sifts = !self.quiescence && from.params.see_ordering;
            let score = moves.score(self.next - 1);
            if !sifts || from.position.see_ge(mv, least_exchange(from, score), from.exchange) {
                return Some(mv);
            }
            // The place is free: everything up to `next` has been examined.
            moves.set(self.bad_end, mv, 0);
            self.bad_end += 1;
        }
        None
    }

    /// The next legal move by score that was not given out by an earlier stage.
    #[inline]
    fn next_sorted(&mut self, from: &OrderingInput<'_>, moves: &mut MoveStack) -> Option<Move> {
        while self.next < self.end {
            if self.picked == SORT_AFTER {
                moves.sort((self.next, self.end), self.least_score);
            }
            let mut rest = moves.part(self.next, self.end);
            if self.picked < FIRST_CHOICES {
                selection::bring_best_to_front(&mut rest);
            } else if self.picked < SORT_AFTER {
                selection::bring_next_to_front(&mut rest);
            }
            let (mv, score) = (rest.moves[0], rest.scores[0]);
            if score < self.least_score {
                return None;
            }
            self.picked += 1;
            self.next += 1;
            let quiet = matches!(self.stage, Stage::Quiets | Stage::BadQuiets);
            let known = mv == self.tt_move || (quiet && self.refutations.contains(&mv));
            if !known && from.position.is_legal_after_pseudo(mv) {
                return Some(mv);
            }
        }
        None
    }

    /// The next refutation that may be given out here. Captures came before.
    fn next_refutation(&mut self, from: &OrderingInput<'_>) -> Option<Move> {
        while self.refutation < REFUTATIONS {
            let mv = self.refutations[self.refutation];
            let again = self.refutations[..self.refutation].contains(&mv);
            self.refutation += 1;
            if !again && self.is_usable_refutation(mv, from) {
                return Some(mv);
            }
        }
        None
    }

    fn is_usable_refutation(&self, mv: Move, from: &OrderingInput<'_>) -> bool {
        mv.is_normal()
            && mv != self.tt_move
            && !is_tactical(from.position, mv)
            && !self.skips_quiets
            && from.position.is_legal(mv)
    }
}

/// Is it a move of the capture stage: a capture, or a pawn's promotion?
#[inline]
pub(crate) fn is_tactical(position: &Position, mv: Move) -> bool {
    position.is_capture(mv)
        || (mv.is_promotion() && mv.piece_after().piece_type() == PieceType::PRO_PAWN)
}

/// The ordering bonus of a quiet move that gives a safe check. Switch: `SafeChecksFirst`.
#[inline]
fn check_score(from: &OrderingInput<'_>, mv: Move) -> i32 {
    let params = from.params;
    let gains = params.safe_checks_first
        && from.position.gives_direct_check(mv)
        && from.position.see_ge(mv, -params.safe_check_margin, from.exchange);
    if gains { params.safe_check_bonus } else { 0 }
}

/// What goals and a technique from outside add to the order of a move that captures nothing.
#[inline]
fn quiet_bonus(from: &OrderingInput<'_>, mv: Move) -> i32 {
    let own = from.technique.map_or(0, |technique| technique.order(from.position, mv));
    goal_score(from, mv) + own
}

/// The ordering bonus of a move by the goals [goals2001] 2.5.2.
#[inline]
fn goal_score(from: &OrderingInput<'_>, mv: Move) -> i32 {
    let Some(goals) = from.goals else { return 0 };
    i32::from(goals.weight(mv).sum) * from.params.goals_order_weight
}

/// Most valuable victim first, least valuable attacker among equals; with `CaptureHistory` by gain
/// and history.
#[inline]
fn capture_score(from: &OrderingInput<'_>, mv: Move) -> i32 {
    let gain = from.position.material_change(mv, from.exchange);
    let goals = goal_score(from, mv) / 4;
    if from.params.capture_history {
        let weighted = gain * from.params.capture_gain_weight / 16;
        return weighted + from.history.capture(from.position, mv) + goals;
    }
    gain * 16 - from.exchange.on_board(mv.piece_after().piece_type()) + goals
}

/// Least exchange value of a capture with this score that is not deferred, in centipawns.
#[inline]
fn least_exchange(from: &OrderingInput<'_>, score: i32) -> i32 {
    if from.params.capture_history { -score / from.params.good_capture_divisor } else { 0 }
}
