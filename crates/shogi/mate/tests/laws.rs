//! The solver against brute force, and proofs that must not pass.
//!
//! Invariant: Mates are shortest and refutations complete.

use crate::and_or::legal;
use crate::random::{Random, game_position};
use proptest::prelude::*;
use std::time::Duration;
use zenpuku_core::StopToken;
use zenpuku_core::{Limits, StopReason};
use zenpuku_shogi::{Color, Position, Setup, SetupRules, Square};
use zenpuku_shogi_mate::{MateError, MateSolver, Proof, Refutation, Verdict, mates_in_one};

fn problem(sfen: &str) -> Position {
    Setup::from_sfen(sfen).unwrap().position(SetupRules::Mate).unwrap()
}

/// Shortest mate by checks within `depth` plies, without any cleverness.
fn brute_force(position: &mut Position, depth: u16) -> Option<u16> {
    let mut shortest = None;
    for &check in legal(position).iter().filter(|_| depth > 0) {
        position.do_move(check);
        if position.in_check() {
            let length = longest_defence(position, depth - 1).map(|plies| plies + 1);
            shortest = shortest.into_iter().chain(length).min();
        }
        position.undo_move(check);
    }
    shortest
}

fn longest_defence(position: &mut Position, depth: u16) -> Option<u16> {
    let mut longest = 0;
    for &reply in &legal(position) {
        position.do_move(reply);
        let length = brute_force(position, depth.saturating_sub(1));
        position.undo_move(reply);
        longest = longest.max(length.filter(|_| depth > 1)? + 1);
    }
    Some(longest)
}

/// The same without the attacker's king, when that is a position.
fn without_attacker(position: &Position) -> Option<Position> {
    let king = position.king(position.side_to_move())?;
    position.setup().clear(king).position(SetupRules::Mate).ok()
}

