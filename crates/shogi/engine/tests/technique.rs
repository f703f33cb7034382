//! Techniques and evaluations from outside the engine.
//!
//! Invariant: A technique that repeats one of the engine's own gives the same tree, and one that
//! does nothing changes nothing.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, MoveDelta, Position};
use zenpuku_shogi_engine::{
    BENCH_POSITIONS, CutCause, Depth, Engine, EngineOptions, Hooks, MoveTry, NodeSearch,
    OwnEvaluation, SearchLimits, SearchObserver, SearchRequest, Stopped, Technique, Visit,
};
use zenpuku_shogi_eval::{EvalKind, EvalPart, Evaluator, Material};

/// A bench position in a middle game.
const POSITION: usize = 8;

fn options(settings: &str) -> EngineOptions {
    let mut options =
        EngineOptions { hash: 4, eval: EvalKind::KingDistance, ..EngineOptions::default() };
    options.params.assign_all("Profile=foundation").unwrap();
    options.params.assign_all(settings).unwrap();
    options
}

fn engine(settings: &str, hooks: Hooks) -> Engine {
    let mut engine = Engine::new(options(settings)).with_hooks(hooks);
    engine.set_position(Position::from_sfen(BENCH_POSITIONS[POSITION]).unwrap()).unwrap();
    engine
}

fn with(technique: impl Technique + 'static) -> Hooks {
    Hooks { technique: Some(Arc::new(technique)), ..Hooks::default() }
}

/// The nodes, the move and the value of a search of five plies.
fn tree(settings: &str, hooks: Hooks) -> (u64, Move, Score) {
    let result = engine(settings, hooks).search(SearchLimits::depth(5)).unwrap();
    (result.nodes, result.best, result.score)
}

struct Nothing;

impl Technique for Nothing {}

#[test]
fn a_technique_that_does_nothing_changes_nothing() {
    for settings in ["", "Profile=default"] {
        assert_eq!(tree(settings, with(Nothing)), tree(settings, Hooks::default()), "{settings}");
    }
}

/// The engine's null move, written as a technique.
struct NullMove(Params);

impl Technique for NullMove {
    fn cut(&self, node: &mut NodeSearch<'_>) -> Result<Option<Score>, Stopped> {
        let (visit, params) = (*node.visit(), &self.0);
        let usable = !node.is_pv()
            && visit.depth >= Depth::plies(params.null_move_min_depth)
            && node.eval().is_some_and(|eval| !params.null_move_at_beta || eval >= visit.beta)
            && visit.beta.abs() <= Score::MAX_EVAL;
        if !usable {
            return Ok(None);
        }
        let deep = visit.depth >= Depth::plies(params.null_move_deep_depth);
        let less = if deep { params.null_move_deep_reduction } else { params.null_move_reduction };
        let depth = visit.depth - Depth::plies(1 + less);
        let value = node.search_after_pass(depth, visit.beta - Score::new(1), visit.beta)?;
        let value = value.filter(|&value| value >= visit.beta);
        Ok(value.map(|value| if value.is_mate() { visit.beta } else { value }))
    }
}

#[test]
fn a_null_move_from_outside_is_that_of_the_engine() {
    let own = with(NullMove(options("").params));
    let without = tree("NullMovePruning=off", Hooks::default());
    let built_in = tree("NullMovePruning=on", Hooks::default());
    assert_ne!(without.0, built_in.0);
    assert_eq!(tree("NullMovePruning=off", own), built_in);
}

/// Cuts like reverse futility, and leaves out one kind of move.
#[derive(Default)]
struct Prune {
    left_out: AtomicU64,
}

impl Technique for Prune {
    fn cut(&self, node: &mut NodeSearch<'_>) -> Result<Option<Score>, Stopped> {
        assert_eq!(node.eval().is_none(), node.position().in_check());
        let visit = node.visit();
        let near = visit.depth < Depth::plies(3);
        Ok(node.eval().filter(|eval| near && eval.value() - 200 >= visit.beta.value()))
    }

    fn skips(&self, position: &Position, trial: &MoveTry) -> bool {
        assert_eq!(trial.gives_check, position.gives_check(trial.mv));
        let skip = trial.number > 8 && !trial.gives_check;
        self.left_out.fetch_add(u64::from(skip), Ordering::Relaxed);
        skip
    }
}

