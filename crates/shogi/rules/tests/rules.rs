//! Illegal moves by name, drop-pawn mates, repetition, declaration.

use crate::common::{Random, legal, random_game, testdata};
use proptest::prelude::*;
use std::collections::HashMap;
use zenpuku_shogi::{
    Color, DeclarationConditions, EnteringKingRule, HandPiece, MAX_PLY, Move, MoveKind, MoveList,
    Piece, PieceType, Position, RepetitionState, RuleViolation, Setup, SetupRules, Square,
};

fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap()
}

#[track_caller]
fn broken(sfen: &str, usi: &str, message: &str) {
    let position = position(sfen);
    let error = position.read_usi(usi).expect_err(usi);
    assert_eq!(error.to_string(), message, "{usi}");
    assert_eq!(position.parse_usi(usi), None);
}

#[test]
fn every_broken_rule_has_its_name() {
    let start = zenpuku_shogi::STARTPOS;
    for text in ["", "7g", "7g7", "0a1a", "7g7fx", "win", "resign", "none", "K*5e", "7g7j", "歩"] {
        let message = format!("`{text}` is not a move");
        if text != "K*5e" {
            broken(start, text, &message);
        } else {
            assert!(position(start).read_usi(text).is_err());
        }
    }
    broken(start, "5e5d", "there is no piece on 5e");
    broken(start, "3c3d", "the pawn on 3c is the opponent's");
    broken(start, "7g7e", "the pawn on 7g cannot reach 7e");
    broken(start, "8h5e", "the bishop on 8h cannot reach 5e");
    broken(start, "2h7h+", "2h to 7h neither enters nor leaves the promotion zone");
    broken(start, "2h8h", "an own piece is on 8h");
    broken(start, "P*5e", "there is no pawn in hand");
    broken("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e", "two pawns on file 5");
    broken(
        "4k4/9/9/9/9/9/4P4/9/4K4 b G 1",
        "G*5g",
        "a piece cannot be dropped on 5g, which is not empty",
    );
    broken("4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*1b", "the knight could never move again from 1b");
    broken("4k4/8P/9/9/9/9/9/9/4K4 b - 1", "1b1a", "the pawn could never move again from 1a");
    broken("4k4/9/8G/9/9/9/9/9/4K4 b - 1", "1c1b+", "a gold cannot promote");
    broken("4k4/9/8+S/9/9/9/9/9/4K4 b - 1", "1c1b+", "a promoted silver cannot promote");
    let taken = "the king on 5i would be taken from 5b";
    broken("4k4/4r4/9/9/9/9/9/9/4K4 b P 1", "P*1e", taken);
    broken("4k4/4r4/9/9/9/9/4S4/9/4K4 b - 1", "5g4f", taken);
    broken("4k4/3r5/9/9/9/9/9/9/4K4 b - 1", "5i6i", "the king on 6i would be taken from 6b");
    broken("7lk/9/8P/8G/9/9/9/9/4K4 b P 1", "P*1b", "two pawns on file 1");
    broken("7lk/7p1/8G/9/9/9/9/9/4K4 b P 1", "P*1b", "the pawn drop on 1b would mate");
}

#[test]
fn moves_of_the_other_colour_or_piece_are_caught() {
    let position = Position::startpos();
    let square = |usi| Square::from_usi(usi).unwrap();
    let wrong = Move::board(square("7g"), square("7f"), Piece::B_GOLD, false);
    assert_eq!(position.illegality(wrong), Some(RuleViolation::WrongPiece(square("7g"))));
    for mv in [Move::NONE, Move::NULL, Move::RESIGN, Move::WIN] {
        assert!(matches!(position.illegality(mv), Some(RuleViolation::NotAMove(_))));
        assert!(!position.is_legal(mv));
    }
    let drop = Move::drop(PieceType::PAWN, square("5e"), Color::White);
    assert!(position.illegality(drop).is_some());
}

#[test]
fn the_game_ends_before_the_core_can_overflow() {
    let mut setup = Setup::startpos();
    setup.set_ply(MAX_PLY - 1);
    let mut position = setup.position(SetupRules::Play).unwrap();
    position.try_do_move(position.read_usi("7g7f").unwrap()).unwrap();
    let next = position.read_usi("3c3d").unwrap();
    assert_eq!(position.try_do_move(next), Err(RuleViolation::PlyLimit));
    for mv in [next, position.read_usi("8c8d").unwrap()] {
        position.do_move(mv);
        position.undo_move(mv);
    }
}

