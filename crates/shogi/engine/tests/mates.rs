//! Mates are found, with the right distance, and can be replayed as forced.
//!
//! Invariant: Mate search during play is reproducible by nodes and does not change searches by
//!   depth.

use zenpuku_core::Score;
use zenpuku_shogi::{MoveList, Position};
use zenpuku_shogi_engine::{
    BENCH_POSITIONS, Engine, EngineOptions, Info, SearchHandler, SearchLimits, SearchObserver,
    SearchRequest, Visit,
};

/// Composed mates of tokuhirom/tanuki-tsume-shogi (MIT), with a black king added at 9i, far
/// from everything, and their lengths in plies.
const MATES: [(u32, &str); 15] = [
    (3, "9/8k/9/7RG/9/9/9/9/K8 b r2b3g4s4n4l18p 1"),
    (3, "6G2/8k/9/9/6GR1/9/9/9/K8 b r2b2g4s4n4l18p 1"),
    (3, "8k/9/7P1/7G1/9/9/9/9/K8 b S2r2b3g3s4n4l17p 1"),
    (3, "7Sk/9/9/5N2S/9/9/9/9/K8 b S2rb4gs3n4l18p 1"),
    (3, "6Rr1/9/6Bk1/9/9/9/9/9/K8 b GLb3g4s4n3l18p 1"),
    (5, "9/9/8k/7R1/7G1/9/9/9/K8 b r2b3g4s4n4l18p 1"),
    (5, "6R1S/9/8S/5B2k/9/9/9/9/K8 b rb4g2s4n4l18p 1"),
    (5, "7r1/9/6B2/4B3k/9/9/9/9/K8 b GLr3g4s4n3l18p 1"),
    (5, "9/8l/7l1/7k1/7B1/8S/9/9/K8 b B2G2r2g3s4n2l18p 1"),
    (7, "9/7R1/9/9/7G1/8k/9/9/K8 b r2b3g4s4n4l18p 1"),
    (7, "6kbG/7P1/8S/9/9/5R3/9/9/K8 b rb3g3s4n4l17p 1"),
    (7, "8B/6G1p/7kP/8R/9/7S1/9/9/K8 b Nrb3g3s3n4l16p 1"),
    (9, "9/6GR1/8B/7GL/6S1k/9/9/9/K8 b rb2g3s4n3l18p 1"),
    (9, "9/7R1/9/7G1/8k/8N/9/9/K8 b r2b3g4s3n4l18p 1"),
    (11, "6SRp/6P1B/6GG1/8k/8N/8N/9/9/K8 b rb2g3s2n4l16p 1"),
];

fn engine(profile: &str) -> Engine {
    let mut engine = Engine::new(EngineOptions { hash: 16, pv_interval: 0, ..Default::default() });
    engine.set_option("Profile", profile).unwrap();
    engine
}

fn mate_plies(engine: &mut Engine, position: &Position, nodes: u64) -> Option<(bool, u32)> {
    engine.set_position(position.clone()).unwrap();
    let score = engine.search(SearchLimits::nodes(nodes)).unwrap().score;
    score.mate_plies().map(|plies| (score.is_win(), plies))
}

#[test]
fn mates_are_found_with_their_length() {
    for (profile, longest) in [("default", 11), ("bonanza2006", 5), ("foundation", 3)] {
        let mut engine = engine(profile);
        for (plies, sfen) in MATES.iter().filter(|mate| mate.0 <= longest) {
            engine.new_game();
            let position = Position::from_sfen(sfen).unwrap();
            let found = mate_plies(&mut engine, &position, 400_000);
            assert_eq!(found, Some((true, *plies)), "{profile} {sfen}");
        }
    }
}

/// For every defence, the mate gets shorter by the plies played.
fn replay(engine: &mut Engine, position: &mut Position, plies: u32) {
    engine.set_position(position.clone()).unwrap();
    let result = engine.search(SearchLimits::nodes(300_000)).unwrap();
    let found = result.score.mate_plies().filter(|_| result.score.is_win());
    assert!(found.is_some_and(|found| found <= plies), "{position:?}: {}", result.score);
    position.do_move(result.best);
    let mut replies = MoveList::new();
    position.legal_moves(&mut replies);
    assert!(plies > 1 || replies.is_empty());
    for &reply in &replies {
        position.do_move(reply);
        replay(engine, position, plies - 2);
        position.undo_move(reply);
    }
    position.undo_move(result.best);
}

#[test]
fn mates_are_forced_whatever_the_defender_plays() {
    let mut engine = engine("default");
    for (plies, sfen) in MATES.iter().filter(|mate| mate.0 <= 7) {
        engine.new_game();
        replay(&mut engine, &mut Position::from_sfen(sfen).unwrap(), *plies);
    }
}

/// Receives the mate distance of every iteration.
#[derive(Default)]
struct Distances(Vec<u32>);

impl SearchHandler for Distances {
    fn info(&mut self, info: &Info) {
        self.0.extend(info.score.mate_plies().filter(|_| info.score > Score::ZERO));
    }
}

