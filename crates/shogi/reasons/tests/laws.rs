//! Properties of every reason, on positions of real games.

use proptest::prelude::*;
use std::sync::LazyLock;
use zenpuku_shogi::{Move, MoveList, Position, Setup, SetupRules, Square};
use zenpuku_shogi_goals::castles;
use zenpuku_shogi_reasons::words::{Explained, Lang, PASS, sentence};
use zenpuku_shogi_reasons::{
    Answered, Budget, Cause, Motif, Proof, Question, Reason, ReasonError, Reasoner, Role,
    exchange_values, reasons,
};

/// Less than the usual budget: the laws hold for any.
const BUDGET: Budget = Budget { material: 20_000, mate: 1_000, reasons: 3, proofs: false };

/// Positions in which a move lost a game, with the move played and the better one.
static LOST: LazyLock<Vec<(Position, Move, Move)>> = LazyLock::new(|| {
    let text = include_str!("../../../../testdata/reasons/lost-by-one-move-51.jsonl");
    let read = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let position = Position::from_sfen(row["sfen"].as_str().unwrap()).unwrap();
        let mv = |name: &str| position.read_usi(row[name].as_str().unwrap()).unwrap();
        let (played, better) = (mv("played"), mv("better"));
        (position, played, better)
    };
    text.lines().map(read).collect()
});

fn play(position: &Position, mv: Move) -> Position {
    let mut at = position.without_history();
    at.do_move(mv);
    at
}

fn legal(position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.to_vec()
}

/// Plays a line of evidence, which must be legal; also the material that the side of its move
/// number `at` wins.
fn replay(start: &Position, line: &[String], at: usize) -> (Position, i32) {
    let values = exchange_values();
    let (mut position, mut won) = (start.clone(), 0);
    for (index, text) in line.iter().enumerate() {
        let mv = position.read_usi(text).unwrap_or_else(|rule| panic!("{line:?}: {text}: {rule}"));
        let sign = if index % 2 == at % 2 { 1 } else { -1 };
        won += sign * position.material_change(mv, &values);
        position.do_move(mv);
    }
    (position, won)
}

fn pass(position: &Position) -> Position {
    let mut setup = position.setup();
    setup.set_side_to_move(position.side_to_move().flip());
    setup.position(SetupRules::Play).unwrap()
}

/// Every legal reply is there once, and every answer is legal.
fn check_replies(position: &Position, replies: &[Answered]) {
    let mut named: Vec<String> = Vec::new();
    for group in replies {
        for reply in &group.replies {
            let next = play(position, position.read_usi(reply).unwrap());
            if let Some(answer) = &group.answer {
                let last = play(&next, next.read_usi(answer).unwrap());
                if !group.then.is_empty() {
                    check_replies(&last, &group.then);
                }
            }
        }
        named.extend(group.replies.iter().cloned());
    }
    let mut all: Vec<String> = legal(position).iter().map(ToString::to_string).collect();
    named.sort();
    all.sort();
    assert_eq!(named, all, "{}", position.to_sfen());
}

fn check_proof(start: &Position, line: &[String], at: usize, proof: &Proof) {
    match proof {
        Proof::Material { gain, replies } => {
            let (_, won) = replay(start, line, at);
            assert!(won >= *gain, "{line:?} wins {won}, not {gain}");
            let (after, _) = replay(start, &line[..=at], at);
            check_replies(&after, replies);
            assert!(replies.iter().all(|group| group.gain >= *gain));
        }
        Proof::Mate { plies, .. } => {
            assert!(replay(start, line, at).0.is_mated(), "{line:?}");
            assert_eq!(line.len() - at, *plies as usize);
        }
        Proof::Threat { line: then, proof, .. } => {
            let (last, _) = replay(start, line, at);
            check_proof(&pass(&last), then, 0, proof);
        }
        Proof::Repetition { since } => {
            let (end, _) = replay(start, line, at);
            assert_eq!(replay(&end, since, 0).0.key(), start.key());
        }
        Proof::Book { moves } => {
            let legal: Vec<String> = legal(start).iter().map(ToString::to_string).collect();
            assert!(moves.contains(&line[at]) && moves.iter().all(|mv| legal.contains(mv)));
        }
        Proof::Declaration => {}
        Proof::Check { castle } => {
            assert!(replay(start, line, at).0.in_check());
            assert!(castles::find(castle).is_some());
        }
        Proof::Brinkmate { line: then, replies } => {
            let (last, _) = replay(start, line, at);
            assert!(replay(&pass(&last), then, 0).0.is_mated());
            assert_eq!(replies.len(), legal(&last).len());
            for reply in replies {
                assert!(replay(&last, reply, 1).0.is_mated(), "{reply:?}");
            }
        }
    }
}