/// Counts nodes, and those that a technique cut.
#[derive(Default)]
struct Counts {
    seen: u64,
    cut: u64,
}

impl SearchObserver for Counts {
    fn leave(&mut self, _: &Visit, _: Score, _: Move, cause: CutCause) {
        self.cut += u64::from(cause == CutCause::Technique);
        self.seen += 1;
    }
}

#[test]
fn a_technique_cuts_nodes_and_leaves_out_moves() {
    let prune = Arc::new(Prune::default());
    let technique: Arc<dyn Technique> = prune.clone();
    let hooks = Hooks { technique: Some(technique), ..Hooks::default() };
    let mut counts = Counts::default();
    let request = SearchRequest::from(SearchLimits::depth(5)).watched_by(&mut counts);
    let nodes = engine("", hooks).search(request).unwrap().nodes;
    assert!(nodes < tree("", Hooks::default()).0);
    assert_eq!(nodes, counts.seen);
    assert!(counts.cut > 0 && prune.left_out.load(Ordering::Relaxed) > 0);
}

/// Reduces and extends by fixed amounts.
struct Change {
    reduction: i32,
    extension: Depth,
}

impl Technique for Change {
    fn reduction(&self, _: &Position, trial: &MoveTry, by: i32) -> i32 {
        if trial.number > 3 { by + self.reduction } else { by }
    }

    fn extension(&self, _: &Position, trial: &MoveTry) -> Depth {
        let mated_soon = trial.gives_check && trial.ply < 8;
        if mated_soon { trial.extension + self.extension } else { trial.extension }
    }
}

#[test]
fn reductions_and_extensions_change_the_depth_with_and_without_those_of_the_engine() {
    for settings in ["LateMoveReductions=off", "LateMoveReductions=on"] {
        let nodes = |reduction, extension| tree(settings, with(Change { reduction, extension })).0;
        let plain = nodes(0, Depth::ZERO);
        assert_eq!(plain, tree(settings, Hooks::default()).0);
        assert_ne!(nodes(1024, Depth::ZERO), plain, "{settings}");
        assert!(nodes(0, Depth::ONE) > plain, "{settings}");
    }
    // Where nothing else reduces, a ply less is less work.
    let reduced = with(Change { reduction: 1024, extension: Depth::ZERO });
    let settings = "LateMoveReductions=off";
    assert!(tree(settings, reduced).0 < tree(settings, Hooks::default()).0);
}

/// Drops come before all other quiet moves.
#[derive(Default)]
struct DropsFirst {
    /// By ply: was a quiet move seen that is no drop?
    others: Mutex<Vec<bool>>,
    drops: AtomicU64,
    wrong: AtomicBool,
}

impl Technique for DropsFirst {
    fn order(&self, _: &Position, mv: Move) -> i32 {
        if mv.dropped().is_some() { 1_000_000 } else { 0 }
    }

    fn skips(&self, position: &Position, trial: &MoveTry) -> bool {
        let mut others = self.others.lock().unwrap();
        let plies = others.len().max(trial.ply + 1);
        others.resize(plies, false);
        if trial.number == 1 {
            others[trial.ply] = false;
        }
        if position.in_check() || position.is_capture(trial.mv) || trial.mv.is_promotion() {
            return false;
        }
        if trial.mv.dropped().is_some() {
            self.drops.fetch_add(1, Ordering::Relaxed);
            self.wrong.fetch_or(others[trial.ply], Ordering::Relaxed);
        } else {
            others[trial.ply] = true;
        }
        false
    }
}

#[test]
fn a_technique_orders_quiet_moves() {
    let own = Arc::new(DropsFirst::default());
    let technique: Arc<dyn Technique> = own.clone();
    let hooks = Hooks { technique: Some(technique), ..Hooks::default() };
    tree("KillerMoves=off CounterMoves=off TranspositionTable=off", hooks);
    assert!(own.drops.load(Ordering::Relaxed) > 0);
    assert!(!own.wrong.load(Ordering::Relaxed));
}

/// Asks for what is not there: too deep a search, a window that is empty, a move that is illegal.
struct Careless(AtomicU64);

