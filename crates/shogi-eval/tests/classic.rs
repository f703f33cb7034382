//! The laws of the classic features: colours, mirror, dot product, switches, files.

use proptest::prelude::*;
use std::sync::Arc;
use zenpuku_params::Params;
use zenpuku_shogi::{MoveList, Position};
use zenpuku_shogi_eval::Evaluator;
use zenpuku_shogi_eval::classic::{
    Classic, FeatureList, Group, GroupSet, UNIT, WEIGHTS, Weights, features,
};

/// Weights without rhyme or reason, so that every feature matters.
fn random_weights() -> Weights {
    let mut state = 12345_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as i16 % 500
    };
    Weights::new((0..WEIGHTS).map(|_| next()).collect()).unwrap()
}

fn position_after(choices: &[u16]) -> Position {
    let mut position = Position::startpos();
    let mut list = MoveList::new();
    for &choice in choices {
        position.legal_moves(&mut list);
        if list.is_empty() {
            break;
        }
        position.do_move(list[usize::from(choice) % list.len()]);
    }
    position
}

fn listed(position: &Position, groups: GroupSet) -> FeatureList {
    let mut list = vec![(9, 9)];
    features(position, groups, &mut list);
    list
}

/// The features with +1 and -1 exchanged and in order, to compare with those of the other side.
fn sorted(mut list: FeatureList, sign: i8) -> FeatureList {
    list.iter_mut().for_each(|(_, value)| *value *= sign);
    list.sort_unstable();
    list
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn colours_negate_and_mirrors_keep_every_feature(
        choices in prop::collection::vec(any::<u16>(), 0..200)
    ) {
        let position = position_after(&choices);
        for group in Group::ALL {
            let groups = GroupSet::NONE.with(group);
            let here = sorted(listed(&position, groups), 1);
            prop_assert!(here.iter().all(|&(index, _)| group.range().contains(&(index as usize))));
            prop_assert_eq!(&sorted(listed(&position.flipped(), groups), -1), &here, "{}", group);
            prop_assert_eq!(&sorted(listed(&position.mirrored(), groups), 1), &here, "{}", group);
        }
    }

    #[test]
    fn the_value_is_the_dot_product(choices in prop::collection::vec(any::<u16>(), 0..150)) {
        let position = position_after(&choices);
        let weights = Arc::new(random_weights());
        for groups in [GroupSet::ALL, GroupSet::ALL.without(Group::KingPiece), GroupSet::NONE] {
            let mut evaluator =
                Classic::new(Arc::clone(&weights), &Params::default()).with_groups(groups);
            evaluator.refresh(&position);
            let list = listed(&position, groups);
            let product: i32 = list
                .iter()
                .map(|&(index, sign)| i32::from(weights.numbers()[index as usize]) * i32::from(sign))
                .sum();
            let sign = if position.side_to_move() == zenpuku_shogi::Color::BLACK { 1 } else { -1 };
            prop_assert_eq!(evaluator.evaluate(&position), sign * product / UNIT);
            let parts: i32 = evaluator.parts(&position).iter().map(|part| part.cp).sum();
            prop_assert_eq!(parts, if groups == GroupSet::NONE { 0 } else { sign * product / UNIT });
        }
    }
}

/// Two features of each group, counted by hand.
#[test]
fn features_are_those_of_the_board() {
    let position = Position::from_sfen("4k4/9/4p4/4l4/9/4P4/9/4R1B2/4K4 b P 1").unwrap();
    let of = |group: Group| {
        let list = listed(&position, GroupSet::NONE.with(group));
        list.into_iter()
            .map(|(index, sign)| (index as usize - group.offset(), sign))
            .collect::<Vec<_>>()
    };
    let count = |group, sign| of(group).iter().filter(|feature| feature.1 == sign).count();
    // Black: pawn, rook, bishop and a pawn in hand; White: pawn and lance.
    assert_eq!((count(Group::Material, 1), count(Group::Material, -1)), (4, 2));
    assert!(of(Group::Material).contains(&(13, 1)));
    // Every king with each of the six other pieces.
    assert_eq!((count(Group::KingPiece, 1), count(Group::KingPiece, -1)), (6, 6));
    // Black's rook stands before its king: with the pawn and the bishop.
    assert_eq!((count(Group::KingTwoPieces, 1), count(Group::KingTwoPieces, -1)), (2, 0));
    // The rook ahead of the king; White's lance is ahead of its pawn.
    assert_eq!((count(Group::AdjacentPairs, 1), count(Group::AdjacentPairs, -1)), (1, 1));
    // Rook: pawn ahead, king behind, bishop beside. Bishop: the pawn. Lance: Black's pawn.
    assert_eq!((count(Group::PieceEffects, 1), count(Group::PieceEffects, -1)), (4, 1));
    // Bishop 3h: 2g 1f, 4g 5f is own, 2i, 4i. Lance: 5e and the pawn on 5f.
    let mobility = of(Group::Mobility);
    assert!(mobility.contains(&(21 + 5, 1)) && mobility.contains(&(2, -1)), "{mobility:?}");
    assert!(of(Group::Pins).is_empty());
    // The pawn on 5f and the bishop on 3h: both sums of file and rank are odd.
    assert_eq!(of(Group::BishopColour), [(1, 1)]);
    // Both pawns step on an empty square or meet the lance.
    assert_eq!(count(Group::Advance, 1) + count(Group::Advance, -1), 2);
    // Rook: own pawn and White's pawn before it; lance: White's behind it, Black's before.
    assert_eq!((count(Group::PawnLines, 1), count(Group::PawnLines, -1)), (2, 2));
    assert_eq!(of(Group::KingEffects).len(), 50);
}

#[test]
fn a_pinned_piece_is_seen() {
    let position = Position::from_sfen("4k4/9/4r4/9/9/4G4/9/9/4K4 b - 1").unwrap();
    let list = listed(&position, GroupSet::NONE.with(Group::Pins));
    // A gold (6) pinned by a rook (2), three squares from its king.
    assert_eq!(list, [((Group::Pins.offset() + (6 * 5 + 2) * 8 + 2) as u32, 1)]);
}

#[test]
fn weights_come_back_from_their_file() {
    let weights = random_weights();
    let bytes = weights.write(&[("games", "900")]).unwrap();
    assert!(bytes.len() < 2 << 20, "{} bytes", bytes.len());
    assert_eq!(Weights::read(&bytes).unwrap(), weights);
    for cut in (0..bytes.len()).step_by(20_011) {
        assert!(Weights::read(&bytes[..cut]).is_err());
    }
    let by_hand = Weights::by_hand(&Params::default());
    assert!(by_hand.used().has(Group::KingPiece) && !by_hand.used().has(Group::Advance));
    assert_eq!(Weights::read(&by_hand.write(&[]).unwrap()).unwrap(), by_hand);
    assert!(Weights::new(vec![0; 3]).is_none());
}

#[test]
fn the_weights_that_come_with_the_program_are_learned_and_on_the_scale() {
    let built_in = Weights::built_in();
    assert!(Group::ALL.iter().all(|&group| built_in.used().has(group)));
    // What a pawn is worth on the board and in hand together: an exchange is 100.
    let pawns = Group::Material.offset();
    let exchange = built_in.numbers()[pawns] + built_in.numbers()[pawns + 13];
    assert!((i32::from(exchange) - 100 * UNIT).abs() <= 1, "{exchange}");
    assert!(built_in.write(&[]).unwrap().len() <= 2 << 20);
}
