//! The laws that tie the engine to the general searches of `gametree`.
//!
//! Invariant: The shogi search without its selective steps finds the value of NegaMax.

use proptest::prelude::*;
use proptest::sample::select;
use zenpuku_core::Score;
use zenpuku_gametree::{Fail, Method, Searcher};
use zenpuku_params::Params;
use zenpuku_shogi::{MoveList, Position};
use zenpuku_shogi_engine::{BENCH_POSITIONS, Engine, EngineOptions, SearchLimits, ShogiGame};
use zenpuku_shogi_eval::{AnyEvaluator, EvalKind, Evaluator};

/// Plays the moves that `choices` picks from `sfen` on.
fn play(sfen: &str, choices: &[u16]) -> Position {
    let mut position = Position::from_sfen(sfen).unwrap();
    let mut list = MoveList::new();
    for &choice in choices {
        position.legal_moves(&mut list);
        if list.is_empty() {
            break;
        }
        position.do_move(list[usize::from(choice) % list.len()]);
    }
    // Without the history: repetition is off on both sides.
    Position::from_sfen(&position.to_sfen()).unwrap()
}

fn reference(position: &Position, eval: EvalKind, method: Method, depth: u32) -> Score {
    let mut evaluator = AnyEvaluator::new(eval, &Params::default());
    let mut evaluate = |game: &ShogiGame| Score::eval(evaluator.evaluate_afresh(game.position()));
    let mut game = ShogiGame::new(position);
    Searcher::new(&mut game, &mut evaluate).run(method, depth).unwrap().value
}

fn engine_value(position: &Position, eval: EvalKind, params: &str, depth: u32) -> Score {
    let mut options = EngineOptions { hash: 4, eval, ..EngineOptions::default() };
    options.params.assign_all(params).unwrap();
    let mut engine = Engine::new(options);
    engine.set_position(position.clone()).unwrap();
    engine.search(SearchLimits::depth(depth)).unwrap().score
}

/// Everything that may change the order of the search but not its value.
const SOUND: &str = "Profile=plain PrincipalVariationSearch=on TranspositionTable=on \
    TableEqualDepthOnly=on AspirationWindow=on AspirationMinDepth=2 KillerMoves=on \
    HistoryHeuristic=on ContinuationHistory=on SeeOrdering=on InternalIterativeDeepening=on \
    IidMinDepth=2 IidReduction=1 MateDistancePruning=on CounterMoves=on CaptureHistory=on \
    AspirationWidening=on";

/// A full-width search with a quiescence search, for techniques that are only sound with one.
const QUIET: &str = "Profile=plain PrincipalVariationSearch=on Quiescence=on SeeOrdering=on \
    QuiescenceSeePruning=on";

/// Futility pruning at frontier nodes only, where no margin guesses: forms (3), (4), (6).
const FRONTIER: &str = "FutilityMaterial=on FutilityMaterialChild=on FutilityDifference=on \
    FutilityExactGain=on FutilityExtendedDepth=1";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn plain_equals_negamax(
        sfen in select(&BENCH_POSITIONS[..]),
        choices in prop::collection::vec(any::<u16>(), 0..80),
        eval in select(&EvalKind::ALL[..]),
    ) {
        let position = play(sfen, &choices);
        for depth in 1..=2 {
            let value = engine_value(&position, eval, "Profile=plain", depth);
            prop_assert_eq!(value, reference(&position, eval, Method::NegaMax, depth));
        }
        let value = engine_value(&position, eval, "Profile=plain", 3);
        let fast = Method::AlphaBeta(Fail::Soft);
        prop_assert_eq!(value, reference(&position, eval, fast, 3));
    }

    #[test]
    fn futility_at_the_frontier_keeps_the_value(
        sfen in select(&BENCH_POSITIONS[..]),
        choices in prop::collection::vec(any::<u16>(), 0..80),
        eval in select(&[EvalKind::Material, EvalKind::PieceSquare][..]),
    ) {
        let position = play(sfen, &choices);
        for depth in 1..=3 {
            let without = engine_value(&position, eval, QUIET, depth);
            let with = engine_value(&position, eval, &format!("{QUIET} {FRONTIER}"), depth);
            prop_assert_eq!(without, with, "depth {} of {}", depth, position.to_sfen());
        }
    }

    #[test]
    fn sound_techniques_keep_the_value(
        sfen in select(&BENCH_POSITIONS[..]),
        choices in prop::collection::vec(any::<u16>(), 0..80),
        eval in select(&EvalKind::ALL[..]),
    ) {
        let position = play(sfen, &choices);
        for depth in 1..=4 {
            let plain = engine_value(&position, eval, "Profile=plain", depth);
            let sound = engine_value(&position, eval, SOUND, depth);
            prop_assert_eq!(plain, sound, "depth {} of {}", depth, position.to_sfen());
        }
    }
}

/// White mates in three, with a piece dropped at the horizon by the side far behind in material.
#[test]
fn futility_does_not_stand_pat_when_mated() {
    let mate = "7nl/l4+P2k/1gnp+S4/p3ppSgp/2PPG2pn/1P1b2P1P/P4G1SL/R+s2+R1p2/LN4b1K w P3p 27";
    let position = Position::from_sfen(mate).unwrap();
    let value = engine_value(&position, EvalKind::PieceSquare, &format!("{QUIET} {FRONTIER}"), 3);
    assert_eq!(value.mate_plies(), Some(3));
}

#[test]
fn negamax_agrees_at_depth_three_and_four() {
    for (sfen, depth) in [
        (zenpuku_shogi::STARTPOS, 3),
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 4),
        ("8k/6+P2/8P/9/9/9/9/9/K8 b S 1", 4),
        ("3k5/9/3P5/9/9/9/3p5/9/3K5 w - 1", 4),
    ] {
        let position = Position::from_sfen(sfen).unwrap();
        let reference = reference(&position, EvalKind::PieceSquare, Method::NegaMax, depth);
        for params in ["Profile=plain", SOUND] {
            let value = engine_value(&position, EvalKind::PieceSquare, params, depth);
            assert_eq!(value, reference, "{params} {sfen}");
        }
    }
}
