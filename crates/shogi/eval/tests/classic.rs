//! The laws of the classic features: colours, mirror, dot product, switches, files.

use proptest::prelude::*;
use std::sync::{Arc, LazyLock};
use zenpuku_params::Params;
use zenpuku_shogi::{MoveList, Position, Setup, SetupRules};
use zenpuku_shogi_eval::Evaluator;
use zenpuku_shogi_eval::classic::{
    Classic, FeatureList, Group, GroupSet, UNIT, WEIGHTS, Weights, features,
};

/// Weights without rhyme or reason, so that every feature matters; now and then the lowest there is.
fn random_weights() -> Weights {
    let mut state = 12345_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if state.is_multiple_of(97) { i16::MIN } else { (state >> 16) as i16 % 500 }
    };
    Weights::new((0..WEIGHTS).map(|_| next()).collect()).unwrap()
}

static WEIGHTS_AT_RANDOM: LazyLock<Arc<Weights>> = LazyLock::new(|| Arc::new(random_weights()));

/// An evaluator of all groups and one of each alone.
static EVALUATORS: LazyLock<Vec<(GroupSet, Classic)>> = LazyLock::new(|| {
    let alone = Group::ALL.map(|group| GroupSet::NONE.with(group));
    let all = Classic::new(Arc::clone(&WEIGHTS_AT_RANDOM), &Params::default());
    let with = |groups| (groups, all.clone().with_groups(groups));
    [GroupSet::ALL].into_iter().chain(alone).map(with).collect()
});

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
        let weights = &*WEIGHTS_AT_RANDOM;
        for groups in [GroupSet::ALL, GroupSet::ALL.without(Group::KingPiece), GroupSet::NONE] {
            let mut evaluator =
                Classic::new(Arc::clone(weights), &Params::default()).with_groups(groups);
            let value = evaluator.evaluate_afresh(&position);
            prop_assert_eq!(value, product(&position, groups, weights));
            let parts: i32 = evaluator.parts(&position).iter().map(|part| part.cp).sum();
            prop_assert_eq!(parts, if groups == GroupSet::NONE { 0 } else { value });
        }
    }

    /// Moves, passes and undone moves, with values asked for only now and then; a group alone, so
    /// that no error hides in another's.
    #[test]
    fn the_value_followed_is_that_of_the_list(
        choices in prop::collection::vec(any::<u16>(), 0..300),
        start in prop::sample::select(STARTS),
    ) {
        let mut evaluators = EVALUATORS.clone();
        let mut position = Setup::from_sfen(start).unwrap().position(SetupRules::Mate).unwrap();
        evaluators.iter_mut().for_each(|(_, evaluator)| evaluator.refresh(&position));
        let (mut list, mut line) = (MoveList::new(), Vec::new());
        for choice in choices {
            position.legal_moves(&mut list);
            if choice % 3 == 0 || list.is_empty() {
                if let Some(mv) = line.pop() {
                    position.undo_move(mv);
                    evaluators.iter_mut().for_each(|(_, evaluator)| evaluator.undo());
                }
            } else {
                let mv = list[usize::from(choice / 3) % list.len()];
                let gives_check = position.gives_check(mv);
                let delta = position.do_move_with_delta(mv, gives_check);
                line.push(mv);
                evaluators.iter_mut().for_each(|(_, evaluator)| evaluator.apply(&delta, &position));
            }
            if choice % 2 == 0 {
                for (groups, evaluator) in &mut evaluators {
                    let value = evaluator.evaluate(&position);
                    prop_assert_eq!(value, product(&position, *groups, &WEIGHTS_AT_RANDOM), "{:?}", groups);
                }
            }
        }
    }
}

/// The even start, a midgame with promoted pieces, and a mate problem without Black's king.
const STARTS: &[&str] = &[
    zenpuku_shogi::STARTPOS,
    "l5k1l/1r1+P1sg2/2np1pnp1/p1p1+B1p1p/1P2P2P1/P1PP+bPP1P/1SN1SG1+r1/2KG5/L6NL b GSP 1",
    "4k4/9/4P4/2+B6/9/9/9/9/9 b 2GRS2NL 1",
];

/// Product of the listed features and the weights, in centipawns for the side to move.
fn product(position: &Position, groups: GroupSet, weights: &Weights) -> i32 {
    let worth =
        |(index, sign): (u32, i8)| i32::from(weights.numbers()[index as usize]) * i32::from(sign);
    let product: i32 = listed(position, groups).into_iter().map(worth).sum();
    let sign = if position.side_to_move() == zenpuku_shogi::Color::BLACK { 1 } else { -1 };
    sign * product / UNIT
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
    // Black's rook is in front of its king: with the pawn and the bishop.
    assert_eq!((count(Group::KingTwoPieces, 1), count(Group::KingTwoPieces, -1)), (2, 0));
    // The rook ahead of the king; White's lance is ahead of its pawn.
    assert_eq!((count(Group::AdjacentPairs, 1), count(Group::AdjacentPairs, -1)), (1, 1));
    // Rook: pawn ahead, king behind, bishop next to it. Bishop: the pawn. Lance: Black's pawn.
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
    assert_eq!(of(Group::SquareControl).len(), 162);
    // Black's pawn (0) on 5f, Black to move, covered by the rook and the bishop, attacked by the lance.
    let control = of(Group::PieceControl);
    assert!(control.contains(&((5 * 2 + 1) * 9 + 2 * 3 + 1, 1)), "{control:?}");
    assert_eq!(control.len(), 7);
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
    assert_eq!(built_in.used(), GroupSet::APPENDIX);
    // The value of a pawn on the board plus in hand: an exchange is 100.
    let pawns = Group::Material.offset();
    let exchange = built_in.numbers()[pawns] + built_in.numbers()[pawns + 13];
    assert!((i32::from(exchange) - 100 * UNIT).abs() <= 1, "{exchange}");
    assert!(built_in.write(&[]).unwrap().len() <= 2 << 20);
}