#[test]
fn a_reported_mate_never_gets_longer() {
    for (plies, sfen) in MATES {
        let mut engine = engine("default");
        engine.set_position(Position::from_sfen(sfen).unwrap()).unwrap();
        let mut distances = Distances::default();
        engine
            .search(SearchRequest::from(&SearchLimits::nodes(600_000)).report_to(&mut distances))
            .unwrap();
        assert!(distances.0.windows(2).all(|pair| pair[0] >= pair[1]), "{:?}", distances.0);
        assert_eq!(distances.0.last(), Some(&plies));
    }
}

/// A problem of Shogi Zuko (public domain) of 39 plies, far too long for the main search, with a
/// black king added at 9i.
const LONG: &str = "6+PlG/6p2/2p1p1+r2/5S1k+p/6P1R/9/8P/9/K8 b B3Nb3g3sn3l11p 1";

fn long(options: EngineOptions) -> Engine {
    let mut options = EngineOptions { hash: 16, pv_interval: 0, ..options };
    options.params.mate_beside = true;
    let mut engine = Engine::new(options);
    engine.set_position(Position::from_sfen(LONG).unwrap()).unwrap();
    engine
}

#[test]
fn a_long_mate_is_proved_beside_the_search_and_played_to_its_end() {
    let mut engine = long(EngineOptions::default());
    let mut position = engine.position().clone();
    let mut distances = Distances::default();
    let mut left = u32::MAX;
    loop {
        engine.set_position(position.clone()).unwrap();
        let result = engine
            .search(SearchRequest::from(&SearchLimits::nodes(200_000)).report_to(&mut distances))
            .unwrap();
        assert!(result.nodes <= 200_000);
        let plies = result.score.mate_plies().filter(|_| result.score.is_win());
        let plies = plies.unwrap_or_else(|| panic!("{} after {left}", result.score));
        assert!(plies < left && plies % 2 == 1, "{plies} after {left}");
        assert_eq!(result.pv()[0], result.best);
        position.do_move(result.best);
        if plies == 1 {
            return assert!(position.is_mated());
        }
        left = plies - 1;
        let mut replies = MoveList::new();
        position.legal_moves(&mut replies);
        position.do_move(result.ponder.unwrap_or(replies[0]));
    }
}

#[test]
fn the_search_for_mate_is_reproducible_by_nodes_and_leaves_searches_by_depth_alone() {
    let search = |switch: &str, limits: &SearchLimits| {
        let mut engine = long(EngineOptions::default());
        engine.set_option("MateBeside", switch).unwrap();
        let result = engine.search(limits).unwrap();
        (result.best, result.score, result.depth, result.nodes)
    };
    let nodes = SearchLimits::nodes(60_000);
    let first = search("on", &nodes);
    assert_eq!(first, search("on", &nodes));
    assert!(first.1.is_win() && first.1.is_mate());
    assert!(!search("off", &nodes).1.is_mate());
    let depth = SearchLimits::depth(5);
    assert_eq!(search("on", &depth), search("off", &depth));
}

/// Counts nodes of the tree and those of the search for mate.
#[derive(Default)]
struct Beside {
    tree: u64,
    nodes: u64,
    mates: Vec<u16>,
}

impl SearchObserver for Beside {
    fn enter(&mut self, _visit: &Visit) {
        self.tree += 1;
    }

    fn mate_beside(&mut self, nodes: u64, mate: Option<u16>) {
        self.nodes += nodes;
        self.mates.extend(mate);
    }
}

#[test]
fn an_observer_hears_of_the_search_for_mate() {
    let watch = |mut engine: Engine, nodes| {
        let (limits, mut seen) = (SearchLimits::nodes(nodes), Beside::default());
        let result = engine.search(SearchRequest::from(&limits).watched_by(&mut seen)).unwrap();
        (result, seen)
    };
    let (result, seen) = watch(long(EngineOptions::default()), 60_000);
    assert_eq!(seen.mates.len(), 1, "{:?}", seen.mates);
    // Shorter ones were searched afterwards.
    assert!(result.score.mate_plies() <= Some(u32::from(seen.mates[0])), "{}", result.score);
    // Without a mate all nodes are the tree's or of this search.
    let mut engine = long(EngineOptions::default());
    engine.set_position(Position::from_sfen(BENCH_POSITIONS[1]).unwrap()).unwrap();
    let (result, seen) = watch(engine, 20_000);
    assert!(seen.nodes > 0 && seen.mates.is_empty(), "{:?}", seen.mates);
    assert_eq!(seen.tree + seen.nodes, result.nodes);
}

#[test]
fn a_mate_that_the_limit_of_moves_cuts_off_is_none() {
    let mut options = EngineOptions::default();
    options.time.max_moves = 20;
    let result = long(options).search(SearchLimits::nodes(60_000)).unwrap();
    assert!(!result.score.is_mate(), "{}", result.score);
}

#[test]
fn several_threads_end_with_the_mate_that_one_has_proved() {
    let mut engine = long(EngineOptions { threads: 2, ..EngineOptions::default() });
    let result = engine.search(SearchLimits::nodes(600_000)).unwrap();
    assert!(result.score.is_win() && result.score.is_mate(), "{}", result.score);
}
