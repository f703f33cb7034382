//! Forward pruning from outside.
//!
//! Invariant: A pruning that never cuts changes nothing, and one whose cuts are right keeps the value.

use zenpuku_core::{Limits, Score, StopReason};
use zenpuku_gametree::observer::{Cause, SearchObserver, Visit};
use zenpuku_gametree::synthetic::{IncrementalPosition, IncrementalShape};
use zenpuku_gametree::window::Side;
use zenpuku_gametree::{Fail, Game, Method, Outcome, Pruning, PruningNode, Searcher};

const DEPTH: u32 = 5;

fn root(seed: u64) -> IncrementalPosition {
    let shape = IncrementalShape { width: 5, plies: 8, gain: 60, error: 80 };
    IncrementalPosition::root(shape, seed)
}

fn evaluation(game: &IncrementalPosition) -> Score {
    game.evaluation()
}

/// Asks for everything that a pruning may ask, cuts nothing, and keeps what it saw.
#[derive(Debug, Default)]
struct Never {
    plies: Vec<u32>,
    inside: bool,
}

impl Pruning<IncrementalPosition> for Never {
    fn cut(
        &mut self,
        node: &mut dyn PruningNode<IncrementalPosition>,
    ) -> Result<Option<Score>, StopReason> {
        assert!(!self.inside, "asked inside its own search");
        self.inside = true;
        let (visit, before) = (*node.visit(), *node.game());
        self.plies.push(visit.ply);
        node.evaluate();
        node.search(visit.depth - 1, visit.window)?;
        node.search_after_pass(visit.depth - 1, visit.window)?;
        assert_eq!(*node.game(), before);
        self.inside = false;
        Ok(None)
    }
}

/// Cuts every node whose value, searched in full, is outside the window.
#[derive(Debug)]
struct Right;

impl<G: Game> Pruning<G> for Right {
    fn cut(&mut self, node: &mut dyn PruningNode<G>) -> Result<Option<Score>, StopReason> {
        let visit = *node.visit();
        let value = node.search(visit.depth, visit.window)?;
        Ok((visit.window.side(value) != Side::Inside).then_some(value))
    }
}

/// Counts nodes that are entered and not left, and nodes that a pruning ended.
#[derive(Debug, Default)]
struct Balance {
    open: i64,
    pruned: u64,
}

impl SearchObserver<u32> for Balance {
    fn enter(&mut self, _: &Visit<u32>) {
        self.open += 1;
    }

    fn leave(&mut self, _: &Visit<u32>, _: Score, cause: Cause<u32>) {
        self.open -= 1;
        self.pruned += u64::from(cause == Cause::Pruned);
    }
}

fn search(
    seed: u64,
    method: Method,
    pruning: Option<&mut dyn Pruning<IncrementalPosition>>,
) -> Outcome<u32> {
    let (mut game, mut evaluate) = (root(seed), evaluation);
    let mut searcher = Searcher::new(&mut game, &mut evaluate);
    if let Some(pruning) = pruning {
        searcher = searcher.pruned_by(pruning);
    }
    let found = searcher.run(method, DEPTH).unwrap();
    assert_eq!(game, root(seed));
    found
}

#[test]
fn a_pruning_that_never_cuts_changes_nothing() {
    for seed in 0..20 {
        let method = Method::AlphaBeta(Fail::Soft);
        let (plain, mut never) = (search(seed, method, None), Never::default());
        let asked = search(seed, method, Some(&mut never));
        assert_eq!((asked.value, &asked.line), (plain.value, &plain.line));
        assert_eq!(asked.counters.pruned, 0);
        assert!(never.plies.iter().all(|ply| (1..DEPTH).contains(ply)));
        // Asked once at every interior node but the root.
        assert_eq!(never.plies.len() as u64, plain.counters.interior - 1);
    }
}

#[test]
fn right_cuts_keep_the_value_of_every_method() {
    for seed in 0..10 {
        for method in Method::all() {
            let (plain, pruned) =
                (search(seed, method, None), search(seed, method, Some(&mut Right)));
            assert_eq!(pruned.value, plain.value, "{method}");
            // Plain NegaMax has no window that a value could be outside of.
            assert_eq!(pruned.counters.pruned > 0, method != Method::NegaMax, "{method}");
        }
    }
}

#[test]
fn a_stopped_pruning_leaves_every_node() {
    for nodes in [1, 2, 10, 100, 500] {
        let (mut game, mut evaluate) = (root(1), evaluation);
        let (mut balance, mut never) = (Balance::default(), Never::default());
        let found = Searcher::new(&mut game, &mut evaluate)
            .with_limits(&Limits::with_nodes(nodes))
            .observed_by(&mut balance)
            .pruned_by(&mut never)
            .run(Method::AlphaBeta(Fail::Soft), DEPTH);
        assert_eq!(found, Err(StopReason::Nodes));
        assert_eq!((balance.open, game), (0, root(1)));
    }
}

#[test]
fn the_observer_is_told_of_every_cut() {
    let (mut game, mut evaluate) = (root(3), evaluation);
    let (mut balance, mut right) = (Balance::default(), Right);
    let mut searcher =
        Searcher::new(&mut game, &mut evaluate).observed_by(&mut balance).pruned_by(&mut right);
    let found = searcher.run(Method::AlphaBeta(Fail::Soft), DEPTH).unwrap();
    assert_eq!((balance.open, balance.pruned), (0, found.counters.pruned));
    assert!(balance.pruned > 0);
}
