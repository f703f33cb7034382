//! Laws of the experiment on small trees, recounted by brute force.

use zenpuku_core::{Limits, Score};
use zenpuku_gametree::observer::Cause;
use zenpuku_gametree::synthetic::{IncrementalPosition, IncrementalShape};
use zenpuku_gametree::{Fail, Game, Method, Pruning, Recorder, Searcher};

use super::fit::{Fit, Sampled, ShallowLine, sample};
use super::judge::{Judge, Judged};
use super::rules::{self, Futility, NullMove, ProbCut};
use super::tables::verdict;
use super::world::{Oracle, Root, World};
use super::worlds;
use crate::options::RunOptions;
use crate::statistics::Interval;

const DEPTH: u32 = 4;

fn root(seed: u64) -> Root<IncrementalPosition> {
    let shape = IncrementalShape { width: 4, plies: 6, gain: 50, error: 120 };
    Root { name: seed.to_string(), game: IncrementalPosition::root(shape, seed) }
}

fn evaluation(game: &IncrementalPosition) -> Score {
    game.evaluation()
}

/// The value by the definition of minimax.
fn minimax<G: Game>(game: &mut G, depth: u32, evaluate: &mut dyn FnMut(&G) -> Score) -> Score {
    if let Some(value) = game.terminal() {
        return value;
    }
    if depth == 0 {
        return evaluate(game);
    }
    let mut moves = Vec::new();
    game.generate(&mut moves);
    let values = moves.into_iter().map(|mv| {
        let undo = game.play(mv);
        let value = -minimax(game, depth - 1, evaluate);
        game.undo(mv, undo);
        value
    });
    values.max().unwrap()
}

/// Knows the value of every position by minimax.
struct BruteForce;

impl Oracle<IncrementalPosition> for BruteForce {
    fn value(
        &mut self,
        game: &IncrementalPosition,
        _: &Limits,
    ) -> Result<Option<Score>, crate::LabError> {
        Ok(Some(minimax(&mut game.clone(), 99, &mut evaluation)))
    }
}

fn fitted() -> Fit {
    let mut sampled = Vec::new();
    for seed in 100..120 {
        let nodes = sample(&root(seed), &mut evaluation, DEPTH, 20, seed, &Limits::none()).unwrap();
        sampled.extend(nodes);
    }
    Fit::new(sampled)
}

/// Finds every cut in the record of the search, and counts the wrong ones.
fn recount(root: &IncrementalPosition, pruning: &mut dyn Pruning<IncrementalPosition>) -> Judged {
    let (mut game, mut evaluate, mut recorder) = (*root, evaluation, Recorder::new());
    Searcher::new(&mut game, &mut evaluate)
        .observed_by(&mut recorder)
        .pruned_by(pruning)
        .run(Method::AlphaBeta(Fail::Soft), DEPTH)
        .unwrap();
    let mut counted = Judged::default();
    for visit in recorder.visits() {
        let Some((claimed, Cause::Pruned)) = visit.result else { continue };
        let mut node = *root;
        for &mv in &visit.path {
            node.play(mv);
        }
        let beta = visit.visit.window.beta();
        let alpha = visit.visit.window.alpha();
        let holds = |value: Score| if claimed >= beta { value >= beta } else { value <= alpha };
        let searched = holds(minimax(&mut node, visit.visit.depth, &mut evaluation));
        let truth = holds(minimax(&mut node, 99, &mut evaluation));
        counted.cuts += 1;
        counted.proved += 1;
        counted.wrong += u64::from(!searched);
        counted.wrong_in_truth += u64::from(!truth);
        counted.search_wrong_in_truth += u64::from(truth != searched);
    }
    counted
}

#[test]
fn wrong_cuts_are_those_of_brute_force() {
    let (fit, limits) = (fitted(), Limits::none());
    let count = rules::all::<IncrementalPosition>(&fit).len();
    let mut totals = vec![Judged::default(); count];
    for seed in 0..30 {
        let root = root(seed);
        let mut judge = Judge {
            evaluate: &mut evaluation,
            oracle: Some(Box::new(BruteForce)),
            room: usize::MAX,
            seed,
            limits: &limits,
        };
        let mut prunings = rules::all(&fit);
        let found = judge.position(&root, DEPTH, &mut prunings).unwrap();
        assert_eq!(
            found.without.value,
            minimax(&mut root.game.clone(), DEPTH, &mut evaluation).value()
        );
        for (index, with) in found.with.iter().enumerate() {
            let counted = recount(&root.game, &mut *rules::all(&fit)[index].1);
            assert_eq!((with.cuts, with.judged), (counted.cuts, counted), "{index}, {seed}");
            totals[index].cuts += counted.cuts;
            totals[index].wrong += counted.wrong;
        }
    }
    // Every pruning cuts, and the less careful ones are sometimes wrong.
    assert!(totals.iter().all(|total| total.cuts > 0), "{totals:?}");
    assert!(totals.iter().filter(|total| total.wrong > 0).count() >= 3, "{totals:?}");
}