/// The mates that the motif's move parries, or that the better move would have threatened.
fn check_mates(start: &Position, reason: &Reason) {
    for cause in &reason.causes {
        let (before, mate) = match cause {
            Cause::Parried { line } => (replay(start, &reason.line[..reason.at], 0).0, line),
            Cause::Slower { better, line } => {
                (replay(start, core::slice::from_ref(better), 0).0, line)
            }
            _ => continue,
        };
        assert!(replay(&pass(&before), mate, 0).0.is_mated(), "{reason:?}");
    }
}

/// Without the piece the move of the motif has no such gain.
fn check_causes(start: &Position, reason: &Reason) {
    let Proof::Material { .. } = reason.proof else { return };
    let (before, _) = replay(start, &reason.line[..reason.at], 0);
    for cause in &reason.causes {
        let Cause::Piece { piece, below } = cause else { continue };
        let square: Square = piece.square.parse().unwrap();
        let mut setup = Setup::from(&before);
        setup.clear(square);
        let Ok(without) = setup.position(SetupRules::Play) else { continue };
        let Some(key) = without.parse_usi(&reason.line[reason.at]) else { continue };
        let better = [key];
        let question = Question {
            position: &without,
            played: None,
            better: &better,
            reply: &[],
            was_losing: false,
            book: &[],
        };
        for other in reasons(&question, &BUDGET).unwrap() {
            let Proof::Material { gain, .. } = other.proof else { continue };
            assert!(gain < *below, "{reason:?} stays without {piece:?}: {other:?}");
        }
    }
}

fn check(position: &Position, question: &Question<'_>) {
    let found = reasons(question, &BUDGET).unwrap();
    assert_eq!(found, Reasoner::default().reasons(question, &BUDGET).unwrap());
    for reason in found {
        let start = Position::from_sfen(&reason.start).unwrap();
        assert_eq!(start.key(), position.key());
        if matches!(reason.role, Role::Allowed | Role::Ignored) {
            assert_eq!(Some(&reason.line[0]), question.played.map(|mv| mv.to_string()).as_ref());
        }
        if let (Role::Missed, Proof::Threat { line, .. }) = (&reason.role, &reason.proof) {
            assert_ne!(Some(&line[0]), question.played.map(|mv| mv.to_string()).as_ref());
        }
        check_proof(&start, &reason.line, reason.at, &reason.proof);
        check_causes(&start, &reason);
        check_mates(&start, &reason);
        let words = Explained::from(reason.clone());
        for lang in [Lang::Ja, Lang::En] {
            assert!(words.text.get(lang).chars().count() > 8, "{words:?}");
            assert!(!words.text.get(lang).contains('{'), "{words:?}");
        }
        assert_eq!(words.line_text.ja.len(), words.line_usi.len());
        let mut at = Position::from_sfen(&words.line_start).unwrap();
        for text in &words.line_usi {
            if text == PASS {
                let mut setup = at.setup();
                setup.set_side_to_move(at.side_to_move().flip());
                at = setup.position(SetupRules::Play).unwrap();
            } else {
                at.try_do_move(at.parse_usi(text).unwrap()).unwrap();
            }
        }
        let text = serde_json::to_string(&words).unwrap();
        assert_eq!(serde_json::from_str::<Explained>(&text).unwrap(), words);
    }
}

#[test]
fn reasons_of_lost_games_keep_the_laws() {
    let mut explained = 0;
    for (position, played, better) in LOST.iter() {
        let better = [*better];
        let question = Question {
            position,
            played: Some(*played),
            better: &better,
            reply: &[],
            was_losing: false,
            book: &[],
        };
        check(position, &question);
        explained += usize::from(!reasons(&question, &BUDGET).unwrap().is_empty());
    }
    assert!(explained >= 5, "{explained}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reasons_of_any_moves_keep_the_laws(
        place in 0..51_usize,
        walk in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        [one, two, three] in any::<[prop::sample::Index; 3]>(),
    ) {
        let mut position = LOST[place].0.clone();
        for step in walk {
            let moves = legal(&position);
            if moves.is_empty() {
                break;
            }
            position.do_move(*step.get(&moves));
        }
        let moves = legal(&position);
        if moves.is_empty() {
            return Ok(());
        }
        let (played, better) = (*one.get(&moves), [*two.get(&moves)]);
        let replies = legal(&play(&position, played));
        let reply = if replies.is_empty() { Vec::new() } else { vec![*three.get(&replies)] };
        let question = |played| Question {
            position: &position,
            played,
            better: &better,
            reply: if played.is_some() { &reply } else { &[] },
            was_losing: false,
            book: &[],
        };
        check(&position, &question(Some(played)));
        check(&position, &question(None));
    }
}

fn ask(position: &Position, played: Option<Move>) -> Result<Vec<Reason>, ReasonError> {
    let question =
        Question { position, played, better: &[], reply: &[], was_losing: false, book: &[] };
    reasons(&question, &BUDGET)
}

