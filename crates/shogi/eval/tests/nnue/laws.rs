//! Kernels agree with the definition; incremental updates equal a computation from scratch.

use crate::common::{Random, random_game, random_stacked, random_weights};
use crate::plain::{plain_output, plain_stacked_output};
use std::sync::Arc;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, MoveList, Position};
use zenpuku_shogi_eval::nnue::{
    FeatureSet, Kernel, Network, Nnue, Shape, StackBy, StackedShape, piece_square_weights,
};
use zenpuku_shogi_eval::{Evaluator, PieceSquare};

fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::ALL.into_iter().filter(|kernel| kernel.is_available())
}

/// The editions of YaneuraOu and combinations, each feature set and each shape at least once.
const PLAIN: [(FeatureSet, Shape); 10] = [
    (FeatureSet::KP, Shape::STANDARD),
    (FeatureSet::HalfKP, Shape::STANDARD),
    (FeatureSet::KP, Shape::USUAL[1]),
    (FeatureSet::KP, Shape::USUAL[2]),
    (FeatureSet::KP, Shape::USUAL[3]),
    (FeatureSet::HalfKPVm, Shape::STANDARD),
    (FeatureSet::HalfKAHm2, Shape::STANDARD),
    (FeatureSet::HalfKA2, Shape { transformed: 64, hidden: [8, 8] }),
    (FeatureSet::HalfKPE9, Shape { transformed: 64, hidden: [32, 32] }),
    (FeatureSet::KP, Shape { transformed: 448, hidden: [24, 128] }),
];

/// SFNN networks, those of YaneuraOu's editions among them.
const STACKED: [(FeatureSet, StackedShape); 8] = [
    stacked(FeatureSet::KP, 1536, [15, 32], StackBy::Kings3),
    stacked(FeatureSet::KP, 1024, [7, 64], StackBy::Kings9),
    stacked(FeatureSet::HalfKAHm2, 128, [15, 32], StackBy::Kings3),
    stacked(FeatureSet::HalfKA2, 256, [8, 64], StackBy::Nothing),
    // Those that are trained here, and one for each further kernel.
    stacked(FeatureSet::KP, 256, [15, 32], StackBy::Nothing),
    stacked(FeatureSet::KP, 512, [15, 32], StackBy::Nothing),
    stacked(FeatureSet::KP, 128, [16, 64], StackBy::Nothing),
    stacked(FeatureSet::KP, 384, [7, 32], StackBy::Nothing),
];

const fn stacked(
    features: FeatureSet,
    transformed: usize,
    hidden: [usize; 2],
    stack_by: StackBy,
) -> (FeatureSet, StackedShape) {
    (features, StackedShape { transformed, hidden, stack_by })
}

#[test]
fn every_kernel_computes_what_the_definition_says() {
    assert!(Kernel::best().is_available());
    for (features, shape) in PLAIN {
        for (seed, wild) in [(1, false), (2, true)] {
            let weights = random_weights(features, shape, seed, wild);
            let network = Network::new(&weights).unwrap();
            for position in random_game(seed, 120) {
                let expected = plain_output(&weights, &position);
                for kernel in kernels() {
                    let output = network.output(&position, kernel);
                    assert_eq!(output, expected, "{kernel} {features} {shape} {position:?}");
                }
            }
        }
    }
}

#[test]
fn stacked_networks_are_computed_by_their_definition() {
    for (features, shape) in STACKED {
        for (seed, wild) in [(1, false), (2, true)] {
            let weights = random_stacked(features, shape, seed, wild);
            let network = Network::stacked(&weights).unwrap();
            let mut outputs = std::collections::BTreeSet::new();
            for position in random_game(seed, 120) {
                let expected = plain_stacked_output(&weights, &position);
                outputs.insert(expected);
                for kernel in kernels() {
                    let output = network.output(&position, kernel);
                    assert_eq!(output, expected, "{kernel} {features} {shape} {position:?}");
                }
            }
            assert!(outputs.len() > 50, "{features} {shape}: {outputs:?}");
        }
    }
}

