//! The laws of ProbCut: unreachable thresholds change nothing, and there are no
//! cuts outside the model's range.
//!
//! Invariant: ProbCut with unreachable thresholds changes nothing; it never cuts in check or on
//!   mate scores.

use zenpuku_core::Score;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::{
    BENCH_POSITIONS, CutCause, Engine, EngineOptions, SearchHandler, SearchLimits, SearchObserver,
    SearchRequest, SearchResult, Visit,
};

/// No memory of earlier searches and no other search of the same node, so that shallow checks can
/// have no effect but a cut.
const FORGETFUL: &str = "TranspositionTable=off KillerMoves=off HistoryHeuristic=off \
    ContinuationHistory=off CounterMoves=off CaptureHistory=off CorrectionHistory=off \
    PawnHistory=off LowPlyHistory=off EvaluationHistory=off FailLowRewards=off \
    LateMoveReductions=off HindsightDepth=off CaptureProbCut=off \
    InternalIterativeDeepening=off SingularExtension=off Razoring=off";

/// Every check is made, regardless of the expected result of the node, with one
/// line for all positions.
const EVERY_CHECK: &str = "ProbCutPhases=off ProbCutEvalFirst=off ProbCutExpectedSide=off";

/// D(2, 3), for quick searches.
const SHALLOW: &str = "ProbCutShallowDepth=2 ProbCutDeepDepth=3";

fn engine(sfen: &str, params: &str) -> Engine {
    let mut engine = Engine::new(EngineOptions { hash: 4, ..EngineOptions::default() });
    for word in params.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap();
        engine.set_option(name, value).unwrap();
    }
    engine.set_position(Position::from_sfen(sfen).unwrap()).unwrap();
    engine
}

/// Distinguishes shallow checks from the surrounding tree, and examines every cut.
struct Watcher {
    position: Position,
    /// Ply and move of the open nodes, and how many checks they are in.
    open: Vec<(usize, Move, u32)>,
    main: u64,
    inside: u64,
    cuts: u64,
}

impl SearchObserver for Watcher {
    fn enter(&mut self, visit: &Visit) {
        let last = self.open.last().copied();
        let again = last.is_some_and(|(ply, ..)| ply == visit.ply);
        let checks = last.map_or(0, |(.., checks)| checks) + u32::from(again);
        let previous_move = if again { Move::NONE } else { visit.previous_move };
        match previous_move {
            Move::NULL => self.position.do_null_move(),
            mv if mv.is_normal() => self.position.do_move(mv),
            _ => {}
        }
        self.open.push((visit.ply, previous_move, checks));
        *(if checks == 0 { &mut self.main } else { &mut self.inside }) += 1;
    }

    fn leave(&mut self, visit: &Visit, value: Score, _best: Move, cause: CutCause) {
        let (_, previous_move, checks) = self.open.pop().unwrap();
        if cause == CutCause::ProbCut {
            self.cuts += 1;
            assert!(!self.position.in_check() && checks == 0);
            assert!(!value.is_mate() && (value == visit.alpha || value == visit.beta));
        }
        match previous_move {
            Move::NULL => self.position.undo_null_move(),
            mv if mv.is_normal() => self.position.undo_move(mv),
            _ => {}
        }
    }
}

fn watch(sfen: &str, params: &str, depth: u32) -> (SearchResult, Watcher) {
    let mut engine = engine(sfen, params);
    let position = engine.position().clone_for_search();
    let mut watcher = Watcher { position, open: Vec::new(), main: 0, inside: 0, cuts: 0 };
    let limits = SearchLimits::depth(depth);
    let result = engine.search(SearchRequest::from(&limits).watched_by(&mut watcher)).unwrap();
    (result, watcher)
}