#[test]
fn positions_without_an_answer_are_named() {
    let no_king = Setup::from_sfen("9/9/9/9/9/9/9/9/4K4 b R2G 1").unwrap();
    let position = no_king.position(SetupRules::MateDefence).unwrap();
    assert!(matches!(ask(&position, None), Err(ReasonError::NoKing(_))));
    let mated = Position::from_sfen("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").unwrap();
    assert_eq!(ask(&mated, None), Err(ReasonError::Mated));
    let start = Position::startpos();
    let other = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b R 1").unwrap();
    let drop = other.read_usi("R*5e").unwrap();
    let refused = ask(&start, Some(drop)).unwrap_err();
    assert!(refused.to_string().contains("R*5e is illegal here"), "{refused}");
    let question = Question {
        position: &start,
        played: None,
        better: &[drop],
        reply: &[],
        was_losing: false,
        book: &[],
    };
    let refused = reasons(&question, &BUDGET).unwrap_err();
    assert!(refused.to_string().starts_with("move 1 of the better line, R*5e"), "{refused}");
    assert_eq!(ask(&start, None), Ok(Vec::new()));
}

/// The data of a reason, with its line seen by `turn`.
fn said(reason: &Reason, turn: fn(Move) -> Move) -> (Motif, Role, Option<i32>, Vec<Move>) {
    let mut at = Position::from_sfen(&reason.start).unwrap();
    let line = reason.line.iter().map(|text| {
        let mv = at.read_usi(text).unwrap();
        at.do_move(mv);
        turn(mv)
    });
    let line = line.collect();
    (reason.motif, reason.role, reason.gain(), line)
}

/// Every position of the proof of a mate is one, and its move is legal there.
fn check_proof_text(start: &Position, proof: &Proof) {
    let Proof::Mate { proof: Some(text), .. } = proof else { return };
    let lines = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (place, rest) = line.split_at(line.match_indices(' ').nth(2).unwrap().0);
        let position = Position::from_sfen(&format!("{place} 1")).unwrap();
        assert!(position.is_legal(position.read_usi(rest.split(' ').nth(1).unwrap()).unwrap()));
        position.key()
    });
    let keys: Vec<_> = lines.collect();
    assert_eq!(keys.first(), Some(&start.key()));
}

/// Another orientation of a position, and of its moves.
type Turn = (fn(&Position) -> Position, fn(Move) -> Move);

/// A mirrored board, and one turned with colours exchanged, have the same reasons.
#[test]
fn reasons_do_not_depend_on_the_orientation() {
    let turns: [Turn; 3] = [
        (Position::mirrored, Move::mirror),
        (Position::flipped, Move::flip),
        (|position| position.flipped().mirrored(), |mv| mv.flip().mirror()),
    ];
    let budget = Budget { proofs: true, ..BUDGET };
    for (position, played, better) in LOST.iter() {
        let ask = |position: &Position, played, better| {
            let better = [better];
            let question = Question {
                position,
                played,
                better: &better,
                reply: &[],
                was_losing: false,
                book: &[],
            };
            check(position, &question);
            reasons(&question, &budget).unwrap()
        };
        for played in [None, Some(*played)] {
            let here = ask(position, played, *better);
            for (place, turn) in turns {
                let there = ask(&place(position), played.map(turn), turn(*better));
                assert_eq!(here.len(), there.len(), "{}", position.to_sfen());
                for (here, there) in here.iter().zip(&there) {
                    assert_eq!(said(here, turn), said(there, |mv| mv), "{}", position.to_sfen());
                    let (before, _) = replay(&place(position), &there.line[..there.at], 0);
                    check_proof_text(&before, &there.proof);
                }
            }
        }
    }
}

/// Claims without a proof within the budget are not made.
#[test]
fn a_budget_that_runs_out_cuts_reasons() {
    for (position, played, better) in LOST.iter().take(20) {
        let better = [*better];
        let question = Question {
            position,
            played: Some(*played),
            better: &better,
            reply: &[],
            was_losing: false,
            book: &[],
        };
        let none = Budget { material: 0, mate: 0, ..BUDGET };
        assert_eq!(reasons(&question, &none), Ok(Vec::new()));
    }
}

/// A sentence from foreign JSON whose lines cannot be played is refused, not made up.
#[test]
fn no_sentence_is_made_from_a_broken_line() {
    let text = r#"{"motif":"fork","role":"made","start":"4k4/9/9/9/9/9/9/9/4K4 b - 1",
        "line":["7g7f"],"at":3,"piece":{"square":"7f","piece":"P"},"targets":[],
        "proof":{"form":"material","gain":200,"replies":[]},"causes":[]}"#;
    let reason: Reason = serde_json::from_str(text).unwrap();
    assert_eq!(reason.motif, Motif::Fork);
    assert_eq!(sentence(&reason, Lang::Ja), None);
    assert_eq!(Explained::from(reason).text.en, "");
}