/// Every board move and drop that there could be, legal or absurd.
fn all_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for to in Square::iter() {
        for from in Square::iter() {
            let piece = position.piece_on(from);
            moves.push(Move::board(from, to, piece, false));
            moves.push(Move::board(from, to, piece, true));
        }
        for kind in PieceType::hand_pieces() {
            moves.push(Move::drop(kind, to, position.side_to_move()));
        }
    }
    moves
}

fn names(moves: &[Move]) -> Vec<String> {
    let mut names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    names.sort_unstable();
    names
}

fn generators_agree(position: &Position) {
    let listed = legal(position);
    let by_rule: Vec<Move> =
        all_moves(position).into_iter().filter(|&mv| position.illegality(mv).is_none()).collect();
    assert_eq!(names(&listed), names(&by_rule), "{position:?}");
    assert_eq!(position.has_legal_move(), !listed.is_empty());
    assert_eq!(position.count_legal_moves() as usize, listed.len(), "{position:?}");
    for &mv in &listed {
        assert!(position.is_legal(mv));
        assert_eq!(position.read_usi(&mv.to_string()), Ok(mv));
        assert_eq!(position.move_from_bits(mv.bits()), Some(mv));
    }
    staged_generators_agree(position, &listed);
}

/// The staged generators together list the legal moves, none twice.
fn staged_generators_agree(position: &Position, listed: &MoveList) {
    let (usual, all): (&[MoveKind], &[MoveKind]) = if position.in_check() {
        (&[MoveKind::Evasions], &[MoveKind::EvasionsAll])
    } else {
        use MoveKind::{Captures, CapturesAll, Quiets, QuietsAll};
        (&[Captures, Quiets], &[CapturesAll, QuietsAll])
    };
    let staged = |kinds: &[MoveKind]| {
        let mut moves = Vec::new();
        let mut list = MoveList::new();
        for &kind in kinds {
            position.generate(kind, &mut list);
            moves.extend(list.iter().filter(|&&mv| position.is_legal_after_pseudo(mv)));
        }
        names(&moves)
    };
    assert_eq!(staged(all), names(listed), "{position:?}");
    let mut list = MoveList::new();
    position.generate(MoveKind::Legal, &mut list);
    assert_eq!(staged(usual), names(&list), "{position:?}");
    position.generate(MoveKind::ChecksAll, &mut list);
    list.retain(|mv| position.is_legal_after_pseudo(mv));
    let checks: Vec<Move> = listed.iter().copied().filter(|&mv| position.gives_check(mv)).collect();
    assert_eq!(names(&list), names(&checks), "{position:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20) })]

    #[test]
    fn legal_is_what_breaks_no_rule(seed: u64) {
        for position in random_game(seed, 200).iter().step_by(19) {
            generators_agree(position);
            let king = position.king(position.side_to_move()).unwrap();
            if let Ok(problem) = position.setup().clear(king).position(SetupRules::Mate) {
                generators_agree(&problem);
            }
        }
    }

    #[test]
    fn no_text_is_played_by_mistake(text in "[1-9][a-i][1-9][a-i][+]?|[PLNSGBRK][*][0-9][a-j]|.{0,6}") {
        let position = Position::startpos();
        prop_assert_eq!(position.read_usi(&text).ok(), position.parse_usi(&text));
    }
}

#[test]
fn all_table_bits_are_judged() {
    let matsuri = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
    for position in [Position::startpos(), position(matsuri)] {
        let found = (0..=u16::MAX).filter_map(|bits| position.move_from_bits(bits));
        let mut found = names(&found.collect::<Vec<_>>());
        // A drop has a bit to spare that no one reads.
        found.dedup();
        assert_eq!(found, names(&legal(&position)));
    }
}

/// The position after a pawn drop, legal or not, the opponent to move.
fn with_pawn(position: &Position, to: Square) -> Option<Position> {
    let us = position.side_to_move();
    let mut setup = position.setup();
    let held = setup.hand_count(us, HandPiece::PAWN).checked_sub(1)?;
    setup.set_hand(us, HandPiece::PAWN, held);
    setup.put(to, Piece::from_parts(us, PieceType::PAWN)).set_side_to_move(us.flip());
    let rules = if position.king(us).is_some() { SetupRules::Play } else { return None };
    setup.position(rules).ok()
}

/// A pawn drop before the king is legal exactly when the king has an answer.
fn drop_pawn_mates_agree(position: &Position) -> (usize, usize) {
    let (mut legal_drops, mut mates) = (0, 0);
    for to in Square::iter().filter(|&to| position.piece_on(to).is_empty()) {
        let Some(after) = with_pawn(position, to) else { continue };
        if !after.in_check() {
            continue;
        }
        let mv = Move::drop(PieceType::PAWN, to, position.side_to_move());
        if after.has_legal_move() {
            legal_drops += 1;
            assert_eq!(position.illegality(mv), None, "{position:?} {mv}");
        } else {
            mates += 1;
            assert_eq!(position.illegality(mv), Some(RuleViolation::DropPawnMate(to)));
        }
    }
    (legal_drops, mates)
}

#[test]
fn disputed_drop_pawn_mates_are_decided_by_the_rules() {
    let text = testdata("rules/drop-pawn-mate-disputed.sfen");
    let verdicts: Vec<(usize, usize)> =
        text.lines().map(|sfen| drop_pawn_mates_agree(&position(sfen))).collect();
    assert_eq!(verdicts.len(), 30);
    assert!(verdicts.iter().all(|&(drops, mates)| drops + mates >= 1), "{verdicts:?}");
}

fn play(moves: &str) -> (Position, Option<(usize, RuleViolation)>) {
    let mut position = Position::startpos();
    for (index, usi) in moves.split_whitespace().enumerate() {
        match position.read_usi(usi) {
            Ok(mv) => position.try_do_move(mv).unwrap(),
            Err(error) => return (position, Some((index + 1, error))),
        }
    }
    (position, None)
}

#[test]
fn sequences_end_as_their_names_say() {
    let text = testdata("perft/move_sequences.txt");
    let sequences: HashMap<&str, &str> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" | position startpos moves "))
        .collect();
    assert_eq!(sequences.len(), 3);
    let (end, error) = play(sequences["repetition_4fold"]);
    assert_eq!((end.game_repetition(), error), (RepetitionState::Draw, None));
    let square = |usi| Square::from_usi(usi).unwrap();
    let count = |name: &str| sequences[name].split_whitespace().count();
    let (_, error) = play(sequences["double_pawn_illegal"]);
    let file = square("6g").file();
    assert_eq!(error, Some((count("double_pawn_illegal"), RuleViolation::TwoPawns(file))));
    let (_, error) = play(sequences["uchifuzume_illegal"]);
    let mate = RuleViolation::DropPawnMate(square("6e"));
    assert_eq!(error, Some((count("uchifuzume_illegal"), mate)));
}

