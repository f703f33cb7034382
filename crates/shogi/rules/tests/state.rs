//! Invariants of do and undo, and of incremental data.
//!
//! Invariant: Undoing a move restores everything; incremental state equals recomputed state.

use crate::common::{Random, legal, random_game, random_move};
use proptest::prelude::*;
use std::collections::HashMap;
use zenpuku_shogi::{
    Bitboard, Color, Hand, Move, MoveDelta, Piece, Position, RepetitionState, Square,
};

/// All that a position shows.
#[derive(Debug, PartialEq)]
struct Face {
    sfen: String,
    key: u64,
    board: Vec<Piece>,
    hands: [Hand; 2],
    kings: [Option<Square>; 2],
    sets: Vec<Bitboard>,
    last_move: Move,
    repetition: [RepetitionState; 2],
    can_declare: bool,
}

fn face(position: &Position) -> Face {
    let colors = [Color::Black, Color::White];
    let mut sets = vec![position.checkers(), position.occupied()];
    for color in colors {
        sets.extend([
            position.pieces_of(color),
            position.blockers(color),
            position.pinners(color),
            position.sliders(color),
        ]);
    }
    Face {
        sfen: position.to_sfen(),
        key: position.key(),
        board: Square::iter().map(|square| position.piece_on(square)).collect(),
        hands: colors.map(|color| position.hand(color)),
        kings: colors.map(|color| position.king(color)),
        sets,
        last_move: position.last_move(),
        repetition: [position.game_repetition(), position.search_repetition(16)],
        can_declare: position.declaration().possible,
    }
}

fn incremental_is_recomputed(position: &Position) {
    let fresh = Position::from_sfen(&position.to_sfen()).unwrap();
    assert_eq!(fresh.key(), position.key());
    assert_eq!(fresh.checkers(), position.checkers());
    for color in [Color::Black, Color::White] {
        assert_eq!(fresh.blockers(color), position.blockers(color));
        assert_eq!(fresh.pinners(color), position.pinners(color));
        assert_eq!(fresh.hand(color), position.hand(color));
    }
}

fn moves_come_back(position: &mut Position) {
    let before = face(position);
    for &mv in &legal(position) {
        let key = position.key_after(mv);
        let check = position.gives_check(mv);
        let captured = position.piece_on(mv.to());
        position.do_move(mv);
        assert_eq!(position.key(), key, "{before:?} {mv}");
        assert_eq!(position.in_check(), check);
        assert_eq!(position.last_move(), mv);
        position.undo_move(mv);
        assert_eq!(face(position), before, "{mv}");
        let delta = position.do_move_with_delta(mv, check);
        assert_eq!(matches!(delta, MoveDelta::Drop { .. }), mv.is_drop());
        assert_eq!(
            captured.is_empty(),
            !matches!(delta, MoveDelta::Board { captured: Some(_), .. })
        );
        position.undo_move(mv);
        assert_eq!(face(position), before, "{mv}");
    }
    if !position.in_check() {
        position.do_null_move();
        assert_ne!(position.key(), before.key);
        position.undo_null_move();
        assert_eq!(face(position), before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(12) })]

    #[test]
    fn undo_restores_everything(seed: u64) {
        let mut random = Random(seed);
        let mut position = Position::startpos();
        for ply in 0..200 {
            if ply % 17 == 0 {
                moves_come_back(&mut position);
            }
            incremental_is_recomputed(&position);
            let Some(mv) = random_move(&position, &mut random) else { break };
            position.do_move(mv);
        }
    }

    #[test]
    fn a_whole_game_comes_back(seed: u64) {
        let mut random = Random(seed);
        let mut position = Position::startpos();
        let mut faces = Vec::new();
        let mut moves = Vec::new();
        while let Some(mv) = random_move(&position, &mut random).filter(|_| moves.len() < 200) {
            faces.push(face(&position));
            moves.push(mv);
            position.do_move(mv);
        }
        while let Some(mv) = moves.pop() {
            position.undo_move(mv);
            prop_assert_eq!(Some(face(&position)), faces.pop());
        }
    }

    #[test]
    fn clones_for_search_look_alike(seed: u64) {
        let game = random_game(seed, 100);
        let last = &game[game.len() - 1];
        prop_assert_eq!(face(&last.clone_for_search()), face(last));
        prop_assert_eq!(last.without_history().to_sfen(), last.to_sfen());
    }
}

#[test]
fn different_positions_have_different_keys() {
    let mut names: HashMap<u64, String> = HashMap::new();
    for seed in 0..200 {
        for position in random_game(seed, 200) {
            for view in [position.clone(), position.mirrored(), position.flipped()] {
                let sfen = view.to_sfen();
                let name = sfen.rsplit_once(' ').unwrap().0.to_owned();
                let first = names.entry(view.key()).or_insert_with(|| name.clone());
                assert_eq!(*first, name, "two positions, one key");
            }
        }
    }
    assert!(names.len() > 10_000);
}

/// Side and board without hands, and the hands of the side to move.
fn seen(position: &Position) -> (Color, Vec<Piece>, Hand) {
    let side = position.side_to_move();
    (side, Square::iter().map(|square| position.piece_on(square)).collect(), position.hand(side))
}

/// A search finds a return to an earlier board, with the same hands or clearly better or worse
/// ones, exactly when there is one at least four plies back and not before its root.
#[test]
fn returns_within_a_search_are_found() {
    let start = Position::from_sfen("4k4/9/9/9/4g4/9/9/9/4K4 b Pp 1").expect("a position");
    let mut returns = 0;
    for seed in 0..200 {
        let mut random = Random(seed);
        let mut position = start.clone();
        let before = random.below(6);
        for _ in 0..before {
            let Some(mv) = random_move(&position, &mut random) else { break };
            position.do_move(mv);
        }
        position = position.clone_for_search();
        let mut line = vec![seen(&position)];
        while line.len() < 120 {
            let Some(mv) = random_move(&position, &mut random) else { break };
            position.do_move(mv);
            line.push(seen(&position));
            let ply = line.len() - 1;
            let now = &line[ply];
            let found = (4..=ply).step_by(2).map(|back| &line[ply - back]).any(|then| {
                let comparable = Hand::is_equal_or_superior(now.2, then.2)
                    || Hand::is_equal_or_superior(then.2, now.2);
                (then.0, &then.1) == (now.0, &now.1) && comparable
            });
            let told = position.search_repetition(ply);
            assert_eq!(told != RepetitionState::None, found, "{}", position.to_sfen());
            returns += u32::from(found);
        }
    }
    assert!(returns > 100, "{returns}");
}
