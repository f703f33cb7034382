//! Forms (4) to (6), (9) and (10) of [bonanza2006] as they act in a search: an
//! observer follows every node and computes independently, from the evaluation
//! of the position, which moves had to be skipped and which nodes had to be
//! cut. A wrong sign, margin or depth fails here.
//!
//! Invariant: Futility pruning skips and cuts exactly where the paper's formulas say.

use zenpuku_core::Score;
use zenpuku_shogi::{Move, MoveList, Position};
use zenpuku_shogi_engine::{
    BENCH_POSITIONS, CutCause, Depth, Engine, EngineOptions, SearchLimits, SearchObserver,
    SearchRequest, Visit,
};
use zenpuku_shogi_eval::{AnyEvaluator, EvalKind, Evaluator};

const EVAL: EvalKind = EvalKind::KingDistance;
/// Vmax of (4), small enough to matter; Vmax(m) of (8) for the king and for others; Fmgn.
const VMAX: i32 = 700;
const KING: i32 = 600;
const OTHER: i32 = 150;
const FMGN: i32 = 130;

/// A node entered and not left.
struct Frame {
    visit: Visit,
    /// Was a move played to reach it, or is it the same position again?
    moved: bool,
    tried: Vec<Move>,
    /// The value of a quiescence search of the same position.
    quiet: Option<i32>,
    expanded: bool,
}

/// Counts of checked events.
#[derive(Default)]
struct Seen {
    skipped_before_frontier: u32,
    skipped_at_frontier: u32,
    skipped_by_material: u32,
    cut_by_eval: u32,
    cut_by_quiescence: u32,
}

struct Checker {
    position: Position,
    evaluator: AnyEvaluator,
    /// Material alone.
    material: AnyEvaluator,
    frames: Vec<Frame>,
    /// Is Vmax added in (5), and is the evaluation asked first in (10)?
    ours: bool,
    seen: Seen,
}

impl Checker {
    fn eval(&mut self) -> i32 {
        self.evaluator.evaluate_afresh(&self.position)
    }

    /// Material after a move, seen by the side that played it.
    fn material_after(&mut self, mv: Move) -> i32 {
        self.position.do_move(mv);
        let material = -self.material.evaluate_afresh(&self.position);
        self.position.undo_move(mv);
        material
    }

    /// The moves of a node with a null window that no move raised: skipped exactly where a form says so.
    fn check_moves(&mut self, frame: &Frame) {
        let (depth, alpha) = (frame.visit.depth, frame.visit.alpha);
        if alpha.abs() > Score::MAX_EVAL {
            return;
        }
        let (eval, frontier) = (self.eval(), depth < Depth::plies(2));
        let margin = if frontier { 0 } else { FMGN };
        let mut moves = MoveList::new();
        self.position.legal_moves(&mut moves);
        for &mv in &moves {
            let tried = frame.tried.contains(&mv);
            let exempt = depth >= Depth::plies(4) || self.position.gives_check(mv);
            let vmax = if frontier || self.ours { VMAX } else { 0 };
            let by_material = self.material_after(mv) + vmax + margin <= alpha.value();
            let is_king = mv.piece_after().piece_type() == zenpuku_shogi::PieceType::KING;
            let slack = if is_king { KING } else { OTHER };
            let gain = self.evaluator.move_gain(&self.position, mv);
            let by_eval = eval + gain + slack + margin <= alpha.value();
            let expected = !exempt && (by_material || by_eval);
            assert_eq!(!tried, expected, "{} {mv} depth {depth:?}", self.position.to_sfen());
            if expected {
                self.seen.skipped_at_frontier += u32::from(frontier && by_eval);
                self.seen.skipped_before_frontier += u32::from(!frontier && by_eval);
                self.seen.skipped_by_material += u32::from(!frontier && by_material && !by_eval);
            }
        }
    }