/// The same search, node by node, with prunings that have nothing to go by.
fn same_as_plain<G: Game + Clone + std::fmt::Debug>(mut world: World<G>) {
    let mut nothing: Vec<(&'static str, Box<dyn Pruning<G>>)> = vec![
        ("futility", Box::new(Futility { margins: vec![None, None] })),
        ("ProbCut", Box::new(ProbCut { lines: vec![None], percentile: 1.0 })),
    ];
    let (limits, depth) = (Limits::none(), 3);
    for root in &world.test {
        let mut judge = Judge {
            evaluate: &mut *world.evaluation,
            oracle: None,
            room: 1,
            seed: 1,
            limits: &limits,
        };
        let found = judge.position(root, depth, &mut nothing).unwrap();
        for with in found.with {
            assert_eq!((&with.searched, with.cuts), (&found.without, 0), "{}", root.name);
        }
    }
}

#[test]
fn without_pruning_the_search_is_plain_alpha_beta_in_every_world() {
    let options = RunOptions { quick: true, ..RunOptions::default() };
    same_as_plain(worlds::shogi(&options).unwrap());
    same_as_plain(worlds::go(&options).unwrap().0);
    same_as_plain(worlds::synthetic(&options, "trees", 30));
}

#[test]
fn margins_are_quantiles_and_lines_least_squares() {
    let node = |depth, before, value| Sampled { depth, before, value };
    let mut nodes: Vec<Sampled> = (1..=20).map(|rise| node(1, 7, 7 + rise)).collect();
    nodes.extend((0..9).map(|n| node(3, n, 2 * n + 1)));
    nodes.push(node(2, 5, 3));
    let fit = Fit::new(nodes);
    assert_eq!(
        (fit.margin(1, 1.0), fit.margin(1, 0.95), fit.margin(1, 0.5)),
        (Some(20), Some(19), Some(10))
    );
    // A fall of the evaluation is no negative margin.
    assert_eq!((fit.margin(2, 1.0), fit.margin(4, 1.0)), (Some(0), None));
    let lines = fit.lines();
    let ShallowLine { slope, intercept, sigma } = lines[0].unwrap();
    assert!((slope - 2.0).abs() < 1e-9 && (intercept - 1.0).abs() < 1e-9 && sigma < 1e-6);
}

/// In a tree without errors a pass gains nothing, and some move gains something nearly always: at
/// depth 2 the null move is the evaluation after a pass.
#[test]
fn the_null_move_cuts_only_at_beta_or_above() {
    for seed in 0..20 {
        let game = root(seed).game;
        let (mut searched, mut evaluate, mut recorder) = (game, evaluation, Recorder::new());
        let mut null_move = NullMove;
        Searcher::new(&mut searched, &mut evaluate)
            .observed_by(&mut recorder)
            .pruned_by(&mut null_move)
            .run(Method::AlphaBeta(Fail::Soft), DEPTH)
            .unwrap();
        for visit in recorder.visits() {
            if let Some((value, Cause::Pruned)) = visit.result {
                assert_eq!(value, visit.visit.window.beta());
                assert!(visit.visit.depth >= 2);
            }
        }
    }
}

#[test]
fn the_verdict_follows_from_the_interval() {
    let of = |low, high| verdict(Interval { low, high });
    assert_eq!(of(0.01, 0.2), "adds errors");
    assert_eq!(of(-0.2, -0.01), "removes errors");
    assert_eq!(of(-0.1, 0.1), "no difference shown");
    assert_eq!(of(0.0, 0.0), "no difference shown");
}

fn passes<G: Game + Clone + std::fmt::Debug>(world: &World<G>) {
    for root in &world.test {
        let (mut game, key) = (root.game.clone(), root.game.key());
        let undo = game.pass().unwrap();
        assert_ne!(game.key(), key, "{}", root.name);
        game.undo_pass(undo);
        assert_eq!(game.key(), key, "{}", root.name);
    }
}

#[test]
fn a_pass_is_possible_in_every_world_and_is_taken_back() {
    let options = RunOptions { quick: true, ..RunOptions::default() };
    passes(&worlds::shogi(&options).unwrap());
    let go = worlds::go(&options).unwrap().0;
    passes(&go);
    passes(&worlds::synthetic(&options, "trees", 30));
    // A second pass would end the game.
    let mut game = go.test[0].game.clone();
    game.pass().unwrap();
    assert!(game.pass().is_none());
}
