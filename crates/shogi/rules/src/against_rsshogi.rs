//! Our position against that of the crate `rsshogi`, an independent program: both play the same
//! random games in step, with passes and moves taken back.
//!
//! Invariant: Positions, move lists, repetitions and declarations agree with `rsshogi` at every
//!   ply.

use crate::move_list::MoveList;
use crate::movegen::MoveKind;
use crate::moves::Move;
use crate::position::{Position, STARTPOS};
use crate::setup::{Setup, SetupRules};
use crate::types::{Color, EnteringKingRule, PieceType, Square};
use rsshogi::board::zobrist::ZobristKey;
use rsshogi::board::{DeclarationDetail, Position as Core, position_from_position_state};
use rsshogi::movegen as core_moves;
use rsshogi::types::Move as Move16;

const ALL_KINDS: [MoveKind; 10] = [
    MoveKind::LegalAll,
    MoveKind::Legal,
    MoveKind::Captures,
    MoveKind::CapturesAll,
    MoveKind::Quiets,
    MoveKind::QuietsAll,
    MoveKind::Evasions,
    MoveKind::EvasionsAll,
    MoveKind::ChecksAll,
    MoveKind::QuietChecks,
];

fn random(seed: &mut u64, below: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (*seed >> 33) as usize % below
}

fn core_of(position: &Position) -> Core {
    let mut core = position_from_position_state(&position.setup().state());
    core.init_stack();
    core.set_entering_king_rule(position.entering_king_rule());
    core
}

/// The moves of `kind` as the other program lists them, in its order.
fn listed(core: &Core, kind: MoveKind) -> Vec<Move> {
    use core_moves::generate_moves_move32 as generate;
    let mut list = rsshogi::board::Move32List::new();
    let evades = matches!(kind, MoveKind::Evasions | MoveKind::EvasionsAll);
    match kind {
        _ if evades && !core.is_in_check() => {}
        MoveKind::LegalAll | MoveKind::EvasionsAll => {
            generate::<core_moves::LegalAll>(core, &mut list);
        }
        MoveKind::Legal | MoveKind::Evasions => generate::<core_moves::Legal>(core, &mut list),
        MoveKind::Captures => generate::<core_moves::CapturePlusPro>(core, &mut list),
        MoveKind::CapturesAll => generate::<core_moves::CapturePlusProAll>(core, &mut list),
        MoveKind::Quiets => generate::<core_moves::QuietsProMinus>(core, &mut list),
        MoveKind::QuietsAll => generate::<core_moves::QuietsProMinusAll>(core, &mut list),
        MoveKind::ChecksAll => generate::<core_moves::ChecksAll>(core, &mut list),
        MoveKind::QuietChecks => generate::<core_moves::QuietChecks>(core, &mut list),
    }
    let moves = list.iter().map(|&mv| Move(mv));
    // It lists quiet pawn moves without promotion among the captures and among the quiets.
    let doubled = |mv: &Move| {
        let captures = !mv.is_drop() && !core.piece_on(mv.to()).is_empty();
        kind == MoveKind::CapturesAll && !mv.is_promotion() && !captures
    };
    moves.filter(|mv| !doubled(mv)).collect()
}