    /// A node that was cut by (10), or continued to its moves: as (10) requires.
    fn check_node(&mut self, frame: &Frame, was_cut: bool) {
        let Visit { depth, beta, .. } = frame.visit;
        let usable = depth < Depth::plies(3) && !self.position.in_check();
        if !usable || beta.abs() > Score::MAX_EVAL {
            assert!(!was_cut);
            return;
        }
        let least = beta.value() + FMGN;
        let by_eval = self.eval() >= least;
        let expected = if depth < Depth::plies(2) {
            self.seen.cut_by_eval += u32::from(was_cut);
            by_eval
        } else {
            self.seen.cut_by_quiescence += u32::from(was_cut && !by_eval);
            assert_eq!(frame.quiet.is_some(), by_eval || !self.ours);
            frame.quiet.is_some_and(|value| value >= least)
        };
        assert_eq!(was_cut, expected, "{} {:?}", self.position.to_sfen(), frame.visit);
    }
}

impl SearchObserver for Checker {
    fn enter(&mut self, visit: &Visit) {
        let moved = self.frames.last().is_some_and(|above| above.visit.ply < visit.ply);
        if moved {
            self.position.do_move(visit.previous_move);
        }
        let (visit, tried) = (*visit, Vec::new());
        self.frames.push(Frame { visit, moved, tried, quiet: None, expanded: false });
    }

    fn expand(&mut self, _: &zenpuku_shogi_engine::Expansion) {
        self.frames.last_mut().unwrap().expanded = true;
    }

    fn try_move(&mut self, tried: &zenpuku_shogi_engine::MoveTry) {
        self.frames.last_mut().unwrap().tried.push(tried.mv);
    }

    fn leave(&mut self, visit: &Visit, value: Score, _best: Move, cause: CutCause) {
        let frame = self.frames.pop().unwrap();
        let main = visit.depth >= Depth::ONE && visit.ply > 0;
        if main && cause == CutCause::Futility {
            self.check_node(&frame, true);
        }
        if main && frame.expanded {
            self.check_node(&frame, false);
            let null_window = visit.beta.value() - visit.alpha.value() == 1;
            if null_window && cause == CutCause::Searched {
                self.check_moves(&frame);
            }
        }
        if frame.moved {
            self.position.undo_move(visit.previous_move);
        } else if let Some(above) = self.frames.last_mut() {
            above.quiet = Some(value.value());
        }
    }
}

fn check(ours: bool) -> Seen {
    let (vmax, first) = if ours { ("on", "on") } else { ("off", "off") };
    let settings = format!(
        "Profile=bonanza2006-printed FutilityDynamicMargin=off FutilityMaterialVmax={vmax} \
         FutilityNodeEvalFirst={first} FutilityMaterialMargin={VMAX} FutilityKingMargin={KING} \
         FutilityMoveMargin={OTHER} FutilityExtendedMargin={FMGN} SkipUselessNonPromotions=off \
         NullMovePruning=off RecaptureExtension=off OneReplyExtension=off \
         InternalIterativeDeepening=off"
    );
    let mut options = EngineOptions { hash: 4, eval: EVAL, ..EngineOptions::default() };
    options.params.assign_all(&settings).unwrap();
    let mut seen = Seen::default();
    for sfen in &BENCH_POSITIONS[2..8] {
        let position = Position::from_sfen(sfen).unwrap();
        let mut engine = Engine::new(options.clone());
        engine.set_position(position.clone()).unwrap();
        let evaluator = AnyEvaluator::new(EVAL, &options.params);
        let material = AnyEvaluator::new(EvalKind::Material, &options.params);
        let frames = Vec::new();
        let mut checker = Checker { position, evaluator, material, frames, ours, seen };
        let limits = SearchLimits::depth(4);
        engine.search(SearchRequest::from(&limits).watched_by(&mut checker)).unwrap();
        seen = checker.seen;
    }
    seen
}

#[test]
fn moves_are_skipped_and_nodes_cut_exactly_as_printed() {
    let seen = check(false);
    assert!(seen.skipped_at_frontier > 100 && seen.skipped_before_frontier > 100);
    assert!(seen.skipped_by_material > 10, "{}", seen.skipped_by_material);
    assert!(seen.cut_by_eval > 100 && seen.cut_by_quiescence > 0);
}

#[test]
fn our_variants_add_vmax_and_ask_the_evaluation_too() {
    let seen = check(true);
    assert!(seen.skipped_at_frontier > 100 && seen.cut_by_eval > 100);
    assert_eq!(seen.cut_by_quiescence, 0);
}