impl Technique for Careless {
    fn cut(&self, node: &mut NodeSearch<'_>) -> Result<Option<Score>, Stopped> {
        if self.0.fetch_add(1, Ordering::Relaxed) > 50 {
            return Ok(None);
        }
        assert_eq!(node.search_after(Move::NONE, Depth::ONE, Score::ZERO, Score::ZERO)?, None);
        let first = node.moves(1).first().copied();
        let least = -Score::INFINITE;
        node.without_technique(|node| {
            if let Some(mv) = first {
                node.search_after(mv, Depth::plies(90), Score::INFINITE, least)?;
            }
            node.search(Depth::plies(90), Score::ZERO, Score::ZERO)
        })?;
        if node.position().in_check() {
            assert_eq!(node.search_after_pass(Depth::ONE, least, Score::INFINITE)?, None);
        }
        Ok(None)
    }
}

#[test]
fn careless_questions_are_answered_and_end() {
    let limits = SearchLimits { nodes: Some(200_000), ..SearchLimits::depth(4) };
    let result = engine("", with(Careless(AtomicU64::new(0)))).search(limits).unwrap();
    assert!(result.best.is_normal());
}

#[test]
fn a_search_inside_a_technique_is_stopped() {
    let limits = SearchLimits::nodes(3_000);
    let result = engine("", with(NullMove(options("").params))).search(limits).unwrap();
    assert!(result.best.is_normal() && result.nodes <= 3_000);
}

#[test]
fn all_threads_have_the_technique() {
    let own = Arc::new(Prune::default());
    let technique: Arc<dyn Technique> = own.clone();
    let hooks = Hooks { technique: Some(technique), ..Hooks::default() };
    let mut engine = engine("", hooks);
    engine.options_mut().threads = 2;
    assert!(engine.search(SearchLimits::depth(5)).unwrap().best.is_normal());
    assert!(own.left_out.load(Ordering::Relaxed) > 0);
}

/// Material, `factor` times.
struct Times {
    material: Material,
    factor: i32,
}

impl Evaluator for Times {
    fn refresh(&mut self, position: &Position) {
        self.material.refresh(position);
    }

    fn apply(&mut self, delta: &MoveDelta, after: &Position) {
        self.material.apply(delta, after);
    }

    fn undo(&mut self) {
        self.material.undo();
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        self.material.evaluate(position).saturating_mul(self.factor)
    }

    fn move_gain(&self, position: &Position, mv: Move) -> i32 {
        self.material.move_gain(position, mv)
    }

    fn move_gain_is_exact(&self) -> bool {
        true
    }

    fn material(&self, position: &Position) -> i32 {
        self.material.material(position)
    }

    fn parts(&mut self, position: &Position) -> Vec<EvalPart> {
        self.material.parts(position)
    }
}

fn evaluation(factor: i32) -> OwnEvaluation {
    OwnEvaluation::new(move |params| Box::new(Times { material: Material::new(params), factor }))
}

#[test]
fn an_evaluation_from_outside_is_searched_with() {
    let of = |evaluation| Hooks { evaluation, ..Hooks::default() };
    let own = evaluation(1);
    let mut material = options("");
    material.eval = EvalKind::Material;
    let mut built_in = Engine::new(material);
    built_in.set_position(Position::from_sfen(BENCH_POSITIONS[POSITION]).unwrap()).unwrap();
    let built_in = built_in.search(SearchLimits::depth(5)).unwrap();
    let result = tree("", of(Some(own.clone())));
    assert_eq!(result, (built_in.nodes, built_in.best, built_in.score));
    assert_eq!(own.fault(), None);
    let parts = Engine::new(options("")).with_hooks(of(Some(own))).evaluate();
    assert_eq!(parts.iter().map(|part| part.name).collect::<Vec<_>>(), ["material"]);
}

#[test]
fn a_value_that_is_none_is_named_and_does_not_become_a_mate() {
    let own = evaluation(1_000_000);
    let hooks = Hooks { evaluation: Some(own.clone()), ..Hooks::default() };
    let (_, best, score) = tree("", hooks);
    assert!(best.is_normal() && !score.is_mate());
    let fault = own.fault().unwrap();
    assert!(
        fault.contains("centipawns") && fault.contains("sfen") || fault.contains('/'),
        "{fault}"
    );
}