fn same_state(ours: &Position, core: &Core) {
    assert_eq!(ours.to_sfen(), core.to_sfen(Some(i32::from(core.game_ply()))));
    assert_eq!((ours.side_to_move(), ours.ply()), (core.turn(), core.game_ply()), "{ours:?}");
    assert_eq!(ours.key(), core.key().low_u64(), "{ours:?}");
    assert_eq!(ours.board_key(), core.board_key().low_u64(), "{ours:?}");
    let parts = core.partial_keys();
    let others = parts.non_pawn.map(ZobristKey::low_u64);
    let [pawns, _, black, white] = ours.part_keys();
    assert_eq!((pawns, [black, white]), (parts.pawn.low_u64(), others), "{ours:?}");
    assert_eq!(ours.checkers(), core.checkers(), "{ours:?}");
    assert_eq!(ours.last_move(), Move(core.last_move()), "{ours:?}");
    assert_eq!(ours.occupied(), core.pieces());
    for color in Color::iter() {
        assert_eq!(ours.hand(color), core.hand(color), "{ours:?}");
        assert_eq!(ours.king(color).unwrap_or(Square::NONE), core.king_square(color));
        assert_eq!(ours.pieces_of(color), core.pieces_by_color(color));
        assert_eq!(ours.blockers(color), core.blockers_for_king(color), "{ours:?}");
        assert_eq!(ours.pinners(color), core.pinners(color), "{ours:?}");
        for kind in PieceType::iter().skip(1) {
            assert_eq!(ours.pieces(kind, color), core.pieces_for(kind, color), "{ours:?}");
        }
    }
    for kind in PieceType::iter() {
        assert_eq!(ours.check_square(kind), core.check_square(kind), "{kind:?} {ours:?}");
    }
    for ply in [0, 3, 4, 5, 8, 12, 30, 1000] {
        let told = core.repetition_state_with_ply(ply);
        assert_eq!(ours.search_repetition(ply), told, "{ply} {ours:?}");
    }
}

fn same_lists(ours: &Position, core: &Core, list: &mut MoveList) {
    for kind in ALL_KINDS {
        let staged = matches!(
            kind,
            MoveKind::Captures | MoveKind::CapturesAll | MoveKind::Quiets | MoveKind::QuietsAll
        );
        if staged && ours.in_check() {
            continue;
        }
        ours.generate(kind, list);
        assert_eq!(&list[..], &listed(core, kind)[..], "{kind:?} {ours:?}");
    }
    assert_eq!(ours.has_legal_move(), !core.is_mated(), "{ours:?}");
}

/// Properties of single moves, including illegal ones.
// Deprecated upstream for 2.0; the version is pinned.
#[allow(deprecated)]
fn same_verdicts(ours: &Position, core: &Core) {
    for bits in 0..=u16::MAX {
        let raw = Move16::from_raw(bits);
        let mv = core.move32_from_move(raw);
        let legal = core.is_legal_move32(mv);
        // It takes a drop that promotes for a drop.
        let expected = (legal && raw.is_normal()).then_some(Move(mv));
        assert_eq!(ours.move_from_bits(bits), expected, "{bits} {ours:?}");
        assert_eq!(ours.is_legal(Move(mv)), legal, "{bits} {ours:?}");
        if legal {
            let after = core.key_after_move(raw).low_u64();
            assert_eq!(ours.key_after(Move(mv)), after, "{ours:?} {raw:?}");
            let after = core.board_key_after_move(raw).low_u64();
            assert_eq!(ours.board_key_after(Move(mv)), after, "{ours:?} {raw:?}");
            assert_eq!(ours.gives_check(Move(mv)), core.gives_check_move32(mv), "{ours:?}");
        }
    }
    for square in Square::iter() {
        for color in Color::iter() {
            let attackers = core.attackers_to_color(color, square, core.pieces());
            assert_eq!(ours.attackers(color, square, ours.occupied()), attackers, "{ours:?}");
            assert_eq!(ours.is_attacked(square, color), !attackers.is_empty(), "{ours:?}");
        }
    }
}

