//! The check of compositions against brute force.
//!
//! Invariant: The check of compositions finds the second solutions that brute force finds.

use crate::and_or::{legal, mates, mates_by};
use crate::random::{Random, corner_problem};
use zenpuku_core::Limits;
use zenpuku_shogi::{HandPiece, Move, Position, Setup, SetupRules};
use zenpuku_shogi_mate::{Composition, CompositionError, Count, MateSolver, SecondKind, Spare};

fn problem(sfen: &str) -> Position {
    Setup::from_sfen(sfen).unwrap().position(SetupRules::Mate).unwrap()
}

/// Other moves of the line's attacker that mate within the rest of the line, by ply.
fn known_seconds(start: &Position, line: &[Move]) -> Vec<(u16, Move)> {
    let mut at = start.without_history();
    let mut found = Vec::new();
    for (index, &mv) in line.iter().enumerate() {
        let left = (line.len() - index) as u16;
        for &other in legal(&at).iter().filter(|&&other| index % 2 == 0 && other != mv) {
            if mates_by(&mut at, other, left) {
                found.push((index as u16 + 1, other));
            }
        }
        at.do_move(mv);
    }
    found
}

#[test]
fn it_finds_the_second_solutions_that_brute_force_finds() {
    let (mut solver, mut random) = (MateSolver::new(1), Random::new(0x5eed_2026));
    // Mates in one after the reply need few; longer ones may stay undecided.
    let limits = Limits { nodes: Some(500), ..Limits::none() };
    let (mut cooked, mut single) = (0, 0);
    for _ in 0..20_000 {
        if cooked >= 50 && single >= 10 {
            break;
        }
        let Some(start) = corner_problem(&mut random) else { continue };
        let three = Limits { depth: Some(3), ..Limits::with_nodes(20_000) };
        let report = solver.solve(&start, &three).unwrap();
        if report.plies != Some(3) {
            continue;
        }
        let known = known_seconds(&start, &report.line);
        let early = known.iter().any(|&(ply, _)| ply < 3);
        // Enough of one kind is enough.
        if early && cooked >= 50 || !early && single >= 10 {
            continue;
        }
        let found =
            Composition::check(&mut solver, &start, &report.line, Count::Strict, &limits).unwrap();
        let told: Vec<_> = found
            .seconds
            .iter()
            .filter(|second| second.plies <= 3)
            .map(|second| (second.ply, second.mv))
            .collect();
        let same =
            |one: &[(u16, Move)], other: &[(u16, Move)]| one.iter().all(|x| other.contains(x));
        assert!(same(&known, &told) && same(&told, &known), "{start:?}: {known:?}, {told:?}");
        let turned = |second: &&zenpuku_shogi_mate::Second| second.kind == SecondKind::Promotion;
        if early && found.seconds.iter().filter(turned).count() == 0 {
            assert_eq!(found.is_sound(), Some(false), "{start:?}");
            cooked += 1;
        } else if !early {
            single += 1;
        }
    }
    assert!(cooked >= 50 && single >= 10, "{cooked} with a second solution, {single} without");
}

#[test]
fn kinds_and_pieces_left_over_and_spare() {
    let mut solver = MateSolver::new(1);
    let mut check = |sfen: &str| {
        let start = problem(sfen);
        let report = solver.solve(&start, &Limits::none()).unwrap();
        let limits = Limits { nodes: Some(100_000), ..Limits::none() };
        Composition::check(&mut solver, &start, &report.line, Count::Strict, &limits).unwrap()
    };
    // A gold on the head; the second gold is never used.
    let found = check("8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1");
    assert_eq!(found.left_over, [(HandPiece::GOLD, 1)]);
    let found = check("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    assert!(found.left_over.is_empty());
    assert!(found.spare.iter().all(|spare| !matches!(spare, Spare::Hand(_))), "{found:?}");
}

#[test]
fn a_line_that_does_not_mate_is_refused() {
    let start = problem("9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1");
    let limits = Limits { nodes: Some(1000), ..Limits::none() };
    let mut solver = MateSolver::new(1);
    let error = Composition::check(&mut solver, &start, &[], Count::Strict, &limits).unwrap_err();
    assert_eq!(error, CompositionError::NoSolution);
}

/// Solutions are written down without the useless interpositions at their end.
#[test]
fn a_solution_may_leave_out_useless_interpositions() {
    let mut solver = MateSolver::new(1);
    let limits = Limits::with_nodes(20_000);
    let mut check = |sfen: &str, line: &[&str], count| {
        let start = problem(sfen);
        let mut at = start.clone();
        let play = |usi: &&str| {
            let mv = at.read_usi(usi).unwrap();
            at.do_move(mv);
            mv
        };
        let line: Vec<Move> = line.iter().map(play).collect();
        Composition::check(&mut solver, &start, &line, count, &limits)
    };
    // Drops on the first file, all of them useless: 15 plies strictly.
    let rook = "7lk/9/7+P1/9/9/9/9/9/R8 b r2b4g4s4n3l17p 1";
    let found = check(rook, &["9i1i"], Count::Composer).unwrap();
    assert_eq!((found.is_sound(), found.left_over.as_slice()), (Some(true), &[][..]));
    let strict = check(rook, &["9i1i"], Count::Strict).unwrap_err();
    assert_eq!(strict, CompositionError::NoSolution);
    // A second rook mates as well, by the composers' count as soon, and at the last ply.
    let found =
        check("7lk/9/7+P1/9/9/9/9/R8/R8 b 2b4g4s4n3l17p 1", &["9i1i"], Count::Composer).unwrap();
    let other: Vec<_> = found.seconds.iter().map(|second| (second.plies, second.kind)).collect();
    assert_eq!(other, [(1, SecondKind::Final)]);
    // Without the promoted pawn the king goes away: no mate by any count.
    let away = "7lk/9/9/9/9/9/9/9/R8 b r2b4g4s4n3l18p 1";
    let error = check(away, &["9i1i"], Count::Composer).unwrap_err();
    assert_eq!(error, CompositionError::NoSolution);
}

/// The problems that are made to have a second solution: both solutions mate by brute force.
#[test]
fn the_second_solutions_of_the_set_are_mates() {
    let file = "../../../testdata/mate/second-solutions.jsonl";
    let text = std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    for line in text.unwrap().lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let start = problem(row["sfen"].as_str().unwrap());
        let (length, second) = (row["mate"].as_u64().unwrap() as u16, &row["second"]);
        assert!(mates(&mut start.without_history(), length), "{line}");
        assert!(!mates(&mut start.without_history(), length - 2), "{line}");
        let (ply, plies) = (second["ply"].as_u64().unwrap(), second["plies"].as_u64().unwrap());
        let mut at = start.without_history();
        let moves: Vec<&str> = row["pv"].as_str().unwrap().split(' ').collect();
        for usi in &moves[..ply as usize - 1] {
            at.do_move(at.read_usi(usi).unwrap());
        }
        let other = second["move"].as_str().unwrap();
        assert_ne!(other, moves[ply as usize - 1]);
        let (mv, left) = (at.read_usi(other).unwrap(), (plies - ply + 1) as u16);
        assert!(mates_by(&mut at, mv, left), "{line}");
    }
}
