//! Facts that the papers and the literature state, reproduced exactly.

use std::collections::HashSet;

use zenpuku_core::{Limits, Score};
use zenpuku_gametree::examples::{TicTacToe, bonanza_fig2::bonanza_fig2};
use zenpuku_gametree::game::Game;
use zenpuku_gametree::law;
use zenpuku_gametree::observer::Cause;
use zenpuku_gametree::optimal_tree::{all_nodes, critical_nodes, minimal_leaves, minimal_nodes};
use zenpuku_gametree::synthetic::{
    ExplicitTree, Order, StaticValue, TreePosition, TreeShape, random_tree, uniform,
    uniform_without_cuts,
};
use zenpuku_gametree::{Counters, Fail, Method, Outcome, Recorder, Searcher, TranspositionTable};

const SOFT: Method = Method::AlphaBeta(Fail::Soft);

fn search(tree: &ExplicitTree, method: Method, depth: u32) -> Outcome<u32> {
    let mut root = TreePosition::root(tree);
    Searcher::new(&mut root, &mut StaticValue).run(method, depth).unwrap()
}

#[test]
fn best_order_visits_exactly_the_minimal_tree() {
    for (width, depth) in [(1, 4), (2, 7), (3, 6), (5, 5), (10, 4), (30, 3)] {
        for (seed, spread) in [(1, 1000), (2, 30_000), (3, 2)] {
            let tree = uniform(width, depth, spread, seed).unwrap().ordered(Order::Best, 0);
            for method in [SOFT, Method::AlphaBeta(Fail::Hard)] {
                let counters = search(&tree, method, depth).counters;
                let leaves = minimal_leaves(u64::from(width), depth);
                assert_eq!(Some(u128::from(counters.leaf + counters.terminal)), leaves);
                let nodes = minimal_nodes(u64::from(width), depth);
                assert_eq!(Some(u128::from(counters.visited())), nodes);
            }
        }
    }
}

#[test]
fn best_order_visits_exactly_the_critical_nodes_of_irregular_trees() {
    let shape = TreeShape { depth: 7, width: 4, early_end: 15, spread: 500 };
    for seed in 0..200 {
        let tree = random_tree(&shape, seed).unwrap().ordered(Order::Best, 0);
        let critical = critical_nodes(&mut TreePosition::root(&tree), 7).total();
        assert_eq!(u128::from(search(&tree, SOFT, 7).counters.visited()), critical, "{seed}");
    }
}

#[test]
fn no_order_visits_fewer_nodes_than_the_minimal_tree() {
    for seed in 0..50 {
        let tree = uniform(4, 5, 1000, seed).unwrap();
        let least = minimal_leaves(4, 5).unwrap();
        for order in Order::ALL {
            let tree = tree.ordered(order, seed);
            for method in Method::all() {
                let leaves = search(&tree, method, 5).counters.bottom();
                assert!(u128::from(leaves) >= least, "{method} {}", order.name());
            }
        }
    }
}

#[test]
fn width_100_depth_2_leaves_9801_positions_unvisited() {
    let tree = uniform(100, 2, 30_000, 7).unwrap();
    assert_eq!(tree.node_count(), 10_101);
    assert_eq!(search(&tree, Method::NegaMax, 2).counters.visited(), 10_101);
    let visited = search(&tree.ordered(Order::Best, 0), SOFT, 2).counters.visited();
    assert_eq!(10_101 - visited, 9_801);
}

#[test]
fn the_worst_tree_has_no_cut() {
    for (width, depth) in [(2, 10), (3, 6), (5, 5), (29_999, 1)] {
        let tree = uniform_without_cuts(width, depth).unwrap();
        let counters = search(&tree, SOFT, depth).counters;
        let all = all_nodes(u64::from(width), depth);
        assert_eq!((counters.cut, Some(u128::from(counters.visited()))), (0, all));
        let best = search(&tree.ordered(Order::Best, 0), SOFT, depth).counters.bottom();
        assert_eq!(Some(u128::from(best)), minimal_leaves(u64::from(width), depth));
    }
}

#[test]
fn bonanza_figure_2() {
    let figure = bonanza_fig2().unwrap();
    assert_eq!(figure.tree.node_count(), 13);
    let mut root = TreePosition::root(&figure.tree);
    let mut recorder = Recorder::new();
    let outcome = Searcher::new(&mut root, &mut StaticValue)
        .observed_by(&mut recorder)
        .run(Method::AlphaBeta(Fail::Hard), 2)
        .unwrap();
    assert_eq!(outcome.value, Score::new(7));
    let name_at = |path: &[u32]| {
        let node = path
            .iter()
            .fold(figure.tree.root(), |node, &mv| figure.tree.children(node)[mv as usize]);
        figure.name(node)
    };
    assert_eq!(name_at(&outcome.line[..1]), 'B');
    let visited: String = recorder.visits().iter().map(|visit| name_at(&visit.path)).collect();
    assert_eq!(visited, "ABEFGCHDK");
    let cut_at = |name: char| {
        let visit = recorder.visits().iter().find(|visit| name_at(&visit.path) == name).unwrap();
        matches!(visit.result, Some((_, Cause::BetaCut { index: 0, .. })))
    };
    assert!(cut_at('C') && cut_at('D') && !cut_at('B') && !cut_at('A'));
}

#[test]
fn tic_tac_toe_is_a_draw_of_549_946_nodes() {
    let (mut game, mut even) = (TicTacToe::new(), TicTacToe::even);
    let outcome = Searcher::new(&mut game, &mut even).run(Method::NegaMax, 9).unwrap();
    assert_eq!(outcome.value, Score::ZERO);
    assert_eq!(outcome.counters.visited(), 549_946);
    assert_eq!(outcome.counters.terminal, 255_168);
    assert_eq!(outcome.line.len(), 9);
}

#[test]
fn tic_tac_toe_has_5478_positions() {
    let mut seen = HashSet::new();
    let mut open = vec![TicTacToe::new()];
    while let Some(position) = open.pop() {
        if seen.insert(position.key()) && position.terminal().is_none() {
            let mut moves = Vec::new();
            position.generate(&mut moves);
            open.extend(moves.into_iter().map(|mv| {
                let mut next = position;
                next.play(mv);
                next
            }));
        }
    }
    assert_eq!(seen.len(), 5_478);
}

#[test]
fn a_table_visits_each_tic_tac_toe_position_once() {
    let (mut game, mut even) = (TicTacToe::new(), TicTacToe::even);
    let mut table = TranspositionTable::with_entries(1 << 16).unwrap();
    let mut searcher = Searcher::new(&mut game, &mut even).with_table(&mut table);
    let Counters { interior, .. } = searcher.run(Method::NegaMax, 9).unwrap().counters;
    // 5,478 positions, 958 of them ends of the game.
    assert_eq!(interior, 5_478 - 958);
}

#[test]
fn all_methods_agree_on_tic_tac_toe() {
    let win = Ok(TicTacToe::WIN);
    for (opening, value) in [(&[][..], Ok(Score::ZERO)), (&[0, 1], win.clone()), (&[4, 1], win)] {
        let mut game = TicTacToe::new();
        for &mv in opening {
            game.play(mv);
        }
        let depth = 9 - opening.len() as u32;
        let limits = Limits::none();
        assert_eq!(law::check(&mut game, &mut TicTacToe::even, depth, &limits), value);
    }
}
