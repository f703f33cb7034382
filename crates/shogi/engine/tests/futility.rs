//! Every form of the paper's futility pruning prunes, with its margins and not beyond them.

use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{BENCH_POSITIONS, Engine, EngineOptions, SearchLimits};
use zenpuku_shogi_eval::EvalKind;

const NONE: &str = "Profile=bonanza2006 FutilityMaterial=off FutilityMaterialChild=off \
    FutilityDifference=off FutilityNode=off";

/// Nodes of all positions and each one's best move, `depth` plies deep.
fn search(eval: EvalKind, params: &str, depth: u32) -> (u64, Vec<String>) {
    let mut nodes = 0;
    let mut moves = Vec::new();
    for sfen in BENCH_POSITIONS {
        let mut options = EngineOptions { hash: 4, eval, ..EngineOptions::default() };
        options.params.assign_all(params).unwrap();
        let mut engine = Engine::new(options);
        engine.set_position(Position::from_sfen(sfen).unwrap()).unwrap();
        let result = engine.search(SearchLimits::depth(depth)).unwrap();
        nodes += result.nodes;
        moves.push(result.best.to_string());
    }
    (nodes, moves)
}

fn nodes(eval: EvalKind, params: &str) -> u64 {
    search(eval, params, 3).0
}

#[test]
fn every_form_saves_nodes() {
    let eval = EvalKind::PieceSquare;
    let without = nodes(eval, NONE);
    for form in [
        "FutilityMaterial=on FutilityMaterialMargin=500",
        "FutilityDifference=on FutilityExtendedDepth=1",
        "FutilityDifference=on",
        "FutilityDifference=on FutilityExactGain=off",
        "FutilityNode=on FutilityNodeQuiescence=off",
        "FutilityNode=on FutilityNodeQuiescence=on",
    ] {
        let with = nodes(eval, &format!("{NONE} {form}"));
        assert!(with < without, "{form}: {with} of {without} nodes");
    }
}

#[test]
fn the_larger_the_margins_the_less_is_pruned() {
    let eval = EvalKind::KingDistance;
    let paper = "Profile=bonanza2006 FutilityNode=off FutilityDynamicMargin=off";
    let wide = "FutilityMoveMargin=20000 FutilityKingMargin=20000 FutilityMaterialMargin=20000";
    let tight = "FutilityMoveMargin=100 FutilityKingMargin=100";
    let [tight, normal, wide, none] = [
        format!("{paper} {tight}"),
        paper.to_string(),
        format!("{paper} {wide}"),
        NONE.to_string(),
    ]
    .map(|params| nodes(eval, &params));
    assert!(tight < normal && normal < wide, "{tight} {normal} {wide}");
    // Only the values of lost repetitions are beyond such margins.
    assert!(wide.abs_diff(none) * 200 < none, "{wide} {none}");
}

#[test]
fn margins_that_are_too_small_grow() {
    let eval = EvalKind::KingDistance;
    let small = "Profile=bonanza2006 FutilityMoveMargin=0 FutilityKingMargin=0";
    let fixed = nodes(eval, &format!("{small} FutilityDynamicMargin=off"));
    let raised = nodes(eval, small);
    assert!(fixed < raised, "{fixed} {raised}");
}

#[test]
fn an_exact_gain_is_never_exceeded() {
    let eval = EvalKind::PieceSquare;
    let fixed = nodes(eval, "Profile=bonanza2006 FutilityDynamicMargin=off");
    assert_eq!(nodes(eval, "Profile=bonanza2006"), fixed);
}
