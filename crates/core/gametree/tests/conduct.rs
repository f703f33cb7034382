//! Behaviour of a search: it respects its limits, reports correctly to its
//! observer, and can be stopped at any node without harm.

use proptest::prelude::*;
use zenpuku_core::StopReason;
use zenpuku_core::StopToken;
use zenpuku_core::{Limits, Score};
use zenpuku_gametree::examples::TicTacToe;
use zenpuku_gametree::game::Game;
use zenpuku_gametree::law::{self, Violation};
use zenpuku_gametree::observer::{Cause, SearchObserver, Visit};
use zenpuku_gametree::synthetic::{
    ExplicitTree, GraphShape, StaticValue, TreePosition, random_graph,
};
use zenpuku_gametree::{Counters, Method, Outcome, Recorder, Searcher, TranspositionTable};

fn graph(seed: u64) -> ExplicitTree {
    let shape =
        GraphShape { layers: 6, layer_size: 5, width: 4, skip: 20, early_end: 10, spread: 50 };
    random_graph(&shape, seed).unwrap()
}

/// Counts the observer's calls, to be compared with the searcher's own counts.
#[derive(Default)]
struct Tally {
    counters: Counters,
    stack: Vec<(u32, u32)>,
    stopped: u64,
    unbalanced: bool,
    iterations: Vec<u32>,
}

impl<M> SearchObserver<M> for Tally {
    fn enter(&mut self, visit: &Visit<M>) {
        self.unbalanced |= visit.ply as usize != self.stack.len();
        self.unbalanced |= visit.previous_move.is_none() != (visit.ply == 0);
        self.stack.push((visit.ply, visit.depth));
    }

    fn leave(&mut self, visit: &Visit<M>, _value: Score, cause: Cause<M>) {
        self.unbalanced |= self.stack.pop() != Some((visit.ply, visit.depth));
        match cause {
            Cause::Leaf => self.counters.leaf += 1,
            Cause::Terminal => self.counters.terminal += 1,
            Cause::Pruned => self.counters.pruned += 1,
            Cause::TableHit => self.counters.table_hit += 1,
            Cause::Searched => self.counters.interior += 1,
            Cause::BetaCut { .. } => {
                self.counters.interior += 1;
                self.counters.cut += 1;
            }
            Cause::Stopped => {
                self.counters.interior += 1;
                self.stopped += 1;
            }
        }
    }

    fn completed(&mut self, outcome: &Outcome<M>) {
        self.iterations.push(outcome.depth);
    }
}

/// Lets only passes that start at the root through: line passes start lower.
#[derive(Default)]
struct ValuePasses(Tally, bool);