/// Repetition by the rule book: names of positions and who gave check.
#[derive(Default)]
struct Referee {
    seen: Vec<(String, bool)>,
}

impl Referee {
    fn judge(&mut self, position: &Position) -> RepetitionState {
        let sfen = position.to_sfen();
        let name = sfen.rsplit_once(' ').unwrap().0.to_owned();
        self.seen.push((name, position.in_check()));
        let now = self.seen.len() - 1;
        let same: Vec<usize> =
            (0..=now).rev().filter(|&at| self.seen[at].0 == self.seen[now].0).take(4).collect();
        if same.len() < 4 {
            return RepetitionState::None;
        }
        let all_checks = |first: usize| (first..=now).step_by(2).all(|at| self.seen[at].1);
        // After our moves the opponent was in check all along: we lose. Or we were: we win.
        if all_checks(same[3] + 1) {
            RepetitionState::Lose
        } else if all_checks(same[3] + 2) {
            RepetitionState::Win
        } else {
            RepetitionState::Draw
        }
    }
}

/// A game of shuffles: half of the moves take back the own last one.
fn shuffle(seed: u64, start: &Position, plies: usize) {
    let mut random = Random(seed);
    let mut position = start.clone();
    let mut referee = Referee::default();
    referee.judge(&position);
    let mut last = [Move::NONE; 2];
    for ply in 0..plies {
        let moves = legal(&position);
        if moves.is_empty() {
            break;
        }
        let before = last[ply % 2];
        let back = moves.iter().copied().find(|mv| {
            mv.from().is_some() && mv.from() == Some(before.to()) && before.from() == Some(mv.to())
        });
        let few = moves[random.below(moves.len().min(3))];
        let mv = back.filter(|_| random.below(10) < 8).unwrap_or(few);
        last[ply % 2] = mv;
        position.do_move(mv);
        assert_eq!(position.game_repetition(), referee.judge(&position), "{position:?} ply {ply}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn repetition_equals_the_rule_book(seed: u64) {
        shuffle(seed, &Position::startpos(), 120);
        shuffle(seed, &position("4k4/9/9/9/9/9/9/3R5/4K4 b - 1"), 60);
    }
}

#[track_caller]
fn repeats(sfen: &str, cycle: &str, expected: RepetitionState) {
    let mut position = position(sfen);
    let mut referee = Referee::default();
    referee.judge(&position);
    for usi in cycle.split_whitespace().cycle().take(cycle.split_whitespace().count() * 3) {
        assert_eq!(position.game_repetition(), RepetitionState::None);
        position.try_do_move(position.read_usi(usi).unwrap()).unwrap();
        assert_eq!(position.game_repetition(), referee.judge(&position));
    }
    assert_eq!(position.game_repetition(), expected);
}

#[test]
fn perpetual_check_is_lost_by_the_side_that_checks() {
    let sfen = "9/3k5/9/9/9/9/9/3R5/8K w - 1";
    repeats(sfen, "6b5b 6h5h 5b6b 5h6h", RepetitionState::Win);
    repeats("9/3k5/9/9/9/9/9/4R4/8K b - 1", "5h6h 6b5b 6h5h 5b6b", RepetitionState::Lose);
}

#[test]
fn repetition_behind_an_equal_board_with_other_hands_is_found() {
    // Black's silver goes to White and back: the board recurs after six plies
    // with other hands, the position only after twelve.
    let cycle = "S*4d 5c4d 9i9h 4d4c 9h9i 4c5c 5g6f S*5f 6f5f 1a1b 5f5g 1b1a";
    repeats("8k/9/4g4/9/9/9/4G4/9/K8 b S 1", cycle, RepetitionState::Draw);
}

fn declaration(sfen: &str, rule: EnteringKingRule) -> (bool, DeclarationConditions) {
    let mut position = position(sfen);
    position.set_entering_king_rule(rule);
    let judged = position.declaration();
    assert_eq!(judged.rule, rule);
    assert_eq!(judged.possible, position.declaration_move().is_some());
    let flipped = position.flipped();
    assert_eq!(flipped.declaration().possible, judged.possible);
    (judged.possible, judged.conditions)
}

#[test]
fn declarations_count_points_by_the_rule() {
    use EnteringKingRule as Rule;
    let conditions = |points, required| DeclarationConditions::Points {
        not_in_check: true,
        king_in_zone: true,
        pieces_in_zone: 10,
        points,
        required,
    };
    // Ten pieces in the zone, three of them big: 22 points, and six in hand.
    let entered = "+R+R+B1K4/+P+P+P+P+P+P+P2/9/9/9/9/9/9/4k4 b 6P2n2s2g2l5pb 1";
    assert_eq!(declaration(entered, Rule::Point27), (true, conditions(28, 28)));
    assert_eq!(declaration(entered, Rule::Point24), (false, conditions(28, 31)));
    assert_eq!(declaration(entered, Rule::None), (false, DeclarationConditions::NoRule));
    let white = "4K4/9/9/9/9/9/9/2+p+p+p+p+p+p+p/4k1+b+r+r w B2N2S2G2L6P5p 1";
    assert_eq!(declaration(white, Rule::Point27), (true, conditions(27, 27)));
    let nine = "+R+R+B1K4/+P+P+P+P+P+P3/9/9/9/9/9/9/4k4 b 7P 1";
    assert!(!declaration(nine, Rule::Point27).0);
}

#[test]
fn handicaps_lower_what_white_needs() {
    use EnteringKingRule as Rule;
    let mut position = zenpuku_shogi::Handicap::Two.setup().position(SetupRules::Play).unwrap();
    for (rule, expected) in [
        (Rule::Point27Handicap, 17),
        (Rule::Point27, 27),
        (Rule::Point24Handicap, 21),
        (Rule::Point24, 31),
    ] {
        position.set_entering_king_rule(rule);
        let DeclarationConditions::Points { required, .. } = position.declaration().conditions
        else {
            panic!("a point rule")
        };
        assert_eq!(required, expected, "{rule:?}");
    }
}

#[test]
fn the_try_rule_wants_the_king_safe_on_the_other_home_square() {
    let rule = EnteringKingRule::TryRule;
    let mut ready = position("9/4K4/9/9/9/9/9/9/k8 b - 1");
    ready.set_entering_king_rule(rule);
    assert_eq!(ready.declaration_move().map(|mv| mv.to_string()), Some("5b5a".to_owned()));
    assert!(!declaration("r8/4K4/9/9/9/9/9/9/k8 b - 1", rule).0);
    assert!(!declaration("4G4/4K4/9/9/9/9/9/9/k8 b - 1", rule).0);
    assert!(declaration("4g4/4K4/9/9/9/9/9/9/k8 b - 1", rule).0);
}