fn agrees_with_brute_force(position: &Position, depth: u16) {
    let mut played = position.clone();
    let expected = brute_force(&mut played, depth);
    let limits = Limits { depth: Some(depth.into()), ..Limits::with_nodes(3_000_000) };
    let report = MateSolver::new(8).solve(position, &limits).unwrap();
    match expected {
        Some(plies) => {
            assert_eq!(
                (report.verdict, report.plies),
                (Verdict::Mate, Some(plies)),
                "{position:?}"
            );
            assert!(report.verified && report.shortest);
            assert_eq!(report.line.len(), usize::from(plies));
        }
        None => {
            assert_ne!(report.verdict, Verdict::Mate, "{position:?}");
            assert!(report.no_mate_within >= depth);
            assert!(report.verdict == Verdict::Unknown || report.verified);
        }
    }
    let mates = mates_in_one(position);
    assert_eq!(played.mate_in_one().is_some(), !mates.is_empty(), "{position:?}");
    assert_eq!(expected == Some(1), !mates.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn equals_brute_force(seed: u64) {
        let position = game_position(&mut Random::new(seed));
        agrees_with_brute_force(&position, 3);
        if let Some(problem) = without_attacker(&position) {
            agrees_with_brute_force(&problem, 3);
        }
    }

    #[test]
    fn mirrored_and_flipped_problems_have_the_same_answer(seed: u64) {
        let position = game_position(&mut Random::new(seed));
        let limits = Limits::with_nodes(3_000);
        let solve = |position: &Position| {
            let report = MateSolver::new(1).solve(position, &limits).unwrap();
            // A mate that is not shown to be the shortest depends on the order of moves.
            let plies = report.plies.filter(|_| report.shortest);
            (report.verdict, plies, report.verified)
        };
        let (verdict, plies, verified) = solve(&position);
        for view in [position.mirrored(), position.flipped()] {
            let seen = solve(&view);
            // Only the order of moves differs, so one may decide where the other stops.
            if verdict != Verdict::Unknown && seen.0 != Verdict::Unknown {
                prop_assert_eq!((seen.0, seen.2), (verdict, verified));
                prop_assert!(plies.is_none() || seen.1.is_none() || plies == seen.1);
            }
        }
    }
}

#[test]
fn a_drop_pawn_mate_is_no_mate() {
    // P*1b would mate, and no other move does.
    let report = MateSolver::new(1)
        .solve(&problem("7lk/7p1/8G/9/9/9/9/9/9 b P 1"), &Limits::with_nodes(10_000))
        .unwrap();
    assert_eq!(report.verdict, Verdict::NoMate);
    assert!(report.verified);
}

#[test]
fn checking_for_ever_is_no_mate() {
    let report = MateSolver::new(1)
        .solve(&problem("9/3k5/9/9/9/9/9/4R4/9 b - 1"), &Limits::with_nodes(100_000))
        .unwrap();
    assert_eq!(report.verdict, Verdict::NoMate);
    assert!(report.verified);
    assert_eq!(report.no_mate_within, u16::MAX);
}

#[test]
fn limits_end_the_search_with_unknown() {
    // A long problem of Shogi Zuko.
    let long = problem("2lS5/1kgp5/pB3+r3/3+b+P4/PlpgS4/9/9/9/9 b R2SP2g4n2l12p 1");
    let mut solver = MateSolver::new(4);
    let report = solver.solve(&long, &Limits::with_nodes(5_000)).unwrap();
    assert_eq!((report.verdict, report.stopped), (Verdict::Unknown, Some(StopReason::Nodes)));
    assert_eq!(report.nodes, 5_000);
    // A bare king against everything else, which no machine decides in that time.
    let endless = problem("9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1");
    let report = solver.solve(&endless, &Limits::with_time(Duration::from_millis(30))).unwrap();
    assert_eq!((report.verdict, report.stopped), (Verdict::Unknown, Some(StopReason::Time)));
    assert!(report.elapsed < Duration::from_secs(2));
    let stop = StopToken::new();
    stop.stop();
    let report = solver.solve(&long, &Limits::none().stopped_by(stop)).unwrap();
    assert_eq!((report.verdict, report.stopped), (Verdict::Unknown, Some(StopReason::Flag)));
    let report = solver.solve(&long, &Limits::with_depth(4)).unwrap();
    assert_eq!((report.verdict, report.no_mate_within), (Verdict::Unknown, 3));
    assert_eq!(report.stopped, None);
}

#[test]
fn the_king_to_be_mated_must_be_there() {
    let mut setup = Setup::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b G 1").unwrap();
    setup.clear(Square::from_usi("5i").unwrap()).set_side_to_move(Color::Black);
    let mut position = setup.position(SetupRules::Mate).unwrap();
    position.do_null_move();
    let error = MateSolver::new(1).solve(&position, &Limits::none()).unwrap_err();
    assert_eq!(error, MateError::NoKing(Color::Black));
}

#[test]
fn empty_proofs_prove_nothing() {
    let mate = problem("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    assert!(Proof::default().verify(&mate).is_err());
    assert!(Refutation::default().verify(&mate).is_err());
    let report = MateSolver::new(1).solve(&mate, &Limits::with_nodes(1_000)).unwrap();
    let proof = report.proof.unwrap();
    assert_eq!(proof.verify(&mate), Ok(1));
    // The proof of another position does not fit.
    assert!(proof.verify(&problem("4k4/4p4/4P4/9/9/9/9/9/9 b G 1")).is_err());
}

#[test]
fn a_table_filled_by_one_side_says_nothing_to_the_other() {
    let sfen = "l+R6l/9/3kp1+P2/p7p/4Rg3/P1P1s4/1PG5P/1K3S3/LN1+p1b1NL b BN6P2g2sn3p 115";
    let mut position = problem(sfen);
    let mut solver = MateSolver::new(16);
    let limits = Limits { depth: Some(9), ..Limits::with_nodes(500_000) };
    let report = solver.solve(&position, &limits).unwrap();
    assert_eq!((report.verdict, report.plies), (Verdict::Mate, Some(7)));
    position.do_move(report.line[0]);
    // White is mated in six, and has no mate itself.
    let report = solver.solve(&position, &limits).unwrap();
    assert_ne!(report.verdict, Verdict::Mate);
}

#[test]
fn problems_of_other_pieces_say_nothing() {
    // A mate in 15 with many interpositions, and the same board without pieces in hand: mate in 1.
    let full = problem("7lk/9/7+P1/9/9/9/9/9/R8 b r2b4g4s4n3l17p 1");
    let bare = problem("7lk/9/7+P1/9/9/9/9/9/R8 b - 1");
    let limits = Limits::with_nodes(3_000_000);
    let mut solver = MateSolver::new(16);
    for position in [&full, &bare, &full] {
        let seen = solver.solve(position, &limits).unwrap();
        let alone = MateSolver::new(16).solve(position, &limits).unwrap();
        assert_eq!((seen.verdict, seen.plies, seen.verified), (alone.verdict, alone.plies, true));
    }
    let one = solver.solve(&bare, &limits).unwrap();
    assert_eq!((one.verdict, one.plies), (Verdict::Mate, Some(1)));
}