fn same_declarations(ours: &Position, core: &Core) {
    let (mut ours, mut core) = (ours.clone(), core.clone());
    for rule in [
        EnteringKingRule::None,
        EnteringKingRule::TryRule,
        EnteringKingRule::Point24,
        EnteringKingRule::Point24Handicap,
        EnteringKingRule::Point27,
        EnteringKingRule::Point27Handicap,
    ] {
        ours.set_entering_king_rule(rule);
        core.set_entering_king_rule(rule);
        let declared = Move(core.declaration_win_move());
        assert_eq!(ours.declaration_move().unwrap_or(Move::NONE), declared, "{rule:?} {ours:?}");
        let (judged, expected) = (ours.declaration(), core.evaluate_declaration());
        assert_eq!(judged.possible, expected.can_declare, "{rule:?} {ours:?}");
        let seen = match judged.conditions {
            crate::DeclarationConditions::NoRule => vec![],
            crate::DeclarationConditions::Try { adjacent, free, safe, .. } => {
                vec![adjacent.into(), free.into(), safe.into()]
            }
            crate::DeclarationConditions::Points {
                not_in_check,
                king_in_zone,
                pieces_in_zone,
                points,
                required,
            } => {
                let camp = i32::from(pieces_in_zone) + i32::from(king_in_zone);
                vec![not_in_check.into(), king_in_zone.into(), camp, points.into(), required.into()]
            }
        };
        let told = match expected.detail {
            DeclarationDetail::NoRule => vec![],
            DeclarationDetail::TryRule { can_reach, can_occupy, is_safe, .. } => {
                vec![can_reach.into(), can_occupy.into(), is_safe.into()]
            }
            DeclarationDetail::PointRule {
                not_in_check,
                king_in_enemy_camp,
                pieces_in_camp,
                points,
                required_points,
                ..
            } => vec![
                not_in_check.into(),
                king_in_enemy_camp.into(),
                pieces_in_camp,
                points,
                required_points.max(0),
            ],
        };
        assert_eq!(seen, told, "{rule:?} {ours:?}");
    }
}

/// Both find a mate or none; of several each may name another.
fn same_mates(ours: &mut Position, core: &mut Core) {
    let expected = rsshogi::mate::solve_mate_in_one_in_place(core);
    let found = ours.mate_in_one();
    assert_eq!(found.is_some(), expected.is_some(), "{ours:?}");
    if let Some(mv) = found {
        let mut after = ours.clone();
        after.do_move(mv);
        assert!(after.in_check() && !after.has_legal_move(), "{mv} {ours:?}");
    }
}

/// Passes for both now and then, where that is allowed.
fn passes(ours: &mut Position, core: &mut Core, seed: &mut u64) -> bool {
    let passes = !ours.in_check() && random(seed, 12) == 0;
    if passes {
        ours.do_null_move();
        core.apply_null_move().expect("not in check");
    }
    passes
}

/// Plays a random legal move for both, if there is one.
fn random_move(ours: &mut Position, core: &mut Core, seed: &mut u64) -> Option<Move> {
    let mut list = MoveList::new();
    ours.legal_moves(&mut list);
    if list.is_empty() {
        return None;
    }
    // Half of the moves are checks where there are any: mates, evasions, rows of checks.
    if random(seed, 2) == 0 {
        let mut checks = list.clone();
        checks.retain(|mv| ours.gives_check(mv));
        list = if checks.is_empty() { list } else { checks };
    }
    let mv = list[random(seed, list.len())];
    let delta = ours.do_move_with_delta(mv, ours.gives_check(mv));
    let gives_check = core.gives_check_move32(mv.0);
    assert_eq!(delta, core.apply_move32_with_delta(mv.0, gives_check));
    Some(mv)
}

/// Plays a random game in step and takes all of it back.
fn play(start: &Position, mut seed: u64, plies: usize) {
    let (mut ours, mut core) = (start.clone(), core_of(start));
    let (mut list, mut played) = (MoveList::new(), Vec::new());
    for ply in 0..plies {
        same_state(&ours, &core);
        same_lists(&ours, &core, &mut list);
        if ply % 16 == 3 {
            same_verdicts(&ours, &core);
            same_declarations(&ours, &core);
            same_mates(&mut ours, &mut core);
            same_state(&ours.clone_for_search(), &core.clone_for_search());
        }
        if passes(&mut ours, &mut core, &mut seed) {
            played.push(Move::NULL);
            continue;
        }
        let Some(mv) = random_move(&mut ours, &mut core, &mut seed) else { break };
        played.push(mv);
    }
    while let Some(mv) = played.pop() {
        if mv == Move::NULL {
            ours.undo_null_move();
            core.undo_null_move().expect("a pass was played");
        } else {
            ours.undo_move(mv);
            core.undo_move32(mv.0).expect("the last move");
        }
        same_state(&ours, &core);
    }
}

