//! The law of the crate, on random trees and graphs: every method has NegaMax's value,
//! with and without a table, for any guess, bounds and window.
//!
//! Invariant: Every search method finds the value of plain NegaMax, with and without a table.

use proptest::prelude::*;
use zenpuku_core::{Limits, Score};
use zenpuku_gametree::law;
use zenpuku_gametree::synthetic::{
    ExplicitTree, GraphShape, StaticValue, TreePosition, TreeShape, random_graph, random_tree,
};
use zenpuku_gametree::table::DepthRule;
use zenpuku_gametree::window::Side;
use zenpuku_gametree::{Fail, Method, Searcher, TranspositionTable, Window};

/// Small spreads make many equal values, the hard case for bounds.
fn spread() -> impl Strategy<Value = u16> {
    prop_oneof![Just(0), Just(1), Just(3), Just(100), Just(30_000)]
}

fn tree() -> impl Strategy<Value = ExplicitTree> {
    let shape = (0_u32..6, 1_u32..5, 0_u8..50, spread());
    (shape, any::<u64>()).prop_map(|((depth, width, early_end, spread), seed)| {
        random_tree(&TreeShape { depth, width, early_end, spread }, seed).unwrap()
    })
}

/// Lines transpose within and across plies.
fn graph() -> impl Strategy<Value = ExplicitTree> {
    let shape = (1_u32..7, 1_u32..6, 1_u32..5, 0_u8..60, 0_u8..40, spread());
    let shape = shape.prop_map(|(layers, layer_size, width, skip, early_end, spread)| GraphShape {
        layers,
        layer_size,
        width,
        skip,
        early_end,
        spread,
    });
    (shape, any::<u64>()).prop_map(|(shape, seed)| random_graph(&shape, seed).unwrap())
}

fn any_tree() -> impl Strategy<Value = ExplicitTree> {
    prop_oneof![tree(), graph()]
}

fn score() -> impl Strategy<Value = Score> {
    prop_oneof![-5..=5_i32, -120..=120_i32, -40_000..=40_000_i32].prop_map(Score::new)
}

fn window() -> impl Strategy<Value = Window> {
    (score(), score()).prop_filter_map("alpha < beta", |(a, b)| Window::new(a.min(b), a.max(b)))
}

fn true_value(tree: &ExplicitTree, depth: u32) -> Score {
    let mut root = TreePosition::root(tree);
    Searcher::new(&mut root, &mut StaticValue).run(Method::NegaMax, depth).unwrap().value
}

/// The value by the definition of minimax, written independently of the searcher.
fn minimax(tree: &ExplicitTree, depth: u32) -> Score {
    let mut values: Vec<Vec<Score>> = Vec::new();
    for remaining in 0..=depth as usize {
        let level = tree.nodes().map(|node| {
            let children = tree.children(node);
            if remaining == 0 || children.is_empty() {
                return tree.value(node);
            }
            let below = &values[remaining - 1];
            let replies = children.iter().map(|child| -below[child.index()]);
            replies.max().unwrap_or_else(|| tree.value(node))
        });
        let level = level.collect();
        values.push(level);
    }
    values[depth as usize][tree.root().index()]
}