impl<M> SearchObserver<M> for ValuePasses {
    fn begin_pass(&mut self, pass: &zenpuku_gametree::observer::Pass) {
        self.1 = pass.purpose == zenpuku_gametree::observer::Purpose::Value;
    }
    fn enter(&mut self, visit: &Visit<M>) {
        if self.1 {
            self.0.enter(visit);
        }
    }
    fn leave(&mut self, visit: &Visit<M>, value: Score, cause: Cause<M>) {
        if self.1 {
            self.0.leave(visit, value, cause);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_observer_sees_every_node_once_in_and_once_out(
        seed in any::<u64>(),
        index in 0..7_usize,
        with_table in any::<bool>(),
    ) {
        let tree = graph(seed);
        let mut table = TranspositionTable::with_entries(256).unwrap();
        let mut root = TreePosition::root(&tree);
        let (mut evaluation, mut passes) = (StaticValue, ValuePasses::default());
        let mut searcher = Searcher::new(&mut root, &mut evaluation).observed_by(&mut passes);
        if with_table {
            searcher = searcher.with_table(&mut table);
        }
        let outcome = searcher.run(Method::all()[index], 6).unwrap();
        let ValuePasses(tally, _) = passes;
        prop_assert!(!tally.unbalanced && tally.stack.is_empty());
        prop_assert_eq!(tally.counters, outcome.counters);
        prop_assert_eq!(tally.stopped, 0);
    }

    #[test]
    fn a_node_limit_is_kept_exactly_and_leaves_no_trace(
        seed in any::<u64>(),
        index in 0..7_usize,
        nodes in 0_u64..300,
    ) {
        let tree = graph(seed);
        let mut root = TreePosition::root(&tree);
        let (mut evaluation, mut passes) = (StaticValue, ValuePasses::default());
        let mut table = TranspositionTable::with_entries(256).unwrap();
        let mut searcher = Searcher::new(&mut root, &mut evaluation)
            .with_table(&mut table)
            .with_limits(&Limits::with_nodes(nodes))
            .observed_by(&mut passes);
        let result = searcher.run(Method::all()[index], 6);
        prop_assert!(searcher.counters().visited() <= nodes);
        if let Err(reason) = result {
            prop_assert_eq!(reason, StopReason::Nodes);
            prop_assert_eq!(searcher.counters().visited(), nodes);
            prop_assert_eq!(searcher.run(Method::all()[index], 6), Err(reason), "stays stopped");
        }
        let ValuePasses(tally, _) = passes;
        prop_assert!(!tally.unbalanced && tally.stack.is_empty());
        prop_assert_eq!(root.node(), tree.root());
        // Entries of the unfinished search in the table are correct.
        let mut searcher = Searcher::new(&mut root, &mut evaluation).with_table(&mut table);
        let after = searcher.run(Method::all()[index], 6).unwrap().value;
        let alone = Searcher::new(&mut root, &mut evaluation).run(Method::NegaMax, 6).unwrap();
        prop_assert_eq!(after, alone.value);
    }

    #[test]
    fn deepening_keeps_the_last_complete_iteration(seed in any::<u64>(), nodes in 0_u64..400) {
        let tree = graph(seed);
        let mut root = TreePosition::root(&tree);
        let (mut evaluation, mut tally) = (StaticValue, Tally::default());
        let mut searcher = Searcher::new(&mut root, &mut evaluation)
            .with_limits(&Limits::with_nodes(nodes))
            .observed_by(&mut tally);
        let found = searcher.iterate(Method::AlphaBeta(zenpuku_gametree::Fail::Soft), 7);
        let last = found.deepest.as_ref().map(|outcome| outcome.depth);
        prop_assert_eq!(tally.iterations.last().copied(), last);
        prop_assert_eq!(found.stopped.is_some(), last != Some(7));
        if let Some(deepest) = found.deepest {
            let alone =
                Searcher::new(&mut root, &mut evaluation).run(Method::NegaMax, deepest.depth);
            prop_assert_eq!(alone.unwrap().value, deepest.value);
        }
    }
}

#[test]
fn a_stopped_token_stops_every_method() {
    let stop = StopToken::new();
    stop.stop();
    let limits = Limits::none().stopped_by(stop);
    for method in Method::all() {
        let (mut game, mut even) = (TicTacToe::new(), TicTacToe::even);
        let mut searcher = Searcher::new(&mut game, &mut even).with_limits(&limits);
        assert_eq!(searcher.run(method, 9), Err(StopReason::Flag));
        assert_eq!(searcher.counters().visited(), 0);
    }
}

#[test]
fn a_flag_raised_by_the_observer_stops_the_running_search() {
    struct Impatient(StopToken, u64);
    impl<M> SearchObserver<M> for Impatient {
        fn enter(&mut self, _visit: &Visit<M>) {
            self.1 += 1;
            if self.1 == 5_000 {
                self.0.stop();
            }
        }
    }
    let stop = StopToken::new();
    let limits = Limits::none().stopped_by(stop.clone());
    let (mut game, mut even) = (TicTacToe::new(), TicTacToe::even);
    let mut searcher =
        Searcher::new(&mut game, &mut even).with_limits(&limits).observed_by(Impatient(stop, 0));
    assert_eq!(searcher.run(Method::NegaMax, 9), Err(StopReason::Flag));
    assert!((5_000..=6_100).contains(&searcher.counters().visited()));
    assert_eq!(game, TicTacToe::new());
}

#[test]
fn a_depth_limit_ends_the_deepening() {
    let (mut game, mut even) = (TicTacToe::new(), TicTacToe::even);
    let mut searcher = Searcher::new(&mut game, &mut even).with_limits(&Limits::with_depth(3));
    let found = searcher.iterate(Method::NegaScout, 9);
    assert_eq!(found.deepest.map(|outcome| outcome.depth), Some(3));
    assert_eq!(found.stopped, None);
}

#[test]
fn depth_0_is_the_evaluation_and_an_ended_game_its_value() {
    for method in Method::all() {
        let mut game = TicTacToe::new();
        let mut seven = |_: &TicTacToe| Score::new(7);
        let outcome = Searcher::new(&mut game, &mut seven).run(method, 0).unwrap();
        assert_eq!((outcome.value, outcome.best()), (Score::new(7), None));
        for mv in [0, 3, 1, 4, 2] {
            game.play(mv);
        }
        let outcome = Searcher::new(&mut game, &mut seven).run(method, 5).unwrap();
        assert_eq!((outcome.value, outcome.best()), (-TicTacToe::WIN, None));
    }
}

#[test]
fn the_recorder_keeps_paths_and_is_closed_at_the_end() {
    let tree = graph(3);
    let mut root = TreePosition::root(&tree);
    let mut recorder = Recorder::new();
    let outcome = Searcher::new(&mut root, &mut StaticValue)
        .observed_by(&mut recorder)
        .run(Method::Mtdf { guess: Score::ZERO }, 4)
        .unwrap();
    assert_eq!(recorder.open_count(), 0);
    assert_eq!(recorder.visits().len() as u64, outcome.counters.visited());
    let roots = recorder.visits().iter().filter(|visit| visit.parent.is_none()).count();
    assert_eq!(roots as u32, outcome.passes);
    for visit in recorder.visits() {
        assert_eq!(visit.path.len(), visit.visit.ply as usize);
        assert!(visit.result.is_some());
    }
}

#[test]
fn a_game_that_breaks_the_contract_is_found_out() {
    /// Says the same key for all positions.
    #[derive(Clone, Copy)]
    struct OneKey(TicTacToe);
    impl Game for OneKey {
        type Move = u8;
        type Undo = TicTacToe;
        fn generate(&self, moves: &mut Vec<u8>) {
            self.0.generate(moves);
        }
        fn play(&mut self, mv: u8) -> TicTacToe {
            self.0.play(mv)
        }
        fn undo(&mut self, mv: u8, undo: TicTacToe) {
            self.0.undo(mv, undo);
        }
        fn terminal(&self) -> Option<Score> {
            self.0.terminal()
        }
        fn value_without_moves(&self) -> Score {
            Score::ZERO
        }
        fn key(&self) -> u64 {
            u64::from(self.0.terminal().is_some())
        }
    }
    let mut count = |game: &OneKey| Score::new((game.0.key() % 17) as i32);
    let result = law::check(&mut OneKey(TicTacToe::new()), &mut count, 3, &Limits::none());
    assert!(matches!(result, Err(Violation::Value { with_table: true, .. })), "{result:?}");
    let stopped =
        law::check(&mut TicTacToe::new(), &mut TicTacToe::even, 9, &Limits::with_nodes(9));
    assert_eq!(stopped, Err(Violation::Stopped(StopReason::Nodes)));
}
