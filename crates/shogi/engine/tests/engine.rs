//! The facade: guarantees for a front end.

use std::sync::{Arc, Mutex};
use std::time::Duration;
use zenpuku_core::StopToken;
use zenpuku_shogi::{Move, Position, Setup, SetupRules};
use zenpuku_shogi_engine::{
    Bound, Clock, Engine, EngineOptions, Info, SearchHandler, SearchLimits, SearchRequest,
    SearchResult,
};

fn engine() -> Engine {
    let options = EngineOptions { hash: 4, pv_interval: 0, ..EngineOptions::default() };
    Engine::new(options)
}

fn engine_at(sfen: &str) -> Engine {
    let mut engine = engine();
    engine.set_position(Position::from_sfen(sfen).unwrap()).unwrap();
    engine
}

/// Keeps every report.
#[derive(Clone, Default)]
struct Heard {
    infos: Arc<Mutex<Vec<Info>>>,
    results: Arc<Mutex<Vec<SearchResult>>>,
}

impl SearchHandler for Heard {
    fn info(&mut self, info: &Info) {
        self.infos.lock().unwrap().push(info.clone());
    }
    fn done(&mut self, result: &SearchResult) {
        self.results.lock().unwrap().push(result.clone());
    }
}

fn assert_legal_line(position: &Position, line: &[Move]) {
    let mut position = position.clone();
    for &mv in line {
        assert!(position.is_legal(mv), "{mv} in {line:?}");
        position.do_move(mv);
    }
}

const MIDDLE_GAME: &str =
    "l2g3nl/1ks2b1r1/2ng1s1pp/1pp1ppp2/p2p3P1/1PP1P3P/PSSP1PP2/KGGB3R1/LN5NL w - 46";

