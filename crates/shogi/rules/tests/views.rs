//! Mirrors, effects and pins against definitions that need no tables.

use crate::common::{legal, random_game};
use proptest::prelude::*;
use std::collections::BTreeSet;
use zenpuku_shogi::{
    Bitboard, Color, Move, Piece, PieceType, Position, Square, attacks, between, king_zone,
    zone_square,
};

fn set(moves: impl IntoIterator<Item = Move>) -> BTreeSet<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

fn views_agree(position: &Position) {
    let moves = legal(position);
    let mirrored = position.mirrored();
    let flipped = position.flipped();
    assert_eq!(set(moves.iter().map(|mv| mv.mirror())), set(legal(&mirrored).iter().copied()));
    assert_eq!(set(moves.iter().map(|mv| mv.flip())), set(legal(&flipped).iter().copied()));
    assert_eq!(mirrored.mirrored().to_sfen(), position.to_sfen());
    assert_eq!(flipped.flipped().to_sfen(), position.to_sfen());
    assert_eq!(flipped.setup(), position.setup().flipped());
    assert_eq!(flipped.in_check(), position.in_check());
    assert_eq!(mirrored.in_check(), position.in_check());
    if mirrored.to_sfen() != position.to_sfen() {
        assert_ne!(mirrored.key(), position.key());
    }
    assert_ne!(flipped.key(), position.key());
}

/// Attack by walking the board square by square.
fn reaches(position: &Position, from: Square, to: Square) -> bool {
    const GOLD: [(i8, i8); 6] = [(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
    const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
    const STRAIGHT: [(i8, i8); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];
    let piece = position.piece_on(from);
    type Steps = Vec<(i8, i8)>;
    let (steps, slides): (Steps, Steps) = match piece.piece_type() {
        PieceType::PAWN => (vec![(0, -1)], vec![]),
        PieceType::LANCE => (vec![], vec![(0, -1)]),
        PieceType::KNIGHT => (vec![(-1, -2), (1, -2)], vec![]),
        PieceType::SILVER => ([&DIAGONAL[..], &[(0, -1)]].concat(), vec![]),
        PieceType::BISHOP => (vec![], DIAGONAL.to_vec()),
        PieceType::ROOK => (vec![], STRAIGHT.to_vec()),
        PieceType::HORSE => (STRAIGHT.to_vec(), DIAGONAL.to_vec()),
        PieceType::DRAGON => (DIAGONAL.to_vec(), STRAIGHT.to_vec()),
        PieceType::KING => ([&DIAGONAL[..], &STRAIGHT[..]].concat(), vec![]),
        _ => (GOLD.to_vec(), vec![]),
    };
    let sign = if piece.color() == Color::Black { 1 } else { -1 };
    let go = |square: Square, (file, rank): (i8, i8)| {
        let (file, rank) = (square.file().raw() + sign * file, square.rank().raw() + sign * rank);
        let on_board = (0..9).contains(&file) && (0..9).contains(&rank);
        on_board.then(|| Square::new(file * 9 + rank))
    };
    steps.iter().any(|&step| go(from, step) == Some(to))
        || slides.iter().any(|&step| {
            let mut at = from;
            while let Some(next) = go(at, step) {
                if next == to {
                    return true;
                }
                if !position.piece_on(next).is_empty() {
                    return false;
                }
                at = next;
            }
            false
        })
}

fn effects_agree(position: &Position) {
    let map = position.effect_map();
    for to in Square::iter() {
        for color in Color::iter() {
            let own = position.pieces_of(color);
            let count = own.iter().filter(|&from| reaches(position, from, to)).count();
            assert_eq!(usize::from(map.count(color, to)), count, "{position:?} {to}");
            assert_eq!(map.at_least(color, 1).test(to), count > 0);
            let attackers = position.attackers(color, to, position.occupied());
            assert_eq!(attackers.count() as usize, count);
        }
    }
    for from in position.occupied().iter() {
        let color = position.piece_on(from).color();
        let free = Square::iter().filter(|&to| !position.is_own(to, color));
        let count = free.filter(|&to| reaches(position, from, to)).count();
        assert_eq!(position.mobility(from) as usize, count);
    }
}

/// A piece is pinned when the king could be taken were it not there.
fn pins_agree(position: &Position) {
    for color in Color::iter() {
        let Some(king) = position.king(color) else { continue };
        let pins: Vec<_> = position.pins(color).collect();
        let them = color.flip();
        let now = position.attackers(them, king, position.occupied());
        for square in position.pieces_of(color).iter().filter(|&square| square != king) {
            let without = position.occupied().and_not(Bitboard::from_square(square));
            let pinner = position.attackers(them, king, without).and_not(now).lsb();
            let pin = pins.iter().find(|pin| pin.pinned == square);
            assert_eq!(pin.map(|pin| pin.pinner), pinner, "{position:?} {square}");
            let blocks = (position.blockers(color) & position.pieces_of(color)).test(square);
            // Behind a slider that gives check a blocker is not pinned.
            let behind = now.iter().any(|from| between(square, king).test(from));
            assert_eq!(pin.is_some(), blocks && !behind, "{} {square}", position.to_sfen());
        }
        assert!(pins.iter().all(|pin| pin.ray.test(pin.pinned) && pin.ray.test(pin.pinner)));
    }
}

#[test]
fn a_blocker_behind_a_checking_slider_is_not_pinned() {
    let sfen = "lns2gs1l/3gkr3/p1pppB1pp/9/1p3p1n1/P1PKP1PPB/1P1P1P2P/4G1R1L/LNS1G1SN1 w P 34";
    let position = Position::from_sfen(sfen).unwrap();
    let knight = Square::from_usi("2e").unwrap();
    assert!(position.blockers(Color::White).test(knight));
    pins_agree(&position);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(30) })]

    #[test]
    fn views_effects_and_pins(seed: u64) {
        for position in random_game(seed, 150).iter().step_by(11) {
            views_agree(position);
            effects_agree(position);
            pins_agree(position);
        }
    }
}

#[test]
fn the_zone_is_five_by_five_as_its_owner_sees_it() {
    let center = Square::from_usi("5e").unwrap();
    assert_eq!(king_zone(center).count(), 25);
    assert_eq!(king_zone(Square::from_usi("1a").unwrap()).count(), 9);
    assert_eq!(zone_square(center, Color::Black, 0), Square::from_usi("7c"));
    assert_eq!(zone_square(center, Color::White, 0), Square::from_usi("3g"));
    assert_eq!(zone_square(center, Color::Black, 12), Some(center));
    assert_eq!(zone_square(center, Color::Black, 25), None);
    assert_eq!(zone_square(Square::from_usi("9a").unwrap(), Color::Black, 6), None);
}

#[test]
fn rays_between_squares() {
    let square = |usi| Square::from_usi(usi).unwrap();
    let names = |squares: Bitboard| squares.iter().map(|s| s.to_string()).collect::<Vec<_>>();
    assert_eq!(names(between(square("5e"), square("8b"))), ["6d", "7c"]);
    assert!(between(square("5e"), square("6c")).is_empty());
    let lance = attacks(Piece::W_LANCE, square("5a"), Bitboard::from_square(square("5d")));
    assert_eq!(names(lance), ["5b", "5c", "5d"]);
}