/// A random walk of moves, passes and returns, evaluated now and then.
fn walk(evaluator: &mut Nnue, seed: u64, steps: usize, check: &mut dyn FnMut(&Position, i32)) {
    let mut random = Random(seed | 1);
    let mut position = Position::startpos();
    let mut line: Vec<Move> = Vec::new();
    let mut list = MoveList::new();
    evaluator.refresh(&position);
    for _ in 0..steps {
        position.legal_moves(&mut list);
        let back = random.next() % 100 < 45 || line.len() > 200;
        match (back || list.is_empty(), line.last().copied()) {
            (true, Some(mv)) => {
                position.undo_move(mv);
                evaluator.undo();
                line.pop();
            }
            _ if list.is_empty() => break,
            _ => {
                let mv = list[random.next() as usize % list.len()];
                let gives_check = position.gives_check(mv);
                let delta = position.do_move_with_delta(mv, gives_check);
                evaluator.apply(&delta, &position);
                line.push(mv);
            }
        }
        if random.next().is_multiple_of(3) {
            check(&position, evaluator.output(&position));
        }
    }
}

/// Follows random walks with every kernel and compares with a computation from scratch.
fn follows(network: Network, seed: u64, steps: usize) {
    let network = Arc::new(network);
    for kernel in kernels() {
        let mut evaluator = Nnue::new(Arc::clone(&network), &Params::default()).with_kernel(kernel);
        let mut checked = 0;
        walk(&mut evaluator, seed, steps, &mut |position, output| {
            checked += 1;
            let expected = network.output(position, Kernel::Scalar);
            let (features, shape) = (network.features(), network.shape());
            assert_eq!(output, expected, "{kernel} {features} {shape} {position:?}");
        });
        assert!(checked > steps / 4);
    }
}

#[test]
fn incremental_equals_recomputed() {
    for (features, shape) in PLAIN {
        for (seed, wild) in [(11, false), (12, true)] {
            let weights = random_weights(features, shape, seed, wild);
            let steps = if shape == Shape::STANDARD { 4000 } else { 1000 };
            follows(Network::new(&weights).unwrap(), seed, steps);
        }
    }
    for (features, shape) in STACKED {
        let weights = random_stacked(features, shape, 13, true);
        follows(Network::stacked(&weights).unwrap(), 13, 1000);
    }
}

/// The million steps; too long for every run.
#[test]
#[ignore = "a million moves and returns take about a minute"]
fn incremental_equals_recomputed_over_a_million_steps() {
    for features in [FeatureSet::KP, FeatureSet::HalfKP, FeatureSet::HalfKAHm2] {
        let weights = random_weights(features, Shape::STANDARD, 5, true);
        let network = Arc::new(Network::new(&weights).unwrap());
        let mut evaluator = Nnue::new(Arc::clone(&network), &Params::default());
        for seed in 0..100 {
            walk(&mut evaluator, seed * 7 + 1, 10_000, &mut |position, output| {
                assert_eq!(output, network.output(position, Kernel::best()), "{position:?}");
            });
        }
    }
}

#[test]
fn the_hand_made_network_is_the_piece_square_evaluation() {
    let params = Params::default();
    let network = Arc::new(Network::new(&piece_square_weights(&params)).unwrap());
    let mut by_network = Nnue::new(network, &params);
    let mut by_table = PieceSquare::new(&params);
    let mut compared = 0;
    for seed in 0..20 {
        for position in random_game(seed * 31 + 7, 100) {
            let found = by_network.evaluate_afresh(&position);
            let expected = by_table.evaluate_afresh(&position);
            // K-P takes promoted small pieces for golds.
            let small_promoted = ["+P", "+p", "+L", "+l", "+N", "+n", "+S", "+s"];
            let sfen = position.to_sfen();
            if expected.abs() < 1500 && !small_promoted.iter().any(|name| sfen.contains(name)) {
                assert!((found - expected).abs() <= 1, "{found} for {expected} in {sfen}");
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn handicaps_and_lone_kings_are_evaluated() {
    let weights = random_weights(FeatureSet::HalfKP, Shape::STANDARD, 9, false);
    let network = Network::new(&weights).unwrap();
    for sfen in [
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
    ] {
        let position = Position::from_sfen(sfen).unwrap();
        assert_eq!(network.output(&position, Kernel::best()), plain_output(&weights, &position));
    }
}
