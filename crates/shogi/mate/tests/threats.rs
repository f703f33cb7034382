//! Threatmates and brinkmates, against brute force and known positions.

use crate::and_or::{legal, mates};
use crate::random::{Random, corner_problem};
use zenpuku_core::Limits;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_mate::{MateSolver, ThreatKind};

/// Our own brinkmates and the quiet moves that make them, as in the laboratory's experiment.
const BRINKMATES: [(&str, &str); 4] = [
    ("7k1/9/7p1/7nn/5N3/9/PP7/LG7/KNG6 b 2SPp 1", "4e3c+"),
    ("8k/9/5+Pllg/6n1p/9/9/PP7/LG7/KNG6 b BGs2p 1", "4c3b"),
    ("5g1pk/6n2/5l3/4N4/9/9/PP7/LG7/KNG6 b SNP 1", "S*1c"),
    ("6p1k/9/6g2/4+P2+P1/9/9/PP7/LG7/KNG6 b 2SP2sl 1", "S*1c"),
];

#[test]
fn known_brinkmates_are_found_and_other_quiet_moves_are_none() {
    let mut solver = MateSolver::new(8);
    for (sfen, key) in BRINKMATES {
        let mut position = Position::from_sfen(sfen).unwrap();
        let key = position.parse_usi(key).unwrap();
        let quiet = |mv: &&Move| {
            let mut after = position.clone();
            after.do_move(**mv);
            !after.in_check()
        };
        let others: Vec<Move> =
            legal(&position).iter().filter(quiet).copied().filter(|mv| *mv != key).collect();
        position.do_move(key);
        let threat = solver.threat(&position, &Limits::with_nodes(100_000)).unwrap().unwrap();
        assert_eq!(threat.kind(), ThreatKind::Brinkmate, "{sfen}");
        assert!(!threat.mate.line.is_empty());
        position.undo_move(key);
        // The own king's side is irrelevant.
        for mv in others.into_iter().filter(|mv| mv.to().to_string().ends_with('i')) {
            position.do_move(mv);
            let threat = solver.threat(&position, &Limits::with_nodes(2_000)).unwrap();
            let kind = threat.map(|threat| threat.kind());
            assert_ne!(kind, Some(ThreatKind::Brinkmate), "{sfen} {mv}");
            position.undo_move(mv);
        }
    }
}

#[test]
fn a_threat_is_there_where_brute_force_mates_after_a_pass() {
    let mut random = Random::new(20_061);
    let mut solver = MateSolver::new(4);
    let (mut threats, mut brinkmates) = (0, 0);
    for _ in 0..200 {
        let Some(mut position) = corner_problem(&mut random) else { continue };
        // The attacker's quiet moves that threaten.
        let moves = legal(&position);
        let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { continue };
        position.do_move(mv);
        if position.in_check() || legal(&position).is_empty() {
            continue;
        }
        position.do_null_move();
        let expected = mates(&mut position, 3);
        position.undo_null_move();
        let found = solver.threat(&position, &Limits::with_nodes(50_000)).unwrap();
        if expected {
            assert!(found.is_some(), "{}", position.to_sfen());
        }
        let Some(found) = found else { continue };
        threats += 1;
        let unmet = legal(&position).iter().all(|&reply| {
            position.do_move(reply);
            let mated = mates(&mut position, 3);
            position.undo_move(reply);
            mated
        });
        if unmet {
            assert_eq!(found.kind(), ThreatKind::Brinkmate, "{}", position.to_sfen());
        }
        brinkmates += u32::from(found.kind() == ThreatKind::Brinkmate);
    }
    assert!(threats > 10, "{threats} threats, {brinkmates} brinkmates");
}