#[test]
fn a_huge_percentile_changes_neither_value_nor_main_tree() {
    for (base, depth) in [
        (format!("Profile=probcut2003 {FORGETFUL} {SHALLOW}"), 4),
        (format!("Profile=default {FORGETFUL} {EVERY_CHECK} ProbCutOpenWindows=on"), 4),
        (format!("Profile=default {FORGETFUL}"), 5),
    ] {
        let mut inside = 0;
        for sfen in &BENCH_POSITIONS[..2] {
            let (without, plain) = watch(sfen, &format!("{base} ProbCut=off"), depth);
            // The thresholds are beyond all material, and beyond all scores.
            for percentile in ["100", "100000"] {
                let on = format!("{base} ProbCut=on ProbCutPercentile={percentile}");
                let (with, watcher) = watch(sfen, &on, depth);
                assert_eq!((with.score, with.best), (without.score, without.best), "{sfen}");
                assert_eq!(watcher.main, plain.main, "{sfen} {on}");
                assert_eq!((plain.inside, watcher.cuts), (0, 0));
                inside += watcher.inside;
            }
        }
        assert!(inside > 0, "no check was made: {base}");
    }
}

#[test]
fn a_cut_is_never_made_in_check_nor_on_mates_nor_inside_a_check() {
    // The endgames are full of mates.
    let paper = format!("Profile=probcut2003 {SHALLOW}");
    for (base, depth) in [(&*paper, 4), ("Profile=default ProbCut=on", 6)] {
        let mut cuts = 0;
        for sfen in &BENCH_POSITIONS[9..] {
            let params = format!("{base} {FORGETFUL} ProbCutPercentile=0.1");
            let (_, watcher) = watch(sfen, &params, depth);
            cuts += watcher.cuts;
        }
        assert!(cuts > 50, "{base}: {cuts}");
    }
}

#[test]
fn checks_of_one_side_are_saved() {
    // No check succeeds, so that the tree around them stays the same.
    let base =
        format!("Profile=default ProbCut=on {FORGETFUL} {EVERY_CHECK} ProbCutPercentile=100");
    let watched = |switch: &str| {
        let (_, watcher) = watch(BENCH_POSITIONS[1], &format!("{base} {switch}"), 5);
        (watcher.main, watcher.inside)
    };
    let (main, both) = watched("");
    for switch in ["ProbCutEvalFirst=on", "ProbCutExpectedSide=on"] {
        let (same, one) = watched(switch);
        assert_eq!(same, main, "{switch}");
        assert!(0 < one && one < both, "{switch}: {one} of {both}");
    }
}

#[test]
fn it_saves_nodes() {
    let nodes = |params: &str| -> u64 {
        let search =
            |sfen: &&str| engine(sfen, params).search(SearchLimits::depth(5)).unwrap().nodes;
        BENCH_POSITIONS[..2].iter().map(search).sum()
    };
    let without = nodes("Profile=probcut2003 ProbCut=off");
    let with = nodes("Profile=probcut2003 ProbCutShallowDepth=2 ProbCutDeepDepth=4");
    assert!(with * 3 < without * 2, "{with} of {without}");
    let default = nodes("Profile=default");
    let without_captures = nodes("Profile=default CaptureProbCut=off");
    assert_ne!(default, without_captures);
}

/// Stores its reports.
#[derive(Default)]
struct Notices(Vec<String>);

impl SearchHandler for Notices {
    fn notice(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
}

#[test]
fn parameters_of_another_evaluation_are_refused_and_that_is_said() {
    let changed = "Evaluation=piece-square ProbCut=on MultiProbCut=on PawnValue=60";
    let mut engine = engine(BENCH_POSITIONS[0], changed);
    let mut notices = Notices::default();
    let limits = SearchLimits::depth(6);
    let with = engine.search(SearchRequest::from(&limits).report_to(&mut notices)).unwrap();
    assert_eq!(notices.0.len(), 1);
    assert!(notices.0[0].starts_with("ProbCut is off"), "{notices:?}", notices = notices.0);
    engine.set_option("ProbCut", "off").unwrap();
    engine.new_game();
    assert_eq!(
        engine.search(SearchRequest::from(&limits).report_to(&mut notices)).unwrap().nodes,
        with.nodes
    );
    assert_eq!(notices.0.len(), 1);
}

#[test]
fn the_papers_profile_brings_its_evaluation() {
    let engine = engine(BENCH_POSITIONS[0], "Profile=probcut2003");
    assert_eq!(engine.options().eval.name(), "king-distance");
    assert_eq!(engine.options().params.profile_name(), Some("probcut2003"));
}