fn start(sfen: &str, rules: SetupRules) -> Position {
    Setup::from_sfen(sfen).and_then(|setup| setup.position(rules)).expect(sfen)
}

#[test]
fn games_are_the_same_for_both() {
    let start = Position::startpos();
    (0..60).for_each(|seed| play(&start, seed, 250));
}

#[test]
fn sharp_positions_are_the_same_for_both() {
    for sfen in [
        // Pins on all lines, kings that may declare, every kind in hand, a pawn that may not mate.
        "8k/9/4r4/1b5b1/4S4/3N1P3/r2GK4/9/9 b GSNLP 1",
        "+R+R+B1K4/+P+P+P+P+P+P+P2/9/9/9/9/9/9/4k4 b 6P2n2s2g2l5pb 1",
        "8k/7R1/N8/9/4K4/9/9/9/9 b RBGSNLPb3g3s2n3l17p 1",
        // The gold, behind the dragon on the lance's line, may take it.
        "8k/8+R/8g/9/4K3L/9/9/9/9 w RBGSNPb2g3s3n2l17p 4",
        "4k4/1K+P3P2/PN1S1L1R1/B8/9/9/9/p1p1p1p1p/9 b - 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        STARTPOS,
    ] {
        let start = Position::from_sfen(sfen).expect(sfen);
        (0..12).for_each(|seed| play(&start, seed, 120));
    }
}

/// Few pieces, so that boards come back with the same hands and with others, also by rows of checks.
#[test]
fn repetitions_are_the_same_for_both() {
    for sfen in [
        "4k4/9/9/9/4g4/9/9/9/4K4 b Pp 1",
        "k8/9/9/9/9/9/9/9/1R6K b - 1",
        "4k4/9/9/9/9/9/3gg4/9/4K4 w Rr 1",
        "k8/9/1G7/9/9/9/9/9/K8 b Sgs 1",
    ] {
        let start = start(sfen, SetupRules::Play);
        (0..40).for_each(|seed| play(&start, seed, 150));
    }
}

/// Mate problems: the side to move, or the other one, has no king.
#[test]
fn problems_are_the_same_for_both() {
    let sfen = "7nl/5+R1gk/6S2/8p/7N1/9/9/9/9 b GSN2gr2b2sn3l17p 1";
    let start = start(sfen, SetupRules::Mate);
    (0..40).for_each(|seed| play(&start, seed, 60));
}

/// The usage of a search: a copy in the middle of a game, and lines from it, undone.
#[test]
fn copies_for_a_search_are_the_same_for_both() {
    for sfen in ["4k4/9/9/9/4g4/9/9/9/4K4 b Pp 1", "4k4/9/9/9/9/9/3gg4/9/4K4 w Rr 1", STARTPOS] {
        let start = start(sfen, SetupRules::Play);
        for mut seed in 0..40 {
            let (mut ours, mut core) = (start.clone(), core_of(&start));
            for ply in 0..100 {
                if ply % 5 == 0 {
                    play_on(&ours.clone_for_search(), &core.clone_for_search(), seed, 40);
                }
                if random_move(&mut ours, &mut core, &mut seed).is_none() {
                    break;
                }
            }
        }
    }
}

fn play_on(ours: &Position, core: &Core, mut seed: u64, plies: usize) {
    let (mut ours, mut core) = (ours.clone(), core.clone());
    for _ in 0..plies {
        same_state(&ours, &core);
        if passes(&mut ours, &mut core, &mut seed) {
            continue;
        }
        if random_move(&mut ours, &mut core, &mut seed).is_none() {
            break;
        }
    }
}
