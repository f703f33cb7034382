//! Watching a search does not change it, and sees every node.

use zenpuku_core::Score;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::{
    BENCH_POSITIONS, CutCause, Engine, EngineOptions, SearchLimits, SearchObserver, SearchRequest,
    Visit,
};

/// Checks that visits are nested, and counts causes.
#[derive(Default)]
struct Watcher {
    open: Vec<Visit>,
    entered: u64,
    causes: std::collections::HashMap<CutCause, u64>,
}

impl SearchObserver for Watcher {
    fn enter(&mut self, visit: &Visit) {
        assert!(visit.alpha < visit.beta);
        assert_eq!(visit.ply == 0, visit.previous_move.is_none());
        self.open.push(*visit);
        self.entered += 1;
    }

    fn leave(&mut self, visit: &Visit, value: Score, best: Move, cause: CutCause) {
        assert_eq!(self.open.pop().as_ref(), Some(visit));
        if cause == CutCause::Beta {
            // Mate-distance pruning narrows the window to the shortest mate possible.
            assert!((value >= visit.beta || value.is_win()) && best.is_normal());
        }
        *self.causes.entry(cause).or_default() += 1;
    }
}

#[test]
fn every_node_is_entered_and_left_and_nothing_changes() {
    for sfen in BENCH_POSITIONS {
        for limits in [SearchLimits::depth(5), SearchLimits::nodes(3000)] {
            let mut options = EngineOptions { hash: 4, ..EngineOptions::default() };
            // Its nodes count, and are not nodes of the tree.
            options.params.mate_beside = false;
            let mut engine = Engine::new(options);
            engine.set_position(Position::from_sfen(sfen).unwrap()).unwrap();
            let unwatched = engine.search(&limits).unwrap();
            engine.new_game();
            let mut watcher = Watcher::default();
            let watched =
                engine.search(SearchRequest::from(&limits).watched_by(&mut watcher)).unwrap();
            assert!(watcher.open.is_empty());
            assert_eq!(watcher.entered, watched.nodes);
            assert_eq!(watcher.causes.values().sum::<u64>(), watched.nodes);
            assert_eq!((watched.best, watched.nodes), (unwatched.best, unwatched.nodes));
        }
    }
}

#[test]
fn every_cause_is_seen_somewhere() {
    let mut watcher = Watcher::default();
    for sfen in
        [BENCH_POSITIONS[1], BENCH_POSITIONS[8], "7Sk/9/9/5N2S/9/9/9/9/K8 b S2rb4gs3n4l18p 1"]
    {
        let mut engine = Engine::new(EngineOptions { hash: 4, ..EngineOptions::default() });
        engine.set_position(Position::from_sfen(sfen).unwrap()).unwrap();
        let limits = SearchLimits::nodes(200_000);
        engine.search(SearchRequest::from(&limits).watched_by(&mut watcher)).unwrap();
    }
    for cause in [
        CutCause::Searched,
        CutCause::Beta,
        CutCause::Mated,
        CutCause::Rule,
        CutCause::Table,
        CutCause::MateInOne,
        CutCause::ReverseFutility,
        CutCause::NullMove,
        CutCause::StandPat,
        CutCause::Stopped,
    ] {
        assert!(watcher.causes.contains_key(&cause), "{cause:?}");
    }
}

/// Counts the cost of a node.
#[derive(Default)]
struct Counter {
    evaluations: u64,
}

impl SearchObserver for Counter {
    fn evaluate(&mut self) {
        self.evaluations += 1;
    }
}

/// Counts a search of 20,000 nodes.
fn count(sfen: &str, change: impl Fn(&mut Params)) -> Counter {
    let mut options = EngineOptions { hash: 4, ..EngineOptions::default() };
    options.params.mate_beside = false;
    change(&mut options.params);
    let mut engine = Engine::new(options);
    engine.set_position(Position::from_sfen(sfen).unwrap()).unwrap();
    let limits = SearchLimits::nodes(20_000);
    let mut counter = Counter::default();
    engine.search(SearchRequest::from(&limits).watched_by(&mut counter)).unwrap();
    counter
}

#[test]
fn a_position_known_at_once_is_not_evaluated_again() {
    let evaluations = |at_once: bool| -> u64 {
        let one = |sfen| count(sfen, |params| params.table_at_once = at_once).evaluations;
        BENCH_POSITIONS[3..6].iter().map(|sfen| one(sfen)).sum()
    };
    let (once, again) = (evaluations(true), evaluations(false));
    assert!(once * 30 < again * 29, "{once} evaluations, {again} without");
}
