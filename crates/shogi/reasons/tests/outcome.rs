//! Reasons by the rules alone: repetition and declarations.

use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_reasons::words::{Explained, Lang};
use zenpuku_shogi_reasons::{Budget, Motif, Proof, Question, Reason, Role, reasons};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
/// Black can declare: ten pieces in the zone, three of them big, and six in hand.
const ENTERED: &str = "+R+R+B1K4/+P+P+P+P+P+P+P2/9/9/9/9/9/9/4k4 b 6P2n2s2g2l5pb 1";

fn after(sfen: &str, moves: &str) -> Position {
    let mut at = Position::from_sfen(sfen).unwrap();
    for text in moves.split_whitespace() {
        let mv = at.read_usi(text).unwrap();
        at.do_move(mv);
    }
    at
}

/// The reasons of `motif` for a move instead of a better one, answered by a reply.
fn ask(at: &Position, motif: Motif, [played, better, reply]: [&str; 3]) -> Vec<Reason> {
    let line = |at: &Position, text: &str| -> Vec<Move> {
        text.split_whitespace().map(|text| at.read_usi(text).unwrap()).collect()
    };
    let played = at.read_usi(played).unwrap();
    let mut next = at.clone();
    next.do_move(played);
    let (better, reply) = (line(at, better), line(&next, reply));
    let question = Question {
        position: at,
        played: Some(played),
        better: &better,
        reply: &reply,
        was_losing: false,
        book: &[],
    };
    let found = reasons(&question, &Budget::USUAL).unwrap();
    found.into_iter().filter(|reason| reason.motif == motif).collect()
}

fn roles(found: &[Reason]) -> Vec<Role> {
    found.iter().map(|reason| reason.role).collect()
}

/// After the line, the moves since then lead to the start of the reason again.
fn check_repetition(reason: &Reason) {
    let Proof::Repetition { since } = &reason.proof else { panic!("{reason:?}") };
    let end = after(&reason.start, &reason.line.join(" "));
    let again = after(&end.to_sfen(), &since.join(" "));
    assert_eq!(again.key(), Position::from_sfen(&reason.start).unwrap().key());
}

#[test]
fn a_position_that_comes_again_is_named() {
    let mut seen = Vec::new();
    for (moves, question, role) in [
        ("2h3h 8b7b 3h2h", ["3c3d", "7b8b", ""], Role::Missed),
        ("2h3h 8b7b 3h2h", ["7b8b", "3c3d", ""], Role::Made),
        ("2h3h 8b7b", ["3h2h", "7g7f", "7b8b"], Role::Allowed),
    ] {
        let found = ask(&after(START, moves), Motif::Repetition, question);
        assert_eq!(roles(&found), [role], "{moves}");
        found.iter().for_each(check_repetition);
        let text = Explained::from(found[0].clone()).text;
        seen.push(text.get(Lang::En).clone());
    }
    assert_eq!(
        seen,
        [
            "☖R-82 would have repeated the position.",
            "☖R-82 repeats the position.",
            "This allows ☖R-82, which repeats the position."
        ]
    );
}

#[test]
fn a_new_position_and_a_perpetual_check_are_no_repetition() {
    let fresh = after(START, "2h3h 8b7b");
    assert!(ask(&fresh, Motif::Repetition, ["3h2h", "7g7f", "3c3d"]).is_empty());
    let forgotten = after(START, "2h3h 8b7b 3h2h").without_history();
    assert!(ask(&forgotten, Motif::Repetition, ["3c3d", "7b8b", ""]).is_empty());
    let checks = after("9/3k5/9/9/9/9/9/4R4/8K b - 1", "5h6h 6b5b 6h5h");
    assert!(ask(&checks, Motif::Repetition, ["5b4b", "5b6b", ""]).is_empty());
}

#[test]
fn declarations_that_are_missed_or_allowed_are_named() {
    let ready = after(ENTERED, "");
    let missed = ask(&ready, Motif::Declaration, ["6b6a", "", ""]);
    assert_eq!(roles(&missed), [Role::Missed]);
    let text = Explained::from(missed[0].clone()).text;
    assert_eq!(text.ja, "☗６一と直を指さずに、入玉宣言で勝てた。");
    let other = after(&ENTERED.replace(" b ", " w "), "");
    let allowed = ask(&other, Motif::Declaration, ["5i5h", "G*4a", ""]);
    assert_eq!(roles(&allowed), [Role::Allowed]);
    // Nothing that White does helps, or Black has a piece too few.
    assert!(ask(&other, Motif::Declaration, ["5i5h", "5i4h", ""]).is_empty());
    let few = after(&ENTERED.replace(" b 6P", " b 5P").replace("5pb", "6pb"), "");
    assert!(ask(&few, Motif::Declaration, ["6b6a", "", ""]).is_empty());
}

#[test]
fn a_mistake_that_left_the_book_is_named() {
    let position = Position::from_sfen(START).unwrap();
    let mv = |text: &str| position.read_usi(text).unwrap();
    let left = |book: &[Move], played: &str| {
        let question = Question {
            position: &position,
            played: Some(mv(played)),
            better: &[mv("2g2f")],
            reply: &[],
            was_losing: false,
            book,
        };
        let found = reasons(&question, &Budget::USUAL).unwrap();
        let named = found.into_iter().find(|reason| reason.motif == Motif::LeftBook);
        named.map(|reason| Explained::from(reason).text.get(Lang::En).clone())
    };
    let book = [mv("2g2f"), mv("7g7f")];
    let said = left(&book, "5g5f");
    assert_eq!(said.as_deref(), Some("☗P-26 would have followed the opening book."));
    assert_eq!(left(&book, "7g7f"), None, "the book has the move");
    assert_eq!(left(&[mv("7g7f")], "5g5f"), None, "the better move is not in the book");
    assert_eq!(left(&[], "5g5f"), None, "no book");
}
