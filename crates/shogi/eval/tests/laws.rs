//! The laws every evaluator keeps, on random games.
//!
//! Invariant: Incremental evaluations equal recomputed ones.

use proptest::prelude::*;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, MoveList, Position};
use zenpuku_shogi_eval::{AnyEvaluator, EvalKind, Evaluator};

/// Plays the legal moves that `choices` picks; ends early without legal moves.
fn play(choices: &[u16], mut each: impl FnMut(&Position, Move) -> bool) -> Position {
    let mut position = Position::startpos();
    let mut list = MoveList::new();
    for &choice in choices {
        position.legal_moves(&mut list);
        if list.is_empty() {
            break;
        }
        let mv = list[usize::from(choice) % list.len()];
        if !each(&position, mv) {
            break;
        }
        position.do_move(mv);
    }
    position
}

fn evaluate_afresh(kind: EvalKind, position: &Position) -> i32 {
    AnyEvaluator::new(kind, &Params::default()).evaluate_afresh(position)
}

/// SFEN with the colours exchanged and the board turned by 180 degrees.
fn turned(sfen: &str) -> String {
    let parts: Vec<&str> = sfen.split(' ').collect();
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    let mut squares: Vec<String> = Vec::new();
    for c in parts[0].chars() {
        match squares.last_mut() {
            Some(last) if last == "+" => last.push(swap(c)),
            _ => squares.push(swap(c).to_string()),
        }
    }
    squares.reverse();
    let side = if parts[1] == "b" { "w" } else { "b" };
    let hand: String = parts[2].chars().map(swap).collect();
    format!("{} {side} {hand} 1", squares.concat())
}

/// Follows a game there and back with every evaluation.
fn follow(choices: &[u16]) {
    for kind in EvalKind::ALL {
        let mut evaluator = AnyEvaluator::new(kind, &Params::default());
        let mut position = Position::startpos();
        evaluator.refresh(&position);
        let mut history = vec![(evaluator.evaluate(&position), Move::NONE)];
        play(choices, |_, mv| {
            let gives_check = position.gives_check(mv);
            let delta = position.do_move_with_delta(mv, gives_check);
            evaluator.apply(&delta, &position);
            let value = evaluator.evaluate(&position);
            assert_eq!(value, evaluate_afresh(kind, &position), "{kind} {position:?}");
            let parts: i32 = evaluator.parts(&position).iter().map(|part| part.cp).sum();
            assert_eq!(parts, value);
            history.push((value, mv));
            true
        });
        while let Some((value, mv)) = history.pop() {
            assert_eq!(evaluator.evaluate(&position), value);
            if !mv.is_none() {
                position.undo_move(mv);
                evaluator.undo();
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(14_000))]

    /// The same over a million moves and returns; too long for every run.
    #[test]
    #[ignore = "a million moves and returns take half a minute"]
    fn incremental_equals_recomputed_over_a_million_moves(
        choices in prop::collection::vec(any::<u16>(), 0..150)
    ) {
        follow(&choices);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn incremental_equals_recomputed(choices in prop::collection::vec(any::<u16>(), 0..150)) {
        follow(&choices);
    }

    #[test]
    fn exact_move_gains_are_the_true_change(choices in prop::collection::vec(any::<u16>(), 0..150)) {
        for kind in EvalKind::ALL {
            let mut evaluator = AnyEvaluator::new(kind, &Params::default());
            play(&choices, |position, mv| {
                evaluator.refresh(position);
                let (before, gain) = (evaluator.evaluate(position), evaluator.move_gain(position, mv));
                let mut after = position.clone();
                after.do_move(mv);
                let change = -evaluate_afresh(kind, &after) - before;
                let moves_king = position.king(position.side_to_move()) == mv.from();
                // The other evaluations only predict the captured material.
                let kings = matches!(kind, EvalKind::KingDistance | EvalKind::Linear);
                let own_terms = kings && !moves_king;
                if evaluator.move_gain_is_exact() || own_terms {
                    assert_eq!(gain, change, "{kind} {position:?} {mv}");
                }
                true
            });
        }
    }

    #[test]
    fn both_sides_are_judged_alike(choices in prop::collection::vec(any::<u16>(), 0..150)) {
        let position = play(&choices, |_, _| true);
        let other = Position::from_sfen(&turned(&position.to_sfen())).unwrap();
        for kind in EvalKind::ALL {
            prop_assert_eq!(evaluate_afresh(kind, &position), evaluate_afresh(kind, &other));
        }
    }
}
