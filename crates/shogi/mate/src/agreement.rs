//! The proof-number search against the search by depth, which has no such
//! table, repetition handling or delayed moves, and which is checked against
//! brute force elsewhere.
//!
//! Invariant: Proof-number search agrees with depth-first search, for any overwriting in its table.

use crate::dfpn::{DfPn, News};
use crate::dfpn_table::NO_LIMIT;
use crate::memory::Memory;
use crate::proof::Proof;
use crate::prover::Prover;
use crate::table::Table;
use proptest::prelude::*;
use zenpuku_core::{Budget, Limits};
use zenpuku_shogi::{MoveList, Position};

/// A position of a game in which every move is drawn, captures more often.
fn random_position(mut state: u64) -> Position {
    let mut draw = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % bound
    };
    let mut position = Position::startpos();
    let mut moves = MoveList::new();
    for _ in 0..60 + draw(120) {
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let captures: Vec<_> =
            moves.iter().copied().filter(|&mv| position.is_capture(mv)).collect();
        let from: &[_] = if draw(2) == 0 && !captures.is_empty() { &captures } else { &moves };
        position.do_move(from[draw(from.len())]);
    }
    position
}

fn by_depth(position: &Position, plies: u16) -> Option<u16> {
    let (mut table, mut budget) = (Table::new(1), Budget::start(&Limits::none()));
    table.begin();
    (1..=plies).step_by(2).find_map(|depth| {
        let found = Prover::new(position, &mut table, &mut budget).attack(depth);
        found.unwrap().map(|mate| mate.plies)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn both_searches_agree(seeds: [u64; 3], order in 0_usize..3) {
        // One small table for all of them, so that statements are overwritten.
        let mut memory = Memory::new(1);
        for seed in seeds {
            let position = random_position(seed);
            let expected = by_depth(&position, 5);
            let mut budget = Budget::start(&Limits::with_nodes(30_000));
            memory.begin();
            let news = News { listener: &mut |_| {}, searched: 0, mate: None };
            let mut search = DfPn::new(&position, &mut memory, &mut budget, news);
            for left in [[5, 3, 1], [1, 3, 5], [3, 5, 1]][order] {
                let Ok(out) = search.decide(left) else { break };
                prop_assert_eq!(
                    out.is_mate(), expected.is_some_and(|plies| plies <= left), "{:?} {}", position, left
                );
                if out.is_mate() {
                    let mut proof = Proof::default();
                    let written = search.write_mate(left, &mut proof);
                    let plies = proof.tighten(&position).filter(|_| written.is_ok());
                    prop_assert!(plies.is_some_and(|plies| plies <= left), "{:?} {}", position, left);
                    prop_assert_eq!(proof.verify(&position).ok(), plies);
                }
            }
            if let Ok(out) = search.decide(NO_LIMIT) {
                prop_assert!(out.is_mate() || expected.is_none(), "{:?}", position);
            }
        }
    }
}