/// An answer is the value inside the window and a true bound outside.
fn assert_bound(window: Window, answer: Score, value: Score) {
    match window.side(answer) {
        Side::Low => assert!(value <= answer, "{window}: upper bound {answer}, value {value}"),
        Side::Inside => assert_eq!(answer, value, "{window}"),
        Side::High => assert!(value >= answer, "{window}: lower bound {answer}, value {value}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn negamax_is_minimax(tree in any_tree(), depth in 0_u32..7) {
        prop_assert_eq!(true_value(&tree, depth), minimax(&tree, depth));
    }

    #[test]
    fn every_method_has_the_same_value_and_a_line_to_it(tree in any_tree(), depth in 0_u32..7) {
        let mut root = TreePosition::root(&tree);
        let checked = law::check(&mut root, &mut StaticValue, depth, &Limits::none());
        prop_assert_eq!(checked, Ok(minimax(&tree, depth)));
        prop_assert_eq!(root.node(), tree.root(), "the game is left as it was");
    }

    #[test]
    fn any_guess_and_any_bounds_will_do(
        tree in any_tree(),
        depth in 0_u32..6,
        (guess, low, high, margin) in (score(), score(), score(), score()),
    ) {
        let methods = [
            Method::Mtdf { guess },
            Method::Mtdbi { low, high, guess },
            Method::Aspiration { guess, margin },
        ];
        let mut root = TreePosition::root(&tree);
        let checked =
            law::check_methods(&mut root, &mut StaticValue, depth, &methods, &Limits::none());
        prop_assert_eq!(checked, Ok(minimax(&tree, depth)));
    }

    #[test]
    fn bounds_are_true_in_any_window(tree in any_tree(), depth in 0_u32..6, window in window()) {
        let value = minimax(&tree, depth);
        let mut table = TranspositionTable::with_entries(64).unwrap();
        for with_table in [false, true] {
            let mut root = TreePosition::root(&tree);
            let mut evaluation = StaticValue;
            let mut searcher = Searcher::new(&mut root, &mut evaluation);
            if with_table {
                searcher = searcher.with_table(&mut table);
            }
            let hard = searcher.alpha_beta(depth, window, Fail::Hard).unwrap();
            prop_assert_eq!(hard, window.clamp(value));
            let soft = searcher.alpha_beta(depth, window, Fail::Soft).unwrap();
            assert_bound(window, soft, value);
            let scout = searcher.negascout(depth, window).unwrap();
            assert_bound(window, scout, value);
        }
    }

    #[test]
    fn a_table_kept_over_depths_and_methods_changes_nothing(
        tree in graph(),
        entries in 1_usize..200,
        methods in prop::collection::vec(0..7_usize, 1..12),
    ) {
        let mut table = TranspositionTable::with_entries(entries).unwrap();
        for (turn, index) in methods.into_iter().enumerate() {
            let depth = turn as u32 % 7;
            table.new_search();
            let mut root = TreePosition::root(&tree);
            let mut evaluation = StaticValue;
            let mut searcher = Searcher::new(&mut root, &mut evaluation).with_table(&mut table);
            let outcome = searcher.run(Method::all()[index], depth).unwrap();
            prop_assert_eq!(outcome.value, minimax(&tree, depth));
        }
    }

    #[test]
    fn deepening_ends_at_the_value_of_the_last_depth(
        tree in any_tree(),
        index in 0..7_usize,
        max_depth in 1_u32..7,
    ) {
        let mut table = TranspositionTable::with_entries(1000).unwrap();
        let mut root = TreePosition::root(&tree);
        let mut evaluation = StaticValue;
        let mut searcher = Searcher::new(&mut root, &mut evaluation).with_table(&mut table);
        let found = searcher.iterate(Method::all()[index], max_depth);
        prop_assert_eq!(found.stopped, None);
        let deepest = found.deepest.unwrap();
        prop_assert_eq!((deepest.depth, deepest.value), (max_depth, minimax(&tree, max_depth)));
    }
}

#[test]
fn answers_from_other_depths_do_change_values() {
    // Why the depth-exact rule is the default: lines that transpose at different plies.
    let shape =
        GraphShape { layers: 6, layer_size: 4, width: 3, skip: 40, early_end: 5, spread: 100 };
    let differs = |seed: &u64| {
        let tree = random_graph(&shape, *seed).unwrap();
        let table = TranspositionTable::with_entries(1000).unwrap();
        let mut table = table.with_depth_rule(DepthRule::AtLeast);
        let mut root = TreePosition::root(&tree);
        let mut evaluation = StaticValue;
        let mut searcher = Searcher::new(&mut root, &mut evaluation).with_table(&mut table);
        searcher.run(Method::NegaMax, 4).unwrap().value != minimax(&tree, 4)
    };
    assert!((0..200).any(|seed| differs(&seed)));
}