#[test]
fn every_line_heard_is_legal_and_the_last_one_begins_with_the_answer() {
    for threads in [1, 3] {
        let mut engine = engine_at(MIDDLE_GAME);
        engine.options_mut().threads = threads;
        engine.options_mut().multi_pv = 3;
        let mut heard = Heard::default();
        let result = engine
            .search(SearchRequest::from(&SearchLimits::depth(6)).report_to(&mut heard))
            .unwrap();
        let infos = heard.infos.lock().unwrap();
        for info in infos.iter() {
            assert!(!info.pv.is_empty() && info.depth >= 1 && info.sel_depth >= info.depth);
            assert_legal_line(engine.position(), &info.pv);
        }
        assert_eq!(result.lines.len(), 3);
        assert_eq!(infos[infos.len() - 3..], result.lines);
        assert_eq!(result.lines[0].pv[0], result.best);
        assert!(result.lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
        assert_eq!(heard.results.lock().unwrap().len(), 1);
    }
}

/// A window of a few centipawns cuts a line after a move or two; the table has its continuation.
#[test]
fn lines_with_a_bound_are_carried_on() {
    let mut engine = engine_at(MIDDLE_GAME);
    let mut heard = Heard::default();
    engine
        .search(SearchRequest::from(&SearchLimits::nodes(100_000)).report_to(&mut heard))
        .unwrap();
    let infos = heard.infos.lock().unwrap();
    let bounds = infos.iter().filter(|info| info.bound != Bound::Exact && info.depth > 6);
    let lengths: Vec<usize> = bounds.map(|info| info.pv.len()).collect();
    let long = lengths.iter().filter(|&&length| length >= 4).count();
    assert!(lengths.len() > 3 && 2 * long > lengths.len(), "{lengths:?}");
    for info in infos.iter() {
        assert_legal_line(engine.position(), &info.pv);
        assert!(info.bound == Bound::Exact || info.pv.len() <= info.depth.max(2) as usize);
    }
}

#[test]
fn several_threads_complete_the_depth_asked_for() {
    for (threads, defer) in [(2, true), (2, false), (4, true)] {
        let mut engine = engine_at(MIDDLE_GAME);
        engine.options_mut().threads = threads;
        engine.options_mut().params.defer_busy_moves = defer;
        let mut heard = Heard::default();
        for depth in [1, 7] {
            let result = engine
                .search(SearchRequest::from(&SearchLimits::depth(depth)).report_to(&mut heard))
                .unwrap();
            assert_eq!((result.depth, result.lines[0].depth), (depth, depth), "{threads} threads");
        }
        let infos = heard.infos.lock().unwrap();
        assert!(infos.iter().all(|info| info.depth <= 7));
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut engine = engine_at(MIDDLE_GAME);
    let wanted = engine.position().parse_usi("6a5a").unwrap();
    let limits = SearchLimits { search_moves: vec![wanted], ..SearchLimits::depth(3) };
    assert_eq!(engine.search(&limits).unwrap().best, wanted);
    engine.options_mut().multi_pv = 5;
    let result = engine.search(&limits).unwrap();
    assert_eq!(result.lines.len(), 1);
}

#[test]
fn a_search_without_time_completes_the_first_iteration() {
    for (threads, limits) in [
        (1, SearchLimits::movetime(Duration::ZERO)),
        (3, SearchLimits::movetime(Duration::ZERO)),
        (1, SearchLimits::infinite()),
    ] {
        let mut engine = engine_at(MIDDLE_GAME);
        (engine.options_mut().threads, engine.options_mut().multi_pv) = (threads, 3);
        let request = SearchRequest::from(&limits).stopped_by(&StopToken::stopped());
        let result = engine.search(request).unwrap();
        assert!(result.depth >= 1 && result.lines.len() == 3, "{result:?}");
        assert!(result.lines.iter().all(|line| line.depth >= 1 && line.bound == Bound::Exact));
    }
}

#[test]
fn without_a_complete_iteration_nothing_is_told() {
    let mut engine = engine_at(MIDDLE_GAME);
    let mut heard = Heard::default();
    let result =
        engine.search(SearchRequest::from(&SearchLimits::nodes(2)).report_to(&mut heard)).unwrap();
    assert!(heard.infos.lock().unwrap().is_empty() && result.lines.is_empty());
    assert!(result.depth == 0 && engine.position().is_legal(result.best));
}

#[test]
fn nodes_are_counted_exactly_and_repeat() {
    for nodes in [1, 2, 1000, 20_000] {
        let mut counted = Vec::new();
        for _ in 0..2 {
            let mut engine = engine_at(MIDDLE_GAME);
            let result = engine.search(SearchLimits::nodes(nodes)).unwrap();
            assert_eq!(result.nodes, nodes);
            assert!(engine.position().is_legal(result.best));
            counted.push((result.best, result.score, result.depth));
        }
        assert_eq!(counted[0], counted[1]);
    }
}

#[test]
fn a_new_game_forgets_everything() {
    let mut engine = engine_at(MIDDLE_GAME);
    let limits = SearchLimits::depth(6);
    let first = engine.search(&limits).unwrap();
    let second = engine.search(&limits).unwrap();
    assert_ne!(first.nodes, second.nodes, "the table is kept within a game");
    engine.new_game();
    let third = engine.search(&limits).unwrap();
    assert_eq!((first.nodes, first.best), (third.nodes, third.best));
}

#[test]
fn infinite_and_ponder_keep_their_result_until_released() {
    // One mate in one: the search is complete immediately.
    let mut engine = engine_at("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    for ponder in [false, true] {
        let heard = Heard::default();
        let limits = SearchLimits { infinite: !ponder, ponder, ..SearchLimits::default() };
        let request = SearchRequest::new(limits).report_to(heard.clone());
        let search = engine.start(request).unwrap();
        std::thread::sleep(Duration::from_millis(60));
        assert!(!search.is_finished() && heard.results.lock().unwrap().is_empty());
        if ponder {
            let clock = Clock { byoyomi: Duration::from_millis(200), ..Clock::default() };
            search.ponderhit(Some(clock));
        } else {
            search.stop();
        }
        let result = search.wait().unwrap();
        assert_eq!(result.best.to_string(), "G*5b");
        assert_eq!(result.score.mate_plies(), Some(1));
        assert_eq!(heard.results.lock().unwrap().len(), 1);
    }
}

#[test]
fn without_a_move_it_resigns_and_with_a_declaration_it_wins() {
    let mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    let result = engine_at(mated).search(SearchLimits::depth(5)).unwrap();
    assert_eq!((result.best, result.score.mate_plies()), (Move::RESIGN, Some(0)));
    let entered = "+R+BGK5/1+R+B+P+P+P+P+P+P/PPP6/9/9/9/4k4/9/9 b 2G2SN2L 1";
    let mut engine = engine_at(entered);
    let result = engine.search(SearchLimits::depth(5)).unwrap();
    assert_eq!(result.best, Move::WIN);
    engine.set_option("EnteringKingRule", "NoEnteringKing").unwrap();
    let result = engine.search(SearchLimits::depth(2)).unwrap();
    assert!(engine.position().is_legal(result.best));
}

#[test]
fn hopeless_positions_are_resigned_when_asked_to() {
    let mut engine = engine_at("4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s 1");
    engine.set_option("Evaluation", "piece-square").unwrap();
    engine.set_option("ResignValue", "3000").unwrap();
    let result = engine.search(SearchLimits::depth(3)).unwrap();
    assert_eq!(result.best, Move::RESIGN);
    assert!(!result.pv().is_empty());
}

#[test]
fn the_table_takes_any_size_and_refuses_more_than_there_is() {
    let mut engine = engine_at(MIDDLE_GAME);
    for hash in ["1", "3", "8", "2"] {
        engine.set_option("USI_Hash", hash).unwrap();
        let result = engine.search(SearchLimits::depth(5)).unwrap();
        assert!(engine.position().is_legal(result.best));
    }
    engine.set_option("USI_Hash", "1048576").unwrap();
    assert!(engine.prepare().is_err());
    assert!(engine.search(SearchLimits::depth(1)).is_err());
    engine.set_option("USI_Hash", "4").unwrap();
    assert!(engine.search(SearchLimits::depth(1)).is_ok());
}

#[test]
fn a_mate_problem_is_refused() {
    let setup = Setup::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1").unwrap();
    let problem = setup.position(SetupRules::Mate).unwrap();
    let error = engine().set_position(problem).unwrap_err();
    assert!(error.to_string().contains("no king of Black"));
}

#[test]
fn a_restricted_search_leaves_no_trace_of_the_restriction() {
    let mut engine = engine_at(MIDDLE_GAME);
    let wanted = engine.position().parse_usi("6a5a").unwrap();
    let limits = SearchLimits { search_moves: vec![wanted], ..SearchLimits::depth(7) };
    let restricted = engine.search(&limits).unwrap();
    let free = engine.search(SearchLimits::depth(7)).unwrap();
    assert!(free.score >= restricted.score);
    assert_ne!(free.best, wanted);
}
